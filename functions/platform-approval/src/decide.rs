//! Records the client's answer, once: one transaction closes the round, sets the post's flags, stores the author's
//! notification and, after an approval, requests the publication.

use domain::platform::approval::{AnswerError, Approval, Decision};
use domain::platform::notification::Notification;
use domain::platform::post::{AfterApproval, Post, PostStatus};
use domain::platform::publication::JobKind;
use domain::platform::requirements;
use items::{Contention, ItemsError, retry_on_conflict};
use jiff::Timestamp;
use mailer::wording;
use platform_store::{
    PostChange, RequestError, answer_change, approval_token_hash, hashed_pointer_writes,
};
use ports::{DomainEvent, WorkMessage};
use serde_json::json;
use uuid::Uuid;

use crate::Ports;
use crate::rounds::by_token;

/// Consequence of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Consequence {
    /// The post is published at this time, formatted for people.
    Scheduled(String),
    /// The post is being published.
    Publishing,
    /// The post does not meet the requirements of a publication: the author must edit it.
    NeedsAttention,
    /// No publication follows: the answer is no approval, or the post is on the site already.
    Recorded,
}

/// A client's answer.
#[derive(Debug, Clone)]
pub(crate) struct Answer<'a> {
    /// The decision.
    pub decision: Decision,
    /// What the client wrote.
    pub comment: &'a str,
    /// The version of the text the client saw.
    pub version: Option<u64>,
    /// Network address of the client.
    pub address: Option<String>,
}

/// Why an answer is refused. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refused {
    /// No round has this token.
    #[error("no round has this token")]
    Unknown,
    /// The post was deleted.
    #[error("the post was deleted")]
    Withdrawn,
    /// The text is not the one the client saw.
    #[error("the text changed")]
    Changed,
    /// The round does not accept it.
    #[error("{reason}")]
    Answer {
        /// Why.
        reason: AnswerError,
        /// The round as it is.
        approval: Box<Approval>,
    },
    /// The store failed.
    #[error(transparent)]
    Items(#[from] ItemsError),
}

impl From<Contention> for Refused {
    fn from(contention: Contention) -> Self {
        Self::Items(contention.into())
    }
}

/// Consequence of a decision, before it is written.
enum Plan {
    Start(JobKind),
    Rest(Consequence),
}

fn plan(post: &Post, decision: Decision, now: Timestamp) -> Plan {
    if decision != Decision::Approve || post.status != PostStatus::Draft {
        return Plan::Rest(Consequence::Recorded);
    }
    if !requirements::unmet(post).is_empty() {
        return Plan::Rest(Consequence::NeedsAttention);
    }
    Plan::Start(match post.after_approval(now) {
        AfterApproval::Schedule(at) => JobKind::Schedule { at },
        AfterApproval::Publish => JobKind::Publish,
    })
}

/// Records the answer to the round of `token`. Of several concurrent answers one is recorded; the others are
/// refused because the round was answered.
pub(crate) async fn decide(
    ports: &Ports,
    token: Uuid,
    answer: &Answer<'_>,
) -> Result<(Approval, Consequence), Refused> {
    retry_on_conflict(|| async {
        let approval = by_token(ports, token).await?.ok_or(Refused::Unknown)?;
        let clear = approval.clear_token.is_some().then_some(token);
        let now = ports.clock.now_seconds();
        let answered = approval
            .answer(answer.decision, answer.comment, answer.address.clone(), now)
            .map_err(|reason| Refused::Answer {
                reason,
                approval: Box::new(approval),
            })?;
        let post = ports
            .store
            .post(answered.post_id)
            .await?
            .ok_or(Refused::Withdrawn)?;
        if post.is_deleted() {
            return Err(Refused::Withdrawn);
        }
        if answer.version.is_some_and(|seen| seen != post.version) {
            return Err(Refused::Changed);
        }
        let round = Answered {
            approval: &answered,
            decision: answer.decision,
            clear,
        };
        match write(ports, &post, &round, now).await {
            Ok(consequence) => {
                publish(ports, &answered, now).await;
                Ok(Some((answered, consequence)))
            }
            Err(ItemsError::Conflict { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    })
    .await
}

/// A round after the client's answer, which is not written yet.
struct Answered<'a> {
    approval: &'a Approval,
    decision: Decision,
    /// The token, when an earlier release stored it in clear.
    clear: Option<Uuid>,
}

impl Answered<'_> {
    /// The change of `post` that comes with the answer, and the author's notification.
    fn change(
        &self,
        ports: &Ports,
        post: &Post,
        under_way: bool,
        now: Timestamp,
    ) -> Result<(PostChange, Notification), ItemsError> {
        let (mut change, notification) = answer_change(
            post,
            self.approval,
            self.decision,
            under_way,
            &ports.zone,
            now,
        )?;
        if let Some(token) = self.clear {
            let hash = approval_token_hash(&ports.keyring, token);
            for write in hashed_pointer_writes(self.approval, token, &hash)? {
                change = change.also(write);
            }
        }
        Ok((change, notification))
    }
}

async fn write(
    ports: &Ports,
    post: &Post,
    answered: &Answered<'_>,
    now: Timestamp,
) -> Result<Consequence, ItemsError> {
    let (notification, consequence) = match plan(post, answered.decision, now) {
        Plan::Rest(consequence) => {
            let under_way = consequence != Consequence::NeedsAttention;
            (
                record(ports, post, answered, under_way, now).await?,
                consequence,
            )
        }
        Plan::Start(kind) => {
            let consequence = match kind {
                JobKind::Schedule { at } => {
                    Consequence::Scheduled(wording::moment(at, &ports.zone))
                }
                _ => Consequence::Publishing,
            };
            let (change, notification) = answered.change(ports, post, true, now)?;
            match ports
                .store
                .request_publication(change, kind, None, now, &*ports.random)
                .await
            {
                Ok((_, job)) => {
                    let message = WorkMessage::Publication { job_id: job.id };
                    if let Err(error) = ports.publications.send(&message).await {
                        tracing::warn!(target: "approval", job_id = %job.id, %error, "a publication message was not sent; the publishing tick sends it");
                    }
                    (notification.id, consequence)
                }
                // A colleague published it concurrently: that publication continues.
                Err(RequestError::InProgress) => (
                    record(ports, post, answered, true, now).await?,
                    Consequence::Publishing,
                ),
                Err(RequestError::Items(error)) => return Err(error),
            }
        }
    };
    ports.announce(&notification).await;
    Ok(consequence)
}

/// Writes the answer without a publication; returns the identifier of the author's notification.
async fn record(
    ports: &Ports,
    post: &Post,
    answered: &Answered<'_>,
    under_way: bool,
    now: Timestamp,
) -> Result<String, ItemsError> {
    let (change, notification) = answered.change(ports, post, under_way, now)?;
    ports.store.save_post(change).await?;
    Ok(notification.id)
}

/// Publishes the event for integrators; best effort.
async fn publish(ports: &Ports, answered: &Approval, now: Timestamp) {
    let event = DomainEvent {
        name: "approval.answered",
        at: now,
        detail: json!({
            "post_id": answered.post_id,
            "site_id": answered.site_id,
            "round": answered.round,
            "decision": answered.status,
        }),
    };
    if let Err(error) = ports.events.publish(&event).await {
        tracing::warn!(target: "approval", %error, "an event was not published");
    }
    tracing::info!(target: "approval", post_id = %answered.post_id, round = answered.round, "approval answered");
}
