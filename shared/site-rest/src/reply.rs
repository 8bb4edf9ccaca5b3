//! What a handler answers.

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use serde_json::Value;

/// The body of an answer.
#[derive(Debug, Clone)]
pub enum Content {
    /// A JSON value, to which `_fields`, `_embed` and `_envelope` apply.
    Json(Value),
    /// JSON that is already text; only for a request that asks for none of these
    /// ([`crate::Call::wants_plain`]).
    Encoded(Bytes),
    /// Something else than JSON.
    Other {
        /// Its media type.
        content_type: HeaderValue,
        /// Its bytes.
        bytes: Bytes,
    },
}

/// An answer.
#[derive(Debug, Clone)]
pub struct Reply {
    /// Its status.
    pub status: StatusCode,
    /// Its own headers; those that every answer carries are added later.
    pub headers: HeaderMap,
    /// Its body.
    pub content: Content,
    /// The context in which the answer to a write shows what was written; it decides what `Allow` says
    /// after it.
    pub context: &'static str,
}

impl Reply {
    /// 200 with a JSON body.
    pub fn json(value: Value) -> Self {
        Self {
            status: StatusCode::OK,
            headers: HeaderMap::new(),
            content: Content::Json(value),
            context: "edit",
        }
    }

    /// 200 with a JSON body that is already text.
    pub fn encoded(text: Bytes) -> Self {
        Self {
            status: StatusCode::OK,
            headers: HeaderMap::new(),
            content: Content::Encoded(text),
            context: "edit",
        }
    }

    /// 201 with a JSON body and the address of what was made.
    pub fn created(value: Value, location: &str) -> Self {
        Self {
            status: StatusCode::CREATED,
            ..Self::json(value)
        }
        .header(header::LOCATION, location)
    }

    /// Says that a write is answered in this context.
    #[must_use]
    pub const fn shown_in(mut self, context: &'static str) -> Self {
        self.context = context;
        self
    }

    /// Sets a header; a value that no header can carry is left out.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: &str) -> Self {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.headers.insert(name, value);
        }
        self
    }
}
