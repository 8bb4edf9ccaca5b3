//! Pictures of a post.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::id::{MediaId, PostId};

/// The texts of a picture, propagated to the host's attachment.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MediaTexts {
    /// Text for those who do not see the picture.
    pub alt_text: String,
    /// Title.
    pub title: String,
    /// Caption shown below the picture.
    pub caption: String,
    /// Longer description.
    pub description: String,
}

/// A picture that belongs to a post. The latest one becomes the featured picture on publication.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Media {
    /// Identifier.
    pub id: MediaId,
    /// The post it belongs to.
    pub content_id: PostId,
    /// File name for people and hosts, with an extension that fits the content.
    pub file_name: String,
    /// Type of the original, found from its content.
    pub mime_type: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Size of the original in bytes.
    pub bytes: u64,
    /// Blob key of the original.
    pub original_key: String,
    /// Blob key of the WebP rendition.
    pub webp_key: String,
    /// Texts.
    #[serde(flatten)]
    pub texts: MediaTexts,
    /// Attachment on the host, once uploaded.
    pub host_media_id: Option<u64>,
    /// When it was added.
    pub created_at: Timestamp,
    /// Rises with each change.
    pub version: u64,
}
