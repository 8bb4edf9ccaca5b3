//! How a call can fail.

use std::error::Error as StdError;
use std::io;

use http::StatusCode;
use url::Url;

use crate::guard::Refused;

/// Why no answer, or no usable answer, came. An answer with an error status is not a failure
/// here. No variant carries a path's query, a header or a body.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OutboundError {
    /// The guard or the policy forbids the call.
    #[error("refused: {0}")]
    Refused(#[from] Refused),
    /// The name has no address.
    #[error("the name cannot be resolved")]
    Dns,
    /// No connection came about.
    #[error("no connection")]
    Connect {
        /// Whether the five seconds ran out, rather than the host saying no.
        timed_out: bool,
    },
    /// No agreement on encryption, or no trusted certificate.
    #[error("no trusted encrypted connection")]
    Tls,
    /// The deadline passed.
    #[error("the answer took too long")]
    Timeout,
    /// The answer is longer than accepted.
    #[error("the answer is longer than {limit} bytes")]
    TooLarge {
        /// Most bytes accepted.
        limit: usize,
    },
    /// More redirects than the request follows.
    #[error("too many redirects")]
    TooManyRedirects,
    /// A redirect that the request's rule or method does not follow.
    #[error("redirected to {}", to.origin().ascii_serialization())]
    Redirected {
        /// Status of the redirect.
        status: StatusCode,
        /// Where it leads, without query, fragment and credentials.
        to: Box<Url>,
    },
    /// The connection broke after the request may have reached the host.
    #[error("the connection broke before the answer was complete")]
    Interrupted,
    /// What came back is not HTTP.
    #[error("the answer is not HTTP")]
    Protocol,
}

impl OutboundError {
    /// Whether the host may have carried the request out. False only for failures that certainly
    /// came before the request left.
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
        // Both fail only for addresses without a host, which cannot carry credentials either.
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

/// An error and all that lies beneath it.
fn chain<'a>(
    error: &'a (dyn StdError + 'static),
) -> impl Iterator<Item = &'a (dyn StdError + 'static)> {
    std::iter::successors(Some(error), |cause: &&'a (dyn StdError + 'static)| {
        (*cause).source()
    })
}

/// Whether a failed connection failed while agreeing on encryption. The TLS layer wraps its own
/// errors into I/O errors, whose `source` skips them; an end of stream comes only from there,
/// because connecting itself reads nothing.
fn is_tls(cause: &(dyn StdError + 'static)) -> bool {
    if cause.is::<rustls::Error>() {
        return true;
    }
    cause.downcast_ref::<io::Error>().is_some_and(|error| {
        error.kind() == io::ErrorKind::UnexpectedEof
            || error.get_ref().is_some_and(|inner| is_tls(inner))
    })
}
