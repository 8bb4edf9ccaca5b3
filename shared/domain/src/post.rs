//! Articles and their states (spec/platform.md, Content and Content status).

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::approval::{self, Decision, Label};
use crate::faq::FaqData;
use crate::id::{JobId, MediaId, PostId, SiteId, UserId};
use crate::publication::SETTLE_AFTER;

/// Where an article is on its way to the client's site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PostStatus {
    /// Being written, or waiting for the client.
    Draft,
    /// Held by the host, which publishes it at `scheduled_at`.
    Scheduled,
    /// Shown by the host.
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

/// What people write: the whitelist of a create or edit. Everything else of a post is set by the
/// system.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PostFields {
    /// Title, plain text.
    pub title: String,
    /// Address part on the host; made from the title when empty.
    pub slug: String,
    /// Summary, plain text.
    pub excerpt: String,
    /// Keyword the article aims at.
    pub focus_keyword: String,
    /// Title for search engines.
    pub seo_title: String,
    /// Description for search engines.
    pub meta_description: String,
    /// Whether the client must approve before a schedule takes effect.
    pub approval_required: bool,
    /// FAQ section.
    pub faq_data: FaqData,
    /// Categories on the host.
    pub host_category_ids: Vec<u64>,
    /// Author on the host.
    pub host_author_id: Option<u64>,
    /// Tags on the host, by name.
    pub host_tag_names: Vec<String>,
}

/// Which state of a post the host was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostCopy {
    /// Number of the version: every edit makes one.
    pub version: u64,
    /// The featured picture.
    pub featured_media_id: Option<MediaId>,
}

/// An article without its body; the body lives with its version (see [`PostVersion`]).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Post {
    /// Identifier.
    pub id: PostId,
    /// Owner; never changes.
    pub user_id: UserId,
    /// The client's site.
    pub site_id: SiteId,
    /// What people write.
    #[serde(flatten)]
    pub fields: PostFields,
    /// Plain-text length of the body in characters, kept so that lists and checks need no body.
    pub body_chars: usize,
    /// State.
    pub status: PostStatus,
    /// When it is meant to go online; kept here alone while approval is outstanding.
    pub scheduled_at: Option<Timestamp>,
    /// When it really went online.
    pub published_at: Option<Timestamp>,
    /// Identifier on the host, once created there.
    pub host_post_id: Option<u64>,
    /// Address on the host, once published.
    pub host_post_url: Option<String>,
    /// The address part under which the host's copy was first created: unique to this post, so that
    /// a creation whose answer was lost can be found again.
    pub host_marker: Option<String>,
    /// What the host's copy shows, or is being brought to show by the publication that counts; none
    /// when that is not known.
    #[serde(default)]
    pub host_copy: Option<HostCopy>,
    /// The client's last decision was an approval.
    pub aprovado_pelo_cliente: bool,
    /// The client's last decision asked for adjustments.
    pub ajustes_solicitados: bool,
    /// The client's last decision was a rejection.
    pub rejeitado_pelo_cliente: bool,
    /// The token of the round the client has not answered yet.
    pub pending_approval: Option<uuid::Uuid>,
    /// How many approval rounds there were.
    pub approval_rounds: u32,
    /// Latest picture: the featured one.
    pub featured_media_id: Option<MediaId>,
    /// The publication that counts; an earlier one that wakes late is void.
    pub job_id: Option<JobId>,
    /// When it was deleted softly.
    pub deleted_at: Option<Timestamp>,
    /// Who deleted it.
    pub deleted_by: Option<UserId>,
    /// Number of the current version of title and body, from 1; the ETag.
    pub version: u64,
    /// Rises with every write of this record, edits or not; guards concurrent writes.
    pub revision: u64,
    /// When it was created.
    pub created_at: Timestamp,
    /// When a person last edited it.
    pub updated_at: Timestamp,
}

/// Title and body as one edit left them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostVersion {
    /// From 1, without gaps.
    pub number: u64,
    /// Title.
    pub title: String,
    /// Body, sanitised HTML.
    pub body: String,
    /// Who made the edit.
    pub user_id: UserId,
    /// When.
    pub created_at: Timestamp,
}

/// What an approved post does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterApproval {
    /// Its date lies ahead: hand it to the host for that time.
    Schedule(Timestamp),
    /// No date, or the date has passed.
    Publish,
}

impl Post {
    /// A new draft. Whatever status a client sends, a post starts as a draft.
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
            status: PostStatus::Draft,
            scheduled_at: None,
            published_at: None,
            host_post_id: None,
            host_post_url: None,
            host_marker: None,
            host_copy: None,
            aprovado_pelo_cliente: false,
            ajustes_solicitados: false,
            rejeitado_pelo_cliente: false,
            pending_approval: None,
            approval_rounds: 0,
            featured_media_id: None,
            job_id: None,
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

    /// Whether a schedule must wait for the client: a round is open, or approval is required and the
    /// last decision was not an approval.
    pub const fn awaits_approval(&self) -> bool {
        self.pending_approval.is_some()
            || (self.fields.approval_required && !self.aprovado_pelo_cliente)
    }

