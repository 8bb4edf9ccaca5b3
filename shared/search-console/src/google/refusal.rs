//! What a response means that does not do as asked.

use std::time::Duration;

use http::StatusCode;
use outbound::Response;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use settings::without_key;

use crate::error::SearchError;

/// Longest part of the provider's words that is kept, in characters.
const MESSAGE_CHARS: usize = 300;
/// Longest code of a reason that is kept, in characters.
const REASON_CHARS: usize = 60;

/// What every service means by a status; `None` where the body decides.
fn of_status(response: &Response) -> Option<SearchError> {
    let unavailable = |may_have_happened| SearchError::Unavailable {
        may_have_happened,
        retry_after: retry_after(response),
    };
    match response.status {
        StatusCode::SERVICE_UNAVAILABLE => Some(unavailable(false)),
        StatusCode::REQUEST_TIMEOUT => Some(unavailable(true)),
        status if status.is_server_error() => Some(unavailable(true)),
        // Redirects that name no target, and informational answers.
        status if !status.is_client_error() => Some(SearchError::BadPayload),
        _ => None,
    }
}

/// The failure of a response of OAuth (RFC 6749, section 5.2).
pub(super) fn of_oauth(response: &Response, secrets: &[&SecretString]) -> SearchError {
    if let Some(error) = of_status(response) {
        return error;
    }
    let body: Value = response.json().unwrap_or_default();
    let code = body.get("error").and_then(Value::as_str).map(reason);
    let message = body.get("error_description").and_then(Value::as_str);
    let message = message.and_then(|message| words(message, secrets));
    match (code, response.status) {
        (_, StatusCode::TOO_MANY_REQUESTS) => limited(response),
        (Some(code), _) => match code.as_str() {
            "invalid_grant" => SearchError::InvalidGrant { message },
            "invalid_client"
            | "unauthorized_client"
            | "redirect_uri_mismatch"
            | "deleted_client"
            | "disabled_client" => SearchError::InvalidClient { code, message },
            "rate_limit_exceeded" | "slow_down" => limited(response),
            "temporarily_unavailable" | "server_error" | "internal_failure" => {
                SearchError::Unavailable {
                    may_have_happened: true,
                    retry_after: retry_after(response),
                }
            }
            _ => refused(response, Some(code), message),
        },
        (None, _) => refused(response, None, None),
    }
}

/// The failure of a response of one of Google's APIs
/// (<https://developers.google.com/webmaster-tools/v1/errors>).
pub(super) fn of_api(response: &Response, access: &SecretString) -> SearchError {
    if let Some(error) = of_status(response) {
        return error;
    }
    let body: Value = response.json().unwrap_or_default();
    let text = |place: &str| body.pointer(place).and_then(Value::as_str);
    let message = text("/error/message").and_then(|message| words(message, &[access]));
    let code = text("/error/errors/0/reason")
        .or_else(|| detail(&body, "/reason"))
        .or_else(|| text("/error/status"))
        .map(reason);
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
    let message = message.and_then(|message| words(message, &[]));
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
        retry_after: retry_after(response),
    }
}

fn refused(response: &Response, reason: Option<String>, message: Option<String>) -> SearchError {
    SearchError::Refused {
        status: response.status.as_u16(),
        reason,
        message,
    }
}

fn retry_after(response: &Response) -> Option<Duration> {
    let seconds = response.header("retry-after")?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

/// A code, without what codes do not contain.
fn reason(code: &str) -> String {
    let permitted = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    code.chars().filter(permitted).take(REASON_CHARS).collect()
}

/// The provider's words on one line, shortened, with secrets masked; `None` when there are none.
fn words(words: &str, secrets: &[&SecretString]) -> Option<String> {
    // Without a secret, this joins the lines.
    let line = without_key(words, "");
    let masked = secrets.iter().fold(line, |words, secret| {
        without_key(&words, secret.expose_secret())
    });
    let count = masked.chars().count();
    let shortened = if count <= MESSAGE_CHARS {
        masked
    } else {
        let kept: String = masked.chars().take(MESSAGE_CHARS - 1).collect();
        format!("{}…", kept.trim_end())
    };
    (!shortened.is_empty()).then_some(shortened)
}
