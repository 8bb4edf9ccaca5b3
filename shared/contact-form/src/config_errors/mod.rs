//! Errors in the configuration of a form that an editor should correct: `config_errors` in answers to writes.

mod attachments;
mod form_template;
mod mail_templates;

use markup::lexer::{Lexer, Piece};
use serde_json::{Map, Value, json};

pub use attachments::File;

use crate::form::ContactForm;
use crate::form::mail::Slot;

/// Names of additional settings that have no effect any more.
const DEPRECATED_SETTINGS: [&str; 2] = ["on_sent_ok", "on_submit"];

/// What the checks need to know of the site.
#[derive(Clone, Copy)]
pub struct Environment<'a> {
    /// The host name of the site.
    pub domain: &'a str,
    /// The address that the kind of an error is appended to, ending with a slash.
    pub documentation: &'a str,
    /// The largest file that an upload may have, in bytes.
    pub upload_limit: u64,
    /// What there is at a path that a mail attaches.
    pub file: &'a dyn Fn(&str) -> File,
}

/// A kind of error with its last path part of the link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    MaybeEmpty,
    InvalidMailbox,
    OutsideDomain,
    HtmlInMessage,
    MultipleControlsInLabel,
    FileNotFound,
    UnavailableNames,
    InvalidMailHeader,
    DeprecatedSettings,
    FileOutsideFolder,
    UnavailableElements,
    AttachmentsOverweight,
    DotsInNames,
    ColonsInNames,
    UploadLimit,
    UnsafeEmail,
}

impl Kind {
    const fn path(self) -> &'static str {
        match self {
            Self::MaybeEmpty => "maybe-empty",
            Self::InvalidMailbox => "invalid-mailbox-syntax",
            Self::OutsideDomain => "email-not-in-site-domain",
            Self::HtmlInMessage => "html-in-message",
            Self::MultipleControlsInLabel => "multiple-controls-in-label",
            Self::FileNotFound => "file-not-found",
            Self::UnavailableNames => "unavailable-names",
            Self::InvalidMailHeader => "invalid-mail-header",
            Self::DeprecatedSettings => "deprecated-settings",
            Self::FileOutsideFolder => "file-not-in-content-dir",
            Self::UnavailableElements => "unavailable-html-elements",
            Self::AttachmentsOverweight => "attachments-overweight",
            Self::DotsInNames => "dots-in-names",
            Self::ColonsInNames => "colons-in-names",
            Self::UploadLimit => "upload-filesize-overlimit",
            Self::UnsafeEmail => "unsafe-email-without-protection",
        }
    }
}

/// The errors found so far, by section.
#[derive(Default)]
struct Found(Vec<(String, Kind, String)>);

impl Found {
    fn add(&mut self, section: impl Into<String>, kind: Kind, message: impl Into<String>) {
        self.0.push((section.into(), kind, message.into()));
    }
}

/// The errors of a form by section; `[]` without any.
pub fn config_errors(form: &ContactForm, environment: &Environment<'_>) -> Value {
    let mut found = Found::default();
    form_template::check(form, environment, &mut found);
    mail_templates::check(form, Slot::First, environment, &mut found);
    if form.mail_2.active {
        mail_templates::check(form, Slot::Second, environment, &mut found);
    }
    for (key, text) in form.messages.written() {
        if has_tags(text) {
            let section = format!("messages.{key}");
            found.add(
                section,
                Kind::HtmlInMessage,
                "HTML tags are used in a message.",
            );
        }
    }
    let settings = form.settings();
    if DEPRECATED_SETTINGS.iter().any(|name| settings.has(name)) {
        found.add(
            "additional_settings.body",
            Kind::DeprecatedSettings,
            "Deprecated settings are used.",
        );
    }
    if found.0.is_empty() {
        return json!([]);
    }
    let mut sections: Map<String, Value> = Map::new();
    for (section, kind, message) in found.0 {
        let link = format!("{}{}", environment.documentation, kind.path());
        let error = json!({"message": message, "link": link});
        let entry = sections.entry(section).or_insert_with(|| json!([]));
        if let Some(list) = entry.as_array_mut() {
            list.push(error);
        }
    }
    Value::Object(sections)
}

fn has_tags(text: &str) -> bool {
    Lexer::new(text).any(|piece| !matches!(piece, Piece::Text(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::messages::Messages;
    use crate::form::template::{Site, new_form};

    pub(super) fn form() -> ContactForm {
        let mut form = new_form(&Site {
            domain: "loja.example",
            locale: "pt_BR",
        });
        form.mail.written = true;
        form
    }

    /// Sections with the kinds of their errors.
    pub(super) fn kinds(form: &ContactForm) -> Vec<String> {
        let errors = config_errors(
            form,
            &Environment {
                domain: "www.loja.example",
                documentation: "https://docs.example/errors/",
                upload_limit: 10_000_000,
                file: &|path| match path {
                    "uploads/existe.pdf" => File::Found(30 * 1024 * 1024),
                    path if path.starts_with("uploads/") => File::Missing,
                    _ => File::Outside,
                },
            },
        );
        let mut shown = Vec::new();
        for (section, list) in errors.as_object().into_iter().flatten() {
            for error in list.as_array().unwrap() {
                let link = error["link"].as_str().unwrap();
                let kind = link.strip_prefix("https://docs.example/errors/").unwrap();
                shown.push(format!("{section} {kind}"));
            }
        }
        shown
    }

    #[test]
    fn the_template_has_no_errors() {
        assert!(kinds(&form()).is_empty(), "{:?}", kinds(&form()));
    }

    #[test]
    fn tags_in_messages_and_deprecated_settings() {
        let mut form = form();
        form.messages =
            Messages::from_write(&json!({"mail_sent_ok": "<b>Ok</b>", "spam": "a < b"}));
        form.additional_settings = "on_sent_ok: \"x\"".to_owned();
        assert_eq!(
            kinds(&form),
            [
                "messages.mail_sent_ok html-in-message",
                "additional_settings.body deprecated-settings"
            ]
        );
    }

    #[test]
    fn errors_carry_a_message_and_a_link() {
        let mut form = form();
        form.additional_settings = "on_submit: x".to_owned();
        let errors = config_errors(
            &form,
            &Environment {
                domain: "loja.example",
                documentation: "https://docs.example/",
                upload_limit: 1,
                file: &|_| File::Missing,
            },
        );
        assert_eq!(
            errors,
            json!({"additional_settings.body": [{
                "message": "Deprecated settings are used.",
                "link": "https://docs.example/deprecated-settings",
            }]})
        );
    }
}
