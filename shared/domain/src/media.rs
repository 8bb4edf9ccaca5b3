//! Pictures of a post.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::host_origin::HostOrigin;
use crate::id::{MediaId, PostId, UploadId, UserId};

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
    /// The host that the attachment is on.
    #[serde(default)]
    pub host_origin: Option<HostOrigin>,
    /// When it was added.
    pub created_at: Timestamp,
    /// Rises with each change.
    pub version: u64,
}

/// How long the address of an upload takes the file.
pub const UPLOAD_ADDRESS_LIFE: SignedDuration = SignedDuration::from_mins(15);

/// How long an upload may be completed. The file must outlive it, so it is removed no earlier than a day
/// after it came (infra/template.yaml; locally the tick).
pub const UPLOAD_LIFE: SignedDuration = SignedDuration::from_hours(24);

/// What the keys of uploaded files begin with until they are completed.
pub const UPLOADS: &str = "uploads/";

/// A picture's file that a person puts into the blob store by themselves, to be judged and made a picture
/// of the post when they say that it is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StagedUpload {
    /// Identifier.
    pub id: UploadId,
    /// Whoever asked for it; nobody else completes it.
    pub user_id: UserId,
    /// The post that the picture is for.
    pub content_id: PostId,
    /// The name that the client claims.
    pub claimed_name: String,
    /// When it was granted.
    pub created_at: Timestamp,
    /// The picture that it became.
    pub media_id: Option<MediaId>,
}

impl StagedUpload {
    /// Blob key of the file until it is completed.
    pub fn key(&self) -> String {
        format!("{UPLOADS}{}", self.id)
    }

    /// When it can be completed no more.
    pub fn ends(&self) -> Timestamp {
        self.created_at + UPLOAD_LIFE
    }
}
