//! Mail to people.

use async_trait::async_trait;
use bytes::Bytes;

/// A picture inside the HTML part, referred to as `cid:{content_id}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inline {
    /// The identifier the HTML refers to.
    pub content_id: String,
    /// Media type; JPEG or PNG, which every mail program shows.
    pub mime_type: String,
    /// The picture.
    pub bytes: Bytes,
}

/// One message to one person. Its text is never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct MailMessage {
    /// The recipient's address.
    pub to: String,
    /// The recipient's name, if known.
    pub to_name: Option<String>,
    /// Subject.
    pub subject: String,
    /// Plain text, complete in itself.
    pub text: String,
    /// HTML.
    pub html: String,
    /// Pictures of the HTML.
    pub inline: Vec<Inline>,
    /// Stable identifier of this message: the local part of its Message-ID, so that a repeated
    /// attempt is recognisable as the same message.
    pub message_id: String,
}

impl std::fmt::Debug for MailMessage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MailMessage")
            .field("message_id", &self.message_id)
            .finish_non_exhaustive()
    }
}

/// Why a message was not sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// No server is configured.
    #[error("no mail server is configured")]
    NotConfigured,
    /// The server refused for good: the address or the message is wrong.
    #[error("the mail server refused the message: {0}")]
    Refused(String),
    /// It failed before the message was handed over; a later attempt may work.
    #[error("the mail server could not take the message now: {0}")]
    Temporary(String),
    /// The answer was lost after the message was handed over: it may have been sent.
    #[error("the mail server's answer was lost: {0}")]
    UnknownOutcome(String),
}

/// Sends mail.
#[async_trait]
pub trait Mail: Send + Sync {
    /// Whether messages can leave at all.
    fn configured(&self) -> bool;
    /// Sends `message`.
    async fn send(&self, message: &MailMessage) -> Result<(), MailError>;
}
