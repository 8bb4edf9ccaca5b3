//! State machine of a mail.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// Pauses after failed attempts that may succeed later; the attempt after the last pause is the last one.
const PAUSES: [SignedDuration; 3] = [
    SignedDuration::from_secs(30),
    SignedDuration::from_mins(5),
    SignedDuration::from_mins(30),
];
/// Lease of a worker on a mail; longer than a worker's time limit.
pub(crate) const LEASE: SignedDuration = SignedDuration::from_secs(150);
/// Time after which a queued mail whose message was lost is found.
pub(crate) const UNSENT_AFTER: SignedDuration = SignedDuration::from_secs(60);
/// Longest error text in characters.
const ERROR_CHARS: usize = 500;

/// An attached file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    /// File name for the recipient.
    pub file_name: String,
    /// Media type.
    pub content_type: String,
    /// Key of the private file.
    pub blob: String,
}

/// A mail with all its texts, as it is handed to the transport.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RenderedMail {
    /// Sender, an address with or without a name.
    pub from: String,
    /// Recipients.
    pub to: Vec<String>,
    /// Further header lines, names and values.
    pub headers: Vec<(String, String)>,
    /// Subject.
    pub subject: String,
    /// Body.
    pub body: String,
    /// Whether the body is HTML.
    pub is_html: bool,
    /// Attached files.
    pub attachments: Vec<Attachment>,
}

impl std::fmt::Debug for RenderedMail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RenderedMail")
            .field("attachments", &self.attachments.len())
            .finish_non_exhaustive()
    }
}

/// State of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MailState {
    /// Waits for an attempt at `next_at` at the latest.
    Queued,
    /// Leased by a worker until `next_at`.
    Sending,
    /// Accepted by the mail server.
    Sent,
    /// Rejected by the mail server, withdrawn, or failed at every attempt. It was not sent.
    Failed,
    /// Handed over, and the answer was lost. It may have been sent and is not sent again.
    Uncertain,
}

impl MailState {
    /// Whether nothing more happens to the mail.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Sent | Self::Failed | Self::Uncertain)
    }
}

/// A stored mail without its texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteMail {
    /// Identifier, and local part of the Message-ID.
    pub id: String,
    /// Name of the site.
    pub tenant: String,
    /// The form submission that caused it.
    pub submission: Option<u64>,
    /// State.
    pub state: MailState,
    /// Attempts that began.
    pub attempts: u32,
    /// The mail server's text after the last failure.
    pub error: Option<String>,
    /// Time of its creation.
    pub created_at: Timestamp,
    /// Time of its last change.
    pub updated_at: Timestamp,
    /// Next attempt, or end of the lease; none when it is over.
    pub next_at: Option<Timestamp>,
    /// Keys of private files that belong to this mail alone and are removed at its end.
    pub(crate) own_files: Vec<String>,
    pub(crate) revision: u64,
}

/// How a mail ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailOutcome {
    /// Its last state.
    pub state: MailState,
    /// The mail server's text after a failure.
    pub error: Option<String>,
    /// Time of its end.
    pub at: Timestamp,
}

/// Why an attempt does not begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotNow {
    /// It is over, leased or not due.
    Unchanged,
    /// It is over from now on, because an attempt was interrupted; the change has to be stored.
    Ended,
}

impl SiteMail {
    /// How it ended; none while something may happen to it.
    pub fn outcome(&self) -> Option<MailOutcome> {
        self.state.is_over().then(|| MailOutcome {
            state: self.state,
            error: self.error.clone(),
            at: self.updated_at,
        })
    }

    /// Begins an attempt; a repetition waits for its time.
    pub(crate) fn begin(&mut self, now: Timestamp) -> Result<(), NotNow> {
        let is_ahead = self.next_at.is_some_and(|at| at > now);
        match self.state {
            MailState::Sent | MailState::Failed | MailState::Uncertain => Err(NotNow::Unchanged),
            MailState::Sending if is_ahead => Err(NotNow::Unchanged),
            MailState::Sending => {
                self.end(
                    MailState::Uncertain,
                    Some("the attempt was interrupted"),
                    now,
                );
                Err(NotNow::Ended)
            }
            // The first attempt is due at once; `next_at` is when it is found without its message.
            MailState::Queued if self.attempts > 0 && is_ahead => Err(NotNow::Unchanged),
            MailState::Queued => {
                self.state = MailState::Sending;
                self.attempts += 1;
                self.next_at = Some(now + LEASE);
                self.updated_at = now;
                Ok(())
            }
        }
    }

    /// Records a failure before the hand-over. It is retried unless this was the last attempt.
    pub(crate) fn fail_temporarily(&mut self, error: &str, now: Timestamp) {
        let pause = usize::try_from(self.attempts)
            .ok()
            .and_then(|attempts| PAUSES.get(attempts.checked_sub(1)?));
        match pause {
            Some(pause) => {
                self.state = MailState::Queued;
                self.error = Some(error.chars().take(ERROR_CHARS).collect());
                self.next_at = Some(now + *pause);
                self.updated_at = now;
            }
            None => self.end(MailState::Failed, Some(error), now),
        }
    }

    /// Ends the mail.
    pub(crate) fn end(&mut self, state: MailState, error: Option<&str>, now: Timestamp) {
        self.state = state;
        self.error = error.map(|error| error.chars().take(ERROR_CHARS).collect());
        self.next_at = None;
        self.updated_at = now;
    }
}
