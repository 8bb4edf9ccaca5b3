//! Articles and their states (docs/interface/platform/posts.md#statuses).

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::faq::FaqData;
use crate::platform::approval::{self, Decision, Label};
use crate::platform::body_form::BodyForm;
use crate::platform::host_origin::HostOrigin;
use crate::platform::id::{JobId, MediaId, PostId, SiteId, UserId};
use crate::platform::publication::Stage;
use crate::platform::search_field::SearchField;

/// Time that the host has to publish a scheduled post before the publishing tick checks it.
pub const SETTLE_AFTER: SignedDuration = SignedDuration::from_secs(90);
/// How long before its date the author and the requester of a scheduled post are notified that changes
/// await the client's approval.
pub const CHANGES_NOTICE: SignedDuration = SignedDuration::from_hours(1);

/// Publication state of an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PostStatus {
    /// In progress, or awaiting the client's approval.
    Draft,
    /// Scheduled on the host, which publishes it at `scheduled_at`.
    Scheduled,
    /// Published on the host.
    Published,
}

impl PostStatus {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Scheduled => "scheduled",
            Self::Published => "published",
        }
    }
}

/// The fields that a client of the API may write when it creates or edits a post. The system sets all other
/// fields.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PostFields {
    /// Title, plain text.
    pub title: String,
    /// Slug on the host; derived from the title when empty.
    pub slug: String,
    /// Excerpt, plain text.
    pub excerpt: String,
    /// Focus keyword of the article.
    pub focus_keyword: String,
    /// Title for search engines.
    pub seo_title: String,
    /// Description for search engines.
    pub meta_description: String,
    /// Whether a schedule takes effect only after the client's approval.
    pub approval_required: bool,
    /// FAQ section.
    pub faq_data: FaqData,
    /// Category ids on the host.
    pub host_category_ids: Vec<u64>,
    /// Author id on the host.
    pub host_author_id: Option<u64>,
    /// Tag names on the host.
    pub host_tag_names: Vec<String>,
}

/// Fields that a user emptied after the host may have received a value, and that are therefore sent as
/// empty. Fields that were never filled in are not sent, because the host may have values of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EmptiedFields {
    /// The categories.
    pub categories: bool,
    /// The tags.
    pub tags: bool,
    /// The search engine fields.
    pub search: Vec<SearchField>,
}

/// The hosts whose identifiers categories and author refer to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ChoiceOrigins {
    /// Host of the categories.
    pub categories: Option<HostOrigin>,
    /// Host of the author.
    pub author: Option<HostOrigin>,
}

/// The state of a post that was sent to the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostCopy {
    /// Number of the version; every edit creates one.
    pub version: u64,
    /// The featured image.
    pub featured_media_id: Option<MediaId>,
}

/// Identifies the content that the client sees: title, body, FAQ and image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentMark {
    /// Number of the version.
    pub version: u64,
    /// Digest of title, body and FAQ; `None` for content last edited before digests were stored.
    pub digest: Option<String>,
    /// The featured image.
    pub featured_media_id: Option<MediaId>,
}

impl ContentMark {
    /// Whether both identify the same title, body, FAQ and image. Without digests, equal versions count as
    /// equal content.
    pub fn is_same_content(&self, other: &Self) -> bool {
        let same_text = match (&self.digest, &other.digest) {
            (Some(one), Some(other)) => one == other,
            _ => self.version == other.version,
        };
        same_text && self.featured_media_id == other.featured_media_id
    }
}

/// What the counters of the monthly reports contain of a post. It is written in the transactions that change the
/// counters, so that nothing is counted twice. Posts of releases without counters have neither flag until the
/// migration has counted them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CountedInReports {
    /// Its creation.
    pub created: bool,
    /// Its first publication.
    pub published: bool,
}

