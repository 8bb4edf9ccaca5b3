//! Errors of host calls.

use std::time::Duration;

use outbound::{OutboundError, Refused};
use url::Url;

/// The stage at which the connection to a host failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unreachable {
    /// The host name does not resolve.
    #[error("its name does not resolve")]
    Dns,
    /// The host accepts no connection.
    #[error("it accepts no connection")]
    Connect,
    /// No trusted certificate, or no TLS.
    #[error("it has no trusted certificate, or does not support TLS")]
    Tls,
    /// No response in time.
    #[error("it did not respond in time")]
    Timeout,
}

/// Cause of a failed call, with the host's own code and message where it sent any. Messages are plain text
/// of at most 300 characters, from which the credentials are removed even if the host repeats them.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HostError {
    /// No connection, or no response.
    #[error("the host cannot be reached: {0}")]
    Unreachable(Unreachable),
    /// The URL is not permitted.
    #[error("the URL is not permitted: {0}")]
    Refused(#[from] Refused),
    /// The host does not know the user, or the password is wrong.
    #[error("the host rejects the credentials ({code})")]
    CredentialsRefused {
        /// The host's error code.
        code: String,
        /// The host's message.
        message: String,
    },
    /// The host responded as if no credentials had been sent: a proxy removed the header, or the
    /// credentials are wrong and the host ignores wrong ones.
    #[error("the host did not see the credentials, or they are wrong ({code})")]
    CredentialsIgnored {
        /// The host's error code.
        code: String,
        /// The host's message.
        message: String,
    },
    /// Application passwords are disabled on the host, or for this user.
    #[error("application passwords are disabled on the host")]
    ApplicationPasswordsDisabled,
    /// The REST interface is missing, blocked for visitors, or replaced by another service.
    #[error("the REST interface is missing or blocked (status {status})")]
    RestBlocked {
        /// Status of the response.
        status: u16,
        /// The host's message.
        message: Option<String>,
    },
    /// The host's user lacks a permission.
    #[error("the host's user lacks a permission ({code})")]
    MissingPermission {
        /// The host's error code.
        code: String,
        /// The host's message.
        message: String,
    },
    /// The host rejected the request as invalid.
    #[error("the host rejects the request ({status} {code})")]
    Rejected {
        /// Status of the response.
        status: u16,
        /// The host's error code; empty if missing.
        code: String,
        /// The host's message.
        message: String,
        /// Whether the rejection concerns a check that deployed hosts make after writing the item (custom
        /// fields of a post), so that the item may exist.
        after_write: bool,
    },
    /// The host limits the rate of requests.
    #[error("the host limits the rate of requests")]
    RateLimited {
        /// Time to wait, if the host specifies it.
        retry_after: Option<Duration>,
    },
    /// A server error of the host.
    #[error("the host failed ({status} {code})")]
    HostFailure {
        /// Status of the response.
        status: u16,
        /// The host's error code; empty if missing.
        code: String,
        /// The host's message.
        message: String,
        /// Time to wait, if the host specifies it.
        retry_after: Option<Duration>,
    },
    /// The response violates the interface: HTML, invalid JSON, missing members, or too long.
    #[error("the host's response is not valid")]
    BadPayload {
        /// Status of the response, if there was one.
        status: Option<u16>,
    },
    /// The connection broke before the response was complete.
    #[error("the host's response was lost")]
    AnswerLost,
    /// The host redirects to another URL.
    #[error("the host redirects to another URL")]
    Redirected {
        /// Target without query; `None` for a redirect loop.
        to: Option<Box<Url>>,
    },
}

impl HostError {
    /// Whether the same request may succeed later without any change.
    #[must_use]
    pub fn retryable(&self) -> bool {
        match self {
            Self::Unreachable(_)
            | Self::RateLimited { .. }
            | Self::HostFailure { .. }
            | Self::BadPayload { .. }
            | Self::AnswerLost => true,
            Self::Refused(_)
            | Self::CredentialsRefused { .. }
            | Self::CredentialsIgnored { .. }
            | Self::ApplicationPasswordsDisabled
            | Self::RestBlocked { .. }
            | Self::MissingPermission { .. }
            | Self::Rejected { .. }
            | Self::Redirected { .. } => false,
        }
    }

    /// Whether the host may have carried out the request. After such a failed write, look up the item on
    /// the host before writing again.
    #[must_use]
    pub fn may_have_happened(&self) -> bool {
        match self {
            Self::Unreachable(point) => *point == Unreachable::Timeout,
            Self::Rejected { after_write, .. } => *after_write,
            Self::HostFailure { .. }
            | Self::BadPayload { .. }
            | Self::AnswerLost
            | Self::Redirected { .. } => true,
            Self::Refused(_)
            | Self::CredentialsRefused { .. }
            | Self::CredentialsIgnored { .. }
            | Self::ApplicationPasswordsDisabled
            | Self::RestBlocked { .. }
            | Self::MissingPermission { .. }
            | Self::RateLimited { .. } => false,
        }
    }

    /// The host's own message, if it sent one.
    #[must_use]
    pub fn host_message(&self) -> Option<String> {
        let words = match self {
            Self::CredentialsRefused { message, .. }
            | Self::CredentialsIgnored { message, .. }
            | Self::MissingPermission { message, .. }
            | Self::Rejected { message, .. }
            | Self::HostFailure { message, .. } => message,
            Self::RestBlocked { message, .. } => message.as_ref()?,
            _ => return None,
        };
        (!words.is_empty()).then(|| words.clone())
    }

    /// The host's error code, if it sent one.
    #[must_use]
    pub fn host_code(&self) -> Option<&str> {
        match self {
            Self::CredentialsRefused { code, .. }
            | Self::CredentialsIgnored { code, .. }
            | Self::MissingPermission { code, .. }
            | Self::Rejected { code, .. }
            | Self::HostFailure { code, .. } => Some(code.as_str()).filter(|code| !code.is_empty()),
            _ => None,
        }
    }
}

impl From<OutboundError> for HostError {
    fn from(error: OutboundError) -> Self {
        match error {
            OutboundError::Refused(reason) => Self::Refused(reason),
            OutboundError::Dns => Self::Unreachable(Unreachable::Dns),
            OutboundError::Connect { .. } => Self::Unreachable(Unreachable::Connect),
            OutboundError::Tls => Self::Unreachable(Unreachable::Tls),
            OutboundError::Timeout => Self::Unreachable(Unreachable::Timeout),
            OutboundError::TooLarge { .. } | OutboundError::Protocol => {
                Self::BadPayload { status: None }
            }
            OutboundError::TooManyRedirects => Self::Redirected { to: None },
            OutboundError::Redirected { to, .. } => Self::Redirected { to: Some(to) },
            OutboundError::Interrupted => Self::AnswerLost,
        }
    }
}
