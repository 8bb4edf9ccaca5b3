//! What is sent.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use secrecy::SecretString;
use url::Url;

/// Time allowed when a request names none.
const DEFAULT_DEADLINE: Duration = Duration::from_secs(15);

/// Bytes of answer accepted when a request names no limit: 8 MiB.
const DEFAULT_MAX_BYTES: usize = 8 * 1024 * 1024;

/// A login for HTTP Basic authentication (RFC 7617).
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

/// The body of a request. All kinds are in memory, so their length is known in advance.
#[derive(Debug, Clone, Default)]
pub enum Body {
    /// No body.
    #[default]
    Empty,
    /// Bytes as they are; the caller's headers say what they mean.
    Bytes(Bytes),
    /// A JSON text, sent as `application/json`.
    Json(serde_json::Value),
    /// Fields and files, sent as `multipart/form-data`.
    Multipart(Vec<Part>),
}

/// What to do with a redirect. Only GET and HEAD are ever followed; for other methods each rule
/// means [`Redirects::Never`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redirects {
    /// Report it.
    Never,
    /// Follow up to so many within the origin (scheme, host, port) of the request, and report one
    /// that leads elsewhere.
    SameOrigin(u8),
    /// Follow up to so many. From the first hop to another origin on, credentials and all headers
    /// but `Accept` and `Accept-Language` stay behind.
    Anywhere(u8),
}

/// A request to the outside.
#[derive(Clone)]
pub struct Request {
    /// Method.
    pub method: Method,
    /// Address.
    pub url: Url,
    /// Headers beside those that the body and the credentials bring.
    pub headers: HeaderMap,
    /// Body.
    pub body: Body,
    /// Login for the origin of `url`, and for no other.
    pub credentials: Option<Basic>,
    /// Time for the whole call, redirects and reading of the answer included. Connecting is
    /// limited to five seconds besides.
    pub deadline: Duration,
    /// Most bytes of answer accepted.
    pub max_bytes: usize,
    /// Whether a longer answer is cut at `max_bytes` instead of refused.
    pub cut_long_answer: bool,
    /// What to do with redirects.
    pub redirects: Redirects,
}

impl Request {
    /// A request without body or credentials: 15 seconds, 8 MiB of answer, no redirects.
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

    /// A GET.
    #[must_use]
    pub fn get(url: Url) -> Self {
        Self::new(Method::GET, url)
    }

    /// A POST.
    #[must_use]
    pub fn post(url: Url) -> Self {
        Self::new(Method::POST, url)
    }

    /// Adds a header, replacing one of the same name.
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

    /// Sets the login.
    #[must_use]
    pub fn credentials(mut self, credentials: Option<Basic>) -> Self {
        self.credentials = credentials;
        self
    }

    /// Sets the time for the whole call.
    #[must_use]
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// Sets the most bytes of answer; a longer one is refused.
    #[must_use]
    pub fn max_bytes(mut self, max_bytes: usize) -> Self {
        self.max_bytes = max_bytes;
        self.cut_long_answer = false;
        self
    }

    /// Keeps at most `max_bytes` of the answer and drops the rest.
    #[must_use]
    pub fn first_bytes(mut self, max_bytes: usize) -> Self {
        self.max_bytes = max_bytes;
        self.cut_long_answer = true;
        self
    }

    /// Sets what to do with redirects.
    #[must_use]
    pub fn redirects(mut self, redirects: Redirects) -> Self {
        self.redirects = redirects;
        self
    }

    /// Whether the request may be made again at another address.
    pub(crate) fn is_replayable(&self) -> bool {
        matches!(self.method, Method::GET | Method::HEAD) && matches!(self.body, Body::Empty)
    }
}

/// Headers and the address's path and query may carry keys, so neither is shown.
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
