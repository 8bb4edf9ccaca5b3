//! Errors of outbound calls.

use std::error::Error as StdError;
use std::io;

use http::StatusCode;
use url::Url;

use crate::address::AddressClass;

/// Why a call was rejected before anything was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Not an absolute URL, or longer than 2,048 bytes.
    #[error("not a valid URL")]
    Malformed,
    /// Neither http nor https.
    #[error("only http and https are permitted")]
    Scheme,
    /// Plain http where https is required.
    #[error("https is required")]
    HttpsRequired,
    /// The URL contains a user name or password.
    #[error("the URL contains credentials")]
    UserInfo,
    /// A name of a private network, or one without a dot.
    #[error("the name belongs to a private network")]
    LocalName,
    /// A name with a trailing dot, which would evade name comparisons.
    #[error("the name ends in a dot")]
    TrailingDot,
    /// A port of a service other than HTTP.
    #[error("port {0} is not permitted")]
    Port(u16),
    /// A non-public address.
    #[error("the address is not public: {0}")]
    Address(AddressClass),
    /// A header or body that cannot be serialised.
    #[error("the request cannot be serialised")]
    NotSendable,
}

/// Why a call failed. A response with an error status is not an error. No variant contains a query, a
/// header or a body.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OutboundError {
    /// Rejected by the guard or the policy.
    #[error("not permitted: {0}")]
    Refused(#[from] Refused),
    /// The host name cannot be resolved.
    #[error("the name cannot be resolved")]
    Dns,
    /// The connection failed.
    #[error("the connection failed")]
    Connect {
        /// Whether the five seconds for connecting elapsed, as opposed to a refusal by the host.
        timed_out: bool,
    },
    /// The TLS handshake failed, or the certificate is not trusted.
    #[error("the TLS handshake failed")]
    Tls,
    /// The deadline elapsed.
    #[error("the deadline elapsed")]
    Timeout,
    /// The response is longer than the request's limit.
    #[error("the response is longer than {limit} bytes")]
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// More redirects than the request allows.
    #[error("too many redirects")]
    TooManyRedirects,
    /// A redirect that the request's rule or method does not follow.
    #[error("redirected to {}", to.origin().ascii_serialization())]
    Redirected {
        /// Status of the redirect.
        status: StatusCode,
        /// Target without query, fragment and credentials.
        to: Box<Url>,
    },
    /// The connection broke after the request may have reached the host.
    #[error("the connection broke before the response was complete")]
    Interrupted,
    /// The response is not HTTP.
    #[error("the response is not HTTP")]
    Protocol,
}

/// What a failed call says about the service. Clients translate it into their own failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It did not answer in time.
    Timeout,
    /// It cannot be reached, or the call was refused before it left.
    Unreachable,
    /// Its answer cannot be used.
    Unusable,
}

impl OutboundError {
    /// What the failure says about the service.
    #[must_use]
    pub const fn fault(&self) -> Fault {
        match self {
            Self::Timeout | Self::Connect { timed_out: true } => Fault::Timeout,
            Self::TooLarge { .. }
            | Self::TooManyRedirects
            | Self::Redirected { .. }
            | Self::Protocol => Fault::Unusable,
            Self::Refused(_) | Self::Dns | Self::Connect { .. } | Self::Tls | Self::Interrupted => {
                Fault::Unreachable
            }
        }
    }

    /// Whether the host may have processed the request. False only for failures that certainly happened
    /// before the request was sent.
    #[must_use]
    pub fn may_have_happened(&self) -> bool {
        !matches!(
            self,
            Self::Refused(_) | Self::Dns | Self::Connect { .. } | Self::Tls
        )
    }

    pub(crate) fn redirected(status: StatusCode, mut to: Url) -> Self {
        to.set_query(None);
        to.set_fragment(None);
        // Both calls fail only for URLs without a host, which cannot contain credentials.
        let _ = to.set_username("");
        let _ = to.set_password(None);
        Self::Redirected {
            status,
            to: Box::new(to),
        }
    }

    pub(crate) fn from_transport(error: &reqwest::Error) -> Self {
        if let Some(own) = chain(error).find_map(|cause| cause.downcast_ref::<Self>()) {
            return own.clone();
        }
        if error.is_builder() {
            return Self::Refused(Refused::NotSendable);
        }
        if error.is_dns() {
            return Self::Dns;
        }
        if error.is_connect() {
            let tls = chain(error).any(is_tls);
            return if tls {
                Self::Tls
            } else {
                Self::Connect {
                    timed_out: error.is_timeout(),
                }
            };
        }
        if error.is_timeout() {
            return Self::Timeout;
        }
        let garbled = |cause: &(dyn StdError + 'static)| {
            cause
                .downcast_ref::<hyper::Error>()
                .is_some_and(hyper::Error::is_parse)
        };
        if chain(error).any(garbled) {
            Self::Protocol
        } else {
            Self::Interrupted
        }
    }
}

/// An error and all its sources.
fn chain<'a>(
    error: &'a (dyn StdError + 'static),
) -> impl Iterator<Item = &'a (dyn StdError + 'static)> {
    std::iter::successors(Some(error), |cause: &&'a (dyn StdError + 'static)| {
        (*cause).source()
    })
}

/// Whether the connection failed during the TLS handshake. The TLS layer wraps its errors into I/O errors,
/// whose `source` skips them; an unexpected end of file can only come from the handshake, because
/// connecting reads nothing.
fn is_tls(cause: &(dyn StdError + 'static)) -> bool {
    if cause.is::<rustls::Error>() {
        return true;
    }
    cause.downcast_ref::<io::Error>().is_some_and(|error| {
        error.kind() == io::ErrorKind::UnexpectedEof
            || error.get_ref().is_some_and(|inner| is_tls(inner))
    })
}
