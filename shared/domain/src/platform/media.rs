//! Images of a post, and uploads that have not become images yet.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::platform::host_origin::HostOrigin;
use crate::platform::id::{MediaId, PostId, UploadId, UserId};
use crate::platform::stock::StockSource;

/// Texts of an image; they are copied to the host's attachment.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MediaTexts {
    /// Alternative text for readers who cannot see the image.
    pub alt_text: String,
    /// Title.
    pub title: String,
    /// Caption shown below the image.
    pub caption: String,
    /// Longer description.
    pub description: String,
}

/// An image of a post: a featured image, of which the latest counts, or one inside the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Media {
    /// Identifier.
    pub id: MediaId,
    /// The post that the image belongs to.
    pub content_id: PostId,
    /// File name with an extension that matches the content.
    pub file_name: String,
    /// Media type of the original, detected from its content.
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
    /// Alternative text, title, caption and description.
    #[serde(flatten)]
    pub texts: MediaTexts,
    /// Attachment id on the host; `None` until the image is uploaded there.
    pub host_media_id: Option<u64>,
    /// The host of `host_media_id`.
    #[serde(default)]
    pub host_origin: Option<HostOrigin>,
    /// Address of the file on that host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host_url: Option<String>,
    /// Whether it is shown inside the text, and so never becomes the featured image.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_text: bool,
    /// The stock photo that the image is a copy of; `None` for other images.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<StockSource>,
    /// When the image was added.
    pub created_at: Timestamp,
    /// Incremented with each change.
    pub version: u64,
}

/// Validity of an upload URL.
pub const UPLOAD_ADDRESS_LIFE: SignedDuration = SignedDuration::from_mins(15);

/// Time limit for completing an upload. The file must exist that long, so the lifecycle rule removes it no
/// earlier than a day after its upload (infra/template.yaml; locally the scheduled tick).
pub const UPLOAD_LIFE: SignedDuration = SignedDuration::from_hours(24);

/// Key prefix of uploaded files that are not completed.
pub const UPLOADS: &str = "uploads/";

/// An image file that the client uploads directly to the blob store. Completing the upload validates the
/// file and turns it into an image of the post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StagedUpload {
    /// Identifier.
    pub id: UploadId,
    /// The user who requested the upload; only this user may complete it.
    pub user_id: UserId,
    /// The post that the image is for.
    pub content_id: PostId,
    /// File name as sent by the client.
    pub claimed_name: String,
    /// When the upload was requested.
    pub created_at: Timestamp,
    /// The image that the upload became; `None` until it is completed.
    pub media_id: Option<MediaId>,
}

impl StagedUpload {
    /// Blob key of the file until the upload is completed.
    pub fn key(&self) -> String {
        format!("{UPLOADS}{}", self.id)
    }

    /// When the upload expires.
    pub fn ends(&self) -> Timestamp {
        self.created_at + UPLOAD_LIFE
    }
}
