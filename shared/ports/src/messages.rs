//! Outgoing messages to clients over the messaging channel.

use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use domain::platform::phone::Phone;
use url::Url;

/// A picture of a message.
#[derive(Clone, PartialEq, Eq)]
pub struct MessagePicture {
    /// `image/jpeg` or `image/png`, the formats that every provider accepts.
    pub mime_type: String,
    /// Content of the image, at most [`MessagePicture::MAX_BYTES`].
    pub bytes: Bytes,
}

impl MessagePicture {
    /// Largest picture in bytes that every provider accepts.
    pub const MAX_BYTES: usize = 5 * 1024 * 1024;
}

/// Purpose of a message. It selects the approved template of providers that require one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MessagePurpose {
    /// Asks the client for approval; the link is that of the client's page.
    ApprovalRequest,
    /// Informs the client that a post is online; the link is that of the post.
    PostPublished,
}

/// A message to one client. Its text is never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct ClientMessage {
    /// The client's number.
    pub to: Phone,
    /// Purpose.
    pub purpose: MessagePurpose,
    /// Name of the client's site.
    pub site: String,
    /// Title of the post.
    pub title: String,
    /// Text below the title, plain.
    pub text: String,
    /// Link below the text.
    pub link: Url,
    /// The post's picture.
    pub picture: Option<MessagePicture>,
}

impl std::fmt::Debug for ClientMessage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClientMessage")
            .field("to", &self.to)
            .field("purpose", &self.purpose)
            .finish_non_exhaustive()
    }
}

/// Why a message was not accepted. The words are sentences in Portuguese with the provider's own message, without
/// secrets and numbers.
#[derive(Debug, thiserror::Error)]
pub enum MessageSendError {
    /// The messaging channel is not set or incomplete.
    #[error("{0}")]
    NotConfigured(String),
    /// The provider refused the message; repeating it changes nothing.
    #[error("{0}")]
    Refused(String),
    /// The message was certainly not sent; a later attempt may succeed.
    #[error("{words}")]
    Temporary {
        /// Reason.
        words: String,
        /// Number of attempts after which the failure is final.
        attempts: u32,
        /// Time after which the provider accepts messages again, if it named one.
        retry_after: Option<Duration>,
    },
    /// The request left and its response was lost: the message may have been sent.
    #[error("{0}")]
    UnknownOutcome(String),
}

/// Message transport.
#[async_trait]
pub trait Messages: Send + Sync {
    /// Sends `message` once and returns the provider's identifier. An accepted message is not yet a delivered one.
    async fn send(&self, message: &ClientMessage) -> Result<String, MessageSendError>;
}
