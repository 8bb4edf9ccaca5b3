//! What is asked, and what is answered.

use axum::body::Body;
use bytes::Bytes;
use http::{HeaderMap, Method, Request, StatusCode, header};
use serde_json::Value;

/// What a call carries.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// Nothing.
    None,
    /// JSON.
    Json(Value),
    /// A form with a file, its parts parted by `limite`.
    Form(Bytes),
    /// A form without files.
    Fields(String),
    /// Anything, declared as this media type.
    Raw(&'static str, Bytes),
}

/// A call.
#[derive(Debug, Clone)]
pub struct Call {
    /// Method.
    pub method: Method,
    /// Path and query.
    pub path: String,
    /// Body.
    pub content: Content,
}

impl Call {
    /// A call without a body.
    pub fn bare(method: Method, path: impl Into<String>) -> Self {
        Self {
            method,
            path: path.into(),
            content: Content::None,
        }
    }

    /// A GET.
    pub fn get(path: impl Into<String>) -> Self {
        Self::bare(Method::GET, path)
    }

    /// A POST of JSON; null is no body.
    pub fn post(path: impl Into<String>, body: Value) -> Self {
        Self::json(Method::POST, path, body)
    }

    /// A call with JSON; null is no body.
    pub fn json(method: Method, path: impl Into<String>, body: Value) -> Self {
        let content = match body {
            Value::Null => Content::None,
            body => Content::Json(body),
        };
        Self {
            method,
            path: path.into(),
            content,
        }
    }

    pub(super) fn request(self) -> Request<Body> {
        let request = Request::builder().method(self.method).uri(self.path);
        let (kind, body) = match self.content {
            Content::None => return request.body(Body::empty()).unwrap(),
            Content::Json(body) => ("application/json", Body::from(body.to_string())),
            Content::Form(form) => ("multipart/form-data; boundary=limite", Body::from(form)),
            Content::Fields(text) => ("application/x-www-form-urlencoded", Body::from(text)),
            Content::Raw(kind, bytes) => (kind, Body::from(bytes)),
        };
        request
            .header(header::CONTENT_TYPE, kind)
            .body(body)
            .unwrap()
    }
}

/// An answer.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Status.
    pub status: StatusCode,
    /// Headers.
    pub headers: HeaderMap,
    /// Body.
    pub bytes: Bytes,
    /// Body read as JSON; null when it is none.
    pub json: Value,
}

impl Answer {
    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// The error's code; empty when there is none.
    pub fn code(&self) -> &str {
        self.json["code"].as_str().unwrap_or_default()
    }

    /// Panics unless the status is this one.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        self
    }
}
