//! What a response means that does not do as asked.

use http::StatusCode;
use oauth::{OAuthError, provider_code, provider_words};
use outbound::Response;
use secrecy::SecretString;
use serde_json::Value;

use crate::error::SearchError;

/// What every service means by a status; `None` where the body decides.
fn of_status(response: &Response) -> Option<SearchError> {
    OAuthError::of_status(response).map(SearchError::from)
}

/// The failure of a response of one of Google's APIs
/// (<https://developers.google.com/webmaster-tools/v1/errors>).
pub(super) fn of_api(response: &Response, access: &SecretString) -> SearchError {
    if let Some(error) = of_status(response) {
        return error;
    }
    let body: Value = response.json().unwrap_or_default();
    let text = |place: &str| body.pointer(place).and_then(Value::as_str);
    let message = text("/error/message").and_then(|message| provider_words(message, &[access]));
    let code = text("/error/errors/0/reason")
        .or_else(|| detail(&body, "/reason"))
        .or_else(|| text("/error/status"))
        .map(provider_code);
    match (response.status, code.as_deref()) {
        (StatusCode::UNAUTHORIZED, _) => SearchError::Unauthorized { message },
        (
            StatusCode::FORBIDDEN | StatusCode::TOO_MANY_REQUESTS,
            Some("quotaExceeded" | "dailyLimitExceeded" | "dailyLimitExceededUnreg"),
        ) => SearchError::QuotaExhausted { message },
        (
            StatusCode::FORBIDDEN,
            Some(
                "rateLimitExceeded"
                | "userRateLimitExceeded"
                | "RATE_LIMIT_EXCEEDED"
                | "RESOURCE_EXHAUSTED",
            ),
        )
        | (StatusCode::TOO_MANY_REQUESTS, _) => {
            if is_daily(&body, message.as_deref()) {
                SearchError::QuotaExhausted { message }
            } else {
                limited(response)
            }
        }
        _ => refused(response, code, message),
    }
}

/// Whether a limit is one of the day: Google names it in the message, and in the metadata of the details.
fn is_daily(body: &Value, message: Option<&str>) -> bool {
    let named = message.is_some_and(|message| message.to_lowercase().contains("per day"));
    let limit = detail(body, "/metadata/quota_limit");
    named || limit.is_some_and(|limit| limit.contains("PerDay"))
}

/// The first text at `place` of the error's details.
fn detail<'a>(body: &'a Value, place: &str) -> Option<&'a str> {
    let details = body.pointer("/error/details")?.as_array()?;
    details
        .iter()
        .find_map(|detail| detail.pointer(place)?.as_str())
}

/// The failure of a response of IndexNow (<https://www.indexnow.org/documentation>), which states its reason by the status.
/// The key is public, so the words need no mask.
pub(super) fn of_index_now(response: &Response) -> SearchError {
    if let Some(error) = of_status(response) {
        return error;
    }
    let body: Value = response.json().unwrap_or_default();
    let message = body.get("message").and_then(Value::as_str);
    let message = message.and_then(|message| provider_words(message, &[]));
    let reason = match response.status.as_u16() {
        429 => return limited(response),
        400 => Some("invalid_format"),
        403 => Some("key_not_valid"),
        422 => Some("url_not_of_key"),
        _ => None,
    };
    refused(response, reason.map(str::to_owned), message)
}

fn limited(response: &Response) -> SearchError {
    SearchError::RateLimited {
        retry_after: response.retry_after(),
    }
}

fn refused(response: &Response, reason: Option<String>, message: Option<String>) -> SearchError {
    SearchError::Refused {
        status: response.status.as_u16(),
        reason,
        message,
    }
}
