//! The record of a contact form: what is stored, what a write changes, and what the interface answers.

mod coerce;
pub mod list;
pub mod mail;
pub mod messages;
pub mod settings;
pub mod template;
mod view;
mod write;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub use write::{Refused, Write};

use mail::MailTemplate;
use messages::Messages;
use settings::Settings;

use crate::tag::{self, FormTag};

/// The title of a form without one.
pub const UNTITLED: &str = "Untitled";

/// The locale of a form whose own is not well-formed.
pub const DEFAULT_LOCALE: &str = "en_US";

/// Number of characters of a hash that lists show.
const SHOWN_HASH: usize = 7;

/// A contact form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ContactForm {
    /// The number; none before the form is stored.
    pub id: Option<u64>,
    /// The slug, made from the first saved title; none before the form is stored.
    pub slug: Option<String>,
    /// 64 hexadecimal characters, set once at the first save; empty before.
    pub hash: String,
    /// The title without tags.
    pub title: String,
    /// The locale, for example `pt_BR`.
    pub locale: String,
    /// The form template.
    pub form: String,
    /// The mail to the site.
    pub mail: MailTemplate,
    /// The second mail, for example to the visitor.
    pub mail_2: MailTemplate,
    /// The messages that were written.
    pub messages: Messages,
    /// The additional settings as written.
    pub additional_settings: String,
}

impl ContactForm {
    /// The fields of the form in their order.
    pub fn tags(&self) -> Vec<FormTag> {
        tag::tags(&self.form)
    }

    /// One of the messages: the written one, else its default text.
    pub fn message(&self, key: &str) -> &str {
        self.messages.get(key, &self.locale)
    }

    /// The additional settings, read.
    pub fn settings(&self) -> Settings {
        Settings::parse(&self.additional_settings)
    }

    /// Gives a form its number, slug and hash when it is stored for the first time. `slug_of` makes a slug that is free
    /// from the title, and `random` is the source of the hash.
    pub fn store_as(&mut self, id: u64, slug_of: impl FnOnce(&str) -> String, random: &[u8]) {
        self.id = Some(id);
        if self.slug.is_none() {
            self.slug = Some(slug_of(&self.title));
        }
        if self.hash.is_empty() {
            let mut hash = Sha256::new();
            hash.update(id.to_be_bytes());
            hash.update(self.title.as_bytes());
            hash.update(random);
            self.hash = hex::encode(hash.finalize());
        }
    }

    /// The beginning of the hash, which lists and shortcodes show.
    pub fn short_hash(&self) -> &str {
        self.hash.get(..SHOWN_HASH).unwrap_or(&self.hash)
    }
}

#[cfg(test)]
mod tests {
    use super::template::{Site, new_form};
    use super::*;

    fn form() -> ContactForm {
        new_form(&Site {
            domain: "loja.example",
            locale: "pt_BR",
        })
    }

    #[test]
    fn storing_sets_number_slug_and_hash_once() {
        let mut form = form();
        form.title = "Fale conosco".to_owned();
        form.store_as(12, |title| title.to_lowercase().replace(' ', "-"), &[7; 16]);
        assert_eq!(form.id, Some(12));
        assert_eq!(form.slug.as_deref(), Some("fale-conosco"));
        assert_eq!(form.hash.len(), 64);
        assert_eq!(form.short_hash().len(), 7);
        let first = form.clone();
        form.store_as(12, |_| "outro".to_owned(), &[8; 16]);
        assert_eq!(form, first);
    }

    #[test]
    fn the_record_survives_storage() {
        let mut form = form();
        form.store_as(3, |_| "um".to_owned(), &[1; 8]);
        let stored = serde_json::to_string(&form).unwrap();
        assert_eq!(serde_json::from_str::<ContactForm>(&stored).unwrap(), form);
    }
}
