//! The response of a handler.

use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use serde_json::Value;

use crate::embed::Targets;

/// The body of a response.
#[derive(Debug, Clone)]
pub enum Content {
    /// A JSON value, to which `_fields`, `_embed` and `_envelope` apply.
    Json(Value),
    /// A list of items that are JSON text already; only for requests to which at most `_embed` applies
    /// ([`crate::Call::wants_items_whole`]).
    Items(Vec<EncodedItem>),
    /// Content other than JSON.
    Other {
        /// Media type.
        content_type: HeaderValue,
        /// Bytes of the body.
        bytes: Bytes,
    },
}

/// An item of a list as JSON text.
#[derive(Debug, Clone)]
pub struct EncodedItem {
    /// The JSON object.
    pub text: Bytes,
    /// The embeddable links of the item.
    pub targets: Arc<Targets>,
}

impl EncodedItem {
    /// Serialises an item.
    ///
    /// # Errors
    /// When the value cannot be serialised.
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

/// A response.
#[derive(Debug, Clone)]
pub struct Reply {
    /// Status.
    pub status: StatusCode,
    /// Headers of the handler; common headers are added later.
    pub headers: HeaderMap,
    /// Body.
    pub content: Content,
    /// Whether `_links` stay in the response whatever fields are selected.
    pub keeps_links: bool,
    /// The context of the response to a write, which decides about `Allow`.
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

    /// 204 without a body.
    pub fn no_content() -> Self {
        Self {
            status: StatusCode::NO_CONTENT,
            ..Self::json(Value::Null)
        }
    }

    /// 200 with a list of items that are JSON text already.
    pub fn items(items: Vec<EncodedItem>) -> Self {
        Self {
            status: StatusCode::OK,
            headers: HeaderMap::new(),
            content: Content::Items(items),
            keeps_links: false,
            context: "edit",
        }
    }

    /// 201 with a JSON body and the address of the created resource.
    pub fn created(value: Value, location: &str) -> Self {
        Self {
            status: StatusCode::CREATED,
            ..Self::json(value)
        }
        .header(header::LOCATION, location)
    }

    /// The body as a JSON value; `null` when it is not JSON.
    pub fn into_value(self) -> Value {
        match self.content {
            Content::Json(value) => value,
            Content::Items(items) => serde_json::from_slice(&joined(&items)).unwrap_or_default(),
            Content::Other { .. } => Value::Null,
        }
    }

    /// Keeps `_links` in the response whatever fields are selected.
    #[must_use]
    pub const fn keeping_links(mut self) -> Self {
        self.keeps_links = true;
        self
    }

    /// Sets the context of the response to a write.
    #[must_use]
    pub const fn shown_in(mut self, context: &'static str) -> Self {
        self.context = context;
        self
    }

    /// Sets a header. A value that is invalid in a header is omitted.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: &str) -> Self {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.headers.insert(name, value);
        }
        self
    }
}
