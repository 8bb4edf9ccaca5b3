//! Errors.

use site_options::OptionsError;

/// Why a record of the mailbox was not read or written.
#[derive(Debug, thiserror::Error)]
pub enum MailboxError {
    /// Another request changed the record. Nothing was written.
    #[error("the connection of the mailbox was changed meanwhile")]
    Conflict,
    /// The record cannot be written as JSON.
    #[error("the record of the mailbox cannot be written: {0}")]
    Record(#[from] serde_json::Error),
    /// The store failed, or the record cannot be opened.
    #[error(transparent)]
    Options(OptionsError),
}

impl From<OptionsError> for MailboxError {
    fn from(error: OptionsError) -> Self {
        match error {
            OptionsError::Conflict => Self::Conflict,
            error => Self::Options(error),
        }
    }
}

impl From<items::Contention> for MailboxError {
    fn from(contention: items::Contention) -> Self {
        Self::Options(contention.into())
    }
}

/// Why a mail was not handed over. The words are the provider's, or say what failed; they contain no secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// The mailbox cannot send until a person connects it again, or corrects its client or its rights. The mail was not
    /// sent.
    #[error("the mailbox gives no access: {0}")]
    NoAccess(String),
    /// The mail was not sent; a later attempt may succeed.
    #[error("the mailbox could not take the mail now: {0}")]
    Unavailable(String),
    /// The provider rejected the mail. Sending it again changes nothing.
    #[error("the mailbox rejected the mail: {0}")]
    Rejected(String),
    /// The mail is larger than the provider's interface takes. It was not sent.
    #[error("the mail is larger than the mailbox takes")]
    TooLarge,
    /// The response was lost, or says nothing about the mail: it may have been sent.
    #[error("the mailbox's response was lost: {0}")]
    Uncertain(String),
}
