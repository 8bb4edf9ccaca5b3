//! Approval rounds of posts. A round is stored in its post's partition under its number; a pointer
//! record maps the hash of the client's token to it. Only the newest round of a post can be open, and
//! the post carries the flag `pending_approval`, so every transaction that opens or closes a round also
//! writes the post.
//!
//! Earlier releases stored tokens in clear text: in the pointer's key, in the round and in the post.
//! Such rounds remain reachable through [`PlatformStore::approval_by_clear_token`]. Closing the round
//! removes the token from the round and the post; the client's answer replaces the pointer by a hashed
//! one.

use domain::platform::approval::{Approval, Decision};
use domain::platform::event::EventKind;
use domain::platform::id::PostId;
use domain::platform::month::Month;
use domain::platform::notification::{Notification, NotificationKind};
use domain::platform::post::{Post, PostVersion};
use domain::platform::publication::Job;
use items::{Condition, Entry, ItemsError, Key, Query, Write};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;
use vault::token::TokenHash;

use crate::PlatformStore;
use crate::events::content_event;
use crate::idempotency::{Claim, Work};
use crate::notifications::notification_write;
use crate::posts::PostChange;
use crate::reports::{ReportEvent, report_write};

/// Revision of an open round. A round record is written on opening and on closing; the migration to counted
/// reports writes closed rounds of earlier releases once more.
const OPEN: u64 = 1;
/// Revision of a closed round.
pub(crate) const CLOSED: u64 = 2;

/// Target of a token's pointer record; immutable.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Pointer {
    post_id: PostId,
    round: u32,
}

pub(crate) fn key(post: PostId, round: u32) -> Key {
    Key::new(format!("POST#{post}"), format!("APPROVAL#{round:08}"))
}

fn token_key(token: &str) -> Key {
    Key::new(format!("APPROVAL#{token}"), "APPROVAL")
}

fn pointer_entry(approval: &Approval, token: &TokenHash) -> Result<Entry, ItemsError> {
    let pointer = Pointer {
        post_id: approval.post_id,
        round: approval.round,
    };
    Entry::new(token_key(token.as_str()), &pointer)
}

/// Writes that replace the clear-text pointer of an earlier release by one under `hash`.
///
/// # Errors
/// [`ItemsError::Defect`] when the pointer cannot be serialised.
pub fn hashed_pointer_writes(
    approval: &Approval,
    token: Uuid,
    hash: &TokenHash,
) -> Result<[Write; 2], ItemsError> {
    Ok([
        Write::Delete(token_key(&token.to_string()), Condition::Any),
        Write::Put(pointer_entry(approval, hash)?, Condition::Any),
    ])
}

fn close_write(approval: &Approval) -> Result<Write, ItemsError> {
    let entry = Entry::new(key(approval.post_id, approval.round), approval)?.revision(CLOSED);
    Ok(Write::Put(entry, Condition::Revision(OPEN)))
}

fn open_writes(approval: &Approval, token: &TokenHash) -> Result<[Write; 2], ItemsError> {
    let entry = Entry::new(key(approval.post_id, approval.round), approval)?.revision(OPEN);
    Ok([
        Write::Put(entry, Condition::Absent),
        Write::Put(pointer_entry(approval, token)?, Condition::Absent),
    ])
}

/// Change of `post` that records the client's answer: closes the round, sets the post's flags by
/// `decision`, stores the approved version, and adds the event and the author's notification.
///
/// `answered` is the round after the answer. `under_way` says whether this answer puts, or has put, the
/// post into publication. The answer is counted in the report of the month of `now` in `zone`. The caller saves the change or passes it to
/// [`PlatformStore::request_publication`].
///
/// # Errors
/// [`ItemsError::Defect`] when a record cannot be serialised.
pub fn answer_change(
    post: &Post,
    answered: &Approval,
    decision: Decision,
    under_way: bool,
    zone: &TimeZone,
    now: Timestamp,
) -> Result<(PostChange, Notification), ItemsError> {
    let kind = NotificationKind::ClientDecision {
        post_id: post.id,
        round: answered.round,
        under_way,
    };
    let notification = Notification::new(kind, now);
    let event = content_event(
        post.id,
        EventKind::ApprovalAnswered,
        None,
        json!({ "round": answered.round, "decision": answered.status }),
        now,
        &format!("answer-{}", answered.round),
    );
    let answered = Approval {
        approved_version: (decision == Decision::Approve).then_some(post.version),
        answered_version: Some(post.version),
        counted: true,
        ..answered.clone()
    };
    let count = ReportEvent::Answered {
        decision,
        waited: now.duration_since(answered.requested_at),
    };
    let change = PostChange::of(post, |post| post.decide(decision))
        .also(close_write(&answered)?)
        .also(notification_write(&notification)?)
        .also(report_write(answered.site_id, Month::of(now, zone), count))
        .event(event);
    Ok((change, notification))
}

