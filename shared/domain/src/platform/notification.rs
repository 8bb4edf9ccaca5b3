//! State machine of a notification (an e-mail about a post). A notification is a stored item, so that a
//! lost or repeated queue message neither loses nor duplicates an e-mail. It stores no address and no text;
//! both are looked up when it is sent.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::platform::id::{JobId, PostId, UserId};

/// Maximum of attempts.
pub const ATTEMPTS: u32 = 3;
/// Delay between two attempts.
pub const BACKOFF: SignedDuration = SignedDuration::from_mins(5);
/// Lease of a worker on a notification; longer than a worker's time limit.
pub const LEASE: SignedDuration = SignedDuration::from_secs(150);
/// Time after which the publishing tick sends another queue message for a queued notification.
pub const UNSENT_AFTER: SignedDuration = SignedDuration::from_secs(60);

/// Subject and audience of a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum NotificationKind {
    /// Asks the client for approval; sent to the contacts of the round.
    ApprovalRequest {
        /// The post.
        post_id: PostId,
        /// Number of the approval round.
        round: u32,
    },
    /// Informs the author of the client's answer; other users if the author can no longer sign in.
    ClientDecision {
        /// The post.
        post_id: PostId,
        /// Number of the approval round.
        round: u32,
        /// Whether the answer started a publication or a schedule. An approval that did not needs the
        /// author's attention.
        under_way: bool,
    },
    /// Informs the author that a publication is parked; other users if the author can no longer sign in.
    PublicationParked {
        /// The post.
        post_id: PostId,
        /// The parked job.
        job_id: JobId,
        /// The run that parked the job: a job that is retried and parked again causes another notification.
        run: u32,
    },
    /// Informs the client, on the site's channel, that the post is online.
    PostPublished {
        /// The post.
        post_id: PostId,
        /// The job that published it.
        job_id: JobId,
    },
    /// Informs a user that a scheduled post was changed after the client's approval and will be published
    /// without the changes.
    ChangesHeld {
        /// The post.
        post_id: PostId,
        /// The scheduled date.
        at: Timestamp,
        /// The user.
        user_id: UserId,
    },
}

impl NotificationKind {
    /// The notification's identifier, derived from its content, so that writing the same notification twice
    /// creates one item. It never contains the client's token.
    pub fn id(self) -> String {
        match self {
            Self::ApprovalRequest { post_id, round } => {
                format!("approval-request-{post_id}-{round}")
            }
            Self::ClientDecision { post_id, round, .. } => {
                format!("client-decision-{post_id}-{round}")
            }
            Self::PublicationParked { job_id, run, .. } => {
                format!("publication-parked-{job_id}-{run}")
            }
            Self::PostPublished { job_id, .. } => format!("post-published-{job_id}"),
            Self::ChangesHeld {
                post_id,
                at,
                user_id,
            } => format!("changes-held-{post_id}-{}-{user_id}", at.as_second()),
        }
    }

    /// The post that the notification is about.
    pub const fn post_id(self) -> PostId {
        match self {
            Self::ApprovalRequest { post_id, .. }
            | Self::ClientDecision { post_id, .. }
            | Self::PublicationParked { post_id, .. }
            | Self::PostPublished { post_id, .. }
            | Self::ChangesHeld { post_id, .. } => post_id,
        }
    }
}

/// State of a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NotificationState {
    /// Queued for a worker.
    Queued,
    /// Leased by a worker until `next_at`.
    Sending,
    /// Waiting for the next attempt at `next_at`.
    Waiting,
    /// Accepted by the mail server.
    Sent,
    /// Handed to the mail server, but the response was lost. The message may have been sent, so it is not
    /// sent again.
    SentUncertain,
    /// Not sent, because it has no recipient or content left: the round was superseded, or the user or the
    /// post was deleted.
    Dropped,
    /// Replaced by one notification for each of several users.
    Forwarded,
    /// Rejected by the mail server, or every attempt failed.
    Failed,
}

/// A notification to one or more recipients.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notification {
    /// Identifier, see [`NotificationKind::id`].
    pub id: String,
    /// Subject and audience.
    #[serde(flatten)]
    pub kind: NotificationKind,
    /// The single user to notify; without it, the recipients are determined when it is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<UserId>,
    /// State of the notification.
    pub state: NotificationState,
    /// Number of attempts begun.
    pub attempts: u32,
    /// Error of the last attempt; never contains an address.
    pub error: Option<String>,
    /// When the publishing tick must check the notification: its message was lost, its lease expired, or
    /// its next attempt is due. `None` in a final state.
    pub next_at: Option<Timestamp>,
    /// When the notification was created.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// Incremented with each write; detects concurrent writes.
    pub revision: u64,
}

/// Why a worker cannot take a notification now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotNow {
    /// The notification is in a final state.
    #[error("the notification has ended")]
    Over,
    /// Another worker holds the lease.
    #[error("another worker holds the notification")]
    Held,
    /// The next attempt is not due.
    #[error("the next attempt is not due")]
    NotDue,
}

impl Notification {
    /// Creates a queued notification.
    pub fn new(kind: NotificationKind, now: Timestamp) -> Self {
        Self {
            id: kind.id(),
            kind,
            to: None,
            state: NotificationState::Queued,
            attempts: 0,
            error: None,
            next_at: Some(now + UNSENT_AFTER),
            created_at: now,
            updated_at: now,
            revision: 1,
        }
    }

