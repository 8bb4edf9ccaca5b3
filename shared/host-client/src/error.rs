//! Why a host did not do what was asked.

use std::time::Duration;

use outbound::{OutboundError, Refused};
use url::Url;

/// At which point a host could not be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unreachable {
    /// Its name has no address.
    #[error("its name has no address")]
    Dns,
    /// It takes no connection.
    #[error("it takes no connection")]
    Connect,
    /// It has no trusted certificate, or does not speak TLS.
    #[error("it has no trusted certificate, or does not speak TLS")]
    Tls,
    /// It took the request and did not answer in time.
    #[error("it did not answer in time")]
    Timeout,
}

/// A cause, with the host's own code and words where it gave any. Words are plain text of at most
/// 300 characters, without the credentials even when the host repeats them.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HostError {
    /// No answer came.
    #[error("the host cannot be reached: {0}")]
    Unreachable(Unreachable),
    /// The address may not be called at all.
    #[error("the address is refused: {0}")]
    Refused(#[from] Refused),
    /// The host knows no such user, or the password is wrong.
    #[error("the host refuses the credentials ({code})")]
    CredentialsRefused {
        /// The host's code.
        code: String,
        /// The host's words.
        message: String,
    },
    /// The host answered as if no credentials had come. A proxy took the header away, or the
    /// credentials are wrong and the host is one that treats wrong ones as none.
    #[error("the host did not see the credentials, or they are wrong ({code})")]
    CredentialsIgnored {
        /// The host's code.
        code: String,
        /// The host's words.
        message: String,
    },
    /// Application passwords are switched off on the host, or for this user.
    #[error("application passwords are disabled on the host")]
    ApplicationPasswordsDisabled,
    /// The REST interface is absent, closed to visitors, or behind something that answers in its
    /// place.
    #[error("the REST interface is missing or blocked (status {status})")]
    RestBlocked {
        /// Status of the answer.
        status: u16,
        /// The host's words.
        message: Option<String>,
    },
    /// The user may not do this on the host.
    #[error("the host's user lacks a permission ({code})")]
    MissingPermission {
        /// The host's code.
        code: String,
        /// The host's words.
        message: String,
    },
    /// The host found fault with the request.
    #[error("the host rejects the request ({status} {code})")]
    Rejected {
        /// Status of the answer.
        status: u16,
        /// The host's code; empty when it gave none.
        code: String,
        /// The host's words.
        message: String,
        /// Whether the refusal concerns something that deployed hosts look at only after the item
        /// was written (custom fields of a post), so that the item may exist.
        after_write: bool,
    },
    /// Too many requests.
    #[error("the host asks for fewer requests")]
    RateLimited {
        /// How long to wait, when the host says so.
        retry_after: Option<Duration>,
    },
    /// The host failed.
    #[error("the host failed ({status} {code})")]
    HostFailure {
        /// Status of the answer.
        status: u16,
        /// The host's code; empty when it gave none.
        code: String,
        /// The host's words.
        message: String,
        /// How long to wait, when the host says so.
        retry_after: Option<Duration>,
    },
    /// The answer is not what the interface promises: HTML, broken JSON, missing members, too long.
    #[error("the host's answer cannot be understood")]
    BadPayload {
        /// Status of the answer, when one came.
        status: Option<u16>,
    },
    /// The connection broke before the answer was complete.
    #[error("the host's answer was lost")]
    AnswerLost,
    /// The host sends the caller elsewhere.
    #[error("the host redirects to another address")]
    Redirected {
        /// Where to, without query; `None` for a circle.
        to: Option<Box<Url>>,
    },
}

impl HostError {
    /// Whether the same request may succeed later without anybody mending anything.
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

    /// Whether the host may have carried the request out all the same. After a write that failed
    /// so, look on the host before writing again.
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

    /// The host's own words, when it gave any.
    #[must_use]
    pub fn host_words(&self) -> Option<String> {
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

    /// The host's machine-readable code, when it gave one.
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
