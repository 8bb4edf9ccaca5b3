//! Limits of the size of values (docs/interface/site/requests.md#limits). They are checked before anything else reads a
//! value, and the index does not describe them: its schemas are those of deployed systems.

use serde_json::{Map, Value};

use super::{Additional, Kind, Path, Schema, loose};
use crate::error::{RestError, codes};

/// The maximum number of elements of a list that declares no other, such as one of identifiers or slugs.
const LIST_ITEMS: usize = 1_000;
/// The maximum length of a text that declares no other, such as a title or a name, in characters.
pub const LINE_CHARACTERS: usize = 2_000;
/// The maximum length of a web address, in characters.
pub(crate) const ADDRESS_CHARACTERS: usize = 8_192;
/// The maximum length of a number, boolean, date, colour, UUID or IP address that is written as text, in bytes.
pub(crate) const SCALAR_BYTES: usize = 64;
/// The maximum length of an e-mail address, in bytes: that of a mailbox in RFC 5321, 4.5.3.1.
pub(crate) const EMAIL_BYTES: usize = 320;

/// The maximum size of a parameter that an endpoint does not declare, in bytes. A larger one is ignored.
const UNDECLARED_BYTES: usize = 10_000;

/// The size that a value may have.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Size {
    /// Characters of a text.
    characters: Option<usize>,
    /// Words of a text.
    words: Option<usize>,
    /// Elements of a list, or members of an object.
    entries: Option<usize>,
    /// Bytes of a value of any form ([`weight`]).
    bytes: Option<usize>,
}

type Verdict = Result<(), RestError>;

impl Schema {
    /// Limits a text to this number of characters, without describing it in the index.
    #[must_use]
    pub const fn at_most(mut self, characters: usize) -> Self {
        self.size.characters = Some(characters);
        self
    }

    /// Limits a text to this number of words, separated by blanks, commas or plus signs.
    #[must_use]
    pub const fn words_at_most(mut self, words: usize) -> Self {
        self.size.words = Some(words);
        self
    }

    /// Limits a list to this number of elements, or an object to this number of members, without describing it in the
    /// index.
    #[must_use]
    pub const fn entries_at_most(mut self, entries: usize) -> Self {
        self.size.entries = Some(entries);
        self
    }

    /// Limits a value of any form to this number of bytes: its texts and names, and one for every value.
    #[must_use]
    pub const fn bytes_at_most(mut self, bytes: usize) -> Self {
        self.size.bytes = Some(bytes);
        self
    }

    /// Checks the size of a value, whatever its type.
    ///
    /// # Errors
    /// `rest_too_long` or `rest_too_many_items` for the first limit that is exceeded.
    pub(crate) fn check_size(&self, value: &Value, path: &Path<'_>) -> Verdict {
        if let Some(most) = self.size.bytes
            && weight(value) > most
        {
            return Err(RestError::naming(&codes::TOO_MANY_BYTES, [&path, &most]));
        }
        self.check_forms(value, path)?;
        match value {
            Value::String(text) if self.is_list() => self.check_words(text, path),
            Value::String(text) => self.check_text(text, path),
            Value::Array(list) => self.check_list(list.iter(), path),
            Value::Object(map) if self.is_list() => self.check_list(map.values(), path),
            Value::Object(map) => self.check_members(map, path),
            Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
        }
    }

    /// Checks the size by the alternatives: one must allow it.
    fn check_forms(&self, value: &Value, path: &Path<'_>) -> Verdict {
        let forms = self.any_of.iter().chain(&self.one_of);
        let mut verdicts = forms.map(|form| form.check_size(value, path));
        match verdicts.next() {
            Some(Err(error)) if verdicts.all(|verdict| verdict.is_err()) => Err(error),
            Some(_) | None => Ok(()),
        }
    }

    fn check_text(&self, text: &str, path: &Path<'_>) -> Verdict {
        // A text may stand for an object with a raw member, also where the schema names the object alone.
        let raw = self.member("raw").and_then(|raw| raw.size.characters);
        let of_any_form = self.size.bytes;
        let most = self
            .size
            .characters
            .or(raw)
            .or(of_any_form)
            .unwrap_or(LINE_CHARACTERS);
        // A character has at least one byte.
        if text.len() > most && text.chars().nth(most).is_some() {
            return Err(RestError::naming(&codes::TOO_LONG, [&path, &most]));
        }
        let separates = |c: char| c.is_whitespace() || matches!(c, ',' | '+');
        if let Some(most) = self.size.words
            && text
                .split(separates)
                .filter(|word| !word.is_empty())
                .nth(most)
                .is_some()
        {
            return Err(RestError::naming(&codes::TOO_MANY_WORDS, [&path, &most]));
        }
        Ok(())
    }