/// An article without its body, which is stored with its version (see [`PostVersion`]).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Post {
    /// Identifier.
    pub id: PostId,
    /// User who owns the post; never changes.
    pub user_id: UserId,
    /// The site that the post belongs to.
    pub site_id: SiteId,
    /// The fields written by users.
    #[serde(flatten)]
    pub fields: PostFields,
    /// Length of the body's plain text in characters, stored so that lists and checks do not load the body.
    pub body_chars: usize,
    /// Number of words of the body's plain text; 0 for bodies last edited before words were counted, until the migration
    /// counts them.
    #[serde(default)]
    pub body_words: usize,
    /// What the monthly reports have counted of the post.
    #[serde(default)]
    pub counted: CountedInReports,
    /// Publication state.
    pub status: PostStatus,
    /// Requested publication date; only stored here while the approval is pending.
    pub scheduled_at: Option<Timestamp>,
    /// When the host published the post.
    pub published_at: Option<Timestamp>,
    /// Post id on the host; `None` until it is created there.
    pub host_post_id: Option<u64>,
    /// The host of `host_post_id`.
    #[serde(default)]
    pub host_origin: Option<HostOrigin>,
    /// The hosts of the selected categories and author.
    #[serde(default)]
    pub choice_origins: ChoiceOrigins,
    /// Fields that were emptied after the host may have received a value.
    #[serde(default)]
    pub emptied: EmptiedFields,
    /// URL on the host; `None` until the post is published.
    pub host_post_url: Option<String>,
    /// Slug with which the post was first created on the host: unique to this post, so that a creation
    /// whose response was lost can be found.
    pub host_marker: Option<String>,
    /// The state that the host's copy has, or that the current publication gives it; `None` when unknown.
    #[serde(default)]
    pub host_copy: Option<HostCopy>,
    /// Form of the body on the host; `None` before it was sent, and for posts that earlier releases sent, as plain HTML.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host_body_form: Option<BodyForm>,
    /// The client's last decision was an approval.
    pub aprovado_pelo_cliente: bool,
    /// The client's last decision asked for adjustments.
    pub ajustes_solicitados: bool,
    /// The client's last decision was a rejection.
    pub rejeitado_pelo_cliente: bool,
    /// Whether the newest round is open. Records of earlier releases store the round's token here.
    #[serde(deserialize_with = "is_pending")]
    pub pending_approval: bool,
    /// When the client was last asked; `None` when never, or in records of earlier releases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approval_requested_at: Option<Timestamp>,
    /// Whether a publication was recorded after the client's last decision.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub published_since_decision: bool,
    /// Number of approval rounds, including those for former sites.
    pub approval_rounds: u32,
    /// Number of rounds that were opened for former sites.
    #[serde(default)]
    pub former_rounds: u32,
    /// Digest of title, body and FAQ of the current version; maintained by the store.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_digest: Option<String>,
    /// The content that the client approved, while an approval is the last decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approved_content: Option<ContentMark>,
    /// The content that a user published or scheduled after confirming that it differs from the approved
    /// one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed_content: Option<ContentMark>,
    /// The date for which author and requester were notified that changes are held back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes_announced_for: Option<Timestamp>,
    /// The latest image, which is the featured one.
    pub featured_media_id: Option<MediaId>,
    /// The current publication job; an older job that resumes late has no effect.
    pub job_id: Option<JobId>,
    /// Stage of that job, written whenever it changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publication: Option<Stage>,
    /// When it was deleted softly.
    pub deleted_at: Option<Timestamp>,
    /// User who deleted the post.
    pub deleted_by: Option<UserId>,
    /// Number of the current version of title and body, from 1; also the ETag.
    pub version: u64,
    /// Incremented with every write of this record; detects concurrent writes.
    pub revision: u64,
    /// When it was created.
    pub created_at: Timestamp,
    /// When a user last edited the post.
    pub updated_at: Timestamp,
}

/// Deserialises [`Post::pending_approval`]: a flag, or the token of an open round in records of earlier
/// releases.
fn is_pending<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::Bool(pending) => pending,
        other => !other.is_null(),
    })
}

/// Title and body of one version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostVersion {
    /// From 1, without gaps.
    pub number: u64,
    /// Title.
    pub title: String,
    /// Body, sanitised HTML.
    pub body: String,
    /// User who made the edit.
    pub user_id: UserId,
    /// When the version was created.
    pub created_at: Timestamp,
}

/// What happens to a post when it is approved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterApproval {
    /// Its date is in the future: schedule it on the host.
    Schedule(Timestamp),
    /// It has no date, or the date has passed: publish it.
    Publish,
}

impl Post {
    /// Creates a draft. A post always starts as a draft, whichever status the client of the API sends.
    pub fn draft(
        id: PostId,
        user_id: UserId,
        site_id: SiteId,
        fields: PostFields,
        body_chars: usize,
        now: Timestamp,
    ) -> Self {
        Self {
            id,
            user_id,
            site_id,
            fields,
            body_chars,
            body_words: 0,
            counted: CountedInReports {
                created: true,
                published: false,
            },
            status: PostStatus::Draft,
            scheduled_at: None,
            published_at: None,
            host_post_id: None,
            host_origin: None,
            choice_origins: ChoiceOrigins::default(),
            emptied: EmptiedFields::default(),
            host_post_url: None,
            host_marker: None,
            host_copy: None,
            host_body_form: None,
            aprovado_pelo_cliente: false,
            ajustes_solicitados: false,
            rejeitado_pelo_cliente: false,
            pending_approval: false,
            approval_requested_at: None,
            published_since_decision: false,
            approval_rounds: 0,
            former_rounds: 0,
            content_digest: None,
            approved_content: None,
            confirmed_content: None,
            changes_announced_for: None,
            featured_media_id: None,
            job_id: None,
            publication: None,
            deleted_at: None,
            deleted_by: None,
            version: 1,
            revision: 1,
            created_at: now,
            updated_at: now,
        }
    }

    /// Whether the post was deleted softly.
    pub const fn is_deleted(&self) -> bool {
        self.deleted_at.is_some()
    }

    /// Whether a schedule must wait for the client: a round is open, or approval is required and the last
    /// decision was not an approval.
    pub const fn awaits_approval(&self) -> bool {
        self.pending_approval || (self.fields.approval_required && !self.aprovado_pelo_cliente)
    }

