//! Validation of values.

use serde_json::{Value, json};

use super::{Additional, Bound, Kind, Path, Schema, loose};
use crate::error::{RestError, codes};

type Verdict = Result<(), RestError>;

impl Schema {
    /// Validates `value`.
    ///
    /// # Errors
    /// The first violation, with the code that names it (docs/interface/site/schemas.md#detail-codes).
    pub fn validate(&self, value: &Value, path: &Path<'_>) -> Verdict {
        let mut kind = None;
        if !self.any_of.is_empty() {
            kind = self.find_any(value, path)?.kinds.first().copied();
        }
        if !self.one_of.is_empty() {
            kind = kind.or(self.find_one(value, path)?.kinds.first().copied());
        }
        if !self.kinds.is_empty() {
            kind = Some(self.best_kind(value).ok_or_else(|| self.wrong_type(path))?);
        }
        match kind {
            Some(Kind::Object) => self.validate_object(value, path)?,
            Some(Kind::Array) => self.validate_array(value, path)?,
            Some(Kind::String) => self.validate_text(value, path)?,
            Some(Kind::Number | Kind::Integer) => self.validate_number(value, path)?,
            Some(Kind::Boolean | Kind::Null) | None => {}
        }
        self.validate_choice(value, path)?;
        if let (Some(format), Some(Kind::String) | None, Some(text)) =
            (self.format, kind, value.as_str())
        {
            format
                .check(text)
                .map_err(|code| RestError::naming(code, [&path]))?;
        }
        Ok(())
    }

    /// The first declared type that `value` has; an empty text counts as text where text is allowed.
    pub(crate) fn best_kind(&self, value: &Value) -> Option<Kind> {
        if value.as_str() == Some("") && self.kinds.contains(&Kind::String) {
            return Some(Kind::String);
        }
        self.kinds.iter().copied().find(|kind| fits(*kind, value))
    }

    fn wrong_type(&self, path: &Path<'_>) -> RestError {
        let names: Vec<&str> = self.kinds.iter().map(|kind| kind.name()).collect();
        RestError::naming(&codes::INVALID_TYPE, [&path, &names.join(",")])
            .with("param", path.to_string())
    }

    fn validate_choice(&self, value: &Value, path: &Path<'_>) -> Verdict {
        if self.choices.is_empty() {
            return Ok(());
        }
        let coerced = self.coerce_by_kind(value, path)?;
        if self
            .choices
            .iter()
            .any(|choice| loose::same(choice, &coerced))
        {
            return Ok(());
        }
        let names: Vec<String> = self.choices.iter().map(plain).collect();
        Err(RestError::naming(
            &codes::NOT_IN_ENUM,
            [&path, &names.join(", ")],
        ))
    }

    fn validate_number(&self, value: &Value, path: &Path<'_>) -> Verdict {
        let Some(number) = loose::number(value) else {
            return Err(self.wrong_type(path));
        };
        if let Some(step) = self
            .multiple_of
            .as_ref()
            .and_then(serde_json::Number::as_f64)
            && (number / step).fract() != 0.0
        {
            return Err(RestError::naming(&codes::INVALID_MULTIPLE, [&path, &step]));
        }
        let too_low = self
            .minimum
            .as_ref()
            .is_some_and(|bound| below(number, bound));
        let too_high = self
            .maximum
            .as_ref()
            .is_some_and(|bound| above(number, bound));
        if too_low || too_high {
            return Err(RestError::naming(
                &codes::OUT_OF_BOUNDS,
                [&path, &self.bounds()],
            ));
        }
        Ok(())
    }