impl PlatformStore {
    /// Approval round of the token with this hash.
    pub async fn approval(&self, token: &TokenHash) -> Result<Option<Approval>, ItemsError> {
        self.pointed(token_key(token.as_str())).await
    }

    /// Approval round of a clear-text token issued by an earlier release.
    pub async fn approval_by_clear_token(
        &self,
        token: Uuid,
    ) -> Result<Option<Approval>, ItemsError> {
        self.pointed(token_key(&token.to_string())).await
    }

    async fn pointed(&self, key: Key) -> Result<Option<Approval>, ItemsError> {
        let pointer: Option<Pointer> = self.table.get(&key).await?;
        match pointer {
            Some(pointer) => self.approval_round(pointer.post_id, pointer.round).await,
            None => Ok(None),
        }
    }

    /// Approval round `round` of `post`.
    pub async fn approval_round(
        &self,
        post: PostId,
        round: u32,
    ) -> Result<Option<Approval>, ItemsError> {
        self.table.get(&key(post, round)).await
    }

    /// Approval rounds of posts, in the order of `ids`: post and number.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn rounds_by_id(
        &self,
        ids: &[(PostId, u32)],
    ) -> Result<Vec<Option<Approval>>, ItemsError> {
        let keys: Vec<_> = ids.iter().map(|(post, round)| key(*post, *round)).collect();
        self.table.get_many(&keys).await
    }

    /// Rounds of `post` on its current site, newest first. Rounds from before a move between sites are
    /// left out.
    pub async fn approvals(&self, post: &Post) -> Result<Vec<Approval>, ItemsError> {
        let query = Query::prefix(format!("POST#{}", post.id), "APPROVAL#").newest_first();
        let mut rounds: Vec<Approval> = self.table.query(&query).await?;
        rounds.retain(|round| round.round > post.former_rounds);
        Ok(rounds)
    }

    /// The client's last answer to a round of `post` before `round`, with the version of the text that it was about, as far
    /// as that is known.
    ///
    /// # Errors
    /// [`ItemsError`] of the store.
    pub async fn last_answer(
        &self,
        post: &Post,
        round: u32,
    ) -> Result<Option<(Approval, Option<PostVersion>)>, ItemsError> {
        if round <= post.former_rounds.saturating_add(1) {
            return Ok(None);
        }
        let rounds = self.approvals(post).await?;
        let Some(answered) = Approval::answered_before(&rounds, round) else {
            return Ok(None);
        };
        let version = match answered.answered_version {
            Some(version) => self.post_version(post.id, version).await?,
            None => None,
        };
        Ok(Some((answered.clone(), version)))
    }

    /// Adds to `change` the write that supersedes the post's open round, if there is one.
    pub(crate) async fn close_round(
        &self,
        mut change: PostChange,
        now: Timestamp,
    ) -> Result<PostChange, ItemsError> {
        if std::mem::take(&mut change.post.pending_approval) {
            let (post, round) = (change.post.id, change.post.approval_rounds);
            if let Some(open) = self.approval_round(post, round).await? {
                change = change.also(close_write(&open.supersede(now))?);
            }
        }
        Ok(change)
    }

    /// Opens `approval` as the next round of `post`, at its time of request, reachable by the token hash `token`.
    ///
    /// One transaction, made under the idempotency key of `claim`, supersedes an open round, ends the
    /// `parked` publication job, writes the new round and its pointer, and records the event and the
    /// client's notifications, one for each channel. The caller enqueues the notifications afterwards.
    ///
    /// # Errors
    /// [`ItemsError::Conflict`] when the post changed, or its open round was answered, after `post` was
    /// read.
    pub async fn open_approval(
        &self,
        post: &Post,
        approval: &Approval,
        token: &TokenHash,
        parked: Option<&Job>,
        claim: &Claim,
    ) -> Result<(Post, Vec<Notification>), ItemsError> {
        let now = approval.requested_at;
        let notifications: Vec<_> = approval
            .requests()
            .map(|(_, kind)| Notification::new(kind, now))
            .collect();
        let event = content_event(
            post.id,
            EventKind::ApprovalRequested,
            Some(approval.requested_by),
            json!({ "round": approval.round, "channel": approval.channel }),
            now,
            &format!("request-{}", approval.round),
        );
        let mut change = self
            .close_round(PostChange::of(post, |_| {}), now)
            .await?
            .event(event)
            .under(claim)
            .doing(Work::Round(post.id, approval.round));
        change.post.pending_approval = true;
        change.post.approval_requested_at = Some(now);
        change.post.approval_rounds = approval.round;
        for notification in &notifications {
            change = change.also(notification_write(notification)?);
        }
        for write in open_writes(approval, token)? {
            change = change.also(write);
        }
        if let Some(job) = parked {
            let mut ended = job.clone();
            ended.supersede(now);
            change = change.with_job(&ended, job.revision)?;
        }
        Ok((self.save_post(change).await?, notifications))
    }
}
