//! What happened to a post, for its history (content_events).

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::id::{PostId, UserId};

/// The kinds of post events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// The post was created.
    Created,
    /// The client was asked for approval.
    ApprovalRequested,
    /// The client answered.
    ApprovalAnswered,
    /// Somebody asked for publication.
    PublicationRequested,
    /// The host shows the post.
    Published,
    /// The host holds the post for a later time.
    Scheduled,
    /// The schedule was taken back.
    ScheduleCanceled,
    /// The publication stopped and waits for a person.
    PublicationFailed,
    /// A scheduled post was late on the host and was published by the tick.
    MissedSchedule,
    /// The post was published as new, because the site's address led to another host than the one that has it.
    HostLeft,
    /// The post was deleted softly.
    Deleted,
    /// The post was restored.
    Restored,
    /// The post was set back to an earlier version.
    Reverted,
    /// The client was told of the publication.
    ClientNotified,
    /// Result of the indexing request after publication.
    ConsoleIndexing,
    /// Result of the sitemap resubmission.
    ConsoleSitemap,
    /// A person asked for indexing.
    ManualReindex,
}

/// One event of a post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentEvent {
    /// Unique within the post and sortable by time.
    pub id: String,
    /// The post.
    pub content_id: PostId,
    /// What happened.
    pub kind: EventKind,
    /// Who did it; none for the system or the client.
    pub user_id: Option<UserId>,
    /// What else is worth knowing; never a secret.
    pub detail: serde_json::Value,
    /// When.
    pub created_at: Timestamp,
}
