//! The template of a mail.

use domain::direction;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::coerce;

/// A mail as an editor writes it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailTemplate {
    /// Whether it was ever written. The template of a new form differs in order and members from a written mail.
    pub written: bool,
    /// Whether the mail is sent. Only the second mail can be inactive.
    pub active: bool,
    /// The subject.
    pub subject: String,
    /// The sender, an address with or without a name.
    pub sender: String,
    /// The recipients, separated by commas.
    pub recipient: String,
    /// The body.
    pub body: String,
    /// Further header lines.
    pub additional_headers: String,
    /// File fields and paths, one per line or side by side.
    pub attachments: String,
    /// Whether the body is HTML.
    pub use_html: bool,
    /// Whether lines of the body whose tags are all empty are left out.
    pub exclude_blank: bool,
}

/// Which of the two mails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// `mail`, which is always sent.
    First,
    /// `mail_2`, which is sent when it is active.
    Second,
}

impl Slot {
    /// The name of the property.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "mail",
            Self::Second => "mail_2",
        }
    }
}

impl MailTemplate {
    /// A mail as a write replaces it. Anything but a map counts as an empty map; members that are not given become
    /// empty.
    pub fn from_write(value: &Value, slot: Slot) -> Self {
        let empty = Map::new();
        let given = value.as_object().unwrap_or(&empty);
        let text = |name: &str| {
            let value = given.get(name).and_then(coerce::text);
            value.unwrap_or_default().trim().to_owned()
        };
        let switch = |name: &str| given.get(name).is_some_and(coerce::truth);
        Self {
            written: true,
            active: slot == Slot::First || switch("active"),
            subject: direction::without_controls(&text("subject")).into_owned(),
            sender: direction::without_controls(&text("sender")).into_owned(),
            recipient: text("recipient"),
            body: text("body"),
            additional_headers: text("additional_headers"),
            attachments: text("attachments"),
            use_html: switch("use_html"),
            exclude_blank: switch("exclude_blank"),
        }
    }

    /// The property as the interface shows it.
    pub fn shown(&self, slot: Slot) -> Value {
        if self.written {
            return json!({
                "active": self.active,
                "subject": self.subject,
                "sender": self.sender,
                "recipient": self.recipient,
                "body": self.body,
                "additional_headers": self.additional_headers,
                "attachments": self.attachments,
                "use_html": self.use_html,
                "exclude_blank": self.exclude_blank,
            });
        }
        let mut shown = Map::new();
        if slot == Slot::Second {
            shown.insert("active".to_owned(), json!(self.active));
        }
        for (name, value) in [
            ("subject", &self.subject),
            ("sender", &self.sender),
            ("body", &self.body),
            ("recipient", &self.recipient),
            ("additional_headers", &self.additional_headers),
            ("attachments", &self.attachments),
        ] {
            shown.insert(name.to_owned(), json!(value));
        }
        shown.insert("use_html".to_owned(), json!(0));
        shown.insert("exclude_blank".to_owned(), json!(0));
        Value::Object(shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(value: &Value) -> Vec<&str> {
        value
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect()
    }

    #[test]
    fn a_write_replaces_every_member() {
        let mail = MailTemplate::from_write(
            &json!({
                "active": false, "subject": " s ", "sender": "a@b.co", "recipient": "c@d.co", "body": "x\ny",
                "additional_headers": "Cc: e@f.co", "attachments": "[foto]", "use_html": true, "exclude_blank": 1,
                "outro": "z",
            }),
            Slot::First,
        );
        assert_eq!(
            mail.shown(Slot::First),
            json!({
                "active": true, "subject": "s", "sender": "a@b.co", "recipient": "c@d.co", "body": "x\ny",
                "additional_headers": "Cc: e@f.co", "attachments": "[foto]", "use_html": true, "exclude_blank": true,
            })
        );
        assert_eq!(
            names(&mail.shown(Slot::First)),
            [
                "active",
                "subject",
                "sender",
                "recipient",
                "body",
                "additional_headers",
                "attachments",
                "use_html",
                "exclude_blank"
            ]
        );
    }

    #[test]
    fn text_in_place_of_a_map_is_an_empty_map() {
        for value in [json!("x"), json!({}), json!([1])] {
            let first = MailTemplate::from_write(&value, Slot::First);
            let second = MailTemplate::from_write(&value, Slot::Second);
            assert!(first.active && !second.active);
            assert_eq!(first.subject, "");
            assert_eq!(second.shown(Slot::Second)["use_html"], json!(false));
        }
    }

    #[test]
    fn the_second_mail_is_active_only_when_the_write_says_so() {
        let on = MailTemplate::from_write(&json!({"active": true}), Slot::Second);
        let off = MailTemplate::from_write(&json!({"subject": "s"}), Slot::Second);
        assert_eq!((on.active, off.active), (true, false));
    }

    #[test]
    fn a_template_has_its_own_order_and_numbers() {
        let mail = MailTemplate::default();
        let order = [
            "subject",
            "sender",
            "body",
            "recipient",
            "additional_headers",
            "attachments",
            "use_html",
            "exclude_blank",
        ];
        assert_eq!(names(&mail.shown(Slot::First)), order);
        assert_eq!(mail.shown(Slot::First)["use_html"], json!(0));
        let second = mail.shown(Slot::Second);
        assert_eq!(names(&second).first(), Some(&"active"));
        assert_eq!(second["active"], json!(false));
    }
}
