//! Why a provider gave no token.

use std::time::Duration;

use http::StatusCode;
use outbound::{OutboundError, Response};
use secrecy::SecretString;
use serde_json::Value;

use crate::words::{provider_code, provider_words};

/// A failure of the provider. Its words are on one line of at most 300 characters, with anything that repeats a token or
/// the client's secret masked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OAuthError {
    /// The code or the refresh token is not accepted (`invalid_grant`). At an exchange, the code was used before, has
    /// expired, or belongs to another redirect address or proof key. At a renewal, the access was withdrawn or has expired:
    /// only a person can grant it again.
    #[error("the grant is not accepted")]
    InvalidGrant {
        /// The provider's words.
        message: Option<String>,
    },
    /// The client is wrong: unknown, wrong secret, or without this redirect address.
    #[error("the OAuth client is not accepted ({code})")]
    InvalidClient {
        /// The provider's code, such as `invalid_client` or `redirect_uri_mismatch`.
        code: String,
        /// The provider's words.
        message: Option<String>,
    },
    /// The provider understood and refuses. Asking again changes nothing.
    #[error("refused with status {status}")]
    Refused {
        /// HTTP status.
        status: u16,
        /// The provider's code.
        code: Option<String>,
        /// The provider's words.
        message: Option<String>,
    },
    /// Too many calls in a short time.
    #[error("too many calls")]
    RateLimited {
        /// Time after which the provider accepts calls again, if it said so.
        retry_after: Option<Duration>,
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
    /// The response is none of the protocol: not JSON, without a required member, too long, or a redirect.
    #[error("the response cannot be read")]
    BadPayload,
}

impl OAuthError {
    /// The failure of a call without a response.
    #[must_use]
    pub const fn of_outbound(error: &OutboundError) -> Self {
        match error {
            OutboundError::Timeout => Self::TimedOut {
                may_have_happened: true,
            },
            OutboundError::Connect { timed_out: true } => Self::TimedOut {
                may_have_happened: false,
            },
            OutboundError::Interrupted => Self::Unavailable {
                may_have_happened: true,
                retry_after: None,
            },
            OutboundError::Refused(_)
            | OutboundError::Dns
            | OutboundError::Connect { .. }
            | OutboundError::Tls => Self::Unavailable {
                may_have_happened: false,
                retry_after: None,
            },
            OutboundError::TooLarge { .. }
            | OutboundError::TooManyRedirects
            | OutboundError::Redirected { .. }
            | OutboundError::Protocol => Self::BadPayload,
        }
    }

    /// What every service means by the status of a response; `None` where the body decides.
    #[must_use]
    pub fn of_status(response: &Response) -> Option<Self> {
        let unavailable = |may_have_happened| Self::Unavailable {
            may_have_happened,
            retry_after: response.retry_after(),
        };
        match response.status {
            StatusCode::SERVICE_UNAVAILABLE => Some(unavailable(false)),
            StatusCode::REQUEST_TIMEOUT => Some(unavailable(true)),
            status if status.is_server_error() => Some(unavailable(true)),
            // Redirects that name no target, and informational answers.
            status if !status.is_client_error() => Some(Self::BadPayload),
            _ => None,
        }
    }

    /// The failure of a response of a token endpoint (RFC 6749, section 5.2).
    #[must_use]
    pub fn of_response(response: &Response, secrets: &[&SecretString]) -> Self {
        if let Some(error) = Self::of_status(response) {
            return error;
        }
        let body: Value = response.json().unwrap_or_default();
        let code = body.get("error").and_then(Value::as_str).map(provider_code);
        let message = body.get("error_description").and_then(Value::as_str);
        let message = message.and_then(|message| provider_words(message, secrets));
        let limited = Self::RateLimited {
            retry_after: response.retry_after(),
        };
        if response.status == StatusCode::TOO_MANY_REQUESTS {
            return limited;
        }
        match code.as_deref() {
            Some("invalid_grant") => Self::InvalidGrant { message },
            Some(
                code @ ("invalid_client"
                | "unauthorized_client"
                | "redirect_uri_mismatch"
                | "deleted_client"
                | "disabled_client"),
            ) => Self::InvalidClient {
                code: code.to_owned(),
                message,
            },
            Some("rate_limit_exceeded" | "slow_down") => limited,
            Some("temporarily_unavailable" | "server_error" | "internal_failure") => {
                Self::Unavailable {
                    may_have_happened: true,
                    retry_after: response.retry_after(),
                }
            }
            _ => Self::Refused {
                status: response.status.as_u16(),
                message: message.filter(|_| code.is_some()),
                code,
            },
        }
    }

    /// Whether the same call can succeed later without a person's help.
    #[must_use]
    pub const fn is_transient(&self) -> bool {
        matches!(
            self,
            Self::RateLimited { .. } | Self::Unavailable { .. } | Self::TimedOut { .. }
        )
    }

    /// The provider's own words, if it sent any.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        match self {
            Self::InvalidGrant { message }
            | Self::InvalidClient { message, .. }
            | Self::Refused { message, .. } => message.as_deref(),
            _ => None,
        }
    }
}
