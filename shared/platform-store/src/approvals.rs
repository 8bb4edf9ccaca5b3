//! Approval rounds of posts. A round lives with its post, under its number; the client's token leads
//! to it. Only the newest round of a post is open, and its token stands in the post, so that whoever
//! opens or closes a round writes the post in the same transaction.

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

fn token_key(token: Uuid) -> Key {
    Key::new(format!("APPROVAL#{token}"), "APPROVAL")
}

fn close_write(approval: &Approval) -> Result<Write, ItemsError> {
    let entry = Entry::new(key(approval.post_id, approval.round), approval)?.revision(CLOSED);
    Ok(Write::Put(entry, Condition::Revision(OPEN)))
}

fn open_writes(approval: &Approval) -> Result<[Write; 2], ItemsError> {
    let entry = Entry::new(key(approval.post_id, approval.round), approval)?.revision(OPEN);
    let pointer = Pointer {
        post_id: approval.post_id,
        round: approval.round,
    };
    let pointer = Entry::new(token_key(approval.token), &pointer)?;
    Ok([
        Write::Put(entry, Condition::Absent),
        Write::Put(pointer, Condition::Absent),
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
    /// The round that `token` opens.
    pub async fn approval(&self, token: Uuid) -> Result<Option<Approval>, ItemsError> {
        let pointer: Option<Pointer> = self.table.get(&token_key(token)).await?;
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
        if let Some(token) = change.post.pending_approval.take()
            && let Some(open) = self.approval(token).await?
        {
            change = change.also(close_write(&open.supersede(now))?);
        }
        Ok(change)
    }

    /// Opens `approval` as the next round of `post`, as it was read: an open round is superseded, a
    /// publication that waits for a person (`parked`) ends, the post points to the new token, and the
    /// client's notification is recorded, all or nothing, by the request of `claim`. The caller sends
    /// the notification's message afterwards.
    ///
    /// # Errors
    /// [`ItemsError::Conflict`] when the post changed, or its open round was answered, since it was read.
    pub async fn open_approval(
        &self,
        post: &Post,
        approval: &Approval,
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
        change.post.pending_approval = Some(approval.token);
        change.post.approval_rounds = approval.round;
        for write in open_writes(approval)? {
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
