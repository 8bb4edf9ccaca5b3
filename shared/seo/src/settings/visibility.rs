//! Types and taxonomies that were registered after the index was made: `new-content-type-visibility`.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// New types and taxonomies whose notice is still shown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct NewContent {
    /// Names of types.
    pub post_types: BTreeSet<String>,
    /// Names of taxonomies.
    pub taxonomies: BTreeSet<String>,
}

/// What a name belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentType {
    /// A type of posts.
    PostType,
    /// A taxonomy.
    Taxonomy,
}

impl ContentType {
    const fn label(self) -> &'static str {
        match self {
            Self::PostType => "Post type",
            Self::Taxonomy => "Taxonomy",
        }
    }

    /// The declared parameter, whose value must exist.
    pub const fn declared(self) -> &'static str {
        match self {
            Self::PostType => "postTypeName",
            Self::Taxonomy => "taxonomyName",
        }
    }

    /// The parameter whose value is dismissed; it is not checked.
    pub const fn used(self) -> &'static str {
        match self {
            Self::PostType => "post_type_name",
            Self::Taxonomy => "taxonomy_name",
        }
    }
}

impl NewContent {
    /// Dismisses the notice of `name` and gives the body of the answer, HTTP 200.
    pub fn dismiss(&mut self, content: ContentType, name: &str) -> Value {
        let names = match content {
            ContentType::PostType => &mut self.post_types,
            ContentType::Taxonomy => &mut self.taxonomies,
        };
        let label = content.label();
        let message = if names.remove(name) {
            format!("{label} is no longer new.")
        } else {
            format!("{label} is not new.")
        };
        json!({ "message": message, "success": true, "status": 200 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_new_is_answered_with_200() {
        let mut new = NewContent::default();
        assert_eq!(
            new.dismiss(ContentType::PostType, "post"),
            json!({"message": "Post type is not new.", "success": true, "status": 200})
        );
        assert_eq!(
            new.dismiss(ContentType::Taxonomy, "")["message"],
            "Taxonomy is not new."
        );
    }

    #[test]
    fn a_notice_is_dismissed_once() {
        let mut new = NewContent {
            post_types: BTreeSet::from(["obra".to_owned()]),
            taxonomies: BTreeSet::from(["autor".to_owned()]),
        };
        assert_eq!(
            new.dismiss(ContentType::PostType, "obra")["message"],
            "Post type is no longer new."
        );
        assert_eq!(
            new.dismiss(ContentType::PostType, "obra")["message"],
            "Post type is not new."
        );
        assert_eq!(new.taxonomies.len(), 1);
    }

    #[test]
    fn parameters() {
        assert_eq!(ContentType::PostType.declared(), "postTypeName");
        assert_eq!(ContentType::PostType.used(), "post_type_name");
        assert_eq!(ContentType::Taxonomy.declared(), "taxonomyName");
        assert_eq!(ContentType::Taxonomy.used(), "taxonomy_name");
    }
}
