//! The declarative schema of a value: one declaration validates, coerces and describes.
//!
//! Schemas are built once per process and then only read. The rules are those of deployed systems
//! (docs/interface/site/schemas.md#type-coercion), including the code of each violation.

mod clean;
mod coerce;
mod date;
mod describe;
mod format;
mod loose;
mod path;
mod size;
mod validate;

use std::borrow::Cow;

use regex::Regex;
use serde_json::{Number, Value};

pub use clean::{key, one_line, url};
pub use date::WrittenDate;
pub use format::Format;
pub use loose::words;
pub use path::Path;
pub use size::LINE_CHARACTERS;
pub(crate) use size::is_short;

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A list; also a comma or blank separated string.
    Array,
    /// A map; also the empty string, as query strings cannot say `{}`.
    Object,
    /// Text.
    String,
    /// A number; also its decimal text.
    Number,
    /// A number without fraction; also its decimal text.
    Integer,
    /// A boolean; also `true`, `false`, `1`, `0` as text.
    Boolean,
    /// `null`.
    Null,
}

impl Kind {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Array => "array",
            Self::Object => "object",
            Self::String => "string",
            Self::Number => "number",
            Self::Integer => "integer",
            Self::Boolean => "boolean",
            Self::Null => "null",
        }
    }
}

/// A bound of a number.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Bound {
    pub(crate) value: Number,
    pub(crate) exclusive: bool,
}

/// Members that an object may have besides its declared ones.
#[derive(Debug, Clone, Default)]
pub(crate) enum Additional {
    /// Any.
    #[default]
    Any,
    /// None.
    None,
    /// Members with this schema.
    Schema(Box<Schema>),
}

/// The declaration of a value.
///
/// `required` and `readonly` belong to the member of the object that contains this value, as in the dialect that the
/// index publishes.
#[derive(Debug, Clone, Default)]
pub struct Schema {
    pub(crate) title: Option<Cow<'static, str>>,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) type_name: Option<&'static str>,
    pub(crate) description: Option<Cow<'static, str>>,
    pub(crate) described_here: bool,
    pub(crate) format: Option<Format>,
    pub(crate) choices: Vec<Value>,
    pub(crate) default: Option<Value>,
    pub(crate) minimum: Option<Bound>,
    pub(crate) maximum: Option<Bound>,
    pub(crate) multiple_of: Option<Number>,
    pub(crate) min_length: Option<usize>,
    pub(crate) max_length: Option<usize>,
    pub(crate) pattern: Option<Regex>,
    pub(crate) items: Option<Box<Schema>>,
    pub(crate) min_items: Option<usize>,
    pub(crate) max_items: Option<usize>,
    pub(crate) unique_items: bool,
    pub(crate) properties: Vec<(Cow<'static, str>, Schema)>,
    pub(crate) additional: Additional,
    pub(crate) any_of: Vec<Schema>,
    pub(crate) one_of: Vec<Schema>,
    pub(crate) required: bool,
    pub(crate) needs: Vec<&'static str>,
    pub(crate) implied: bool,
    pub(crate) readonly: bool,
    pub(crate) contexts: Vec<&'static str>,
    pub(crate) bare: bool,
    pub(crate) size: size::Size,
}

impl Schema {
    /// A value of any type.
    pub fn any() -> Self {
        Self::default()
    }

    /// A value of any type that the index shows with a type name of its own, as deployed systems show names that their
    /// validation does not know.
    pub fn any_shown_as(type_name: &'static str) -> Self {
        Self {
            type_name: Some(type_name),
            ..Self::default()
        }
    }

    /// A value of one of several types, tried in this order. Text has at most 2,000 characters, unless
    /// [`Schema::at_most`] sets another number.
    pub fn of(kinds: &[Kind]) -> Self {
        let schema = Self {
            kinds: kinds.to_vec(),
            ..Self::default()
        };
        if kinds.contains(&Kind::String) {
            return schema.at_most(LINE_CHARACTERS);
        }
        schema
    }

    /// Text, of at most 2,000 characters unless [`Schema::at_most`] sets another number.
    pub fn string() -> Self {
        Self::of(&[Kind::String])
    }

    /// An integer.
    pub fn integer() -> Self {
        Self::of(&[Kind::Integer])
    }

    /// A number.
    pub fn number() -> Self {
        Self::of(&[Kind::Number])
    }

    /// A boolean.
    pub fn boolean() -> Self {
        Self::of(&[Kind::Boolean])
    }

    /// A list of `items`, of at most 1,000 unless [`Schema::entries_at_most`] sets another number.
    pub fn list(items: Self) -> Self {
        Self {
            items: Some(Box::new(items)),
            ..Self::of(&[Kind::Array])
        }
    }

