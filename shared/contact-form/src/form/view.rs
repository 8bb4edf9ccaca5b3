//! What the interface answers about a form.

use serde_json::{Value, json};

use super::ContactForm;
use super::mail::Slot;

impl ContactForm {
    /// A member of the list.
    pub fn list_item(&self) -> Value {
        json!({
            "id": self.id,
            "hash": self.short_hash(),
            "slug": self.slug,
            "title": self.title,
            "locale": self.locale,
        })
    }

    /// The answer to a read.
    pub fn body(&self) -> Value {
        self.with_messages(self.messages.shown(&self.locale))
    }

    /// The answer to a creation or an update, with the configuration errors.
    pub fn body_after_write(&self, config_errors: Value) -> Value {
        let mut body = self.with_messages(self.messages.shown_after_write());
        if let Some(members) = body.as_object_mut() {
            members.insert("config_errors".to_owned(), config_errors);
        }
        body
    }

    fn with_messages(&self, messages: Value) -> Value {
        json!({
            "id": self.id,
            "slug": self.slug,
            "title": self.title,
            "locale": self.locale,
            "properties": {
                "form": {"content": self.form, "fields": self.tags()},
                "mail": self.mail.shown(Slot::First),
                "mail_2": self.mail_2.shown(Slot::Second),
                "messages": messages,
                "additional_settings": {
                    "content": self.additional_settings,
                    "settings": self.settings().shown(),
                },
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::messages::Messages;
    use super::super::template::{Site, new_form};
    use super::*;

    fn names(value: &Value) -> Vec<&str> {
        value
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect()
    }

    fn form() -> ContactForm {
        new_form(&Site {
            domain: "loja.example",
            locale: "pt_BR",
        })
    }

    #[test]
    fn a_dry_run_has_neither_number_nor_slug() {
        let body = form().body_after_write(json!([]));
        assert_eq!(
            names(&body),
            [
                "id",
                "slug",
                "title",
                "locale",
                "properties",
                "config_errors"
            ]
        );
        assert_eq!((&body["id"], &body["slug"]), (&Value::Null, &Value::Null));
        assert_eq!(
            names(&body["properties"]),
            ["form", "mail", "mail_2", "messages", "additional_settings"]
        );
        assert_eq!(
            body["properties"]["form"]["fields"]
                .as_array()
                .unwrap()
                .len(),
            5
        );
    }

    #[test]
    fn a_read_completes_the_messages_and_tells_no_errors() {
        let mut form = form();
        form.messages = Messages::from_write(&json!({"spam": "x"}));
        assert_eq!(
            names(&form.body_after_write(json!([]))["properties"]["messages"]),
            ["spam"]
        );
        let body = form.body();
        assert_eq!(names(&body["properties"]["messages"]).len(), 23);
        assert!(body.get("config_errors").is_none());
    }

    #[test]
    fn a_list_shows_the_beginning_of_the_hash() {
        let mut form = form();
        form.store_as(4, |_| "fale".to_owned(), b"x");
        let item = form.list_item();
        assert_eq!(names(&item), ["id", "hash", "slug", "title", "locale"]);
        assert_eq!(item["hash"].as_str().unwrap().len(), 7);
        assert_eq!((&item["id"], &item["slug"]), (&json!(4), &json!("fale")));
    }
}
