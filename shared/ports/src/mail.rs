//! Outgoing e-mail.

use async_trait::async_trait;
use bytes::Bytes;

/// An image in the HTML part, referenced as `cid:{content_id}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inline {
    /// The identifier in the HTML.
    pub content_id: String,
    /// Media type: JPEG or PNG, which every mail client displays.
    pub mime_type: String,
    /// Content of the image.
    pub bytes: Bytes,
}

/// An e-mail to one recipient. Its text is never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct MailMessage {
    /// The recipient's address.
    pub to: String,
    /// The recipient's name, if known.
    pub to_name: Option<String>,
    /// Subject.
    pub subject: String,
    /// Plain text part, sufficient on its own.
    pub text: String,
    /// HTML part.
    pub html: String,
    /// Images of the HTML part.
    pub inline: Vec<Inline>,
    /// Stable identifier of the message and local part of its Message-ID, so that mail systems recognise a
    /// repeated attempt as the same message.
    pub message_id: String,
}

impl std::fmt::Debug for MailMessage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MailMessage")
            .field("message_id", &self.message_id)
            .finish_non_exhaustive()
    }
}

/// An e-mail that is encoded already, with its own headers.
#[derive(Clone, PartialEq, Eq)]
pub struct RawMail {
    /// Addresses of all recipients, also of hidden copies.
    pub to: Vec<String>,
    /// The message with its headers; it does not name hidden copies.
    pub bytes: Bytes,
    /// Local part of its Message-ID.
    pub message_id: String,
}

impl std::fmt::Debug for RawMail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RawMail")
            .field("message_id", &self.message_id)
            .finish_non_exhaustive()
    }
}

/// Why an e-mail was not sent. The texts are in Portuguese, for people, with the server's own words.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// No mail server is configured.
    #[error("no mail server is configured")]
    NotConfigured,
    /// The server rejected the message permanently: the address or the message is invalid.
    #[error("the mail server rejected the message: {0}")]
    Refused(String),
    /// The attempt failed before the message was handed over; retrying may succeed.
    #[error("the mail server could not accept the message now: {0}")]
    Temporary(String),
    /// The response was lost after the message was handed over: it may have been sent.
    #[error("the mail server's response was lost: {0}")]
    UnknownOutcome(String),
}

/// Mail transport.
#[async_trait]
pub trait Mail: Send + Sync {
    /// Whether a mail server is configured.
    fn configured(&self) -> bool;
    /// Sends `message`.
    async fn send(&self, message: &MailMessage) -> Result<(), MailError>;
    /// Sends a message that is encoded already. A transport that cannot do that sends nothing.
    async fn send_raw(&self, _message: &RawMail) -> Result<(), MailError> {
        Err(MailError::NotConfigured)
    }
}
