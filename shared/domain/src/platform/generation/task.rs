//! What is to be generated, and what was.

use serde::{Deserialize, Serialize};

use super::GenerationKind;
use crate::platform::id::{MediaId, PostId, SiteId};

/// What is to be generated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum GenerationTask {
    /// A new article.
    Content(ContentTask),
    /// A better version of a text.
    Improvement(ImprovementTask),
    /// An image.
    Image(ImageTask),
}

impl GenerationTask {
    /// The kind of the task.
    pub const fn kind(&self) -> GenerationKind {
        match self {
            Self::Content(_) => GenerationKind::Content,
            Self::Improvement(_) => GenerationKind::Improvement,
            Self::Image(_) => GenerationKind::Image,
        }
    }
}

/// Wishes about a text; each may be empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextWishes {
    /// Tone of the text.
    pub tone: String,
    /// Keyword of the text for search engines.
    pub keyword: String,
}

/// A new article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentTask {
    /// The site that the article is for.
    pub site_id: SiteId,
    /// What the article is about.
    pub prompt: String,
    /// Length in words.
    pub words: u32,
    /// Wishes about the article.
    #[serde(flatten)]
    pub wishes: TextWishes,
}

/// A better version of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImprovementTask {
    /// The site that the text is for.
    pub site_id: SiteId,
    /// Title of the text; may be empty.
    pub title: String,
    /// The text, as HTML.
    pub text: String,
    /// What is to be improved; may be empty.
    pub prompt: String,
    /// Wishes about the new text.
    #[serde(flatten)]
    pub wishes: TextWishes,
}

/// An image of a post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageTask {
    /// The post that the image is for.
    pub content_id: PostId,
    /// What the image shows.
    pub prompt: String,
    /// Whether it is shown inside the text, and is no featured image.
    #[serde(default)]
    pub in_text: bool,
}

/// What was generated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum GenerationResult {
    /// A text.
    Article(Article),
    /// An image, added to its post.
    Image {
        /// The image.
        media_id: MediaId,
        /// Alternative text that was suggested for it and stored in it.
        alt_text: Option<String>,
    },
}

/// A generated or improved article.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Article {
    /// Title, plain text; `None` for an improved text.
    pub title: Option<String>,
    /// Body, as sanitised HTML.
    pub body: String,
    /// Whether the provider ended the text early because it became too long.
    pub truncated: bool,
    /// Addresses of links that the text before its improvement has and this one lacks.
    #[serde(default)]
    pub dropped_links: Vec<String>,
    /// Addresses of pictures that the text before its improvement has and this one lacks.
    #[serde(default)]
    pub dropped_pictures: Vec<String>,
}
