//! Entries of lists.

use domain::platform::event::ContentEvent;
use jiff::Timestamp;
use platform_store::PostRow;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::checklist::ChecklistSummary;
use super::post::{LabelWord, StatusWord};
use super::state::StateWord;

/// What belongs to a post of a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PostItemDetails {
    /// Name of the owner; none when an earlier release deleted the user.
    pub author_name: Option<String>,
    /// Latest publication; none when none was requested.
    pub publication: Option<ChecklistSummary>,
    /// Comment of the client's last answer; none when there was no comment, or while the client is asked again.
    pub client_comment: Option<String>,
}

/// Post in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PostItem {
    /// Identifier.
    pub id: u64,
    /// Owner.
    pub user_id: u64,
    /// Identifier of the client's site.
    pub site_id: u64,
    /// Title.
    pub title: String,
    /// Status: what the site has.
    pub status: StatusWord,
    /// State to show.
    pub state: StateWord,
    /// What the client said last; none when never asked.
    pub approval: Option<LabelWord>,
    /// Whether title, body, FAQ or picture changed since the client's approval.
    pub changed_after_approval: bool,
    /// When the client was last asked; null when never.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub approval_requested_at: Option<Timestamp>,
    /// Date of the planned publication.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub scheduled_at: Option<Timestamp>,
    /// Time of publication.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub published_at: Option<Timestamp>,
    /// Address on the site.
    pub host_post_url: Option<String>,
    /// Number of the current version.
    pub version: u64,
    /// Time of creation.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    /// Time of the last edit by a user.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: Timestamp,
    /// What belongs to the post; with `details` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub details: Option<PostItemDetails>,
}

impl From<PostRow> for PostItem {
    fn from(row: PostRow) -> Self {
        let state = row.state().into();
        Self {
            id: row.id.0,
            user_id: row.user_id.0,
            site_id: row.site_id.0,
            title: row.title,
            status: row.status.into(),
            state,
            approval: row
                .approval
                .map(|label| LabelWord::of(label, row.changed_after_approval)),
            changed_after_approval: row.changed_after_approval,
            approval_requested_at: row.approval_requested_at,
            scheduled_at: row.scheduled_at,
            published_at: row.published_at,
            host_post_url: row.host_post_url,
            version: row.version,
            created_at: row.created_at,
            updated_at: row.updated_at,
            details: None,
        }
    }
}

/// Event of a post.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct EventItem {
    /// Identifier, unique within the post and sortable by time.
    pub id: String,
    /// Identifier of the post.
    pub content_id: u64,
    /// Kind of the event, such as `created`, `publication_requested` or `published`.
    #[schema(value_type = String)]
    pub kind: Value,
    /// User who caused it; null for the system and the client.
    pub user_id: Option<u64>,
    /// Further details.
    pub detail: Value,
    /// Time.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
}

impl From<ContentEvent> for EventItem {
    fn from(event: ContentEvent) -> Self {
        Self {
            id: event.id,
            content_id: event.content_id.0,
            kind: serde_json::to_value(event.kind).unwrap_or_default(),
            user_id: event.user_id.map(|id| id.0),
            detail: event.detail,
            created_at: event.created_at,
        }
    }
}
