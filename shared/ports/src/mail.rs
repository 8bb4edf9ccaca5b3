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
    /// Name of the sender in place of the transport's own.
    pub from_name: Option<String>,
    /// Address that replies go to, if it is not the sender's.
    pub reply_to: Option<String>,
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

/// A file attached to a [`ComposedMail`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailAttachment {
    /// File name for the recipient.
    pub file_name: String,
    /// Media type; an invalid one is sent as `application/octet-stream`.
    pub content_type: String,
    /// Content.
    pub bytes: Bytes,
}

/// An e-mail whose sender, recipients, header lines and files the caller chooses. All of them may come from visitors:
/// transports encode them so that none adds a header line or a recipient. Its text is never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct ComposedMail {
    /// Stable identifier of the message and local part of its Message-ID.
    pub message_id: String,
    /// Sender of the `From` line, an address with or without a name. The envelope has the transport's own sender.
    pub from: String,
    /// Recipients; each element holds one or more addresses, with or without names, separated by commas.
    pub to: Vec<String>,
    /// Further header lines, names and values. Addresses of `Cc` and `Bcc` lines receive the mail.
    pub headers: Vec<(String, String)>,
    /// Subject.
    pub subject: String,
    /// Body.
    pub body: String,
    /// Whether the body is HTML.
    pub is_html: bool,
    /// Attached files, in order.
    pub attachments: Vec<MailAttachment>,
}

impl std::fmt::Debug for ComposedMail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ComposedMail")
            .field("message_id", &self.message_id)
            .field("attachments", &self.attachments.len())
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
    /// Sends `mail`. The default is for transports that send messages of the platform only.
    ///
    /// # Errors
    /// [`MailError::NotConfigured`] by default.
    async fn send_composed(&self, _mail: &ComposedMail) -> Result<(), MailError> {
        Err(MailError::NotConfigured)
    }
    /// Deletes what the transport stores of messages to `address`, as its person was deleted or has another address. The
    /// default is for transports that store nothing.
    ///
    /// # Errors
    /// [`MailError::Temporary`] when messages are still stored.
    async fn forget_recipient(&self, _address: &str) -> Result<(), MailError> {
        Ok(())
    }
}
