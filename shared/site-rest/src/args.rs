//! The declared parameters of an endpoint: their schemas, whether they are required, and in which phase they are
//! validated.

use std::{borrow::Cow, collections::HashMap};

use serde_json::{Map, Value};

use crate::{
    error::{RestError, codes},
    schema::{Path, Schema},
};

/// The phase in which a parameter is validated. The phases decide which errors are reported together
/// (docs/interface/site/requests.md#order-of-checks).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// In the first phase. `null` is not validated and becomes the empty value of the schema.
    Early,
    /// In the second phase, just before coercion.
    Late,
    /// In the first phase, only for being an object; an empty list counts as an empty object.
    Map,
    /// Not validated: the handler gets the value unchanged.
    Never,
}

/// Sanitises a validated text in place of plain coercion.
pub type Cleaner = fn(&str) -> String;

/// One declared parameter.
#[derive(Debug, Clone)]
pub struct Arg {
    pub(crate) name: Cow<'static, str>,
    pub(crate) schema: Schema,
    pub(crate) required: bool,
    pub(crate) check: Check,
    pub(crate) keeps_null: bool,
    pub(crate) cleaner: Option<Cleaner>,
}

impl Arg {
    /// A parameter that is validated in the second phase, as parameters without callbacks are in deployed systems.
    pub fn new(name: impl Into<Cow<'static, str>>, schema: Schema) -> Self {
        let required = schema.is_required();
        Self {
            name: name.into(),
            schema,
            required,
            check: Check::Late,
            keeps_null: false,
            cleaner: None,
        }
    }

    /// Validates the parameter in the first phase.
    #[must_use]
    pub fn early(mut self) -> Self {
        self.check = Check::Early;
        self
    }

    /// Leaves the parameter unvalidated.
    #[must_use]
    pub fn unchecked(mut self) -> Self {
        self.check = Check::Never;
        self
    }

    /// Validates only that the value is an object; the handler checks its members.
    #[must_use]
    pub fn map(mut self) -> Self {
        self.check = Check::Map;
        self
    }

    /// Passes `null` on to the handler.
    #[must_use]
    pub fn keeping_null(mut self) -> Self {
        self.keeps_null = true;
        self
    }

    /// Makes the parameter required. Members of a resource declare this in their schema.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// Sanitises text with `cleaner`, in a list element by element.
    #[must_use]
    pub fn cleaned(mut self, cleaner: Cleaner) -> Self {
        self.cleaner = Some(cleaner);
        self
    }

    /// The parameter's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The parameter's schema.
    pub const fn schema(&self) -> &Schema {
        &self.schema
    }

    pub(crate) fn check_early(&self, value: &Value) -> Result<(), RestError> {
        if self.check == Check::Early && !value.is_null() {
            self.schema.validate(value, &Path::root(&self.name))?;
        }
        let is_map = value.is_object() || value.as_array().is_some_and(Vec::is_empty);
        if self.check == Check::Map && !value.is_null() && !is_map {
            return Err(RestError::bare(&codes::INVALID_PARAM_BARE));
        }
        Ok(())
    }

    pub(crate) fn sanitise(&self, value: &Value) -> Result<Value, RestError> {
        let path = Path::root(&self.name);
        let coerced = match self.check {
            Check::Late => self.schema.accept(value, &path)?,
            Check::Early if value.is_null() && self.keeps_null => Value::Null,
            Check::Early if value.is_null() => self.schema.emptied(),
            Check::Early => self.schema.coerce(value, &path)?,
            Check::Map | Check::Never => return Ok(value.clone()),
        };
        Ok(match self.cleaner {
            Some(cleaner) => clean(coerced, cleaner),
            None => coerced,
        })
    }
}

fn clean(value: Value, cleaner: Cleaner) -> Value {
    match value {
        Value::String(text) => Value::String(cleaner(&text)),
        Value::Array(list) => list
            .into_iter()
            .map(|element| clean(element, cleaner))
            .collect(),
        other => other,
    }
}

/// The declared parameters of an endpoint, in the order in which they are validated and listed.
#[derive(Debug, Clone, Default)]
pub struct Args {
    list: Vec<Arg>,
    places: HashMap<Cow<'static, str>, usize>,
}

impl Args {
    /// No parameters.
    pub fn none() -> Self {
        Self::default()
    }

    /// Adds a parameter, or replaces the one of the same name at its position.
    #[must_use]
    pub fn with(mut self, arg: Arg) -> Self {
        match self
            .places
            .get(&arg.name)
            .and_then(|&at| self.list.get_mut(at))
        {
            Some(known) => *known = arg,
            None => {
                self.places.insert(arg.name.clone(), self.list.len());
                self.list.push(arg);
            }
        }
        self
    }

    /// Adds a parameter with this name and schema, validated in the second phase.
    #[must_use]
    pub fn arg(self, name: &'static str, schema: Schema) -> Self {
        self.with(Arg::new(name, schema))
    }

    /// Adds the parameters of another declaration.
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        others.list.into_iter().fold(self, Self::with)
    }

    /// The parameters, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Arg> {
        self.list.iter()
    }

    /// The parameter `name`.
    pub fn get(&self, name: &str) -> Option<&Arg> {
        self.places.get(name).and_then(|&at| self.list.get(at))
    }

    /// The default values. A declared default of `null` means absent.
    pub(crate) fn defaults(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.list.iter().filter_map(|arg| {
            arg.schema
                .default
                .as_ref()
                .filter(|value| !value.is_null())
                .map(|value| (arg.name(), value))
        })
    }

    /// The description in the index; `[]` without parameters (docs/interface/site/responses.md#empty-maps).
    pub fn describe(&self) -> Value {
        self.described(false)
    }

    /// As [`Self::describe`]; with `is_renamed` as deployed systems describe the parameters.
    pub(crate) fn described(&self, is_renamed: bool) -> Value {
        if self.list.is_empty() {
            return Value::Array(Vec::new());
        }
        let entries: Map<String, Value> = self
            .list
            .iter()
            .map(|arg| {
                let mut entry = arg.schema.as_arg(arg.required);
                if is_renamed
                    && arg.schema.described_here
                    && let Some(entry) = entry.as_object_mut()
                {
                    entry.shift_remove("description");
                }
                (arg.name.to_string(), entry)
            })
            .collect();
        Value::Object(entries)
    }
}

impl FromIterator<Arg> for Args {
    fn from_iter<I: IntoIterator<Item = Arg>>(args: I) -> Self {
        args.into_iter().fold(Self::default(), Self::with)
    }
}
