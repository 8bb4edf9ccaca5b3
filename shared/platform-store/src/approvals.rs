//! Approval rounds of posts. A round lives with its post, under its number; the hash of the client's
//! token leads to it. Only the newest round of a post is open, and the post says whether it is, so that a
//! round is opened and closed in one transaction with the post.
//!
//! Earlier releases stored tokens in clear: in the pointer's key, in the round and in the post. Such
//! rounds are still found ([`PlatformStore::approval_by_clear_token`]); the token leaves the round and the
//! post when the round closes, and the pointer is replaced when the client answers.

use domain::approval::{Approval, Decision};
use domain::event::EventKind;
use domain::id::PostId;
use domain::notification::{Notification, NotificationKind};
use domain::post::Post;
use domain::publication::Job;
use items::{Condition, Entry, ItemsError, Key, Query, Write};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;
use vault::token::TokenHash;

use crate::PlatformStore;
use crate::events::content_event;
use crate::idempotency::{Claim, Work};
use crate::jobs::job_write;
use crate::notifications::notification_write;
use crate::posts::PostChange;

/// Revision of an open round. A round is written twice in its life: opened and closed.
const OPEN: u64 = 1;
/// Revision of a closed round.
const CLOSED: u64 = 2;

/// Where a token leads. Never changes.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Pointer {
    post_id: PostId,
    round: u32,
}

fn key(post: PostId, round: u32) -> Key {
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

/// The writes that let the hash lead to `approval` in place of the clear token of an earlier release.
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

/// The change of `post` that comes with the client's answer: the round closes, the flags follow the
/// decision, the approved state is kept, the event and the author's notification are recorded.
/// `answered` is the round after the answer; `under_way` tells whether the post is, or will be, on its way to the site by it. The caller
/// saves the change, or requests a publication with it.
pub fn answer_change(
    post: &Post,
    answered: &Approval,
    decision: Decision,
    under_way: bool,
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
        ..answered.clone()
    };
    let change = PostChange::of(post, |post| post.decide(decision))
        .also(close_write(&answered)?)
        .also(notification_write(&notification)?)
        .event(event);
    Ok((change, notification))
}

impl PlatformStore {
    /// The round that the token with this hash opens.
    pub async fn approval(&self, token: &TokenHash) -> Result<Option<Approval>, ItemsError> {
        self.pointed(token_key(token.as_str())).await
    }

    /// The round of an earlier release that `token` opens.
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

    /// One round of a post.
    pub async fn approval_round(
        &self,
        post: PostId,
        round: u32,
    ) -> Result<Option<Approval>, ItemsError> {
        self.table.get(&key(post, round)).await
    }

    /// The rounds of a post for its present site, newest first.
    pub async fn approvals(&self, post: &Post) -> Result<Vec<Approval>, ItemsError> {
        let query = Query::prefix(format!("POST#{}", post.id), "APPROVAL#").newest_first();
        let mut rounds: Vec<Approval> = self.table.query(&query).await?;
        rounds.retain(|round| round.round > post.former_rounds);
        Ok(rounds)
    }

    /// `change`, in which the open round of the post, if there is one, is superseded.
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

    /// Opens `approval`, whose token has this hash, as the next round of `post`, as it was read: an open
    /// round is superseded, a publication that waits for a person (`parked`) ends, and the client's notification is recorded, all or nothing, by the request of `claim`. The caller sends
    /// the notification's message afterwards.
    ///
    /// # Errors
    /// [`ItemsError::Conflict`] when the post changed, or its open round was answered, since it was read.
    pub async fn open_approval(
        &self,
        post: &Post,
        approval: &Approval,
        token: &TokenHash,
        parked: Option<&Job>,
        claim: &Claim,
        now: Timestamp,
    ) -> Result<(Post, Notification), ItemsError> {
        let kind = NotificationKind::ApprovalRequest {
            post_id: post.id,
            round: approval.round,
        };
        let notification = Notification::new(kind, now);
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
            .also(notification_write(&notification)?)
            .event(event)
            .under(claim)
            .doing(Work::Round(post.id, approval.round));
        change.post.pending_approval = true;
        change.post.approval_rounds = approval.round;
        for write in open_writes(approval, token)? {
            change = change.also(write);
        }
        if let Some(job) = parked {
            let mut ended = job.clone();
            ended.supersede(now);
            change = change.also(job_write(&ended, job.revision)?);
        }
        Ok((self.save_post(change).await?, notification))
    }
}
