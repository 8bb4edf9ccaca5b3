//! Why the service did not answer as asked.

use std::time::Duration;

use http::StatusCode;
use outbound::{CircuitOpen, Fault, OutboundError, Response};
use secrecy::{ExposeSecret, SecretString};

use crate::alert::{Alert, text};

/// What stands in a message in place of the key.
const MASK: &str = "[key]";

/// Kind of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServiceFailure {
    /// The service failed repeatedly, so it was not called.
    CircuitOpen,
    /// It did not answer in time.
    Timeout,
    /// The connection failed.
    Unreachable,
    /// It refuses calls for now (429).
    RateLimited,
    /// It has a fault (5xx).
    ServiceFailed,
    /// It does not accept the key.
    InvalidKey,
    /// Its answer is none of its interface.
    BadPayload,
}

impl ServiceFailure {
    /// Whether the same call may succeed later.
    #[must_use]
    pub const fn is_temporary(self) -> bool {
        !matches!(self, Self::InvalidKey)
    }

    /// Whether the failure counts against the service's circuit: it is dead, slow or broken.
    pub(crate) const fn opens_circuit(self) -> bool {
        matches!(
            self,
            Self::Timeout | Self::Unreachable | Self::RateLimited | Self::ServiceFailed
        )
    }
}

/// A failure of the service.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{failure:?} of the spam service")]
pub struct ServiceError {
    /// Kind.
    pub failure: ServiceFailure,
    /// The service's own words (`X-akismet-debug-help` or `X-akismet-error`) with the key masked.
    pub debug_help: Option<String>,
    /// Time after which the service accepts calls again, if it said so.
    pub retry_after: Option<Duration>,
    /// The alert that the answer carries, if there was one. A failed call without an alert says nothing about it.
    pub alert: Option<Box<Alert>>,
}

impl ServiceError {
    pub(crate) const fn new(failure: ServiceFailure) -> Self {
        Self {
            failure,
            debug_help: None,
            retry_after: None,
            alert: None,
        }
    }

    pub(crate) const fn of_circuit(_: CircuitOpen) -> Self {
        Self::new(ServiceFailure::CircuitOpen)
    }

    pub(crate) const fn of_outbound(error: &OutboundError) -> Self {
        Self::new(match error.fault() {
            Fault::Timeout => ServiceFailure::Timeout,
            Fault::Unreachable => ServiceFailure::Unreachable,
            Fault::Unusable => ServiceFailure::BadPayload,
        })
    }

    /// The same failure with another key masked as well.
    pub(crate) fn without(mut self, key: &SecretString) -> Self {
        self.debug_help = self.debug_help.map(|words| masked(words, key));
        self
    }

    /// The failure of an answer that is not as expected. `invalid` as body means a wrong key or wrong fields.
    pub(crate) fn of_response(response: &Response, key: Option<&SecretString>) -> Self {
        let is_invalid = response.body.trim_ascii() == b"invalid";
        let failure = match response.status {
            StatusCode::TOO_MANY_REQUESTS => ServiceFailure::RateLimited,
            status if status.is_server_error() => ServiceFailure::ServiceFailed,
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => ServiceFailure::InvalidKey,
            _ if is_invalid => ServiceFailure::InvalidKey,
            _ => ServiceFailure::BadPayload,
        };
        let retry_after = text(&response.headers, "retry-after")
            .and_then(|seconds| seconds.parse().ok())
            .map(Duration::from_secs);
        Self {
            failure,
            debug_help: debug_help(response, key),
            retry_after,
            alert: Alert::of(&response.headers).map(Box::new),
        }
    }
}

/// The service's words about an answer, without the key.
pub(crate) fn debug_help(response: &Response, key: Option<&SecretString>) -> Option<String> {
    let words = ["x-akismet-debug-help", "x-akismet-error"]
        .iter()
        .find_map(|name| text(&response.headers, name))?;
    Some(match key {
        Some(key) => masked(words, key),
        None => words,
    })
}

fn masked(words: String, key: &SecretString) -> String {
    match key.expose_secret() {
        "" => words,
        key => words.replace(key, MASK),
    }
}