    fn bounds(&self) -> String {
        let show = |bound: &Option<Bound>, open: &str, closed: &str| {
            bound.as_ref().map(|bound| {
                format!(
                    "{} {}",
                    if bound.exclusive { open } else { closed },
                    bound.value
                )
            })
        };
        [show(&self.minimum, ">", "≥"), show(&self.maximum, "<", "≤")]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn validate_text(&self, value: &Value, path: &Path<'_>) -> Verdict {
        let Some(text) = value.as_str() else {
            return Err(self.wrong_type(path));
        };
        let length = text.chars().count();
        if let Some(least) = self.min_length.filter(|least| length < *least) {
            return Err(RestError::naming(&codes::TOO_SHORT, [&path, &least]));
        }
        if let Some(most) = self.max_length.filter(|most| length > *most) {
            return Err(RestError::naming(&codes::TOO_LONG, [&path, &most]));
        }
        match &self.pattern {
            Some(pattern) if !pattern.is_match(text) => Err(RestError::naming(
                &codes::INVALID_PATTERN,
                [&path, &pattern.as_str()],
            )),
            _ => Ok(()),
        }
    }

    fn validate_array(&self, value: &Value, path: &Path<'_>) -> Verdict {
        let Some(list) = loose::list(value) else {
            return Err(self.wrong_type(path));
        };
        if let Some(items) = &self.items {
            for (at, element) in list.iter().enumerate() {
                items.validate(element, &path.element(at))?;
            }
        }
        if let Some(least) = self.min_items.filter(|least| list.len() < *least) {
            return Err(RestError::naming(&codes::TOO_FEW_ITEMS, [&path, &least]));
        }
        if let Some(most) = self.max_items.filter(|most| list.len() > *most) {
            return Err(RestError::naming(&codes::TOO_MANY_ITEMS, [&path, &most]));
        }
        if self.unique_items && loose::has_twins(&list) {
            return Err(RestError::naming(&codes::DUPLICATE_ITEMS, [&path]));
        }
        Ok(())
    }

    fn validate_object(&self, value: &Value, path: &Path<'_>) -> Verdict {
        let Some(map) = loose::map(value) else {
            return Err(self.wrong_type(path));
        };
        let needed = self.needs.iter().copied();
        let required = self.properties.iter().filter(|(_, schema)| schema.required);
        for name in needed.chain(required.map(|(name, _)| name.as_ref())) {
            if !map.contains_key(name) {
                return Err(RestError::naming(&codes::PROPERTY_REQUIRED, [&name, &path]));
            }
        }
        for (name, member) in &map {
            match (self.member(name), &self.additional) {
                (Some(schema), _) => schema.validate(member, &path.member(name))?,
                (None, Additional::Schema(schema)) => {
                    schema.validate(member, &path.member(name))?
                }
                (None, Additional::Any) => {}
                (None, Additional::None) => {
                    return Err(RestError::naming(
                        &codes::ADDITIONAL_PROPERTIES,
                        [&name, &path],
                    ));
                }
            }
        }
        Ok(())
    }

    /// The schema of `any_of` that `value` matches.
    pub(crate) fn find_any(&self, value: &Value, path: &Path<'_>) -> Result<&Self, RestError> {
        let mut failures = Vec::new();
        for (at, schema) in self.any_of.iter().enumerate() {
            match schema.validate(value, path) {
                Ok(()) => return Ok(schema),
                Err(error) => failures.push((at, error)),
            }
        }
        Err(no_match(&self.any_of, failures, value, path))
    }

    /// The only schema of `one_of` that `value` matches.
    pub(crate) fn find_one(&self, value: &Value, path: &Path<'_>) -> Result<&Self, RestError> {
        let mut failures = Vec::new();
        let mut matches = Vec::new();
        for (at, schema) in self.one_of.iter().enumerate() {
            match schema.validate(value, path) {
                Ok(()) => matches.push((at, schema)),
                Err(error) => failures.push((at, error)),
            }
        }
        match matches.as_slice() {
            [(_, schema)] => Ok(schema),
            [] => Err(no_match(&self.one_of, failures, value, path)),
            several => {
                let positions: Vec<usize> = several.iter().map(|(at, _)| *at).collect();
                Err(RestError::naming(&codes::ONE_OF_MULTIPLE, [&path])
                    .with("positions", json!(positions)))
            }
        }
    }
}

/// The error for a value that matches none of several schemas: the reason of the most similar one, if only one has
/// the value's type or shares most of its members.
fn no_match(
    schemas: &[Schema],
    mut failures: Vec<(usize, RestError)>,
    value: &Value,
    path: &Path<'_>,
) -> RestError {
    if failures.len() > 1 {
        // An error about the type of a nested value means that the type of the whole matched.
        let whole = json!(path.to_string());
        failures.retain(|(_, error)| {
            error.code() != codes::INVALID_TYPE.row().name
                || error
                    .data()
                    .get("param")
                    .is_some_and(|param| *param != whole)
        });
    }
    if failures.len() > 1 {
        resembling(schemas, &mut failures, value);
    }
    let only = failures.pop().filter(|_| failures.is_empty());
    let Some((at, reason)) = only else {
        let titles: Vec<&str> = schemas
            .iter()
            .filter_map(|schema| schema.title.as_deref())
            .collect();
        if titles.is_empty() {
            return RestError::naming(&codes::NO_MATCHING_FORM, [&path]);
        }
        return RestError::naming(&codes::NO_MATCHING_SCHEMA, [&path, &titles.join(", ")]);
    };
    let title = schemas
        .get(at)
        .and_then(|schema| schema.title.as_deref())
        .unwrap_or("schema");
    RestError::because(&codes::NO_MATCHING_SCHEMA_BECAUSE, [&path, &title], reason)
        .with("position", at)
}

/// Keeps the failure of the object that shares most members with the value, the first of equals; all if none shares
/// any.
fn resembling(schemas: &[Schema], failures: &mut Vec<(usize, RestError)>, value: &Value) {
    let shared = |at: usize| {
        let members = schemas.get(at).into_iter().flat_map(Schema::members);
        members
            .filter(|(name, _)| value.get(name).is_some())
            .count()
    };
    let is_object = |at: usize| {
        schemas
            .get(at)
            .is_some_and(|schema| schema.kinds == [Kind::Object])
    };
    if !failures.first().is_some_and(|(at, _)| is_object(*at)) {
        return;
    }
    let most = failures
        .iter()
        .map(|(at, _)| shared(*at))
        .max()
        .unwrap_or(0);
    if let Some(best) = failures
        .iter()
        .position(|(at, _)| most > 0 && shared(*at) == most)
    {
        let best = failures.swap_remove(best);
        failures.clear();
        failures.push(best);
    }
}

fn fits(kind: Kind, value: &Value) -> bool {
    match kind {
        Kind::Array => loose::list(value).is_some(),
        Kind::Object => loose::map(value).is_some(),
        Kind::String => value.is_string(),
        Kind::Number => loose::number(value).is_some(),
        Kind::Integer => loose::integer(value).is_some(),
        Kind::Boolean => loose::boolean(value).is_some(),
        Kind::Null => value.is_null(),
    }
}

fn limit(bound: &Bound) -> f64 {
    bound.value.as_f64().unwrap_or(f64::NAN)
}

fn below(number: f64, bound: &Bound) -> bool {
    if bound.exclusive {
        number <= limit(bound)
    } else {
        number < limit(bound)
    }
}

fn above(number: f64, bound: &Bound) -> bool {
    if bound.exclusive {
        number >= limit(bound)
    } else {
        number > limit(bound)
    }
}

fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// The code of a violation, for tests of schemas.
#[cfg(test)]
pub(crate) fn code_of(verdict: Verdict) -> &'static str {
    verdict.err().map_or("fits", |error| error.code())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Format;

