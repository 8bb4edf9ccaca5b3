//! Why nothing was generated.

use std::time::Duration;

use settings::AiProvider;

/// Kind of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// No provider of the list was asked, because the list is empty.
    NoProvider,
    /// The provider does not know the key.
    InvalidKey,
    /// The key or the account may not use the model or the service.
    NoPermission,
    /// The account has no credit left, or its limit of the day or month is reached.
    QuotaExhausted,
    /// Too many calls in a short time.
    RateLimited,
    /// The provider is overloaded or fails.
    Overloaded,
    /// The provider refuses the subject of the request or of the answer.
    ContentRefused,
    /// The provider rejects the request as such, for instance as too long.
    BadRequest,
    /// The provider does not know the model.
    ModelNotFound,
    /// The provider did not answer in time; it may still have worked, and billed.
    Timeout,
    /// The connection to the provider failed before the request was sent.
    Unreachable,
    /// The connection broke after the request was sent; the provider may have worked, and billed.
    Interrupted,
    /// The answer cannot be read.
    BadPayload,
    /// The caller stopped the call.
    Stopped,
}

impl FailureKind {
    /// Whether another provider could answer the same request.
    pub const fn may_be_answered_elsewhere(self) -> bool {
        matches!(
            self,
            Self::InvalidKey
                | Self::NoPermission
                | Self::QuotaExhausted
                | Self::RateLimited
                | Self::Overloaded
                | Self::ModelNotFound
                | Self::Timeout
                | Self::Unreachable
                | Self::Interrupted
                | Self::BadPayload
        )
    }
}

/// Why nothing was generated: the failure of the first provider of the list, unless a later one refused the request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind:?} of {provider:?}")]
pub struct Failure {
    /// Kind.
    pub kind: FailureKind,
    /// Provider whose failure it is; `None` if none was asked.
    pub provider: Option<AiProvider>,
    /// The provider's own words, on one line of at most 300 characters, with anything that repeats the key masked.
    pub message: Option<String>,
    /// Time after which the provider accepts calls again, if it said so.
    pub retry_after: Option<Duration>,
    /// Whether certainly no call was billed.
    pub certainly_free: bool,
}