    /// The same notification for `person` alone, due at once.
    #[must_use]
    pub fn for_person(&self, person: UserId, now: Timestamp) -> Self {
        Self {
            id: format!("{}-to-{person}", self.kind.id()),
            to: Some(person),
            next_at: Some(now),
            ..Self::new(self.kind, now)
        }
    }

    /// Whether the notification is in a final state.
    pub const fn is_over(&self) -> bool {
        matches!(
            self.state,
            NotificationState::Sent
                | NotificationState::SentUncertain
                | NotificationState::Dropped
                | NotificationState::Forwarded
                | NotificationState::Failed
        )
    }

    /// Leases the notification for one attempt. An expired lease counts as an attempt: its worker stopped,
    /// most likely before the mail server received anything, so the notification is retried under the same
    /// Message-ID; after the third attempt it fails.
    pub fn begin(&mut self, now: Timestamp) -> Result<(), NotNow> {
        if self.is_over() {
            return Err(NotNow::Over);
        }
        let ahead = self.next_at.is_some_and(|at| at > now);
        match self.state {
            NotificationState::Sending if ahead => return Err(NotNow::Held),
            NotificationState::Waiting if ahead => return Err(NotNow::NotDue),
            _ => {}
        }
        if self.attempts >= ATTEMPTS {
            self.end(
                NotificationState::Failed,
                Some("O envio foi interrompido três vezes."),
                now,
            );
            return Err(NotNow::Over);
        }
        self.attempts += 1;
        self.state = NotificationState::Sending;
        self.next_at = Some(now + LEASE);
        self.touch(now);
        Ok(())
    }

    /// Records that the mail server accepted the message.
    pub fn sent(&mut self, now: Timestamp) {
        self.end(NotificationState::Sent, None, now);
    }

    /// Records that the mail server received the message and the response was lost.
    pub fn sent_uncertain(&mut self, error: &str, now: Timestamp) {
        self.end(NotificationState::SentUncertain, Some(error), now);
    }

    /// Drops the notification, because it has no recipient or content left.
    pub fn drop_because(&mut self, reason: &str, now: Timestamp) {
        self.end(NotificationState::Dropped, Some(reason), now);
    }

    /// Records that the notification was replaced by one for each of several users.
    pub fn forward(&mut self, now: Timestamp) {
        self.end(NotificationState::Forwarded, None, now);
    }

    /// Records a failed attempt. A retryable failure is retried after [`BACKOFF`]; any other failure, and
    /// the third one, is final.
    pub fn fail(&mut self, error: &str, retryable: bool, now: Timestamp) {
        if retryable && self.attempts < ATTEMPTS {
            self.state = NotificationState::Waiting;
            self.error = Some(error.to_owned());
            self.next_at = Some(now + BACKOFF);
            self.touch(now);
        } else {
            self.end(NotificationState::Failed, Some(error), now);
        }
    }

    fn end(&mut self, state: NotificationState, error: Option<&str>, now: Timestamp) {
        self.state = state;
        self.error = error.map(str::to_owned);
        self.next_at = None;
        self.touch(now);
    }

    const fn touch(&mut self, now: Timestamp) {
        self.updated_at = now;
        self.revision += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn notification() -> Notification {
        Notification::new(
            NotificationKind::ApprovalRequest {
                post_id: PostId(3),
                round: 2,
            },
            at(0),
        )
    }

    #[test]
    fn a_second_message_finds_the_lease_and_later_the_final_state() {
        let mut notification = notification();
        notification.begin(at(1)).unwrap();
        assert_eq!(notification.begin(at(2)), Err(NotNow::Held));
        notification.sent(at(3));
        assert_eq!(notification.begin(at(1000)), Err(NotNow::Over));
        assert_eq!(notification.next_at, None);
    }

    #[test]
    fn three_attempts_five_minutes_apart() {
        let mut notification = notification();
        let mut now = at(0);
        for _ in 1..ATTEMPTS {
            notification.begin(now).unwrap();
            notification.fail("421", true, now);
            assert_eq!(
                notification.begin(now + SignedDuration::from_secs(299)),
                Err(NotNow::NotDue)
            );
            now += BACKOFF;
        }
        notification.begin(now).unwrap();
        notification.fail("421", true, now);
        assert_eq!(notification.state, NotificationState::Failed);
    }

    #[test]
    fn a_permanent_failure_is_final_at_once() {
        let mut notification = notification();
        notification.begin(at(0)).unwrap();
        notification.fail("550", false, at(1));
        assert_eq!(notification.state, NotificationState::Failed);
        assert_eq!(notification.begin(at(1000)), Err(NotNow::Over));
    }

    #[test]
    fn three_expired_leases_are_final() {
        let mut notification = notification();
        let mut now = at(0);
        for _ in 0..ATTEMPTS {
            notification.begin(now).unwrap();
            now += LEASE;
        }
        assert_eq!(notification.begin(now), Err(NotNow::Over));
        assert_eq!(notification.state, NotificationState::Failed);
        assert!(notification.error.is_some());
    }

    #[test]
    fn an_attempt_with_a_lost_response_is_not_repeated() {
        let mut notification = notification();
        notification.begin(at(0)).unwrap();
        notification.sent_uncertain("sem resposta", at(1));
        assert_eq!(notification.begin(at(1000)), Err(NotNow::Over));
    }
}
