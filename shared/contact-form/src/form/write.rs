//! What a write changes.

use domain::direction;
use markup::lexer::{Lexer, Piece};
use serde_json::{Map, Value};

use super::mail::{MailTemplate, Slot};
use super::messages::Messages;
use super::{ContactForm, DEFAULT_LOCALE, UNTITLED, coerce};

/// A member of a write that cannot be taken: answered 400 `rest_invalid_param` with the member's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{member} is not a text")]
pub struct Refused {
    /// The name of the member.
    pub member: &'static str,
}

/// The members of a write that are given. A function that restricts HTML sanitises `form` before the write is applied.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Write {
    /// The new title.
    pub title: Option<String>,
    /// The new locale; empty for the site's.
    pub locale: Option<String>,
    /// The new form template.
    pub form: Option<String>,
    /// The new mail.
    pub mail: Option<MailTemplate>,
    /// The new second mail.
    pub mail_2: Option<MailTemplate>,
    /// The new messages.
    pub messages: Option<Messages>,
    /// The new additional settings.
    pub additional_settings: Option<String>,
    /// Whether the write is kept: `context` is "save".
    pub save: bool,
    /// The number in the body, which a creation refuses.
    pub id: Option<u64>,
}

impl Write {
    /// Reads the members of a request's body and query.
    pub fn parse(given: &Map<String, Value>) -> Result<Self, Refused> {
        let present = |name: &str| given.get(name).filter(|value| !value.is_null());
        let plain = |name: &'static str| match present(name) {
            None => Ok(None),
            Some(value) => match coerce::text(value) {
                Some(text) => Ok(Some(text.trim().to_owned())),
                None => Err(Refused { member: name }),
            },
        };
        let number = |value: &Value| match value {
            Value::Number(number) => number.as_u64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        };
        Ok(Self {
            title: given.get("title").map(title),
            locale: present("locale").and_then(coerce::text),
            form: plain("form")?,
            mail: present("mail").map(|value| MailTemplate::from_write(value, Slot::First)),
            mail_2: present("mail_2").map(|value| MailTemplate::from_write(value, Slot::Second)),
            messages: present("messages").map(Messages::from_write),
            additional_settings: plain("additional_settings")?,
            save: given.get("context").and_then(Value::as_str) == Some("save"),
            id: present("id").and_then(number).filter(|id| *id != 0),
        })
    }

    /// Puts the given members into `form`; the others stay.
    pub fn apply(self, form: &mut ContactForm, site_locale: &str) {
        if let Some(title) = self.title {
            form.title = title;
        }
        if let Some(locale) = self.locale {
            form.locale = match locale.trim() {
                "" => site_locale.to_owned(),
                locale if is_locale(locale) => locale.to_owned(),
                _ => DEFAULT_LOCALE.to_owned(),
            };
        }
        if let Some(template) = self.form {
            form.form = template;
        }
        if let Some(mail) = self.mail {
            form.mail = mail;
        }
        if let Some(mail) = self.mail_2 {
            form.mail_2 = mail;
        }
        if let Some(messages) = self.messages {
            form.messages = messages;
        }
        if let Some(settings) = self.additional_settings {
            form.additional_settings = settings;
        }
    }
}

/// A title without tags, and with one blank between words; "Untitled" for one that is empty or no text.
fn title(value: &Value) -> String {
    let written = coerce::text(value).unwrap_or_default();
    let text: String = Lexer::new(&written)
        .filter_map(|piece| match piece {
            Piece::Text(text) => Some(text),
            Piece::Start(_) | Piece::End(_) => None,
        })
        .collect();
    let text = direction::without_written_controls(&text);
    let words: Vec<_> = text.split_whitespace().collect();
    if words.is_empty() {
        return UNTITLED.to_owned();
    }
    words.join(" ")
}

/// Whether a text has the form of a locale: two or three small letters, and behind `_` at least two letters or further `_`.
fn is_locale(text: &str) -> bool {
    let (language, rest) = text.split_once('_').unwrap_or((text, "__"));
    matches!(language.len(), 2 | 3)
        && language.bytes().all(|b| b.is_ascii_lowercase())
        && rest.len() >= 2
        && rest.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_')
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::template::{Site, new_form};
    use super::*;

    fn form() -> ContactForm {
        new_form(&Site {
            domain: "loja.example",
            locale: "pt_BR",
        })
    }

    fn write(value: Value) -> Write {
        Write::parse(value.as_object().unwrap()).unwrap()
    }

    #[test]
    fn titles() {
        for (given, wanted) in [
            (
                json!("<b>Fale</b> conosco & <i>já</i>"),
                "Fale conosco & já",
            ),
            (json!("  "), "Untitled"),
            (json!(" Fale\n  conosco "), "Fale conosco"),
            (json!(""), "Untitled"),
            (json!(null), "Untitled"),
            (json!(["a"]), "Untitled"),
            (json!(12), "12"),
        ] {
            assert_eq!(
                write(json!({"title": given})).title.as_deref(),
                Some(wanted),
                "{given}"
            );
        }
        assert_eq!(write(json!({})).title, None);
    }

    #[test]
    fn locales() {
        for (given, wanted) in [
            ("zz", "zz"),
            ("pt_BR", "pt_BR"),
            ("de_DE_formal", "de_DE_formal"),
            ("", "fr_FR"),
            ("en_US_x", "en_US_x"),
            ("!!", "en_US"),
            ("pt-br", "en_US"),
            ("pt_B", "en_US"),
            ("PT", "en_US"),
        ] {
            let mut form = form();
            write(json!({"locale": given})).apply(&mut form, "fr_FR");
            assert_eq!(form.locale, wanted, "{given}");
        }
    }

    #[test]
    fn missing_members_keep_what_is_stored() {
        let mut changed = form();
        write(json!({"mail": null, "form": null})).apply(&mut changed, "en_US");
        assert_eq!(changed, form());
        write(
            json!({"form": "", "additional_settings": "demo_mode: on", "messages": {"spam": "x"}}),
        )
        .apply(&mut changed, "en_US");
        assert_eq!(changed.form, "");
        assert!(changed.settings().demo_mode());
        assert_eq!(changed.mail, form().mail);
        assert_eq!(changed.messages.written().count(), 1);
        write(json!({"mail_2": {"active": true, "subject": "s2"}, "mail": {"subject": "s1"}}))
            .apply(&mut changed, "en_US");
        assert_eq!(
            (
                changed.mail.subject.as_str(),
                changed.mail_2.subject.as_str()
            ),
            ("s1", "s2")
        );
        assert!(changed.mail_2.active);
    }

    #[test]
    fn lists_and_maps_in_place_of_text_are_refused() {
        for name in ["form", "additional_settings"] {
            for value in [json!([]), json!({"a": 1})] {
                let given = json!({name: value});
                let refused = Write::parse(given.as_object().unwrap()).unwrap_err();
                assert_eq!(refused.member, name);
            }
        }
    }

    #[test]
    fn only_the_context_save_keeps_a_write() {
        for (given, save) in [
            (json!("save"), true),
            (json!("view"), false),
            (json!(true), false),
            (json!(null), false),
        ] {
            assert_eq!(write(json!({"context": given})).save, save);
        }
        assert!(!write(json!({})).save);
    }

    #[test]
    fn the_number_in_the_body() {
        for (given, wanted) in [
            (json!(5), Some(5)),
            (json!("7"), Some(7)),
            (json!(0), None),
            (json!(null), None),
        ] {
            assert_eq!(write(json!({"id": given})).id, wanted);
        }
    }
}
