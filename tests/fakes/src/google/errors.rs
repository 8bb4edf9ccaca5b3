//! Errors of the Search Console and Indexing APIs.

use axum::response::Response;
use http::StatusCode;
use serde_json::json;

use crate::exchange;

/// An error in the form of both APIs.
pub(super) fn error(code: u16, status: &str, reason: &str, message: &str) -> Response {
    let body = json!({
        "error": {
            "code": code,
            "message": message,
            "status": status,
            "errors": [{ "message": message, "domain": "global", "reason": reason }],
        },
    });
    let code = StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    exchange::json(code, &body)
}

/// A malformed request.
pub(super) fn invalid(message: &str) -> Response {
    error(400, "INVALID_ARGUMENT", "badRequest", message)
}

pub(super) fn not_found() -> Response {
    error(
        404,
        "NOT_FOUND",
        "notFound",
        "Requested entity was not found.",
    )
}

/// The account has no right on a property.
pub(super) fn forbidden(property: &str) -> Response {
    let message = format!(
        "User does not have sufficient permission for site '{property}'. See also: \
         https://support.google.com/webmasters/answer/2451999."
    );
    error(403, "PERMISSION_DENIED", "forbidden", &message)
}

/// The error with a name: its reason or its status.
pub(super) fn named(name: &str) -> Option<Response> {
    Some(match name {
        "authError" => error(
            401,
            "UNAUTHENTICATED",
            "authError",
            "Request had invalid authentication credentials. Expected OAuth 2 access token, login \
             cookie or other valid authentication credential.",
        ),
        "insufficientPermissions" => error(
            403,
            "PERMISSION_DENIED",
            "insufficientPermissions",
            "Request had insufficient authentication scopes.",
        ),
        "forbidden" => forbidden("sc-domain:cliente.example"),
        "ownership" => error(
            403,
            "PERMISSION_DENIED",
            "forbidden",
            "Permission denied. Failed to verify the URL ownership.",
        ),
        "accessNotConfigured" => error(
            403,
            "PERMISSION_DENIED",
            "accessNotConfigured",
            "Google Search Console API has not been used in project 1012 before or it is disabled.",
        ),
        "quotaExceeded" => error(
            403,
            "RESOURCE_EXHAUSTED",
            "quotaExceeded",
            "Quota exceeded for quota metric 'Queries' and limit 'Queries per day'.",
        ),
        "rateLimitExceeded" => error(
            403,
            "RESOURCE_EXHAUSTED",
            "rateLimitExceeded",
            "Rate Limit Exceeded",
        ),
        "429" => error(
            429,
            "RESOURCE_EXHAUSTED",
            "rateLimitExceeded",
            "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute per user'.",
        ),
        "400" => invalid("Request contains an invalid argument."),
        "404" => not_found(),
        "500" => error(
            500,
            "INTERNAL",
            "backendError",
            "Internal error encountered.",
        ),
        "503" => error(
            503,
            "UNAVAILABLE",
            "backendError",
            "The service is currently unavailable.",
        ),
        _ => return None,
    })
}