    /// The approval label of history and editor.
    pub const fn approval_label(&self) -> Option<Label> {
        approval::label(
            self.pending_approval.is_some(),
            self.aprovado_pelo_cliente,
            self.ajustes_solicitados,
            self.rejeitado_pelo_cliente,
        )
    }

    /// Records the client's decision in the persistent flags and closes the round.
    pub fn decide(&mut self, decision: Decision) {
        self.pending_approval = None;
        self.aprovado_pelo_cliente = decision == Decision::Approve;
        self.ajustes_solicitados = decision == Decision::Adjustments;
        self.rejeitado_pelo_cliente = decision == Decision::Reject;
    }

    /// What an approval sets in motion at `now`.
    pub fn after_approval(&self, now: Timestamp) -> AfterApproval {
        match self.scheduled_at {
            Some(at) if at > now => AfterApproval::Schedule(at),
            _ => AfterApproval::Publish,
        }
    }

    /// Marks the post as shown by the host. A repeated call keeps the first `published_at`.
    pub fn mark_published(&mut self, url: String, at: Timestamp) {
        if self.status != PostStatus::Published || self.published_at.is_none() {
            self.published_at = Some(at);
        }
        self.status = PostStatus::Published;
        self.host_post_url = Some(url);
    }

    /// Marks the post as held by the host for `at`.
    pub const fn mark_scheduled(&mut self, at: Timestamp) {
        self.status = PostStatus::Scheduled;
        self.scheduled_at = Some(at);
    }

    /// Takes a schedule back. A published post never becomes a draft.
    pub fn mark_unscheduled(&mut self) {
        if self.status == PostStatus::Scheduled {
            self.status = PostStatus::Draft;
        }
        self.scheduled_at = None;
    }

    /// The state of the post that a host is given now.
    pub const fn copy_for_host(&self) -> HostCopy {
        HostCopy {
            version: self.version,
            featured_media_id: self.featured_media_id,
        }
    }

    /// Whether a person changed the post since the host was given it.
    pub fn host_is_behind(&self) -> bool {
        self.host_copy != Some(self.copy_for_host())
    }

    /// When the publishing tick must look at this post: at once while the host holds an older state of
    /// it, else when the host should have honoured the schedule.
    pub fn due_at(&self) -> Option<Timestamp> {
        let at = self
            .scheduled_at
            .filter(|_| self.status == PostStatus::Scheduled && !self.is_deleted())?;
        Some(if self.host_is_behind() {
            self.updated_at.min(at)
        } else {
            at + SETTLE_AFTER
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn draft() -> Post {
        Post::draft(
            PostId(1),
            UserId(1),
            SiteId(1),
            PostFields::default(),
            0,
            at(0),
        )
    }

    #[test]
    fn an_approval_with_a_date_ahead_schedules() {
        let mut post = draft();
        post.scheduled_at = Some(at(100));
        assert_eq!(
            post.after_approval(at(99)),
            AfterApproval::Schedule(at(100))
        );
        assert_eq!(post.after_approval(at(100)), AfterApproval::Publish);
        post.scheduled_at = None;
        assert_eq!(post.after_approval(at(0)), AfterApproval::Publish);
    }

    #[test]
    fn only_the_last_decision_counts() {
        let mut post = draft();
        post.decide(Decision::Reject);
        post.decide(Decision::Approve);
        assert!(post.aprovado_pelo_cliente && !post.rejeitado_pelo_cliente);
        assert_eq!(post.approval_label(), Some(Label::Aprovado));
    }

    #[test]
    fn a_published_post_never_becomes_a_draft() {
        let mut post = draft();
        post.mark_published("https://exemplo.com.br/a".into(), at(5));
        post.mark_unscheduled();
        assert_eq!(post.status, PostStatus::Published);
    }

    #[test]
    fn publishing_again_keeps_the_first_date() {
        let mut post = draft();
        post.mark_published("https://exemplo.com.br/a".into(), at(5));
        post.mark_published("https://exemplo.com.br/b".into(), at(9));
        assert_eq!(post.published_at, Some(at(5)));
    }

    #[test]
    fn a_scheduled_post_is_due_after_its_time_or_once_it_is_edited() {
        let mut post = draft();
        post.mark_scheduled(at(50));
        post.host_copy = Some(post.copy_for_host());
        assert_eq!(post.due_at(), Some(at(50) + SETTLE_AFTER));
        (post.version, post.updated_at) = (2, at(10));
        assert_eq!(post.due_at(), Some(at(10)));
        post.host_copy = Some(post.copy_for_host());
        post.featured_media_id = Some(MediaId(4));
        assert!(post.host_is_behind());
    }

    #[test]
    fn a_deleted_or_unscheduled_post_is_never_due() {
        let mut post = draft();
        assert_eq!(post.due_at(), None);
        post.mark_scheduled(at(50));
        post.deleted_at = Some(at(20));
        assert_eq!(post.due_at(), None);
    }
}
