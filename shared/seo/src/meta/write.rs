//! Changes of meta fields by their keys: which keys there are, and what each takes.

use domain::site::meta::seo::{
    ARTICLE_TYPE, CANONICAL, FOCUS_KEYWORD, KEYS, NOINDEX, SEO_DESCRIPTION, SEO_TITLE,
};
use serde_json::{Map, Value};
use thiserror::Error;
use url::Url;

use super::fields::{MetaFields, Social};
use super::kinds::{ArticleType, PageType};
use crate::text;

/// Most characters of a title or keyword.
pub const TITLE_LIMIT: usize = 300;
/// Most characters of a description.
pub const DESCRIPTION_LIMIT: usize = 1_000;
/// Most bytes of an address.
pub const ADDRESS_LIMIT: usize = 2_000;

/// A change that a field does not take.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{key}: {reason}")]
pub struct WrongField {
    /// Key of the field.
    pub key: String,
    /// What is wrong.
    pub reason: Reason,
}

/// What is wrong with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Reason {
    /// The value has another type.
    #[error("is not of the field's type")]
    Type,
    /// The text is longer than this.
    #[error("is longer than {0}")]
    Long(usize),
    /// The text is no address with http or https.
    #[error("is not an address")]
    Address,
    /// The name is not known.
    #[error("is not one of the known names")]
    Name,
}

/// Whether the field takes the value; every value of a key that is no field is taken.
///
/// # Errors
/// What is wrong with the value.
pub fn check(key: &str, value: &Value) -> Result<(), Reason> {
    MetaFields::default().set(key, value)
}

impl MetaFields {
    /// What is stored for a text or term. A stored value that its field does not take is left out.
    pub fn of_stored<'a>(stored: impl IntoIterator<Item = (&'a String, &'a Value)>) -> Self {
        let mut fields = Self::default();
        for (key, value) in stored {
            // A refused value changes nothing.
            let _refused = fields.set(key, value);
        }
        fields
    }

    /// Applies the members of `change` whose keys are fields; other members are not looked at. `null` and an empty text
    /// unset a field. Either all changes are made or, with an error, none.
    pub fn apply(&mut self, change: &Map<String, Value>) -> Result<(), WrongField> {
        let mut changed = self.clone();
        for (key, value) in change {
            changed.set(key, value).map_err(|reason| WrongField {
                key: key.clone(),
                reason,
            })?;
        }
        *self = changed;
        Ok(())
    }

    fn set(&mut self, key: &str, value: &Value) -> Result<(), Reason> {
        match key {
            SEO_TITLE => self.title = short(value)?,
            SEO_DESCRIPTION => self.description = long(value)?,
            FOCUS_KEYWORD => self.focus_keyword = short(value)?,
            CANONICAL => self.canonical = address(value)?,
            NOINDEX => self.noindex = flag(value)?,
            "seo_nofollow" => self.nofollow = flag(value)?.unwrap_or(false),
            "seo_noarchive" => self.noarchive = flag(value)?.unwrap_or(false),
            "seo_noimageindex" => self.noimageindex = flag(value)?.unwrap_or(false),
            "seo_nosnippet" => self.nosnippet = flag(value)?.unwrap_or(false),
            "seo_breadcrumb_title" => self.breadcrumb_title = short(value)?,
            "seo_cornerstone" => self.cornerstone = flag(value)?.unwrap_or(false),
            "seo_page_type" => self.page_type = named(value, PageType::parse)?,
            ARTICLE_TYPE => self.article_type = named(value, ArticleType::parse)?,
            _ => {
                if let Some(field) = key.strip_prefix("seo_social_") {
                    self.social.set(field, value)?;
                } else if let Some(field) = key.strip_prefix("seo_card_") {
                    self.card.set(field, value)?;
                }
            }
        }
        Ok(())
    }

    /// The fields by their keys, all of them: what is not set is an empty text, `false`, or `null` for `seo_noindex`.
    pub fn to_meta(&self) -> Map<String, Value> {
        let values: [Value; 13] = [
            self.title.clone().into(),
            self.description.clone().into(),
            self.focus_keyword.clone().into(),
            self.canonical.clone().into(),
            self.noindex.into(),
            self.nofollow.into(),
            self.noarchive.into(),
            self.noimageindex.into(),
            self.nosnippet.into(),
            self.breadcrumb_title.clone().into(),
            self.cornerstone.into(),
            self.page_type.map_or("", PageType::name).into(),
            self.article_type.map_or("", ArticleType::name).into(),
        ];
        let values = values
            .into_iter()
            .chain(self.social.values())
            .chain(self.card.values());
        let names = KEYS.iter().map(|key| key.name.to_owned());
        names.zip(values).collect()
    }
}

