//! A picture as it is read over the interface.

use domain::platform::media::Media;
use domain::platform::post::Post;
use host_access::HostDiagnosis;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::stock_wire::StockSourceBody;

/// Picture of a post.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct MediaBody {
    /// Identifier.
    pub id: u64,
    /// Post of the picture.
    pub content_id: u64,
    /// File name.
    pub file_name: String,
    /// Media type of the original, derived from its content.
    pub mime_type: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Size of the original in bytes.
    pub bytes: u64,
    /// Alternative text.
    pub alt_text: String,
    /// Title.
    pub title: String,
    /// Caption.
    pub caption: String,
    /// Description.
    pub description: String,
    /// Stock photo that the picture is a copy of; null for other pictures.
    pub source: Option<StockSourceBody>,
    /// Identifier of the attachment on the host; null before publication.
    pub host_media_id: Option<u64>,
    /// Whether it is the featured image, the latest picture of the post.
    pub featured: bool,
    /// Whether it is shown inside the text.
    pub in_text: bool,
    /// Address of the original.
    pub file_url: String,
    /// Address of the WebP rendition.
    pub webp_url: String,
    /// Time of creation.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
}

impl MediaBody {
    pub(crate) fn of(media: Media, post: &Post) -> Self {
        let path = format!("/api/v1/media/{}", media.id);
        Self {
            id: media.id.0,
            content_id: media.content_id.0,
            file_name: media.file_name,
            mime_type: media.mime_type,
            width: media.width,
            height: media.height,
            bytes: media.bytes,
            alt_text: media.texts.alt_text,
            title: media.texts.title,
            caption: media.texts.caption,
            description: media.texts.description,
            source: media.source.map(Into::into),
            host_media_id: media.host_media_id,
            featured: post.featured_media_id == Some(media.id),
            in_text: media.in_text,
            file_url: format!("{path}/file"),
            webp_url: format!("{path}/webp"),
            created_at: media.created_at,
        }
    }
}

/// Reason why the host did not accept the texts.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = HostTrouble)]
pub(crate) struct HostDiagnosisBody {
    /// Cause: `not_connected`, `host_unreachable`, `credentials_refused`, `rest_blocked`,
    /// `permission_missing` or `host_moved`.
    #[schema(value_type = String)]
    pub cause: &'static str,
    /// Problem, in Portuguese, with the host's message if there is one.
    pub message: String,
    /// Suggested action, in Portuguese.
    pub hint: String,
}

impl From<HostDiagnosis> for HostDiagnosisBody {
    fn from(diagnosis: HostDiagnosis) -> Self {
        Self {
            cause: diagnosis.cause.name(),
            message: diagnosis.message,
            hint: diagnosis.hint,
        }
    }
}

/// Picture after a change of its texts, with the outcome on the host.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct UpdatedMedia {
    /// The picture.
    #[serde(flatten)]
    pub media: MediaBody,
    /// Whether the attachment has the texts; null while there is none.
    pub host_updated: Option<bool>,
    /// Why not. The same change sent again tries again.
    pub host_trouble: Option<HostDiagnosisBody>,
}
