//! State machine of a notification: an e-mail about a post, or a message over the messaging channel. A
//! notification is a stored item, so that a lost or repeated queue message neither loses nor duplicates it. It
//! stores no address and no text; both are looked up when it is sent.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::platform::id::UserId;

mod kind;

pub use kind::{DeliveryChannel, NotificationKind};

/// Maximum of attempts.
pub const ATTEMPTS: u32 = 3;
/// Delay between two attempts.
pub const BACKOFF: SignedDuration = SignedDuration::from_mins(5);
/// Longest delay between two attempts, when the provider names a time.
pub const LONGEST_WAIT: SignedDuration = SignedDuration::from_hours(1);
/// Lease of a worker on a notification; longer than a worker's time limit.
pub const LEASE: SignedDuration = SignedDuration::from_secs(150);
/// Time after which the publishing tick sends another queue message for a queued notification.
pub const UNSENT_AFTER: SignedDuration = SignedDuration::from_secs(60);

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
    /// Accepted by the mail server or the messaging provider.
    Sent,
    /// Handed over, but the response was lost. The message may have been sent, so it is not sent again.
    SentUncertain,
    /// Not sent, because it has no recipient or content left: the round was superseded, or the user or the
    /// post was deleted.
    Dropped,
    /// Replaced by one notification for each of several users.
    Forwarded,
    /// Rejected by the mail server or the messaging provider, or every attempt failed.
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
    /// Whether the present attempt may have reached a messaging provider. Providers recognise no repetition, so
    /// such an attempt is not repeated when its worker stops.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub handed_over: bool,
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
            handed_over: false,
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
    /// Message-ID; after the third attempt it fails. A message that was handed over ends as uncertain.
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
        if self.handed_over {
            self.sent_uncertain(
                "O envio foi interrompido, e a mensagem pode ter sido enviada.",
                now,
            );
            return Err(NotNow::Over);
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

    /// Records that the message is about to be given to the messaging provider.
    pub const fn hand_over(&mut self, now: Timestamp) {
        self.handed_over = true;
        self.touch(now);
    }

    /// Records that the mail server or the messaging provider accepted the message.
    pub fn sent(&mut self, now: Timestamp) {
        self.end(NotificationState::Sent, None, now);
    }

    /// Records that the message was handed over and the response was lost.
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
            self.handed_over = false;
            self.error = Some(error.to_owned());
            self.next_at = Some(now + BACKOFF);
            self.touch(now);
        } else {
            self.end(NotificationState::Failed, Some(error), now);
        }
    }

    /// Delays the next attempt of a waiting notification until `wait` has passed, at most [`LONGEST_WAIT`].
    pub fn wait_for(&mut self, wait: SignedDuration, now: Timestamp) {
        let asked = now + wait.clamp(BACKOFF, LONGEST_WAIT);
        if self.state == NotificationState::Waiting {
            self.next_at = self.next_at.max(Some(asked));
        }
    }

    fn end(&mut self, state: NotificationState, error: Option<&str>, now: Timestamp) {
        self.state = state;
        self.error = error.map(str::to_owned);
        self.next_at = None;
        self.handed_over = false;
        self.touch(now);
    }

    const fn touch(&mut self, now: Timestamp) {
        self.updated_at = now;
        self.revision += 1;
    }
}

#[cfg(test)]
mod tests;