impl Social {
    fn set(&mut self, field: &str, value: &Value) -> Result<(), Reason> {
        match field {
            "title" => self.title = short(value)?,
            "description" => self.description = long(value)?,
            "image" => self.image = address(value)?,
            "image_id" => self.image_id = number(value)?,
            _ => {}
        }
        Ok(())
    }

    fn values(&self) -> [Value; 4] {
        [
            self.title.clone().into(),
            self.description.clone().into(),
            self.image.clone().into(),
            self.image_id.unwrap_or(0).into(),
        ]
    }
}

fn written(value: &Value) -> Result<&str, Reason> {
    match value {
        Value::Null => Ok(""),
        Value::String(text) => Ok(text),
        _ => Err(Reason::Type),
    }
}

fn limited(value: &Value, limit: usize) -> Result<String, Reason> {
    let text = text::plain(written(value)?, limit + 1);
    if text.chars().count() > limit {
        return Err(Reason::Long(limit));
    }
    Ok(text)
}

fn short(value: &Value) -> Result<String, Reason> {
    limited(value, TITLE_LIMIT)
}

fn long(value: &Value) -> Result<String, Reason> {
    limited(value, DESCRIPTION_LIMIT)
}

/// An address with http or https, in its normal form, without user and password.
fn address(value: &Value) -> Result<String, Reason> {
    let text = written(value)?.trim();
    if text.is_empty() {
        return Ok(String::new());
    }
    if text.len() > ADDRESS_LIMIT {
        return Err(Reason::Long(ADDRESS_LIMIT));
    }
    let url = Url::parse(text).map_err(|_| Reason::Address)?;
    let plain = matches!(url.scheme(), "http" | "https")
        && url.has_host()
        && url.username().is_empty()
        && url.password().is_none();
    if !plain {
        return Err(Reason::Address);
    }
    Ok(url.into())
}

fn flag(value: &Value) -> Result<Option<bool>, Reason> {
    match value {
        Value::Null => Ok(None),
        Value::Bool(on) => Ok(Some(*on)),
        Value::String(text) if text.is_empty() => Ok(None),
        _ => Err(Reason::Type),
    }
}

fn named<T>(value: &Value, parse: fn(&str) -> Option<T>) -> Result<Option<T>, Reason> {
    let name = written(value)?;
    if name.is_empty() {
        return Ok(None);
    }
    parse(name).map(Some).ok_or(Reason::Name)
}

