//! Registered meta: the keys that content may carry. Unregistered keys are dropped silently on
//! write and absent on read, which is how a client learns whether a site knows a key.

use serde_json::Value;

use super::kind::Kind;

/// The form of a meta value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MetaType {
    /// True or false; false when absent.
    Boolean,
    /// A text; empty when absent.
    Text,
    /// One of these texts; empty when absent, and the empty text cannot be written.
    OneOf(&'static [&'static str]),
}

/// A registered key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MetaKey {
    /// Its name.
    pub name: &'static str,
    /// Its form.
    pub form: MetaType,
    /// Whether revisions keep it.
    pub revisioned: bool,
}

const FOOTNOTES: MetaKey = MetaKey {
    name: "footnotes",
    form: MetaType::Text,
    revisioned: true,
};

/// Whether the FAQ of a post is shown.
pub const FAQ_ENABLED: &str = "pauta_faq_enabled";
/// The FAQ of a post as a JSON text.
pub const FAQ_DATA: &str = "pauta_faq_data";
/// Title of a post for search engines.
pub const SEO_TITLE: &str = "seo_title";
/// Description of a post for search engines.
pub const SEO_DESCRIPTION: &str = "seo_description";
/// Keyword that a post aims at.
pub const FOCUS_KEYWORD: &str = "focus_keyword";
/// How copies of a block follow it.
pub const SYNC_STATUS: &str = "pattern_sync_status";

/// Whether a note is settled or open again; the only key of comments.
pub const NOTE_STATUS: MetaKey = MetaKey {
    name: "note_status",
    form: MetaType::OneOf(&["resolved", "reopen"]),
    revisioned: false,
};

const SEO_TITLE_KEY: MetaKey = text(SEO_TITLE);
const SEO_DESCRIPTION_KEY: MetaKey = text(SEO_DESCRIPTION);
const FOCUS_KEYWORD_KEY: MetaKey = text(FOCUS_KEYWORD);

/// A text that revisions do not keep.
const fn text(name: &'static str) -> MetaKey {
    MetaKey {
        name,
        form: MetaType::Text,
        revisioned: false,
    }
}

/// The keys registered for a kind, in the order in which they are shown.
pub const fn registered(kind: Kind) -> &'static [MetaKey] {
    match kind {
        Kind::Post => &[
            FOOTNOTES,
            MetaKey {
                name: FAQ_ENABLED,
                form: MetaType::Boolean,
                revisioned: false,
            },
            MetaKey {
                name: FAQ_DATA,
                form: MetaType::Text,
                revisioned: false,
            },
            SEO_TITLE_KEY,
            SEO_DESCRIPTION_KEY,
            FOCUS_KEYWORD_KEY,
        ],
        Kind::Page => &[FOOTNOTES],
        Kind::Block => &[
            MetaKey {
                name: SYNC_STATUS,
                form: MetaType::OneOf(&["partial", "unsynced"]),
                revisioned: false,
            },
            FOOTNOTES,
        ],
        Kind::Attachment | Kind::NavMenuItem => &[],
    }
}

/// The key `name` of a kind.
pub fn find(kind: Kind, name: &str) -> Option<&'static MetaKey> {
    registered(kind).iter().find(|key| key.name == name)
}

impl MetaKey {
    /// What is shown when nothing is stored.
    pub fn default(&self) -> Value {
        match self.form {
            MetaType::Boolean => Value::Bool(false),
            MetaType::Text | MetaType::OneOf(_) => Value::String(String::new()),
        }
    }

    /// Whether `value` has the key's form.
    pub fn accepts(&self, value: &Value) -> bool {
        match (self.form, value) {
            (MetaType::Boolean, Value::Bool(_)) | (MetaType::Text, Value::String(_)) => true,
            (MetaType::OneOf(names), Value::String(text)) => names.contains(&text.as_str()),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn forms() {
        let enabled = find(Kind::Post, FAQ_ENABLED).unwrap();
        assert!(enabled.accepts(&json!(true)));
        assert!(!enabled.accepts(&json!("true")));
        let sync = find(Kind::Block, SYNC_STATUS).unwrap();
        assert!(sync.accepts(&json!("partial")));
        assert!(!sync.accepts(&json!("")));
        assert_eq!(find(Kind::Page, FAQ_DATA), None);
    }
}
