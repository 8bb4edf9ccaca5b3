//! What a response with an error status means, and an error in the middle of a streamed answer.
//!
//! Sources: the error pages of the three interfaces (platform.openai.com/docs/guides/error-codes,
//! docs.claude.com/en/api/errors, ai.google.dev/gemini-api/docs/troubleshooting) and the clients that the providers publish.

use std::time::Duration;

use http::HeaderMap;
use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimeParser;
use serde_json::Value;
use settings::AiProvider;

use crate::call::CallError;
use crate::error_body::ErrorBody;
use crate::failure::FailureKind;

/// Codes of OpenAI for a refused subject.
const REFUSALS: [&str; 7] = [
    "invalid_prompt",
    "bio_policy",
    "cyber_policy",
    "content_filter",
    "content_policy_violation",
    "moderation_blocked",
    "image_generation_user_error",
];

/// Names that OpenAI and Anthropic give to an account without credit, or at its limit.
const QUOTAS: [&str; 7] = [
    "insufficient_quota",
    "credit_balance_exhausted",
    "organization_spend_limit_exceeded",
    "project_spend_limit_exceeded",
    "organization_usage_limit_exceeded",
    "enforced_spend_limit_reached",
    "billing_error",
];

/// Failure of a response with an error status. It was certainly free: the provider refused before it answered.
pub(crate) fn of_response(
    provider: AiProvider,
    status: u16,
    headers: &HeaderMap,
    body: &[u8],
) -> CallError {
    let error = ErrorBody::of_response(body);
    let kind = kind(provider, status, &error);
    let advised = match text(headers, "x-should-retry") {
        Some("true") => !matches!(
            kind,
            FailureKind::QuotaExhausted | FailureKind::ContentRefused
        ),
        Some("false") => false,
        _ => passes(kind),
    };
    CallError {
        kind,
        retry_after: retry_after(headers).or(error.retry_delay),
        message: error.message,
        again: advised,
        usage: None,
    }
}

/// Failure that an event of a streamed answer states, as if nothing of an answer had come before.
pub(crate) fn of_event(provider: AiProvider, event: &Value) -> CallError {
    let error = ErrorBody::of(event);
    let kind = kind(provider, status_of(event, &error), &error);
    CallError {
        kind,
        retry_after: error.retry_delay,
        message: error.message,
        again: passes(kind),
        usage: None,
    }
}

/// Whether a failure is likely to pass within seconds.
const fn passes(kind: FailureKind) -> bool {
    matches!(kind, FailureKind::RateLimited | FailureKind::Overloaded)
}

/// The status that a response with this error would have.
fn status_of(event: &Value, error: &ErrorBody) -> u16 {
    let stated = event.get("code").and_then(Value::as_u64);
    if let Some(status) = stated.and_then(|code| u16::try_from(code).ok()) {
        return status;
    }
    const STATUSES: [(&str, u16); 10] = [
        ("authentication_error", 401),
        ("invalid_api_key", 401),
        ("billing_error", 402),
        ("permission_error", 403),
        ("not_found_error", 404),
        ("request_too_large", 413),
        ("rate_limit_error", 429),
        ("rate_limit_exceeded", 429),
        ("context_length_exceeded", 400),
        ("overloaded_error", 529),
    ];
    let named = |name: &str| error.has(|one| one == name);
    if let Some((_, status)) = STATUSES.into_iter().find(|(name, _)| named(name)) {
        return status;
    }
    let faulty = |name: &str| {
        REFUSALS.contains(&name) || name.starts_with("invalid_") || name.contains("_image")
    };
    if error.has(faulty) { 400 } else { 500 }
}

fn kind(provider: AiProvider, status: u16, error: &ErrorBody) -> FailureKind {
    let among = |names: &[&str]| error.has(|name| names.contains(&name));
    let gemini = provider == AiProvider::Gemini;
    match status {
        _ if among(&QUOTAS) => FailureKind::QuotaExhausted,
        400 if provider == AiProvider::Anthropic && error.says("credit balance") => {
            FailureKind::QuotaExhausted
        }
        429 if gemini && error.has(|name| name.contains("PerDay")) => FailureKind::QuotaExhausted,
        429 if provider == AiProvider::Anthropic && error.says("enforced_spend_limit") => {
            FailureKind::QuotaExhausted
        }
        400..500 if provider == AiProvider::OpenAi && among(&REFUSALS) => {
            FailureKind::ContentRefused
        }
        // Google answers an unknown key with 400.
        400 if gemini && among(&["API_KEY_INVALID"]) => FailureKind::InvalidKey,
        // The service is not offered in the country, or needs a billing account.
        400 if gemini && among(&["FAILED_PRECONDITION"]) => FailureKind::NoPermission,
        400 if among(&["model_not_found"]) => FailureKind::ModelNotFound,
        401 => FailureKind::InvalidKey,
        402 => FailureKind::QuotaExhausted,
        403 => FailureKind::NoPermission,
        // Conflicts and slow requests, which the providers' own clients repeat.
        408 | 409 => FailureKind::Overloaded,
        429 => FailureKind::RateLimited,
        500.. => FailureKind::Overloaded,
        // Something other than the provider answered.
        _ if !error.is_json => FailureKind::BadPayload,
        404 => FailureKind::ModelNotFound,
        400.. => FailureKind::BadRequest,
        _ => FailureKind::BadPayload,
    }
}

fn text<'headers>(headers: &'headers HeaderMap, name: &str) -> Option<&'headers str> {
    Some(headers.get(name)?.to_str().ok()?.trim())
}

/// The delay that the headers ask for: `retry-after-ms`, or `retry-after` as seconds or as a date (RFC 9110 section 10.2.3),
/// which is compared with the response's own date, so that no clock has to agree with another.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let number = |name| text(headers, name)?.parse::<f64>().ok();
    let seconds = |seconds| Duration::try_from_secs_f64(seconds).ok();
    let milliseconds = number("retry-after-ms").and_then(|count| seconds(count / 1000.0));
    let parsed = |name| -> Option<Timestamp> {
        let parser = DateTimeParser::new().relaxed_weekday(true);
        parser.parse_timestamp(text(headers, name)?).ok()
    };
    milliseconds
        .or_else(|| seconds(number("retry-after")?))
        .or_else(|| {
            let delay = parsed("retry-after")?.duration_since(parsed("date")?);
            Some(Duration::try_from(delay).unwrap_or_default())
        })
}
