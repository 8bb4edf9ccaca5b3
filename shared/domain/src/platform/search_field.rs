//! The fields of a post for search engines.

use serde::{Deserialize, Serialize};

/// A search engine field of a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchField {
    /// Title for search engines.
    Title,
    /// Description for search engines.
    Description,
    /// Focus keyword of the article.
    Keyword,
}

impl SearchField {
    /// Every field.
    pub const ALL: [Self; 3] = [Self::Title, Self::Description, Self::Keyword];
}
