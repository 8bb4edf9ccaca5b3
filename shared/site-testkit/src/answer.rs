//! Answers to requests.

use axum::response::Response;
use http::HeaderMap;
use http_body_util::BodyExt as _;
use serde_json::Value;

/// An answer with its whole body.
#[derive(Debug)]
pub struct Answer {
    /// Status.
    pub status: u16,
    /// Headers.
    pub headers: HeaderMap,
    /// Body.
    pub bytes: Vec<u8>,
}

impl Answer {
    /// Reads a response.
    pub async fn of(response: Response) -> Self {
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes().to_vec();
        Self {
            status: parts.status.as_u16(),
            headers: parts.headers,
            bytes,
        }
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap()
    }

    /// A header; empty without it.
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().unwrap())
    }

    /// The code of an error.
    pub fn code(&self) -> String {
        let code = self.json().get("code").cloned().unwrap_or_default();
        code.as_str().unwrap_or_default().to_owned()
    }

    /// Status and code of an error.
    pub fn refusal(&self) -> (u16, String) {
        (self.status, self.code())
    }

    /// The body of a response with 200.
    pub fn ok(&self) -> Value {
        self.expect(200)
    }

    /// The identifier of a created record.
    pub fn id(&self) -> u64 {
        self.expect(201).get("id").unwrap().as_u64().unwrap()
    }

    /// The identifiers of a list.
    pub fn ids(&self) -> Vec<u64> {
        let list = self.ok();
        let items = list.as_array().unwrap().iter();
        items
            .map(|item| item.get("id").unwrap().as_u64().unwrap())
            .collect()
    }

    fn expect(&self, status: u16) -> Value {
        assert_eq!(
            self.status,
            status,
            "{}",
            String::from_utf8_lossy(&self.bytes)
        );
        self.json()
    }
}
