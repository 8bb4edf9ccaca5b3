//! Row of a post in the lists, as the change log and the snapshots hold it.

use domain::platform::approval::Label;
use domain::platform::id::{PostId, SiteId, UserId};
use domain::platform::post::{Post, PostStatus};
use domain::platform::post_state::{PostState, StateFacts};
use domain::platform::publication::Stage;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Row of a post in a list. Rows of earlier releases stay in the log, so every later column has a default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostRow {
    /// Identifier.
    pub id: PostId,
    /// Owner.
    pub user_id: UserId,
    /// Site.
    pub site_id: SiteId,
    /// Title.
    pub title: String,
    /// Workflow state.
    pub status: PostStatus,
    /// Approval label, derived from rounds and decisions.
    pub approval: Option<Label>,
    /// Whether title, body, FAQ or image changed after the client approved them.
    #[serde(default)]
    pub changed_after_approval: bool,
    /// Stage of the publication that has not ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publication: Option<Stage>,
    /// Whether a publication was recorded after the client's last decision.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub published_since_decision: bool,
    /// When the client was last asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approval_requested_at: Option<Timestamp>,
    /// Number of words of the body; 0 in rows of releases that did not count them, until the migration counts them.
    #[serde(default)]
    pub words: usize,
    /// Planned time of publication.
    pub scheduled_at: Option<Timestamp>,
    /// Time of publication.
    pub published_at: Option<Timestamp>,
    /// URL of the post on its host.
    pub host_post_url: Option<String>,
    /// Time of the soft deletion.
    pub deleted_at: Option<Timestamp>,
    /// User who deleted it.
    pub deleted_by: Option<UserId>,
    /// Version number of title and body.
    pub version: u64,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time of the last edit by a user.
    pub updated_at: Timestamp,
}

impl PostRow {
    /// The state to show.
    pub const fn state(&self) -> PostState {
        PostState::of(StateFacts {
            publication: self.publication,
            approval: self.approval,
            published_since_decision: self.published_since_decision,
            status: self.status,
        })
    }
}

impl From<&Post> for PostRow {
    fn from(post: &Post) -> Self {
        Self {
            id: post.id,
            user_id: post.user_id,
            site_id: post.site_id,
            title: post.fields.title.clone(),
            status: post.status,
            approval: post.approval_label(),
            changed_after_approval: post.changed_after_approval(),
            publication: post.publication,
            published_since_decision: post.published_since_decision,
            approval_requested_at: post.approval_requested_at,
            words: post.body_words,
            scheduled_at: post.scheduled_at,
            published_at: post.published_at,
            host_post_url: post.host_post_url.clone(),
            deleted_at: post.deleted_at,
            deleted_by: post.deleted_by,
            version: post.version,
            created_at: post.created_at,
            updated_at: post.updated_at,
        }
    }
}
