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
    /// The provider holds messages to this recipient back for now, whatever is sent.
    HeldBack,
    /// The picture is too large or in a form that the provider does not take.
    Picture,
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

    /// The failure of a call after which nothing was sent, whatever became of the call.
    #[must_use]
    pub(crate) const fn before_sending(mut self) -> Self {
        self.failure = match self.failure {
            MessageFailure::UnknownOutcome => MessageFailure::Timeout,
            MessageFailure::BadPayload => MessageFailure::ProviderFailed,
            MessageFailure::BadRequest => MessageFailure::Picture,
            failure => failure,
        };
        self
    }

    /// Whether the message was refused because of its picture, so that it can be sent without one. Only the Cloud API
    /// tells such a refusal from others.
    pub(crate) const fn may_be_the_picture(&self) -> bool {
        match self.failure {
            MessageFailure::Picture => true,
            MessageFailure::BadRequest => !matches!(self.provider, MessagingProvider::Cloud),
            _ => false,
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
