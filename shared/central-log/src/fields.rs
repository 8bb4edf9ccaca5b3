//! Fields of events and spans as JSON, with secrets masked.

use std::fmt::Debug;

use domain::direction;
use serde_json::{Map, Value};
use tracing::field::{Field, Visit};

use crate::mask::{MASK, is_secret, mask_text};

/// Longest text of a field, in characters.
const VALUE_LIMIT: usize = 1000;
/// Largest number of fields of an entry.
pub(crate) const MAX_FIELDS: usize = 40;

/// Cuts a text after `limit` characters.
pub(crate) fn cut(text: &str, limit: usize) -> &str {
    text.char_indices()
        .nth(limit)
        .and_then(|(end, _)| text.get(..end))
        .unwrap_or(text)
}

/// Collected fields.
#[derive(Debug, Default, Clone)]
pub(crate) struct Fields {
    /// The field `message`, masked.
    pub message: Option<String>,
    /// The field `channel`.
    pub channel: Option<String>,
    /// The field `source_ref`.
    pub source_ref: Option<String>,
    /// Whether the field `severity` is `critical`.
    pub critical: bool,
    /// All other fields.
    pub others: Map<String, Value>,
}

impl Fields {
    fn text(&mut self, field: &Field, text: &str) {
        // Cut first, so that masking takes no longer for long texts.
        let text = direction::without_controls(cut(text, VALUE_LIMIT));
        let text = &*text;
        match field.name() {
            "message" => self.message = Some(mask_text(text).into_owned()),
            "channel" => self.channel = Some(text.to_owned()),
            "source_ref" => self.source_ref = Some(text.to_owned()),
            "severity" => self.critical = text == "critical",
            name if is_secret(name) => self.put(name, MASK.into()),
            name => self.put(name, mask_text(text).into()),
        }
    }

    fn value(&mut self, field: &Field, value: Value) {
        let name = field.name();
        self.put(name, if is_secret(name) { MASK.into() } else { value });
    }

    fn put(&mut self, name: &str, value: Value) {
        if self.others.len() < MAX_FIELDS || self.others.contains_key(name) {
            self.others.insert(name.to_owned(), value);
        }
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.text(field, &format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.text(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.value(field, value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.value(field, value.into());
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.value(field, value.into());
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.value(field, value.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_between_characters() {
        assert_eq!(cut("ação", 3), "açã");
        assert_eq!(cut("ação", 4), "ação");
        assert_eq!(cut("", 0), "");
    }
}