fn number(value: &Value) -> Result<Option<u64>, Reason> {
    match value {
        Value::Null => Ok(None),
        Value::Number(number) => {
            let id = number.as_u64().ok_or(Reason::Type)?;
            Ok((id > 0).then_some(id))
        }
        _ => Err(Reason::Type),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn applied(change: Value) -> Result<MetaFields, WrongField> {
        let mut fields = MetaFields {
            title: "antes".to_owned(),
            ..MetaFields::default()
        };
        fields.apply(change.as_object().unwrap())?;
        Ok(fields)
    }

    fn refused(key: &str, value: Value) -> Reason {
        let wrong = applied(json!({ key: value })).unwrap_err();
        assert_eq!(wrong.key, key);
        wrong.reason
    }

    #[test]
    fn every_key_is_set_and_read_back() {
        let change = json!({
            "seo_title": "a", "seo_description": "b", "focus_keyword": "c",
            "seo_canonical": "https://a.example/d", "seo_noindex": true, "seo_nofollow": true,
            "seo_noarchive": true, "seo_noimageindex": true, "seo_nosnippet": true,
            "seo_breadcrumb_title": "e", "seo_cornerstone": true, "seo_page_type": "FAQPage",
            "seo_article_type": "Report", "seo_social_title": "f", "seo_social_description": "g",
            "seo_social_image": "https://a.example/h.png", "seo_social_image_id": 9,
            "seo_card_title": "i", "seo_card_description": "j",
            "seo_card_image": "https://a.example/k.png", "seo_card_image_id": 10,
        });
        let fields = applied(change.clone()).unwrap();
        assert_eq!(Value::Object(fields.to_meta()), change);
        let keys: Vec<_> = fields.to_meta().into_iter().map(|(key, _)| key).collect();
        assert_eq!(keys, KEYS.map(|key| key.name));
        for key in KEYS {
            assert!(key.accepts(&change[key.name]), "{}", key.name);
            assert!(key.accepts(&key.default()), "{}", key.name);
        }
        let unset = MetaFields::default().to_meta();
        assert!(KEYS.iter().all(|key| unset[key.name] == key.default()));
    }

    #[test]
    fn null_and_empty_text_unset() {
        let mut fields = applied(json!({"seo_noindex": false, "seo_page_type": "QAPage"})).unwrap();
        assert_eq!(fields.noindex, Some(false));
        let change = json!({"seo_title": null, "seo_noindex": null, "seo_page_type": ""});
        fields.apply(change.as_object().unwrap()).unwrap();
        assert_eq!(fields, MetaFields::default());
    }

    #[test]
    fn texts_become_plain() {
        let fields = applied(json!({"seo_title": " <b>Um</b>\n&amp; <i>dois "})).unwrap();
        assert_eq!(fields.title, "Um & dois");
    }

    #[test]
    fn an_error_changes_nothing() {
        let mut fields = MetaFields::default();
        let change = json!({"seo_title": "novo", "seo_page_type": "Nada"});
        let wrong = fields.apply(change.as_object().unwrap()).unwrap_err();
        assert_eq!(
            wrong.to_string(),
            "seo_page_type: is not one of the known names"
        );
        assert_eq!(fields, MetaFields::default());
    }

    #[test]
    fn long_texts_are_refused() {
        assert_eq!(
            refused("seo_title", "é".repeat(301).into()),
            Reason::Long(300)
        );
        assert!(applied(json!({"seo_title": "é".repeat(300)})).is_ok());
        assert_eq!(
            refused("seo_description", "é".repeat(1001).into()),
            Reason::Long(1_000)
        );
        let address = format!("https://a.example/{}", "a".repeat(2000));
        assert_eq!(
            refused("seo_canonical", address.into()),
            Reason::Long(2_000)
        );
    }

    #[test]
    fn only_addresses_of_pages_are_taken() {
        for wrong in [
            "javascript:alert(1)",
            "/x",
            "ftp://a.example/",
            "https://",
            "https://u:p@a.example/",
        ] {
            assert_eq!(
                refused("seo_canonical", wrong.into()),
                Reason::Address,
                "{wrong}"
            );
            assert_eq!(
                refused("seo_card_image", wrong.into()),
                Reason::Address,
                "{wrong}"
            );
        }
    }

    #[test]
    fn other_types_are_refused() {
        assert_eq!(refused("seo_title", json!(7)), Reason::Type);
        assert_eq!(refused("seo_noindex", json!("sim")), Reason::Type);
        assert_eq!(refused("seo_social_image_id", json!(-1)), Reason::Type);
        assert_eq!(refused("seo_article_type", json!([])), Reason::Type);
    }

    #[test]
    fn other_keys_are_left_alone() {
        let fields = applied(json!({"footnotes": [], "seo_social_cor": 1})).unwrap();
        assert_eq!(fields.title, "antes");
        assert_eq!(fields.social, Social::default());
    }
}
