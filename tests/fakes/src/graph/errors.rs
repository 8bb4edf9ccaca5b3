//! Errors of the Graph API.

use axum::response::Response;
use http::StatusCode;
use serde_json::json;

use crate::exchange;

/// Status and message of a code of errors.
fn known(code: u32) -> Option<(u16, &'static str)> {
    Some(match code {
        0 => (401, "AuthException"),
        1 => (500, "API Unknown"),
        3 => (500, "API Method"),
        4 => (400, "API Too Many Calls"),
        10 | 200..=299 => (403, "Permission Denied"),
        100 => (400, "Invalid parameter"),
        190 => (401, "Access token has expired"),
        368 => (403, "Temporarily blocked for policies violations"),
        80_007 | 130_429 => (400, "Rate limit hit"),
        130_497 => (
            403,
            "Business account is restricted from messaging users in this country",
        ),
        131_000 => (500, "Something went wrong"),
        131_005 => (403, "Access denied"),
        131_008 => (400, "Required parameter is missing"),
        131_009 => (400, "Parameter value is not valid"),
        131_016 => (500, "Service unavailable"),
        131_026 => (400, "Message undeliverable"),
        131_030 => (400, "Recipient phone number not in allowed list"),
        131_031 => (403, "Account has been locked"),
        131_042 => (400, "Business eligibility payment issue"),
        131_045 => (500, "Incorrect certificate"),
        131_047 => (400, "Re-engagement message"),
        131_048 => (400, "Spam rate limit hit"),
        131_049 => (
            400,
            "Message not delivered to maintain healthy ecosystem engagement",
        ),
        131_050 => (400, "User has stopped marketing messages"),
        131_051 => (400, "Unsupported message type"),
        131_052 => (400, "Media download error"),
        131_053 => (400, "Media upload error"),
        131_056 => (
            400,
            "(Business Account, Consumer Account) pair rate limit hit",
        ),
        131_057 => (500, "Account in maintenance mode"),
        131_062 => (
            400,
            "Business-scoped user IDs are not supported for this message",
        ),
        131_064 => (400, "Rate limit hit"),
        132_000 => (
            400,
            "Number of parameters does not match the expected number of params",
        ),
        132_001 => (404, "Template name does not exist in the translation"),
        132_005 => (400, "Translated text too long"),
        132_007 => (400, "Template format character policy violated"),
        132_008 | 132_012 => (
            400,
            "Parameter format does not match format in the created template",
        ),
        132_015 => (400, "Template is paused"),
        132_016 => (400, "Template is disabled"),
        135_000 => (400, "Generic user error"),
        _ => return None,
    })
}

/// The codes that the service calls passing.
const TRANSIENT: [u32; 5] = [1, 131_000, 131_016, 131_057, 130_429];

/// An error with a code and details.
pub(super) fn error(code: u32, details: &str) -> Response {
    let (status, message) = known(code).unwrap_or((400, "Unknown error"));
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
    let body = json!({
        "error": {
            "message": format!("(#{code}) {message}"),
            "type": "OAuthException",
            "code": code,
            "error_data": { "messaging_product": "whatsapp", "details": details },
            "is_transient": TRANSIENT.contains(&code),
            "fbtrace_id": "AauRgAP8m_ImekhgAZPeC7d",
        },
    });
    exchange::json(status, &body)
}

/// A malformed request.
pub(super) fn invalid(details: &str) -> Response {
    error(100, details)
}

/// A path or an identifier that does not exist.
pub(super) fn absent(id: &str) -> Response {
    let body = json!({
        "error": {
            "message": format!(
                "Unsupported post request. Object with ID '{id}' does not exist, cannot be loaded \
                 due to missing permissions, or does not support this operation."
            ),
            "type": "GraphMethodException",
            "code": 100,
            "error_subcode": 33,
            "fbtrace_id": "AauRgAP8m_ImekhgAZPeC7d",
        },
    });
    exchange::json(StatusCode::BAD_REQUEST, &body)
}

/// The error with a name: a code, or the word of a scenario.
pub(super) fn named(name: &str) -> Option<Response> {
    let code = match name {
        "invalid-key" => 190,
        "limit" => 130_429,
        "noquota" => 131_042,
        "overload" => 131_016,
        "nopermission" => 10,
        code => code.parse().ok()?,
    };
    known(code)?;
    Some(error(code, "The request was refused."))
}
