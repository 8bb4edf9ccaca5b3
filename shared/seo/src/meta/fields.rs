//! The fields that people set for a post, term or user.

use serde::{Deserialize, Serialize};

use super::kinds::{ArticleType, PageType};

/// What is set for one post, term or user. Texts are plain text; empty ones are not set. The stored form leaves out what is
/// not set.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MetaFields {
    /// Title, which may hold variables.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Description, which may hold variables.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Canonical address.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub canonical: String,
    /// Whether search engines shall not show the page; `None` for what the type says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noindex: Option<bool>,
    /// Whether search engines shall not follow its links.
    #[serde(skip_serializing_if = "is_false")]
    pub nofollow: bool,
    /// Whether search engines shall keep no copy.
    #[serde(skip_serializing_if = "is_false")]
    pub noarchive: bool,
    /// Whether search engines shall not show its pictures.
    #[serde(skip_serializing_if = "is_false")]
    pub noimageindex: bool,
    /// Whether search engines shall show no part of its text.
    #[serde(skip_serializing_if = "is_false")]
    pub nosnippet: bool,
    /// Focus keyword.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub focus_keyword: String,
    /// Title in breadcrumbs.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub breadcrumb_title: String,
    /// Whether it is one of the site's most important texts.
    #[serde(skip_serializing_if = "is_false")]
    pub cornerstone: bool,
    /// Type of the page in structured data; `None` for what the type says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_type: Option<PageType>,
    /// Type of the article in structured data; `None` for what the type says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub article_type: Option<ArticleType>,
    /// What social networks show.
    #[serde(skip_serializing_if = "Social::is_unset")]
    pub social: Social,
    /// What the short-message network shows, where it differs.
    #[serde(skip_serializing_if = "Social::is_unset")]
    pub card: Social,
}

/// Texts and picture of a preview.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Social {
    /// Title, which may hold variables.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Description, which may hold variables.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Address of the picture.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub image: String,
    /// The picture among the site's media.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image_id: Option<u64>,
}

impl MetaFields {
    /// The name in breadcrumbs: the one that is set, otherwise the title or name.
    pub fn crumb_name(&self, title: &str) -> String {
        match self.breadcrumb_title.as_str() {
            "" => title.to_owned(),
            set => set.to_owned(),
        }
    }

    /// Whether the page at `address` is the canonical one: no other address is set.
    pub fn is_canonical_at(&self, address: &str) -> bool {
        self.canonical.is_empty() || self.canonical == address
    }
}

impl Social {
    fn is_unset(&self) -> bool {
        *self == Self::default()
    }
}

const fn is_false(value: &bool) -> bool {
    !*value
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn all() -> MetaFields {
        MetaFields {
            title: "Título".to_owned(),
            description: "Descrição".to_owned(),
            canonical: "https://a.example/x/".to_owned(),
            noindex: Some(false),
            nofollow: true,
            noarchive: true,
            noimageindex: true,
            nosnippet: true,
            focus_keyword: "pão".to_owned(),
            breadcrumb_title: "Migalha".to_owned(),
            cornerstone: true,
            page_type: Some(PageType::Faq),
            article_type: Some(ArticleType::News),
            social: Social {
                title: "Rede".to_owned(),
                description: "Texto da rede".to_owned(),
                image: "https://a.example/r.png".to_owned(),
                image_id: Some(7),
            },
            card: Social {
                title: "Cartão".to_owned(),
                description: "Texto do cartão".to_owned(),
                image: "https://a.example/c.png".to_owned(),
                image_id: Some(8),
            },
        }
    }

    #[test]
    fn the_stored_form_reads_back() {
        let stored = serde_json::to_value(all()).unwrap();
        assert_eq!(stored.as_object().unwrap().len(), 15);
        assert_eq!(serde_json::from_value::<MetaFields>(stored).unwrap(), all());
    }

    #[test]
    fn a_page_without_a_canonical_address_of_another_is_canonical() {
        let mut fields = MetaFields::default();
        assert!(fields.is_canonical_at("https://a.example/x/"));
        fields.canonical = "https://a.example/x/".to_owned();
        assert!(fields.is_canonical_at("https://a.example/x/"));
        assert!(!fields.is_canonical_at("https://a.example/y/"));
    }

    #[test]
    fn what_is_not_set_is_not_stored() {
        assert_eq!(
            serde_json::to_value(MetaFields::default()).unwrap(),
            json!({})
        );
        let read: MetaFields = serde_json::from_value(json!({"title": "x"})).unwrap();
        assert_eq!(read.title, "x");
        assert_eq!(read.noindex, None);
    }
}
