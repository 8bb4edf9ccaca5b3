//! The declarative shape of a value: one declaration that validates, coerces and describes.
//!
//! Built once per process; requests only read it. The rules are those of the deployed systems
//! (docs/interface/site/schemas.md#type-coercion), down to which code names which violation.

mod clean;
mod coerce;
mod date;
mod describe;
mod format;
mod loose;
mod path;
mod validate;

use std::borrow::Cow;

use regex::Regex;
use serde_json::{Number, Value};

pub use clean::{key, one_line, url};
pub use date::WrittenDate;
pub use format::Format;
pub use loose::words;
pub use path::Path;

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
    /// Truth; also `true`, `false`, `1`, `0` as text.
    Boolean,
    /// Nothing.
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

/// What an object may hold besides its declared members.
#[derive(Debug, Clone, Default)]
pub(crate) enum Additional {
    /// Anything.
    #[default]
    Any,
    /// Nothing.
    None,
    /// Members of this shape.
    Shape(Box<Schema>),
}

/// One declaration of a value's shape.
///
/// `required` and `readonly` belong to the member of the object that holds this value, as in the
/// dialect that the index publishes.
#[derive(Debug, Clone, Default)]
pub struct Schema {
    pub(crate) title: Option<Cow<'static, str>>,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) description: Option<Cow<'static, str>>,
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
}

impl Schema {
    /// A value of any type.
    pub fn any() -> Self {
        Self::default()
    }

    /// A value of one of several types, tried in this order.
    pub fn of(kinds: &[Kind]) -> Self {
        Self {
            kinds: kinds.to_vec(),
            ..Self::default()
        }
    }

    /// Text.
    pub fn string() -> Self {
        Self::of(&[Kind::String])
    }

    /// A whole number.
    pub fn integer() -> Self {
        Self::of(&[Kind::Integer])
    }

    /// A number.
    pub fn number() -> Self {
        Self::of(&[Kind::Number])
    }

    /// Truth.
    pub fn boolean() -> Self {
        Self::of(&[Kind::Boolean])
    }

    /// A list of `items`.
    pub fn list(items: Self) -> Self {
        Self {
            items: Some(Box::new(items)),
            ..Self::of(&[Kind::Array])
        }
    }

    /// The elements of the value where it is a list.
    #[must_use]
    pub fn items(mut self, items: Self) -> Self {
        self.items = Some(Box::new(items));
        self
    }

    /// A map; members follow with [`Schema::with`].
    pub fn object() -> Self {
        Self::of(&[Kind::Object])
    }

    /// Exactly one of these shapes.
    #[must_use]
    pub fn one_of(mut self, shapes: Vec<Self>) -> Self {
        self.one_of = shapes;
        self
    }

    /// At least one of these shapes.
    #[must_use]
    pub fn any_of(mut self, shapes: Vec<Self>) -> Self {
        self.any_of = shapes;
        self
    }

    /// A short name, used where a shape is one of several.
    #[must_use]
    pub fn titled(mut self, title: &'static str) -> Self {
        self.title = Some(Cow::Borrowed(title));
        self
    }

    /// What the value means, for the index.
    #[must_use]
    pub fn about(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.description = Some(text.into());
        self
    }

