//! Why the search provider did not do as asked.

use std::time::Duration;

use oauth::OAuthError;
use outbound::OutboundError;

/// A failure of the search provider. Words of the provider are on one line of at most 300 characters, with anything that
/// repeats a token or the client's secret masked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// The code or the refresh token is not accepted (OAuth's `invalid_grant`). At an exchange, the code was used before,
    /// has expired, or belongs to another redirect address. At a renewal, the access was withdrawn or has expired: only a
    /// person can grant it again.
    #[error("the grant is not accepted")]
    InvalidGrant {
        /// The provider's words.
        message: Option<String>,
    },
    /// The OAuth client of the deployment is wrong: unknown, wrong secret, or without this redirect address. No site can
    /// connect until an administrator corrects the settings.
    #[error("the OAuth client is not accepted ({code})")]
    InvalidClient {
        /// OAuth's error code, such as `invalid_client` or `redirect_uri_mismatch`.
        code: String,
        /// The provider's words.
        message: Option<String>,
    },
    /// The exchange of a code brought no refresh token, because the account granted access before. The earlier access has
    /// to be removed at the account, and the site connected again.
    #[error("the provider gave no refresh token")]
    NoRefreshToken,
    /// The access token is not accepted: expired or withdrawn. To be renewed once; then it is a failure.
    #[error("the access token is not accepted")]
    Unauthorized {
        /// The provider's words.
        message: Option<String>,
    },
    /// The provider understood and refuses. Asking again changes nothing.
    #[error("refused with status {status}")]
    Refused {
        /// HTTP status.
        status: u16,
        /// The provider's code of the reason: OAuth's error code, or `errors[0].reason` of an API of Google, such as
        /// `forbidden`; for IndexNow, the meaning of the status.
        reason: Option<String>,
        /// The provider's words.
        message: Option<String>,
    },
    /// Too many calls in a short time.
    #[error("too many calls")]
    RateLimited {
        /// Time after which the provider accepts calls again, if it said so.
        retry_after: Option<Duration>,
    },
    /// The calls of the day, or of the load window of search analytics, are used up.
    #[error("the quota is used up")]
    QuotaExhausted {
        /// The provider's words.
        message: Option<String>,
    },
    /// There is no connection to the provider, it broke, or the provider has a fault (status 408 or 5xx).
    #[error("the provider is not available")]
    Unavailable {
        /// Whether the request may have reached the provider and had its effect.
        may_have_happened: bool,
        /// Time after which the provider accepts calls again, if it said so.
        retry_after: Option<Duration>,
    },
    /// The time limit elapsed.
    #[error("the provider did not answer in time")]
    TimedOut {
        /// Whether the request may have reached the provider and had its effect.
        may_have_happened: bool,
    },
    /// The response is not one of the provider's interface: not JSON, without a required member, too long, or a redirect.
    #[error("the response cannot be read")]
    BadPayload,
}

impl From<OAuthError> for SearchError {
    fn from(error: OAuthError) -> Self {
        match error {
            OAuthError::InvalidGrant { message } => Self::InvalidGrant { message },
            OAuthError::InvalidClient { code, message } => Self::InvalidClient { code, message },
            OAuthError::Refused {
                status,
                code,
                message,
            } => Self::Refused {
                status,
                reason: code,
                message,
            },
            OAuthError::RateLimited { retry_after } => Self::RateLimited { retry_after },
            OAuthError::Unavailable {
                may_have_happened,
                retry_after,
            } => Self::Unavailable {
                may_have_happened,
                retry_after,
            },
            OAuthError::TimedOut { may_have_happened } => Self::TimedOut { may_have_happened },
            OAuthError::BadPayload => Self::BadPayload,
        }
    }
}

impl SearchError {
    pub(crate) fn of_outbound(error: &OutboundError) -> Self {
        OAuthError::of_outbound(error).into()
    }

    /// Whether the same call can succeed later without a person's help: a connection stays as it is.
    #[must_use]
    pub const fn is_transient(&self) -> bool {
        matches!(
            self,
            Self::RateLimited { .. } | Self::Unavailable { .. } | Self::TimedOut { .. }
        )
    }

    /// Whether the request may have had its effect although no response confirms it. A call with an effect that counts,
    /// such as an indexing request, is then not sent again.
    #[must_use]
    pub const fn may_have_happened(&self) -> bool {
        match self {
            Self::Unavailable {
                may_have_happened, ..
            }
            | Self::TimedOut { may_have_happened } => *may_have_happened,
            Self::BadPayload => true,
            _ => false,
        }
    }

    /// Time after which the provider accepts calls again, if it said so.
    #[must_use]
    pub const fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::RateLimited { retry_after } | Self::Unavailable { retry_after, .. } => {
                *retry_after
            }
            _ => None,
        }
    }

    /// The provider's own words, if it sent any.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        match self {
            Self::InvalidGrant { message }
            | Self::InvalidClient { message, .. }
            | Self::Unauthorized { message }
            | Self::Refused { message, .. }
            | Self::QuotaExhausted { message } => message.as_deref(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_that_is_not_established_in_time_had_no_effect() {
        for (timed_out, expected) in [
            (
                true,
                SearchError::TimedOut {
                    may_have_happened: false,
                },
            ),
            (
                false,
                SearchError::Unavailable {
                    may_have_happened: false,
                    retry_after: None,
                },
            ),
        ] {
            let error = SearchError::of_outbound(&OutboundError::Connect { timed_out });
            assert_eq!(error, expected);
            assert!(error.is_transient() && !error.may_have_happened());
        }
    }
}
