//! Registered meta fields of content. Unregistered keys are ignored on write and absent on read, so a
//! client can detect whether a site supports a key.

use serde_json::Value;

use super::kind::Kind;

/// Type of a meta value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MetaType {
    /// Boolean; false when absent.
    Boolean,
    /// String; empty when absent.
    Text,
    /// One of these strings; empty when absent, and the empty string cannot be written.
    OneOf(&'static [&'static str]),
}

/// A registered key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MetaKey {
    /// Name of the key.
    pub name: &'static str,
    /// Type of the value.
    pub form: MetaType,
    /// Whether revisions include it.
    pub revisioned: bool,
}

const FOOTNOTES: MetaKey = MetaKey {
    name: "footnotes",
    form: MetaType::Text,
    revisioned: true,
};

/// Whether the FAQ of a post is shown.
pub const FAQ_ENABLED: &str = "pauta_faq_enabled";
/// FAQ of a post as a JSON string.
pub const FAQ_DATA: &str = "pauta_faq_data";
/// Search engine title of a post.
pub const SEO_TITLE: &str = "seo_title";
/// Search engine description of a post.
pub const SEO_DESCRIPTION: &str = "seo_description";
/// Focus keyword of a post.
pub const FOCUS_KEYWORD: &str = "focus_keyword";
/// Whether copies of a block are synchronised with it.
pub const SYNC_STATUS: &str = "pattern_sync_status";

/// Whether a note is resolved or reopened; the only key of comments.
pub const NOTE_STATUS: MetaKey = MetaKey {
    name: "note_status",
    form: MetaType::OneOf(&["resolved", "reopen"]),
    revisioned: false,
};

const SEO_TITLE_KEY: MetaKey = text(SEO_TITLE);
const SEO_DESCRIPTION_KEY: MetaKey = text(SEO_DESCRIPTION);
const FOCUS_KEYWORD_KEY: MetaKey = text(FOCUS_KEYWORD);

/// A string field without revisions.
const fn text(name: &'static str) -> MetaKey {
    MetaKey {
        name,
        form: MetaType::Text,
        revisioned: false,
    }
}

/// The keys registered for a content type, in response order.
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

/// The key `name` of a content type.
pub fn find(kind: Kind, name: &str) -> Option<&'static MetaKey> {
    registered(kind).iter().find(|key| key.name == name)
}

impl MetaKey {
    /// The value of a key that is not stored.
    pub fn default(&self) -> Value {
        match self.form {
            MetaType::Boolean => Value::Bool(false),
            MetaType::Text | MetaType::OneOf(_) => Value::String(String::new()),
        }
    }

    /// Whether `value` has the key's type.
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
