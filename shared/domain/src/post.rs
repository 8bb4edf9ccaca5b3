//! Articles and their states (docs/interface/platform/posts.md#statuses).

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::approval::{self, Decision, Label};
use crate::faq::FaqData;
use crate::host_bound::{ChoiceOrigins, EmptiedFields};
use crate::host_origin::HostOrigin;
use crate::id::{JobId, MediaId, PostId, SiteId, UserId};
use crate::publication::SETTLE_AFTER;

/// How long before its date a scheduled post's author and requester hear that changes wait for the
/// client.
pub const CHANGES_NOTICE: SignedDuration = SignedDuration::from_hours(1);

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

/// A state of what the client is shown: title, body, FAQ and picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentMark {
    /// Number of the version.
    pub version: u64,
    /// Digest of title, body and FAQ; none for a text that was last edited before digests were kept.
    pub digest: Option<String>,
    /// The featured picture.
    pub featured_media_id: Option<MediaId>,
}

impl ContentMark {
    /// Whether both stand for the same title, body, FAQ and picture. Without digests the same version
    /// counts as the same text.
    pub fn is_same_content(&self, other: &Self) -> bool {
        let same_text = match (&self.digest, &other.digest) {
            (Some(one), Some(other)) => one == other,
            _ => self.version == other.version,
        };
        same_text && self.featured_media_id == other.featured_media_id
    }
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
    /// The host that `host_post_id` belongs to.
    #[serde(default)]
    pub host_origin: Option<HostOrigin>,
    /// The hosts on which categories and author were chosen.
    #[serde(default)]
    pub choice_origins: ChoiceOrigins,
    /// What was emptied after the host may have been given it.
    #[serde(default)]
    pub emptied: EmptiedFields,
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
    /// Whether the newest round waits for the client's answer. Records of earlier releases hold the
    /// round's token here.
    #[serde(deserialize_with = "is_pending")]
    pub pending_approval: bool,
    /// How many approval rounds there were, those of former clients included.
    pub approval_rounds: u32,
    /// How many of them were opened for sites that the post has left.
    #[serde(default)]
    pub former_rounds: u32,
    /// Digest of title, body and FAQ as the last version left them; kept by the store.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_digest: Option<String>,
    /// What the client approved, while an approval is their last decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approved_content: Option<ContentMark>,
    /// What a person published or scheduled knowing that the client had approved another state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed_content: Option<ContentMark>,
    /// The date about which author and requester were told that it comes without the changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes_announced_for: Option<Timestamp>,
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

/// Reads [`Post::pending_approval`]: a flag, or the token of an open round.
fn is_pending<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::Bool(pending) => pending,
        other => !other.is_null(),
    })
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
            host_origin: None,
            choice_origins: ChoiceOrigins::default(),
            emptied: EmptiedFields::default(),
            host_post_url: None,
            host_marker: None,
            host_copy: None,
            aprovado_pelo_cliente: false,
            ajustes_solicitados: false,
            rejeitado_pelo_cliente: false,
            pending_approval: false,
            approval_rounds: 0,
            former_rounds: 0,
            content_digest: None,
            approved_content: None,
            confirmed_content: None,
            changes_announced_for: None,
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
        self.pending_approval || (self.fields.approval_required && !self.aprovado_pelo_cliente)
    }

    /// The approval label of history and editor.
    pub const fn approval_label(&self) -> Option<Label> {
        approval::label(
            self.pending_approval,
            self.aprovado_pelo_cliente,
            self.ajustes_solicitados,
            self.rejeitado_pelo_cliente,
        )
    }

    /// What the client would be shown now.
    pub fn content_mark(&self) -> ContentMark {
        ContentMark {
            version: self.version,
            digest: self.content_digest.clone(),
            featured_media_id: self.featured_media_id,
        }
    }

    /// Whether title, body, FAQ or picture changed since the client approved them.
    pub fn changed_after_approval(&self) -> bool {
        self.aprovado_pelo_cliente
            && self
                .approved_content
                .as_ref()
                .is_some_and(|approved| !approved.is_same_content(&self.content_mark()))
    }

    /// Whether the present state must not go out by itself: approval is required, the client approved
    /// another state, and no person let this one go out knowingly.
    pub fn changes_await_approval(&self) -> bool {
        self.fields.approval_required
            && self.changed_after_approval()
            && !self
                .confirmed_content
                .as_ref()
                .is_some_and(|confirmed| confirmed.is_same_content(&self.content_mark()))
    }

    /// Records that a person lets the present state go out although the client approved another one.
    pub fn confirm_changes(&mut self) {
        self.confirmed_content = Some(self.content_mark());
    }

    /// When author and requester must hear that the date comes without the changes; none when there
    /// is nothing to tell, or they were told.
    pub fn changes_announced_at(&self) -> Option<Timestamp> {
        let at = self
            .scheduled_at
            .filter(|_| self.status == PostStatus::Scheduled && !self.is_deleted())?;
        (self.host_is_behind()
            && self.changes_await_approval()
            && self.changes_announced_for != Some(at))
        .then(|| at - CHANGES_NOTICE)
    }

    /// The post goes to another client, who was asked nothing and has said nothing yet.
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

    /// Records the client's decision in the persistent flags and closes the round.
    pub fn decide(&mut self, decision: Decision) {
        self.pending_approval = false;
        self.approved_content = (decision == Decision::Approve).then(|| self.content_mark());
        self.confirmed_content = None;
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

    /// Marks the post as shown by the host. A repeated call keeps the first `published_at`. A date
    /// ahead of `at` is not waited for any more.
    pub fn mark_published(&mut self, url: String, at: Timestamp) {
        self.scheduled_at = self.scheduled_at.filter(|date| *date <= at);
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

    /// When the publishing tick must look at this post: at once while the host is to be given a newer
    /// state, when changes that wait for the client must be announced, else when the host should have
    /// honoured the schedule.
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

    /// An approved draft that requires approval, and its text after one more edit.
    fn approved() -> (Post, Post) {
        let mut post = draft();
        post.fields.approval_required = true;
        (post.content_digest, post.featured_media_id) = (Some("a".into()), Some(MediaId(3)));
        post.decide(Decision::Approve);
        let mut edited = post.clone();
        (edited.version, edited.content_digest) = (2, Some("b".into()));
        (post, edited)
    }

    #[test]
    fn text_and_picture_count_as_changes_and_other_fields_do_not() {
        let (post, edited) = approved();
        assert!(!post.changed_after_approval());
        assert!(edited.changed_after_approval() && edited.changes_await_approval());
        let mut excerpt = post.clone();
        excerpt.version = 2;
        assert!(!excerpt.changed_after_approval(), "the digest is the same");
        let mut picture = post.clone();
        picture.featured_media_id = Some(MediaId(4));
        assert!(picture.changes_await_approval());
        let mut back = edited.clone();
        (back.version, back.content_digest) = (3, Some("a".into()));
        assert!(!back.changed_after_approval(), "it is as it was approved");
    }

    #[test]
    fn changes_wait_for_the_client_or_for_a_person_who_knows() {
        let (_, edited) = approved();
        let mut confirmed = edited.clone();
        confirmed.confirm_changes();
        assert!(confirmed.changed_after_approval() && !confirmed.changes_await_approval());
        let mut again = confirmed.clone();
        (again.version, again.content_digest) = (3, Some("c".into()));
        assert!(again.changes_await_approval(), "only what was confirmed");
        let mut approved_again = edited.clone();
        approved_again.decide(Decision::Approve);
        assert!(!approved_again.changed_after_approval());
        let mut free = edited.clone();
        free.fields.approval_required = false;
        assert!(free.changed_after_approval() && !free.changes_await_approval());
        let mut rejected = edited;
        rejected.decide(Decision::Reject);
        assert!(!rejected.changed_after_approval() && rejected.awaits_approval());
    }

    #[test]
    fn an_approval_of_an_earlier_release_is_taken_as_one_of_the_present_text() {
        let (mut post, _) = approved();
        post.approved_content = None;
        post.version = 9;
        assert!(!post.changed_after_approval());
    }

    #[test]
    fn changes_that_wait_are_announced_an_hour_ahead_and_never_handed_over() {
        let (mut post, _) = approved();
        post.mark_scheduled(at(50_000));
        post.host_copy = Some(post.copy_for_host());
        (post.version, post.updated_at) = (2, at(10));
        (post.content_digest, post.fields.slug) = (Some("b".into()), "x".into());
        assert_eq!(post.due_at(), Some(at(50_000) - CHANGES_NOTICE));
        post.changes_announced_for = Some(at(50_000));
        assert_eq!(post.due_at(), Some(at(50_000) + SETTLE_AFTER));
        post.confirm_changes();
        assert_eq!(post.due_at(), Some(at(10)));
    }

    #[test]
    fn another_client_begins_anew() {
        let (mut post, _) = approved();
        post.approval_rounds = 2;
        post.move_to_site(SiteId(9));
        assert_eq!((post.site_id, post.former_rounds), (SiteId(9), 2));
        assert_eq!((post.approval_label(), post.approved_content), (None, None));
    }

    #[test]
    fn publishing_forgets_a_date_that_lies_ahead() {
        let mut post = draft();
        post.scheduled_at = Some(at(100));
        post.mark_published("https://exemplo.com.br/a".into(), at(5));
        assert_eq!(post.scheduled_at, None);
        post.scheduled_at = Some(at(100));
        post.mark_published("https://exemplo.com.br/a".into(), at(100));
        assert_eq!(post.scheduled_at, Some(at(100)));
    }

    #[test]
    fn records_of_earlier_releases_are_read() {
        let mut stored = serde_json::to_value(draft()).unwrap();
        for (written, pending) in [
            (
                serde_json::json!("6f1c2a1e-1111-4222-8333-444455556666"),
                true,
            ),
            (Value::Null, false),
            (serde_json::json!(true), true),
        ] {
            stored["pending_approval"] = written;
            let post: Post = serde_json::from_value(stored.clone()).unwrap();
            assert_eq!(post.pending_approval, pending);
        }
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
