//! Registered meta fields of content and terms. Unregistered keys are ignored on write and absent on read, so a
//! client can detect whether a site supports a key.

pub mod seo;

use std::sync::LazyLock;

use serde_json::Value;

use super::kind::Kind;
use super::taxonomy::Taxonomy;

/// Type of a meta value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MetaType {
    /// Boolean; false when absent.
    Boolean,
    /// Boolean or `null`; `null` when absent.
    OptionalBoolean,
    /// Identifier of a record; 0 when absent.
    Identifier,
    /// String; empty when absent.
    Text,
    /// One of these strings; empty when absent. The empty string can be written only if it is one of them.
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
    /// Whether only those who may edit the item see it.
    pub is_private: bool,
    /// Whether only those who edit the items of others may change it.
    pub is_advanced: bool,
}

const FOOTNOTES: MetaKey = MetaKey {
    revisioned: true,
    ..public("footnotes", MetaType::Text)
};

/// Whether the FAQ of a post is shown.
pub const FAQ_ENABLED: &str = "pauta_faq_enabled";
/// FAQ of a post as a JSON string.
pub const FAQ_DATA: &str = "pauta_faq_data";
/// Whether copies of a block are synchronised with it.
pub const SYNC_STATUS: &str = "pattern_sync_status";

/// Area of a template part. It is a member of its own in representations.
pub const PART_AREA: &str = "area";

/// Whether a note is resolved or reopened; the only key of comments.
pub const NOTE_STATUS: MetaKey = public("note_status", MetaType::OneOf(&["resolved", "reopen"]));

/// A field that everyone who may read the item sees, without revisions.
const fn public(name: &'static str, form: MetaType) -> MetaKey {
    MetaKey {
        name,
        form,
        revisioned: false,
        is_private: false,
        is_advanced: false,
    }
}

static OF_POSTS: LazyLock<Vec<MetaKey>> = LazyLock::new(|| {
    let own = [
        FOOTNOTES,
        public(FAQ_ENABLED, MetaType::Boolean),
        public(FAQ_DATA, MetaType::Text),
    ];
    [own.as_slice(), &seo::KEYS].concat()
});

static OF_PAGES: LazyLock<Vec<MetaKey>> =
    LazyLock::new(|| [[FOOTNOTES].as_slice(), &seo::KEYS].concat());

const OF_BLOCKS: [MetaKey; 2] = [
    public(SYNC_STATUS, MetaType::OneOf(&["partial", "unsynced"])),
    FOOTNOTES,
];

const OF_TEMPLATE_PARTS: [MetaKey; 1] = [public(PART_AREA, MetaType::Text)];

/// The keys registered for a content type, in response order.
pub fn registered(kind: Kind) -> &'static [MetaKey] {
    match kind {
        Kind::Post => &OF_POSTS,
        Kind::Page => &OF_PAGES,
        Kind::Block => &OF_BLOCKS,
        Kind::TemplatePart => &OF_TEMPLATE_PARTS,
        Kind::Attachment
        | Kind::NavMenuItem
        | Kind::Navigation
        | Kind::Template
        | Kind::GlobalStyles
        | Kind::FontFamily
        | Kind::FontFace => &[],
    }
}

static OF_TERMS: LazyLock<Vec<MetaKey>> = LazyLock::new(|| {
    let keys = seo::KEYS.into_iter();
    keys.filter(seo::is_of_terms).collect()
});

/// The keys registered for terms of a taxonomy, in response order.
pub fn registered_for_terms(taxonomy: Taxonomy) -> &'static [MetaKey] {
    match taxonomy {
        Taxonomy::Category | Taxonomy::PostTag => &OF_TERMS,
        Taxonomy::NavMenu | Taxonomy::PatternCategory => &[],
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
            MetaType::OptionalBoolean => Value::Null,
            MetaType::Identifier => Value::from(0),
            MetaType::Text | MetaType::OneOf(_) => Value::String(String::new()),
        }
    }

    /// Whether `value` has the key's type.
    pub fn accepts(&self, value: &Value) -> bool {
        match (self.form, value) {
            (MetaType::Boolean | MetaType::OptionalBoolean, Value::Bool(_))
            | (MetaType::OptionalBoolean, Value::Null)
            | (MetaType::Text, Value::String(_)) => true,
            (MetaType::Identifier, Value::Number(number)) => number.is_u64(),
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
    fn terms_have_the_fields_that_need_no_text_of_their_own() {
        let keys = registered_for_terms(Taxonomy::Category);
        let names: Vec<_> = keys.iter().map(|key| key.name).collect();
        assert_eq!(names.len(), 15);
        for (name, is_there) in [
            ("seo_title", true),
            ("seo_noindex", true),
            ("seo_card_image_id", true),
            ("seo_nofollow", false),
            ("seo_article_type", false),
        ] {
            assert_eq!(names.contains(&name), is_there, "{name}");
        }
        assert_eq!(registered_for_terms(Taxonomy::PostTag).len(), 15);
        assert!(registered_for_terms(Taxonomy::PatternCategory).is_empty());
    }

    #[test]
    fn forms() {
        let enabled = find(Kind::Post, FAQ_ENABLED).unwrap();
        assert!(enabled.accepts(&json!(true)));
        assert!(!enabled.accepts(&json!("true")));
        let sync = find(Kind::Block, SYNC_STATUS).unwrap();
        assert!(sync.accepts(&json!("partial")));
        assert!(!sync.accepts(&json!("")));
        assert_eq!(find(Kind::Page, FAQ_DATA), None);
        let noindex = find(Kind::Page, "seo_noindex").unwrap();
        assert!(noindex.accepts(&json!(null)) && noindex.accepts(&json!(false)));
        assert!(!noindex.accepts(&json!("1")));
        let image = find(Kind::Post, "seo_social_image_id").unwrap();
        assert!(image.accepts(&json!(7)) && image.accepts(&image.default()));
        assert!(!image.accepts(&json!(-1)) && !image.accepts(&json!(1.5)));
        let page_type = find(Kind::Post, "seo_page_type").unwrap();
        assert!(page_type.accepts(&json!("")) && !page_type.accepts(&json!("Page")));
    }
}
