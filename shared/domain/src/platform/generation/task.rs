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

/// Wishes about a text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TextWishes {
    /// Tone of the text.
    pub tone: Option<String>,
    /// Keyword of the text for search engines.
    pub keyword: Option<String>,
    /// Length of the text.
    pub length: Option<String>,
}

/// A new article.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ContentTask {
    /// The site that the article is for.
    pub site_id: Option<SiteId>,
    /// The post that the article is for.
    pub content_id: Option<PostId>,
    /// What the article is about.
    pub prompt: String,
    /// Wishes about the article.
    #[serde(flatten)]
    pub wishes: TextWishes,
}

/// A better version of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ImprovementTask {
    /// The site that the text is for.
    pub site_id: Option<SiteId>,
    /// The post that the text is from.
    pub content_id: Option<PostId>,
    /// The text, as HTML.
    pub text: String,
    /// What is to be improved.
    pub prompt: Option<String>,
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
    },
}

/// A generated or improved article.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Article {
    /// Title, if one was generated.
    pub title: Option<String>,
    /// Body, as sanitised HTML.
    pub body: String,
    /// Excerpt, if one was generated.
    pub excerpt: Option<String>,
    /// Title for search engines, if one was generated.
    pub seo_title: Option<String>,
    /// Description for search engines, if one was generated.
    pub meta_description: Option<String>,
    /// Whether the provider ended the text early because it became too long.
    pub truncated: bool,
}
