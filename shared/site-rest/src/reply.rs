//! What a handler answers.

use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use serde_json::Value;

use crate::embed::Targets;

/// The body of an answer.
#[derive(Debug, Clone)]
pub enum Content {
    /// A JSON value, to which `_fields`, `_embed` and `_envelope` apply.
    Json(Value),
    /// A list whose items are text already; only for a request to which no more than `_embed` applies
    /// ([`crate::Call::wants_items_whole`]).
    Items(Vec<EncodedItem>),
    /// Something else than JSON.
    Other {
        /// Its media type.
        content_type: HeaderValue,
        /// Its bytes.
        bytes: Bytes,
    },
}

/// An item of a list as JSON text.
#[derive(Debug, Clone)]
pub struct EncodedItem {
    /// The object.
    pub text: Bytes,
    /// What can be embedded in it.
    pub targets: Arc<Targets>,
}

impl EncodedItem {
    /// Writes an item.
    ///
    /// # Errors
    /// When the value cannot be written.
    pub fn of(item: &Value) -> Result<Self, serde_json::Error> {
        Ok(Self {
            text: serde_json::to_vec(item)?.into(),
            targets: Arc::new(Targets::of(item)),
        })
    }
}

/// The items as a JSON array.
pub(crate) fn joined(items: &[EncodedItem]) -> Bytes {
    let length: usize = items.iter().map(|item| item.text.len() + 1).sum();
    let mut array = Vec::with_capacity(length + 2);
    array.push(b'[');
    for (place, item) in items.iter().enumerate() {
        if place > 0 {
            array.push(b',');
        }
        array.extend_from_slice(&item.text);
    }
    array.push(b']');
    array.into()
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
    /// Whether `_links` stay whatever fields are asked for.
    pub keeps_links: bool,
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
            keeps_links: false,
            context: "edit",
        }
    }

    /// 200 with a list whose items are text already.
    pub fn items(items: Vec<EncodedItem>) -> Self {
        Self {
            status: StatusCode::OK,
            headers: HeaderMap::new(),
            content: Content::Items(items),
            keeps_links: false,
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

    /// Says that `_links` stay whatever fields are asked for.
    #[must_use]
    pub const fn keeping_links(mut self) -> Self {
        self.keeps_links = true;
        self
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