    /// Sets the schema of a list's elements.
    #[must_use]
    pub fn items(mut self, items: Self) -> Self {
        self.items = Some(Box::new(items));
        self
    }

    /// An object; members are added with [`Schema::with`].
    pub fn object() -> Self {
        Self::of(&[Kind::Object])
    }

    /// Exactly one of these schemas must match.
    #[must_use]
    pub fn one_of(mut self, schemas: Vec<Self>) -> Self {
        self.one_of = schemas;
        self
    }

    /// At least one of these schemas must match.
    #[must_use]
    pub fn any_of(mut self, schemas: Vec<Self>) -> Self {
        self.any_of = schemas;
        self
    }

    /// Sets a short name, used where a schema is one of several.
    #[must_use]
    pub fn titled(mut self, title: &'static str) -> Self {
        self.title = Some(Cow::Borrowed(title));
        self
    }

    /// Sets the description in the index.
    #[must_use]
    pub fn about(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.description = Some(text.into());
        self
    }

    /// Sets a description of a parameter that deployed systems do not describe: the index in their names has none.
    #[must_use]
    pub fn about_here(self, text: impl Into<Cow<'static, str>>) -> Self {
        Self {
            described_here: true,
            ..self.about(text)
        }
    }

    /// Sets the format of a text. A web address has at most 8,192 characters.
    #[must_use]
    pub fn format(mut self, format: Format) -> Self {
        self.format = Some(format);
        if format == Format::Uri {
            return self.at_most(size::ADDRESS_CHARACTERS);
        }
        self
    }

    /// Sets the allowed values.
    #[must_use]
    pub fn choices<V: Into<Value>>(mut self, choices: impl IntoIterator<Item = V>) -> Self {
        self.choices = choices.into_iter().map(Into::into).collect();
        self
    }

    /// The default; `None` for none and for `null`.
    pub fn default_value(&self) -> Option<&Value> {
        self.default.as_ref().filter(|value| !value.is_null())
    }

    /// Sets the default. `null` is listed in the index and means absent.
    #[must_use]
    pub fn default_to(mut self, value: impl Into<Value>) -> Self {
        self.default = Some(value.into());
        self
    }

    /// Sets the minimum of a number.
    #[must_use]
    pub fn min(mut self, value: impl Into<Number>) -> Self {
        self.minimum = Some(Bound {
            value: value.into(),
            exclusive: false,
        });
        self
    }

    /// Sets the maximum of a number.
    #[must_use]
    pub fn max(mut self, value: impl Into<Number>) -> Self {
        self.maximum = Some(Bound {
            value: value.into(),
            exclusive: false,
        });
        self
    }

    /// Sets the exclusive minimum of a number.
    #[must_use]
    pub fn above(mut self, value: impl Into<Number>) -> Self {
        self.minimum = Some(Bound {
            value: value.into(),
            exclusive: true,
        });
        self
    }

    /// Sets the exclusive maximum of a number.
    #[must_use]
    pub fn below(mut self, value: impl Into<Number>) -> Self {
        self.maximum = Some(Bound {
            value: value.into(),
            exclusive: true,
        });
        self
    }

    /// Allows multiples of this number only.
    #[must_use]
    pub fn multiple_of(mut self, value: impl Into<Number>) -> Self {
        self.multiple_of = Some(value.into());
        self
    }

    /// Sets minimum and maximum length of a text, in characters.
    #[must_use]
    pub fn length(mut self, least: Option<usize>, most: Option<usize>) -> Self {
        self.min_length = least;
        self.max_length = most;
        self
    }

    /// Sets the pattern of a text.
    #[must_use]
    pub fn pattern(mut self, pattern: Regex) -> Self {
        self.pattern = Some(pattern);
        self
    }

    /// Sets the pattern of a text from its source. A malformed pattern is ignored; the test of the route table finds
    /// it.
    #[must_use]
    pub fn matching(mut self, pattern: &'static str) -> Self {
        self.pattern = Regex::new(pattern).ok();
        self
    }

    /// Sets minimum and maximum number of elements of a list.
    #[must_use]
    pub fn count(mut self, least: Option<usize>, most: Option<usize>) -> Self {
        self.min_items = least;
        self.max_items = most;
        self
    }

    /// Requires the elements of a list to be unique.
    #[must_use]
    pub fn unique(mut self) -> Self {
        self.unique_items = true;
        self
    }

    /// Adds a member of an object.
    #[must_use]
    pub fn with(mut self, name: impl Into<Cow<'static, str>>, schema: Self) -> Self {
        self.properties.push((name.into(), schema));
        self
    }