    /// Checks a list that is written as text.
    fn check_words(&self, text: &str, path: &Path<'_>) -> Verdict {
        for (at, word) in loose::words(text).enumerate() {
            self.check_entries(at + 1, path)?;
            if let Some(items) = &self.items {
                items.check_text(word, &path.element(at))?;
            }
        }
        Ok(())
    }

    fn check_list<'a>(
        &self,
        list: impl ExactSizeIterator<Item = &'a Value>,
        path: &Path<'_>,
    ) -> Verdict {
        self.check_entries(list.len(), path)?;
        let Some(items) = &self.items else {
            return Ok(());
        };
        for (at, element) in list.enumerate() {
            items.check_size(element, &path.element(at))?;
        }
        Ok(())
    }

    fn check_members(&self, map: &Map<String, Value>, path: &Path<'_>) -> Verdict {
        self.check_entries(map.len(), path)?;
        for (name, member) in map {
            let schema = match (self.member(name), &self.additional) {
                // Clients send back what they read.
                (Some(schema), _) if schema.readonly => continue,
                (Some(schema), _) => schema,
                (None, Additional::Schema(schema)) => schema,
                (None, Additional::Any | Additional::None) => continue,
            };
            schema.check_size(member, &path.member(name))?;
        }
        Ok(())
    }

    /// Whether text is read as a list.
    fn is_list(&self) -> bool {
        self.kinds.contains(&Kind::Array) && !self.kinds.contains(&Kind::String)
    }

    fn check_entries(&self, found: usize, path: &Path<'_>) -> Verdict {
        let most = self.size.entries.unwrap_or(LIST_ITEMS);
        if found > most {
            return Err(RestError::naming(&codes::TOO_MANY_ITEMS, [&path, &most]));
        }
        Ok(())
    }

    /// The first part of the value whose size nothing limits, in the form `name[member][]`; `None` when all is limited.
    /// Numbers and booleans are limited by what they are.
    pub fn unlimited(&self, name: &str) -> Option<String> {
        if self.size.bytes.is_some() {
            return None;
        }
        let forms = || self.any_of.iter().chain(&self.one_of);
        if let Some(found) = forms().find_map(|form| form.unlimited(name)) {
            return Some(found);
        }
        let of = |kind: Kind| self.kinds.contains(&kind);
        let is_free = self.kinds.is_empty() && forms().next().is_none();
        if is_free && self.choices.is_empty() {
            return Some(name.to_owned());
        }
        if of(Kind::String) && self.size.characters.is_none() {
            return Some(name.to_owned());
        }
        let items = self.items.as_deref().filter(|_| of(Kind::Array));
        if of(Kind::Array) && items.is_none() && forms().next().is_none() {
            return Some(format!("{name}[]"));
        }
        if let Some(found) = items.and_then(|items| items.unlimited(&format!("{name}[]"))) {
            return Some(found);
        }
        if !of(Kind::Object) || forms().next().is_some() {
            return None;
        }
        let mut members = self
            .properties
            .iter()
            .filter(|(_, schema)| !schema.readonly);
        if let Some(found) =
            members.find_map(|(member, schema)| schema.unlimited(&format!("{name}[{member}]")))
        {
            return Some(found);
        }
        match &self.additional {
            Additional::Schema(schema) => schema.unlimited(&format!("{name}[*]")),
            // Members that are not declared are not read, unless nothing is declared.
            Additional::Any if self.properties.is_empty() => Some(format!("{name}[*]")),
            Additional::Any | Additional::None => None,
        }
    }
}

/// Whether a value of a parameter without declaration is small enough to be read.
pub(crate) fn is_short(value: &Value) -> bool {
    weight(value) <= UNDECLARED_BYTES
}

