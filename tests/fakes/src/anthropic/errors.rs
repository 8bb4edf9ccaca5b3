//! Error responses: `{"type":"error","error":{"type","message"},"request_id"}`.

use axum::response::Response;
use http::StatusCode;
use serde_json::{Value, json};

use crate::exchange::{json as json_response, with_header};
use crate::record::Record;
use crate::scenario::Fault;

/// Status of an overloaded service, which HTTP does not define.
const OVERLOADED: u16 = 529;

/// The body of an error.
pub(super) fn body(kind: &str, message: &str, request: &str) -> Value {
    json!({
        "type": "error",
        "error": { "type": kind, "message": message },
        "request_id": request,
    })
}

fn error(record: &Record, status: StatusCode, kind: &str, message: &str) -> Response {
    let id = record.identifier("req_");
    let response = json_response(status, &body(kind, message, &id));
    with_header(response, "request-id", id)
}

pub(super) fn no_key(record: &Record) -> Response {
    let message = "x-api-key header is required";
    error(
        record,
        StatusCode::UNAUTHORIZED,
        "authentication_error",
        message,
    )
}

pub(super) fn bad_key(record: &Record) -> Response {
    error(
        record,
        StatusCode::UNAUTHORIZED,
        "authentication_error",
        "invalid x-api-key",
    )
}

pub(super) fn invalid(record: &Record, message: &str) -> Response {
    error(
        record,
        StatusCode::BAD_REQUEST,
        "invalid_request_error",
        message,
    )
}

pub(super) fn not_found(record: &Record, message: &str) -> Response {
    error(record, StatusCode::NOT_FOUND, "not_found_error", message)
}

pub(super) fn internal(record: &Record) -> Response {
    error(
        record,
        StatusCode::INTERNAL_SERVER_ERROR,
        "api_error",
        "Internal server error",
    )
}

pub(super) fn fault(record: &Record, fault: Fault) -> Response {
    match fault {
        Fault::NoQuota => invalid(
            record,
            "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or \
             purchase credits.",
        ),
        Fault::Limit { hint } => {
            let message = "This request would exceed your organization's rate limit of 50 requests per minute. Please \
                           reduce the prompt length or the maximum tokens requested, or try again later.";
            let response = error(
                record,
                StatusCode::TOO_MANY_REQUESTS,
                "rate_limit_error",
                message,
            );
            let response = with_header(response, "retry-after", hint.div_ceil(1000));
            let response = with_header(response, "anthropic-ratelimit-requests-limit", 50);
            let response = with_header(response, "anthropic-ratelimit-requests-remaining", 0);
            let reset = "2026-11-20T12:01:00Z";
            with_header(response, "anthropic-ratelimit-requests-reset", reset)
        }
        Fault::NoPermission => error(
            record,
            StatusCode::FORBIDDEN,
            "permission_error",
            "Your API key does not have permission to use the specified resource.",
        ),
        _ => {
            let status = StatusCode::from_u16(OVERLOADED);
            let status = status.unwrap_or(StatusCode::SERVICE_UNAVAILABLE);
            error(record, status, "overloaded_error", "Overloaded")
        }
    }
}
