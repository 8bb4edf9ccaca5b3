//! Responses to outbound requests.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use serde::de::DeserializeOwned;
use url::Url;

/// A response with any status.
#[derive(Clone)]
pub struct Response {
    /// Status.
    pub status: StatusCode,
    /// Headers.
    pub headers: HeaderMap,
    /// Final URL, after redirects.
    pub url: Url,
    /// Body.
    pub body: Bytes,
    /// Whether the body was truncated at the request's limit.
    pub cut: bool,
}

impl Response {
    /// The first value of a header, if it is text.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The time of `Retry-After`, where it has seconds (RFC 9110, section 10.2.3).
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        let seconds = self.header("retry-after")?.trim().parse().ok()?;
        Some(Duration::from_secs(seconds))
    }

    /// Deserialises the body as JSON.
    ///
    /// # Errors
    ///
    /// When it is not JSON or does not match `T`.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_slice(&self.body)
    }
}

/// Body and headers may contain secrets, so only their sizes are printed.
impl std::fmt::Debug for Response {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Response")
            .field("status", &self.status)
            .field("origin", &self.url.origin().ascii_serialization())
            .field("headers", &self.headers.len())
            .field("bytes", &self.body.len())
            .finish_non_exhaustive()
    }
}
