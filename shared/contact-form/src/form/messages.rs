//! The messages of a form.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::coerce;

/// The keys with their default texts, in the order of the interface.
pub const DEFAULTS: [(&str, &str); 23] = [
    (
        "mail_sent_ok",
        "Thank you for your message. It has been sent.",
    ),
    (
        "mail_sent_ng",
        "There was an error trying to send your message. Please try again later.",
    ),
    (
        "validation_error",
        "One or more fields have an error. Please check and try again.",
    ),
    (
        "spam",
        "There was an error trying to send your message. Please try again later.",
    ),
    (
        "accept_terms",
        "You must accept the terms and conditions before sending your message.",
    ),
    ("invalid_required", "Please fill out this field."),
    ("invalid_too_long", "This field has a too long input."),
    ("invalid_too_short", "This field has a too short input."),
    (
        "upload_failed",
        "There was an unknown error uploading the file.",
    ),
    (
        "upload_file_type_invalid",
        "You are not allowed to upload files of this type.",
    ),
    ("upload_file_too_large", "The uploaded file is too large."),
    (
        "upload_failed_php_error",
        "There was an error uploading the file.",
    ),
    ("invalid_email", "Please enter an email address."),
    ("invalid_url", "Please enter a URL."),
    ("invalid_tel", "Please enter a telephone number."),
    ("invalid_date", "Please enter a date in YYYY-MM-DD format."),
    ("date_too_early", "This field has a too early date."),
    ("date_too_late", "This field has a too late date."),
    ("invalid_number", "Please enter a number."),
    ("number_too_small", "This field has a too small number."),
    ("number_too_large", "This field has a too large number."),
    (
        "quiz_answer_not_correct",
        "The answer to the quiz is incorrect.",
    ),
    ("captcha_not_match", "Your entered code is incorrect."),
];

/// A value that is none of the offered ones. Not among the messages of a form.
pub const UNDEFINED_VALUE: &str = "Undefined value was submitted through this field.";

/// More values than the field takes. Not among the messages of a form.
pub const TOO_MANY_ITEMS: &str = "Too many items are selected.";

/// The form is for signed-in users. Not among the messages of a form.
pub const SUBSCRIBERS_ONLY: &str = "This contact form is available only for logged in users.";

/// The messages that were written for a form, in the order of the interface.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Messages(Vec<(String, String)>);

impl Messages {
    /// Every message with its default text.
    pub fn defaults() -> Self {
        let own = |(key, text): (&str, &str)| (key.to_owned(), text.to_owned());
        Self(DEFAULTS.map(own).to_vec())
    }

    /// The messages as a write replaces them: only known keys; anything but a map counts as an empty one.
    pub fn from_write(value: &Value) -> Self {
        let given = |key: &str| value.as_object()?.get(key).and_then(coerce::text);
        let own =
            |(key, _): &(&str, &str)| Some(((*key).to_owned(), given(key)?.trim().to_owned()));
        Self(DEFAULTS.iter().filter_map(own).collect())
    }

    /// The text for `key`, or its default text.
    pub fn get(&self, key: &str) -> &str {
        let own = self.0.iter().find(|(own, _)| own == key);
        own.map(|(_, text)| text.as_str())
            .or_else(|| {
                DEFAULTS
                    .iter()
                    .find(|(own, _)| *own == key)
                    .map(|(_, text)| *text)
            })
            .unwrap_or_default()
    }

    /// The messages that were written, by key.
    pub fn written(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(key, text)| (key.as_str(), text.as_str()))
    }

    /// The property in the answer to a write: only what is stored, and `[]` in place of an empty map.
    pub fn shown_after_write(&self) -> Value {
        if self.0.is_empty() {
            return Value::Array(Vec::new());
        }
        let member = |(key, text): &(String, String)| (key.clone(), Value::from(text.as_str()));
        Value::Object(self.0.iter().map(member).collect())
    }

    /// The property when the form is read: the missing keys with their default texts behind the stored ones.
    pub fn shown(&self) -> Value {
        let member = |(key, text): &(String, String)| (key.clone(), Value::from(text.as_str()));
        let mut shown: Map<String, Value> = self.0.iter().map(member).collect();
        for (key, text) in DEFAULTS {
            if !shown.contains_key(key) {
                shown.insert(key.to_owned(), Value::from(text));
            }
        }
        Value::Object(shown)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keys_are_unique_and_have_texts() {
        let mut keys: Vec<&str> = DEFAULTS.iter().map(|(key, _)| *key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 23);
        assert!(DEFAULTS.iter().all(|(_, text)| text.ends_with('.')));
    }

    #[test]
    fn a_write_keeps_only_known_keys() {
        let messages = Messages::from_write(
            &json!({"spam": " não ", "outra": "x", "mail_sent_ok": "ok", "invalid_url": [1]}),
        );
        assert_eq!(
            messages.shown_after_write().to_string(),
            r#"{"mail_sent_ok":"ok","spam":"não"}"#
        );
    }

    #[test]
    fn missing_keys_come_back_behind_the_stored_ones() {
        let messages = Messages::from_write(&json!({"invalid_tel": "Telefone!"}));
        let shown = messages.shown();
        let keys: Vec<&String> = shown.as_object().unwrap().keys().collect();
        assert_eq!(keys.len(), 23);
        assert_eq!(keys[0], "invalid_tel");
        assert_eq!(keys[1], "mail_sent_ok");
        assert_eq!(shown["invalid_tel"], "Telefone!");
    }

    #[test]
    fn text_in_place_of_a_map_shows_an_empty_list() {
        let messages = Messages::from_write(&json!("oi"));
        assert_eq!(messages.shown_after_write(), json!([]));
        assert_eq!(messages.get("spam"), DEFAULTS[3].1);
        assert_eq!(messages.get("nenhuma"), "");
    }

    #[test]
    fn a_new_form_has_every_message() {
        assert_eq!(
            Messages::defaults().shown_after_write(),
            Messages::defaults().shown()
        );
        assert_eq!(Messages::defaults().written().count(), 23);
    }
}