    /// The approval label for lists and for the editor.
    pub const fn approval_label(&self) -> Option<Label> {
        approval::label(
            self.pending_approval,
            self.aprovado_pelo_cliente,
            self.ajustes_solicitados,
            self.rejeitado_pelo_cliente,
        )
    }

    /// Identifies the present content.
    pub fn content_mark(&self) -> ContentMark {
        ContentMark {
            version: self.version,
            digest: self.content_digest.clone(),
            featured_media_id: self.featured_media_id,
        }
    }

    /// Whether title, body, FAQ or image changed since the client approved them.
    pub fn changed_after_approval(&self) -> bool {
        self.aprovado_pelo_cliente
            && self
                .approved_content
                .as_ref()
                .is_some_and(|approved| !approved.is_same_content(&self.content_mark()))
    }

    /// Whether the present content must not be published automatically: approval is required, the client
    /// approved other content, and no user confirmed this content.
    pub fn changes_await_approval(&self) -> bool {
        self.fields.approval_required
            && self.changed_after_approval()
            && !self
                .confirmed_content
                .as_ref()
                .is_some_and(|confirmed| confirmed.is_same_content(&self.content_mark()))
    }

    /// Records that a user confirmed the present content although the client approved other content.
    pub fn confirm_changes(&mut self) {
        self.confirmed_content = Some(self.content_mark());
    }

    /// When author and requester must be notified that changes are held back; `None` when no changes are,
    /// or when they have been notified.
    pub fn changes_announced_at(&self) -> Option<Timestamp> {
        let at = self
            .scheduled_at
            .filter(|_| self.status == PostStatus::Scheduled && !self.is_deleted())?;
        (self.host_is_behind()
            && self.changes_await_approval()
            && self.changes_announced_for != Some(at))
        .then(|| at - CHANGES_NOTICE)
    }

    /// Moves the post to another site. Its client has neither been asked nor answered, so all approval data
    /// is reset.
    pub fn move_to_site(&mut self, site: SiteId) {
        self.site_id = site;
        self.former_rounds = self.approval_rounds;
        self.pending_approval = false;
        self.aprovado_pelo_cliente = false;
        self.ajustes_solicitados = false;
        self.rejeitado_pelo_cliente = false;
        self.approved_content = None;
        self.confirmed_content = None;
    }

    /// Stores the client's decision in the flags and closes the round.
    pub fn decide(&mut self, decision: Decision) {
        self.pending_approval = false;
        self.published_since_decision = false;
        self.approved_content = (decision == Decision::Approve).then(|| self.content_mark());
        self.confirmed_content = None;
        self.aprovado_pelo_cliente = decision == Decision::Approve;
        self.ajustes_solicitados = decision == Decision::Adjustments;
        self.rejeitado_pelo_cliente = decision == Decision::Reject;
    }

    /// What an approval triggers at `now`.
    pub fn after_approval(&self, now: Timestamp) -> AfterApproval {
        match self.scheduled_at {
            Some(at) if at > now => AfterApproval::Schedule(at),
            _ => AfterApproval::Publish,
        }
    }

    /// Marks the post as published on the host. A repeated call keeps the first `published_at`. A date
    /// later than `at` is removed.
    pub fn mark_published(&mut self, url: String, at: Timestamp) {
        self.scheduled_at = self.scheduled_at.filter(|date| *date <= at);
        if self.status != PostStatus::Published || self.published_at.is_none() {
            self.published_at = Some(at);
        }
        self.status = PostStatus::Published;
        self.published_since_decision = true;
        self.host_post_url = Some(url);
    }

    /// Marks the post as scheduled on the host for `at`.
    pub const fn mark_scheduled(&mut self, at: Timestamp) {
        self.status = PostStatus::Scheduled;
        self.scheduled_at = Some(at);
    }

    /// Cancels the schedule. A published post never becomes a draft.
    pub fn mark_unscheduled(&mut self) {
        if self.status == PostStatus::Scheduled {
            self.status = PostStatus::Draft;
        }
        self.scheduled_at = None;
    }

    /// The state of the post to send to the host now.
    pub const fn copy_for_host(&self) -> HostCopy {
        HostCopy {
            version: self.version,
            featured_media_id: self.featured_media_id,
        }
    }

    /// Whether the post was edited since its state was sent to the host.
    pub fn host_is_behind(&self) -> bool {
        self.host_copy != Some(self.copy_for_host())
    }

    /// When the publishing tick must check this post: at once while the host lacks the newest state, when
    /// held-back changes must be announced, otherwise after the host should have published it.
    pub fn due_at(&self) -> Option<Timestamp> {
        let at = self
            .scheduled_at
            .filter(|_| self.status == PostStatus::Scheduled && !self.is_deleted())?;
        Some(if self.host_is_behind() && !self.changes_await_approval() {
            self.updated_at.min(at)
        } else {
            self.changes_announced_at()
                .unwrap_or_else(|| at + SETTLE_AFTER)
        })
    }
}

#[cfg(test)]
mod tests;