    /// Declares an object without members, which the index shows as an empty list.
    #[must_use]
    pub fn bare(mut self) -> Self {
        self.bare = true;
        self
    }

    /// Allows only the declared members.
    #[must_use]
    pub fn closed(mut self) -> Self {
        self.additional = Additional::None;
        self
    }

    /// Sets the schema of undeclared members.
    #[must_use]
    pub fn others(mut self, schema: Self) -> Self {
        self.additional = Additional::Schema(Box::new(schema));
        self
    }

    /// Makes the value required.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// Omits the type from the description, because the enclosing schema implies it.
    #[must_use]
    pub fn implied(mut self) -> Self {
        self.implied = true;
        self
    }

    /// Sets the required members of an object in a list beside `properties`, as in JSON Schema since draft 4. They
    /// may be declared or not.
    #[must_use]
    pub fn needs(mut self, names: &[&'static str]) -> Self {
        self.needs = names.to_vec();
        self
    }

    /// Makes the value read-only: writes ignore it.
    #[must_use]
    pub fn readonly(mut self) -> Self {
        self.readonly = true;
        self
    }

    /// Sets the contexts whose responses contain the value.
    #[must_use]
    pub fn shown_in(mut self, contexts: &[&'static str]) -> Self {
        self.contexts = contexts.to_vec();
        self
    }

    /// The declared members, in order.
    pub fn members(&self) -> impl Iterator<Item = (&str, &Self)> {
        self.properties
            .iter()
            .map(|(name, schema)| (name.as_ref(), schema))
    }

    /// The declared member `name`.
    pub fn member(&self, name: &str) -> Option<&Self> {
        self.properties
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, schema)| schema)
    }

    /// Whether the value is read-only.
    pub const fn is_readonly(&self) -> bool {
        self.readonly
    }

    /// Whether the value is required.
    pub const fn is_required(&self) -> bool {
        self.required
    }

    /// The maximum of a number, if it is an integer.
    pub fn whole_maximum(&self) -> Option<i64> {
        self.maximum.as_ref().and_then(|bound| bound.value.as_i64())
    }

    /// Removes the members of `value` that `context` does not show, at every depth. A member that declares no context
    /// is shown in all.
    pub fn keep_context(&self, value: &mut Value, context: &str) {
        match value {
            Value::Object(map) if !self.properties.is_empty() => {
                for (name, schema) in &self.properties {
                    if !schema.contexts.is_empty() && !schema.contexts.contains(&context) {
                        map.shift_remove(name.as_ref());
                    } else if let Some(inner) = map.get_mut(name.as_ref()) {
                        schema.keep_context(inner, context);
                    }
                }
            }
            Value::Array(list) => {
                if let Some(items) = &self.items {
                    list.iter_mut()
                        .for_each(|element| items.keep_context(element, context));
                }
            }
            _ => {}
        }
    }
}

/// The three contexts (docs/interface/site/responses.md#contexts).
pub const VIEW_EDIT_EMBED: &[&str] = &["view", "edit", "embed"];
/// The same, in the order of terms and menus.
pub const VIEW_EMBED_EDIT: &[&str] = &["view", "embed", "edit"];
/// The same, in the order of users and menu locations.
pub const EMBED_VIEW_EDIT: &[&str] = &["embed", "view", "edit"];
/// Members of full representations.
pub const VIEW_EDIT: &[&str] = &["view", "edit"];
/// Members of read-only representations.
pub const VIEW_EMBED: &[&str] = &["view", "embed"];
/// Members for editors, also where the item is embedded.
pub const EDIT_EMBED: &[&str] = &["edit", "embed"];
/// Members for editors only.
pub const EDIT: &[&str] = &["edit"];

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn context_filter_works_at_every_depth() {
        let schema = Schema::object()
            .with("id", Schema::integer().shown_in(VIEW_EDIT_EMBED))
            .with(
                "title",
                Schema::object()
                    .shown_in(VIEW_EDIT_EMBED)
                    .with("raw", Schema::string().shown_in(EDIT))
                    .with("rendered", Schema::string().shown_in(VIEW_EDIT_EMBED)),
            )
            .with("password", Schema::string().shown_in(EDIT));
        let full = json!({"id": 1, "title": {"raw": "a", "rendered": "b"}, "password": "c"});
        let mut view = full.clone();
        schema.keep_context(&mut view, "view");
        assert_eq!(view, json!({"id": 1, "title": {"rendered": "b"}}));
        let mut edit = full.clone();
        schema.keep_context(&mut edit, "edit");
        assert_eq!(edit, full);
    }
}
