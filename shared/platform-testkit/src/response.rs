//! A response with its body.

use axum::body::Body;
use bytes::Bytes;
use http::{HeaderMap, Response, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::Value;

/// A response whose body was read.
#[derive(Debug, Clone)]
pub struct TestResponse {
    /// Status.
    pub status: StatusCode,
    /// Headers.
    pub headers: HeaderMap,
    /// Body.
    pub bytes: Bytes,
    /// Body as text; invalid UTF-8 is replaced.
    pub text: String,
    /// Body read as JSON; null when it is none.
    pub json: Value,
}

impl TestResponse {
    /// Reads the body of `response`.
    pub async fn read(response: Response<Body>) -> Self {
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        Self {
            status: parts.status,
            headers: parts.headers,
            text: String::from_utf8_lossy(&bytes).into_owned(),
            json: serde_json::from_slice(&bytes).unwrap_or_default(),
            bytes,
        }
    }

    /// The error's code; empty when there is none.
    pub fn code(&self) -> &str {
        self.json["code"].as_str().unwrap_or_default()
    }

    /// Status and error code, for comparing.
    pub fn error(&self) -> (u16, &str) {
        (self.status.as_u16(), self.code())
    }

    /// Panics unless the response is this error.
    #[track_caller]
    pub fn assert_error(&self, status: u16, code: &str) {
        assert_eq!(self.error(), (status, code), "{}", self.text);
    }

    /// Panics unless the status is this one.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self
    }

    /// The fields that the error names, in its order; none when it names no fields.
    pub fn issue_fields(&self) -> Vec<&str> {
        let issues = self.json["issues"].as_array().map(Vec::as_slice);
        issues
            .unwrap_or_default()
            .iter()
            .map(|issue| issue["field"].as_str().unwrap())
            .collect()
    }

    /// The `ETag`.
    pub fn etag(&self) -> String {
        self.headers[header::ETAG].to_str().unwrap().to_owned()
    }

    /// `Retry-After` in seconds.
    pub fn retry_after(&self) -> u64 {
        let value = self.headers[header::RETRY_AFTER].to_str();
        value.unwrap().parse().unwrap()
    }
}
