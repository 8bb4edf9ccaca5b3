//! Events of a post, which form its history (`content_events` in the interface).

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::platform::id::{PostId, UserId};

/// The kinds of post events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// The post was created.
    Created,
    /// The client was asked for approval.
    ApprovalRequested,
    /// The client answered an approval round.
    ApprovalAnswered,
    /// A user requested publication.
    PublicationRequested,
    /// The host published the post.
    Published,
    /// The host scheduled the post.
    Scheduled,
    /// The schedule was cancelled.
    ScheduleCanceled,
    /// The publication stopped and needs user action.
    PublicationFailed,
    /// The host missed a schedule, and the publishing tick published the post.
    MissedSchedule,
    /// The post was published anew, because the site's address now leads to a host that does not have the
    /// post.
    HostLeft,
    /// The post was deleted softly.
    Deleted,
    /// The post was restored.
    Restored,
    /// The post was reverted to an earlier version.
    Reverted,
    /// The client was notified of the publication.
    ClientNotified,
    /// A message to the client, an approval request or a notice of the publication, was not delivered on one
    /// channel, or its delivery is uncertain.
    NotificationFailed,
    /// Result of the indexing request after publication.
    ConsoleIndexing,
    /// Result of the sitemap resubmission.
    ConsoleSitemap,
    /// A user requested indexing.
    ManualReindex,
}

/// One event of a post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentEvent {
    /// Unique within the post and sortable by time.
    pub id: String,
    /// The post that the event belongs to.
    pub content_id: PostId,
    /// Kind of the event.
    pub kind: EventKind,
    /// User who caused the event; `None` for the system and for the client.
    pub user_id: Option<UserId>,
    /// Details of the event as JSON; never contains a secret.
    pub detail: serde_json::Value,
    /// When the event happened.
    pub created_at: Timestamp,
}