/// The bytes of a value: those of its texts and names, and one for every value in it. No more than its JSON has.
fn weight(value: &Value) -> usize {
    let inner: usize = match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        Value::String(text) => text.len(),
        Value::Array(list) => list.iter().map(weight).sum(),
        Value::Object(map) => map
            .iter()
            .map(|(name, member)| name.len() + weight(member))
            .sum(),
    };
    inner + 1
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::Format;
    use super::*;

    fn check(schema: &Schema, value: Value) -> Option<String> {
        let error = schema.check_size(&value, &Path::root("p")).err()?;
        Some(error.code().to_owned())
    }

    #[test]
    fn texts_have_characters_and_words() {
        let search = Schema::string().at_most(8).words_at_most(2);
        for (text, refused) in [
            ("", None),
            ("éééééééé", None),
            ("ééééééééé", Some("rest_too_long")),
            ("a b", None),
            (" a ,, b+", None),
            ("a+b,c", Some("rest_too_many_items")),
        ] {
            assert_eq!(check(&search, json!(text)).as_deref(), refused, "{text}");
        }
        // Other types are left to the validation.
        assert_eq!(check(&search, json!(123_456_789_012_u64)), None);
    }

    #[test]
    fn lists_have_elements_however_they_are_written() {
        let slugs = Schema::list(Schema::string().at_most(3)).entries_at_most(2);
        for (value, refused) in [
            (json!(["a", "b"]), None),
            (json!("a,b"), None),
            (json!({"0": "a", "1": "b"}), None),
            (json!(["a", "b", "c"]), Some("rest_too_many_items")),
            (json!("a, b c"), Some("rest_too_many_items")),
            (
                json!({"0": "a", "1": "b", "2": "c"}),
                Some("rest_too_many_items"),
            ),
            (json!(["abcd"]), Some("rest_too_long")),
            (json!("abcd"), Some("rest_too_long")),
        ] {
            assert_eq!(check(&slugs, value.clone()).as_deref(), refused, "{value}");
        }
        let many: Vec<usize> = (0..=LIST_ITEMS).collect();
        let ids = Schema::list(Schema::integer());
        assert_eq!(
            check(&ids, json!(many)).as_deref(),
            Some("rest_too_many_items")
        );
    }

    #[test]
    fn objects_have_members_and_values_of_any_form_bytes() {
        let title = Schema::object().with("raw", Schema::string().at_most(3));
        assert_eq!(check(&title, json!({"raw": "abc"})), None);
        assert_eq!(
            check(&title, json!({"raw": "abcd"})).as_deref(),
            Some("rest_too_long")
        );
        let any = Schema::any().bytes_at_most(5);
        assert_eq!(check(&any, json!({"a": [1, 2]})), None);
        assert_eq!(
            check(&any, json!({"a": [1, 2, 3]})).as_deref(),
            Some("rest_too_long")
        );
        let rendered = title.with("rendered", Schema::string().at_most(3).readonly());
        assert_eq!(check(&rendered, json!({"rendered": "abcd"})), None);
        let long = "a".repeat(LINE_CHARACTERS + 1);
        assert_eq!(
            check(&Schema::string(), json!(long)).as_deref(),
            Some("rest_too_long")
        );
        let address = Schema::string().format(Format::Uri);
        assert_eq!(check(&address, json!(long)), None);
    }

    #[test]
    fn an_alternative_that_allows_the_size_is_enough() {
        let terms = Schema::any().one_of(vec![
            Schema::list(Schema::integer()).entries_at_most(1),
            Schema::object()
                .with("a", Schema::string().at_most(1))
                .closed(),
        ]);
        assert_eq!(check(&terms, json!([1])), None);
        assert_eq!(check(&terms, json!({"a": "b"})), None);
        assert_eq!(check(&terms, json!("1,2")), None);
    }

    #[test]
    fn what_nothing_limits_is_named() {
        let named = |schema: Schema| schema.unlimited("p");
        assert_eq!(named(Schema::integer()), None);
        assert_eq!(named(Schema::string().choices(["a"])), None);
        assert_eq!(named(Schema::string().format(Format::Uuid)), None);
        assert_eq!(named(Schema::string()), None);
        assert_eq!(named(Schema::any()).as_deref(), Some("p"));
        assert_eq!(named(Schema::object()).as_deref(), Some("p[*]"));
        let title = Schema::object().with("raw", Schema::any());
        assert_eq!(named(title).as_deref(), Some("p[raw]"));
        assert_eq!(named(Schema::list(Schema::any())).as_deref(), Some("p[]"));
        assert_eq!(named(Schema::list(Schema::string())), None);
    }
}
