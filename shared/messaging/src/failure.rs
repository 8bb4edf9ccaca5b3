//! Why a message was not accepted.

use std::time::Duration;

use outbound::OutboundError;

use crate::MessagingProvider;

/// Kind of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageFailure {
    /// The provider does not know the token.
    InvalidKey,
    /// The token or the account may not send, or not to this number.
    NoPermission,
    /// Too many messages for the account, the number or the recipient.
    RateLimited,
    /// The number is not on WhatsApp, or cannot get the message.
    NotOnWhatsapp,
    /// The recipient wrote nothing in the last 24 hours, so that only an approved template may be sent.
    WindowClosed,
    /// The template is missing, not approved, paused, or takes other parameters.
    Template,
    /// The provider refuses the request or the message.
    BadRequest,
    /// The provider says that it has a fault or is overloaded, and did not accept the message.
    ProviderFailed,
    /// There is no connection to the provider. Nothing was sent.
    Unreachable,
    /// The connection was not established in time. Nothing was sent.
    Timeout,
    /// The request left, and no response tells what became of it. The message may have been sent.
    UnknownOutcome,
    /// The response is not one of the provider's interface.
    BadPayload,
}

impl MessageFailure {
    pub(crate) const fn of_outbound(error: &OutboundError) -> Self {
        match error {
            OutboundError::Connect { timed_out: true } => Self::Timeout,
            OutboundError::Refused(_)
            | OutboundError::Dns
            | OutboundError::Connect { .. }
            | OutboundError::Tls => Self::Unreachable,
            OutboundError::TooLarge { .. }
            | OutboundError::TooManyRedirects
            | OutboundError::Redirected { .. }
            | OutboundError::Protocol => Self::BadPayload,
            OutboundError::Timeout | OutboundError::Interrupted => Self::UnknownOutcome,
        }
    }
}

/// A failure of a provider.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{failure:?} of {provider:?}")]
pub struct MessageError {
    /// Provider.
    pub provider: MessagingProvider,
    /// Kind.
    pub failure: MessageFailure,
    /// The provider's own words, on one line of at most 300 characters, with anything that repeats a token masked.
    pub message: Option<String>,
    /// Time after which the provider accepts messages again, if it said so.
    pub retry_after: Option<Duration>,
}

impl MessageError {
    pub(crate) const fn new(provider: MessagingProvider, failure: MessageFailure) -> Self {
        Self {
            provider,
            failure,
            message: None,
            retry_after: None,
        }
    }

    /// Whether the provider may have sent the message: sending it again could reach the recipient twice.
    pub const fn may_have_been_sent(&self) -> bool {
        matches!(
            self.failure,
            MessageFailure::UnknownOutcome | MessageFailure::BadPayload
        )
    }
}
