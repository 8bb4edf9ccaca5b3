//! Outbound requests.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use secrecy::SecretString;
use url::Url;

/// Default time limit of a request.
const DEFAULT_DEADLINE: Duration = Duration::from_secs(15);

/// Default size limit of a response in bytes: 8 MiB.
const DEFAULT_MAX_BYTES: usize = 8 * 1024 * 1024;

/// Credentials for HTTP Basic authentication (RFC 7617).
#[derive(Debug, Clone)]
pub struct Basic {
    /// User name; must not contain a colon.
    pub user: String,
    /// Password.
    pub password: SecretString,
}

/// One part of a multipart body (RFC 7578).
#[derive(Debug, Clone)]
pub struct Part {
    /// Field name.
    pub name: String,
    /// File name, for files.
    pub file_name: Option<String>,
    /// Media type, for files.
    pub content_type: Option<String>,
    /// Content.
    pub bytes: Bytes,
}

/// The body of a request. All variants are in memory, so the length is known in advance.
#[derive(Debug, Clone, Default)]
pub enum Body {
    /// No body.
    #[default]
    Empty,
    /// Raw bytes; the headers describe them.
    Bytes(Bytes),
    /// JSON, sent as `application/json`.
    Json(serde_json::Value),
    /// Fields and files, sent as `multipart/form-data`.
    Multipart(Vec<Part>),
}

/// Handling of redirects. Only GET and HEAD requests are redirected; for other methods every variant
/// behaves like [`Redirects::Never`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redirects {
    /// Return redirects as errors.
    Never,
    /// Follow up to this number within the request's origin (scheme, host, port), and return a redirect to
    /// another origin as an error.
    SameOrigin(u8),
    /// Follow up to this number. From the first hop to another origin on, credentials and all headers
    /// except `Accept` and `Accept-Language` are dropped.
    Anywhere(u8),
}

/// An outbound request.
#[derive(Clone)]
pub struct Request {
    /// Method.
    pub method: Method,
    /// Address.
    pub url: Url,
    /// Headers in addition to those of the body and the credentials.
    pub headers: HeaderMap,
    /// Body.
    pub body: Body,
    /// Credentials for the origin of `url` only.
    pub credentials: Option<Basic>,
    /// Time limit for the whole call, including redirects and reading the response. Connecting is
    /// additionally limited to five seconds.
    pub deadline: Duration,
    /// Size limit of the response in bytes.
    pub max_bytes: usize,
    /// Whether a longer response is truncated at `max_bytes` instead of rejected.
    pub cut_long_answer: bool,
    /// Handling of redirects.
    pub redirects: Redirects,
}

impl Request {
    /// A request without body or credentials, with a limit of 15 seconds and 8 MiB, and without redirects.
    #[must_use]
    pub fn new(method: Method, url: Url) -> Self {
        Self {
            method,
            url,
            headers: HeaderMap::new(),
            body: Body::Empty,
            credentials: None,
            deadline: DEFAULT_DEADLINE,
            max_bytes: DEFAULT_MAX_BYTES,
            cut_long_answer: false,
            redirects: Redirects::Never,
        }
    }

    /// A GET request.
    #[must_use]
    pub fn get(url: Url) -> Self {
        Self::new(Method::GET, url)
    }

    /// A POST request.
    #[must_use]
    pub fn post(url: Url) -> Self {
        Self::new(Method::POST, url)
    }

    /// Sets a header, replacing an existing one.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.insert(name, value);
        self
    }

    /// Sets the body.
    #[must_use]
    pub fn body(mut self, body: Body) -> Self {
        self.body = body;
        self
    }

    /// Sets the credentials.
    #[must_use]
    pub fn credentials(mut self, credentials: Option<Basic>) -> Self {
        self.credentials = credentials;
        self
    }

    /// Sets the time limit for the whole call.
    #[must_use]
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// Sets the size limit of the response in bytes; a longer one is an error.
    #[must_use]
    pub fn max_bytes(mut self, max_bytes: usize) -> Self {
        self.max_bytes = max_bytes;
        self.cut_long_answer = false;
        self
    }

    /// Sets the size limit of the response in bytes; a longer one is truncated.
    #[must_use]
    pub fn first_bytes(mut self, max_bytes: usize) -> Self {
        self.max_bytes = max_bytes;
        self.cut_long_answer = true;
        self
    }

    /// Sets the handling of redirects.
    #[must_use]
    pub fn redirects(mut self, redirects: Redirects) -> Self {
        self.redirects = redirects;
        self
    }

    /// Whether the request may be repeated at a redirect target.
    pub(crate) fn is_replayable(&self) -> bool {
        matches!(self.method, Method::GET | Method::HEAD) && matches!(self.body, Body::Empty)
    }
}

/// Headers and the path and query of the URL may contain keys, so they are omitted.
impl std::fmt::Debug for Request {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Request")
            .field("method", &self.method)
            .field("origin", &self.url.origin().ascii_serialization())
            .field("deadline", &self.deadline)
            .field("redirects", &self.redirects)
            .finish_non_exhaustive()
    }
}
