//! A message to a person about a post: an item with its own states, so that a lost or repeated
//! queue message neither loses nor doubles a mail. It holds no address and no text; both are looked
//! up when it is sent.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::id::{JobId, PostId, UserId};

/// How often a notification is tried.
pub const ATTEMPTS: u32 = 3;
/// Time between two attempts.
pub const BACKOFF: SignedDuration = SignedDuration::from_mins(5);
/// How long a worker may hold a notification; longer than a worker's own time limit.
pub const LEASE: SignedDuration = SignedDuration::from_secs(150);
/// How long a queued notification may wait for its message before the tick sends another.
pub const UNSENT_AFTER: SignedDuration = SignedDuration::from_secs(60);

/// What a notification tells, and to whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum NotificationKind {
    /// Asks the client for approval, at the contacts of the round.
    ApprovalRequest {
        /// The post.
        post_id: PostId,
        /// Its approval round.
        round: u32,
    },
    /// Tells the author what the client answered; others in the place of an author who is gone.
    ClientDecision {
        /// The post.
        post_id: PostId,
        /// Its approval round.
        round: u32,
        /// Whether the answer set a publication or a schedule in motion. An approval that did not
        /// needs the author's attention.
        under_way: bool,
    },
    /// Tells the author that a publication waits for a person; others in the place of an author who is gone.
    PublicationParked {
        /// The post.
        post_id: PostId,
        /// The parked job.
        job_id: JobId,
        /// The job's run that parked it: a job that is retried and parked again is told again.
        run: u32,
    },
    /// Tells the client, on the site's channel, that the post is online.
    PostPublished {
        /// The post.
        post_id: PostId,
        /// The job that published it.
        job_id: JobId,
    },
    /// Tells a person of the agency that a scheduled post was changed after the client's approval, and
    /// that its date comes without the changes.
    ChangesHeld {
        /// The post.
        post_id: PostId,
        /// The date.
        at: Timestamp,
        /// The person.
        user_id: UserId,
    },
}

impl NotificationKind {
    /// The notification's identifier. One fact has one identifier, so writing it twice is writing it
    /// once; the client's token is never part of it.
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

    /// The post it is about.
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
    /// Waits for a worker.
    Queued,
    /// A worker holds it until `next_at`.
    Sending,
    /// Failed for now; tried again at `next_at`.
    Waiting,
    /// The mail server took it.
    Sent,
    /// The mail server was given it, but its answer was lost: it may have been sent, and is not
    /// sent again.
    SentUncertain,
    /// There is nobody to tell any more, or nothing to say: the round was superseded, the person or
    /// the post is gone.
    Dropped,
    /// Several people are told in its place, each by a notification of their own.
    Forwarded,
    /// It was refused, or every attempt failed.
    Failed,
}

/// One message to a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notification {
    /// Identifier, see [`NotificationKind::id`].
    pub id: String,
    /// What it tells.
    #[serde(flatten)]
    pub kind: NotificationKind,
    /// The one person it goes to; otherwise that is decided when it is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<UserId>,
    /// State.
    pub state: NotificationState,
    /// Attempts begun.
    pub attempts: u32,
    /// Why the last attempt failed; never an address.
    pub error: Option<String>,
    /// When the tick must look at it: it was not sent, its worker vanished, or its next attempt is
    /// due. None when it has ended.
    pub next_at: Option<Timestamp>,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// Rises with each write; guards concurrent writes.
    pub revision: u64,
}

/// Why a worker does not take a notification now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotNow {
    /// It has ended.
    #[error("the notification has ended")]
    Over,
    /// Another worker holds it.
    #[error("another worker holds the notification")]
    Held,
    /// Its next attempt is not due.
    #[error("the next attempt is not due")]
    NotDue,
}

impl Notification {
    /// A queued notification.
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

    /// The notification that tells the same to `person` alone, due at once.
    #[must_use]
    pub fn for_person(&self, person: UserId, now: Timestamp) -> Self {
        Self {
            id: format!("{}-to-{person}", self.kind.id()),
            to: Some(person),
            next_at: Some(now),
            ..Self::new(self.kind, now)
        }
    }

    /// Whether it has ended.
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

    /// Takes the notification for one attempt. A lease that ran out is an attempt that was made: its
    /// worker vanished, most likely before the mail server was given anything, so it is tried again
    /// under the same Message-ID; the third time it fails instead.
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

    /// The mail server took it.
    pub fn sent(&mut self, now: Timestamp) {
        self.end(NotificationState::Sent, None, now);
    }

    /// The mail server was given it and its answer was lost.
    pub fn sent_uncertain(&mut self, error: &str, now: Timestamp) {
        self.end(NotificationState::SentUncertain, Some(error), now);
    }

    /// There is nobody to tell, or nothing to say any more.
    pub fn drop_because(&mut self, reason: &str, now: Timestamp) {
        self.end(NotificationState::Dropped, Some(reason), now);
    }

    /// Others tell the same, each to one person.
    pub fn forward(&mut self, now: Timestamp) {
        self.end(NotificationState::Forwarded, None, now);
    }

    /// It was not sent. What a later attempt may mend is tried again after [`BACKOFF`]; everything
    /// else, and the third failure, ends it.
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
    fn a_second_message_finds_it_held_and_later_over() {
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
    fn a_refusal_ends_it_at_once() {
        let mut notification = notification();
        notification.begin(at(0)).unwrap();
        notification.fail("550", false, at(1));
        assert_eq!(notification.state, NotificationState::Failed);
        assert_eq!(notification.begin(at(1000)), Err(NotNow::Over));
    }

    #[test]
    fn a_worker_that_vanishes_three_times_ends_it() {
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
    fn a_lost_answer_is_not_repeated() {
        let mut notification = notification();
        notification.begin(at(0)).unwrap();
        notification.sent_uncertain("sem resposta", at(1));
        assert_eq!(notification.begin(at(1000)), Err(NotNow::Over));
    }
}
