//! Framing of server-sent events
//! (<https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream>).

use std::sync::Arc;

use axum::response::Response;
use http::StatusCode;
use serde_json::Value;

use crate::delivery::{Delivery, body};
use crate::exchange::{with_header, with_type};
use crate::record::Record;

/// Characters of a text delta.
const DELTA: usize = 24;

/// A named event.
pub(crate) fn named(name: &str, data: &Value) -> String {
    format!("event: {name}\ndata: {data}\n\n")
}

/// An event without a name, with lines that end in CR LF as Gemini sends them.
pub(crate) fn unnamed(data: &Value) -> String {
    format!("data: {data}\r\n\r\n")
}

/// Splits a text into deltas.
pub(crate) fn deltas(text: &str) -> Vec<String> {
    let mut deltas = Vec::new();
    let mut current = String::new();
    for (count, character) in text.chars().enumerate() {
        if count > 0 && count % DELTA == 0 {
            deltas.push(std::mem::take(&mut current));
        }
        current.push(character);
    }
    if !current.is_empty() {
        deltas.push(current);
    }
    deltas
}

/// A stream of events.
pub(crate) fn stream(record: &Arc<Record>, events: &[String], delivery: Delivery) -> Response {
    let response = with_type(
        StatusCode::OK,
        "text/event-stream; charset=utf-8",
        body(record, events, delivery),
    );
    with_header(response, "cache-control", "no-cache")
}