    fn check(schema: &Schema, value: Value) -> &'static str {
        code_of(schema.validate(&value, &Path::root("p")))
    }

    #[test]
    fn each_violation_has_its_code() {
        let page = Schema::integer().min(1).max(100);
        assert_eq!(check(&page, json!("5")), "fits");
        assert_eq!(check(&page, json!(0)), "rest_out_of_bounds");
        assert_eq!(check(&page, json!(101)), "rest_out_of_bounds");
        assert_eq!(check(&page, json!("x")), "rest_invalid_type");
        assert_eq!(check(&page, json!(1.5)), "rest_invalid_type");
        let order = Schema::string().choices(["asc", "desc"]);
        assert_eq!(check(&order, json!("up")), "rest_not_in_enum");
        assert_eq!(check(&order, json!(3)), "rest_invalid_type");
        assert_eq!(
            check(&Schema::string().length(Some(2), Some(3)), json!("é")),
            "rest_too_short"
        );
        assert_eq!(
            check(&Schema::string().length(Some(2), Some(3)), json!("éééé")),
            "rest_too_long"
        );
        assert_eq!(
            check(&Schema::number().multiple_of(5), json!(7)),
            "rest_invalid_multiple"
        );
        assert_eq!(
            check(&Schema::number().above(0).below(360), json!(360)),
            "rest_out_of_bounds"
        );
        assert_eq!(
            check(
                &Schema::string().format(Format::DateTime),
                json!("tomorrow")
            ),
            "rest_invalid_date"
        );
        let ids = Schema::list(Schema::integer())
            .count(Some(1), Some(2))
            .unique();
        assert_eq!(check(&ids, json!("1,2")), "fits");
        assert_eq!(check(&ids, json!([])), "rest_too_few_items");
        assert_eq!(check(&ids, json!([1, 2, 3])), "rest_too_many_items");
        assert_eq!(check(&ids, json!([1, 1])), "rest_duplicate_items");
        assert_eq!(check(&ids, json!({"a": 1})), "rest_invalid_type");
        let point = Schema::object()
            .with("x", Schema::number().required())
            .closed();
        assert_eq!(check(&point, json!({})), "rest_property_required");
        assert_eq!(
            check(&point, json!({"x": 1, "y": 2})),
            "rest_additional_properties_forbidden"
        );
        assert_eq!(check(&point, json!("abc")), "rest_invalid_type");
    }

    #[test]
    fn enums_are_compared_after_coercion() {
        assert_eq!(
            check(&Schema::integer().choices([1, 2]), json!("2")),
            "fits"
        );
        assert_eq!(
            check(&Schema::boolean().choices([true]), json!("1")),
            "fits"
        );
    }

    #[test]
    fn nested_places_are_named() {
        let schema = Schema::list(Schema::object().with("key", Schema::integer()));
        let error = schema
            .validate(&json!([{"key": "x"}]), &Path::root("param"))
            .unwrap_err();
        assert_eq!(error.data().get("param"), Some(&json!("param[0][key]")));
    }

    #[test]
    fn null_only_where_allowed() {
        let date = Schema::of(&[Kind::String, Kind::Null]).format(Format::DateTime);
        assert_eq!(check(&date, json!(null)), "fits");
        assert_eq!(check(&date, json!("")), "rest_invalid_date");
        assert_eq!(check(&Schema::string(), json!(null)), "rest_invalid_type");
    }

    #[test]
    fn one_of_names_the_schema_that_the_value_resembles() {
        let terms = Schema::of(&[Kind::Object, Kind::Array]).one_of(vec![
            Schema::list(Schema::integer()).titled("Term ID List"),
            Schema::object()
                .titled("Term ID Taxonomy Query")
                .with("terms", Schema::list(Schema::integer()))
                .with("operator", Schema::string().choices(["AND", "OR"]))
                .closed(),
        ]);
        assert_eq!(check(&terms, json!("1,2")), "fits");
        assert_eq!(
            check(&terms, json!({"terms": [1], "operator": "AND"})),
            "fits"
        );
        let error = terms
            .validate(
                &json!({"terms": [1], "operator": "XOR"}),
                &Path::root("categories"),
            )
            .unwrap_err();
        assert_eq!(error.code(), "rest_no_matching_schema");
        assert_eq!(error.data().get("position"), Some(&json!(1)));
        assert_eq!(check(&terms, json!(["a"])), "rest_no_matching_schema");
    }
}