    /// A format of text.
    #[must_use]
    pub fn format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }

    /// The only values allowed.
    #[must_use]
    pub fn choices<V: Into<Value>>(mut self, choices: impl IntoIterator<Item = V>) -> Self {
        self.choices = choices.into_iter().map(Into::into).collect();
        self
    }

    /// The value taken when none is given. `null` is shown in the index and means absent.
    #[must_use]
    pub fn default_to(mut self, value: impl Into<Value>) -> Self {
        self.default = Some(value.into());
        self
    }

    /// The least number allowed.
    #[must_use]
    pub fn min(mut self, value: impl Into<Number>) -> Self {
        self.minimum = Some(Bound {
            value: value.into(),
            exclusive: false,
        });
        self
    }

    /// The greatest number allowed.
    #[must_use]
    pub fn max(mut self, value: impl Into<Number>) -> Self {
        self.maximum = Some(Bound {
            value: value.into(),
            exclusive: false,
        });
        self
    }

    /// Numbers above this one only.
    #[must_use]
    pub fn above(mut self, value: impl Into<Number>) -> Self {
        self.minimum = Some(Bound {
            value: value.into(),
            exclusive: true,
        });
        self
    }

    /// Numbers below this one only.
    #[must_use]
    pub fn below(mut self, value: impl Into<Number>) -> Self {
        self.maximum = Some(Bound {
            value: value.into(),
            exclusive: true,
        });
        self
    }

    /// Multiples of this number only.
    #[must_use]
    pub fn multiple_of(mut self, value: impl Into<Number>) -> Self {
        self.multiple_of = Some(value.into());
        self
    }

    /// The length of a text in characters, from and to.
    #[must_use]
    pub fn length(mut self, least: Option<usize>, most: Option<usize>) -> Self {
        self.min_length = least;
        self.max_length = most;
        self
    }

    /// The form of a text.
    #[must_use]
    pub fn pattern(mut self, pattern: Regex) -> Self {
        self.pattern = Some(pattern);
        self
    }

    /// The form of a text, written down. One that is no regular expression says nothing; the test of
    /// the route table finds it.
    #[must_use]
    pub fn matching(mut self, pattern: &'static str) -> Self {
        self.pattern = Regex::new(pattern).ok();
        self
    }

    /// The number of elements of a list, from and to.
    #[must_use]
    pub fn count(mut self, least: Option<usize>, most: Option<usize>) -> Self {
        self.min_items = least;
        self.max_items = most;
        self
    }

    /// No element of the list twice.
    #[must_use]
    pub fn unique(mut self) -> Self {
        self.unique_items = true;
        self
    }

    /// Adds a member of an object.
    #[must_use]
    pub fn with(mut self, name: impl Into<Cow<'static, str>>, shape: Self) -> Self {
        self.properties.push((name.into(), shape));
        self
    }

    /// Says that there are no declared members, which the index shows as an empty list.
    #[must_use]
    pub fn bare(mut self) -> Self {
        self.bare = true;
        self
    }

    /// No members besides the declared ones.
    #[must_use]
    pub fn closed(mut self) -> Self {
        self.additional = Additional::None;
        self
    }

    /// Members besides the declared ones have this shape.
    #[must_use]
    pub fn others(mut self, shape: Self) -> Self {
        self.additional = Additional::Shape(Box::new(shape));
        self
    }

    /// The value must be given.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// The type is not described, as it follows from the shape of which this is one of several.
    #[must_use]
    pub fn implied(mut self) -> Self {
        self.implied = true;
        self
    }

    /// Members that an object must have, said in a list beside `properties` as in JSON Schema since
    /// draft 4. They may be declared or not.
    #[must_use]
    pub fn needs(mut self, names: &[&'static str]) -> Self {
        self.needs = names.to_vec();
        self
    }

    /// The value is answered, never taken.
    #[must_use]
    pub fn readonly(mut self) -> Self {
        self.readonly = true;
        self
    }

    /// The contexts whose answers show the value.
    #[must_use]
    pub fn shown_in(mut self, contexts: &[&'static str]) -> Self {
        self.contexts = contexts.to_vec();
        self
    }

    /// The declared members, in order.
    pub fn members(&self) -> impl Iterator<Item = (&str, &Self)> {
        self.properties
            .iter()
            .map(|(name, shape)| (name.as_ref(), shape))
    }

    /// The declared member `name`.
    pub fn member(&self, name: &str) -> Option<&Self> {
        self.properties
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, shape)| shape)
    }

    /// Whether the value is answered only.
    pub const fn is_readonly(&self) -> bool {
        self.readonly
    }

    /// Whether the value must be given.
    pub const fn is_required(&self) -> bool {
        self.required
    }

    /// The greatest number allowed, when it is a whole one.
    pub fn whole_maximum(&self) -> Option<i64> {
        self.maximum.as_ref().and_then(|bound| bound.value.as_i64())
    }

    /// Leaves in `value` only the members that `context` shows, at every depth. A member that
    /// declares no context is shown in all.
    pub fn keep_context(&self, value: &mut Value, context: &str) {
        match value {
            Value::Object(map) if !self.properties.is_empty() => {
                for (name, shape) in &self.properties {
                    if !shape.contexts.is_empty() && !shape.contexts.contains(&context) {
                        map.shift_remove(name.as_ref());
                    } else if let Some(inner) = map.get_mut(name.as_ref()) {
                        shape.keep_context(inner, context);
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

/// The three contexts of an answer (docs/interface/site/responses.md#contexts).
pub const VIEW_EDIT_EMBED: &[&str] = &["view", "edit", "embed"];
/// The same, in the order in which terms and menus say it.
pub const VIEW_EMBED_EDIT: &[&str] = &["view", "embed", "edit"];
/// The same, in the order in which people and places of menus say it.
pub const EMBED_VIEW_EDIT: &[&str] = &["embed", "view", "edit"];
/// Shown in full answers only.
pub const VIEW_EDIT: &[&str] = &["view", "edit"];
/// Shown in answers that cannot be edited.
pub const VIEW_EMBED: &[&str] = &["view", "embed"];
/// Shown to those who may edit.
pub const EDIT: &[&str] = &["edit"];

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn context_filter_works_at_every_depth() {
        let shape = Schema::object()
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
        shape.keep_context(&mut view, "view");
        assert_eq!(view, json!({"id": 1, "title": {"rendered": "b"}}));
        let mut edit = full.clone();
        shape.keep_context(&mut edit, "edit");
        assert_eq!(edit, full);
    }
}
