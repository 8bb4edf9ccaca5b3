//! Gmail API: sending a message. <https://developers.google.com/gmail/api/reference/rest/v1/users.messages/send>

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::response::Response;
use base64::Engine;
use base64::engine::general_purpose::{URL_SAFE, URL_SAFE_NO_PAD};
use http::StatusCode;
use serde_json::{Value, json};

use super::errors::{error, invalid, named as general, not_found};
use super::token;
use crate::exchange::{self, is_json};
use crate::mailed::{Unsendable, message};
use crate::record::{Call, Record};
use crate::routing::service_router;
use crate::service::Service;

const SERVICE: Service = Service::Gmail;

/// Longest message in bytes.
const MOST_BYTES: usize = 36_700_160;

pub(crate) fn router(record: &Arc<Record>) -> Router {
    service_router(record, SERVICE, named, respond).layer(DefaultBodyLimit::disable())
}

/// The error with a name.
fn named(name: &str) -> Option<Response> {
    let (code, status, reason, message) = match name {
        "userRateLimitExceeded" => (
            403,
            "PERMISSION_DENIED",
            name,
            "User-rate limit exceeded.  Retry after 2027-01-15T08:15:00.000Z",
        ),
        "failedPrecondition" => (400, "FAILED_PRECONDITION", name, "Mail service not enabled"),
        "504" => (
            504,
            "DEADLINE_EXCEEDED",
            "backendError",
            "Deadline expired.",
        ),
        "413" => (
            413,
            "INVALID_ARGUMENT",
            "uploadTooLarge",
            "Message too large.",
        ),
        _ => return general(name),
    };
    Some(error(code, status, reason, message))
}

fn respond(record: &Record, call: &Call) -> Response {
    let account = match token::check(record, SERVICE, call, &[token::SEND]) {
        Ok(account) => account,
        Err(response) => return *response,
    };
    match (call.method.as_str(), call.path.as_str()) {
        ("POST", "/gmail/v1/users/me/messages/send") => send(record, call, &account),
        _ => not_found(),
    }
}

fn send(record: &Record, call: &Call, account: &str) -> Response {
    let members = call.body.as_ref().and_then(Value::as_object);
    let Some(members) = members.filter(|_| is_json(call)) else {
        return invalid("Invalid JSON payload received.");
    };
    if let Some(name) = members
        .keys()
        .find(|name| !["raw", "threadId"].contains(&name.as_str()))
    {
        return invalid(&format!("Unknown name \"{name}\": Cannot find field."));
    }
    let raw = members.get("raw").and_then(Value::as_str);
    let decoded = raw.and_then(|raw| {
        URL_SAFE
            .decode(raw)
            .or_else(|_| URL_SAFE_NO_PAD.decode(raw))
            .ok()
    });
    let Some(bytes) = decoded else {
        return invalid("Invalid value at 'message.raw' (TYPE_BYTES), Base64 decoding failed");
    };
    if bytes.len() > MOST_BYTES {
        return named("413").unwrap_or_default();
    }
    match message(&bytes, account) {
        Ok(mail) => {
            record.mailed.add(SERVICE, mail);
            let id = record.identifier("18c");
            let body = json!({ "id": id, "threadId": id, "labelIds": ["SENT"] });
            exchange::json(StatusCode::OK, &body)
        }
        Err(Unsendable::Recipients) => error(
            400,
            "INVALID_ARGUMENT",
            "invalidArgument",
            "Recipient address required",
        ),
        // Gmail writes its own address over one that is no alias of the account, without an error.
        Err(Unsendable::Sender) => {
            record.violation(SERVICE, "the sender is not the account");
            invalid("Invalid From header")
        }
        Err(Unsendable::Message) => error(
            400,
            "INVALID_ARGUMENT",
            "invalidArgument",
            "Invalid message",
        ),
    }
}
