//! One call of a mail interface, and what its response says about the mail.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use bytes::Bytes;
use http::{HeaderValue, StatusCode, header};
use oauth::{authorized, provider_code, provider_words};
use outbound::{Body, OutboundError, Request, Response};
use secrecy::SecretString;
use serde_json::{Value, json};
use url::Url;

use crate::error::SendError;
use crate::provider::Provider;

/// Time limit of a hand-over, with the mail on its way.
const DEADLINE: Duration = Duration::from_secs(20);
/// Size limit of a response in bytes.
const MOST_BYTES: usize = 256 * 1024;
/// Largest encoded mail that Gmail sends, in bytes: 25 MB.
const GOOGLE_MAIL_BYTES: usize = 25_000_000;
/// Largest encoded mail that Microsoft Graph takes, in bytes: a request has at most 4 MB, and base64 adds a third.
const MICROSOFT_MAIL_BYTES: usize = 3_000_000;

/// What became of a hand-over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum HandOver {
    /// The provider accepted the mail.
    Accepted,
    /// The access token is not accepted; the mail was not sent.
    Unauthorized(String),
    /// The mail was not accepted.
    Failed(SendError),
}

/// Whether the provider's interface takes a mail of this size.
pub(crate) const fn fits(provider: Provider, bytes: usize) -> bool {
    match provider {
        Provider::Google => bytes <= GOOGLE_MAIL_BYTES,
        Provider::Microsoft => bytes <= MICROSOFT_MAIL_BYTES,
    }
}

/// The request that hands `raw` over; none for a text that is no token.
pub(crate) fn request(
    provider: Provider,
    url: Url,
    access: &SecretString,
    raw: &[u8],
) -> Option<Request> {
    let request = Request::post(url).deadline(DEADLINE).max_bytes(MOST_BYTES);
    let request = match provider {
        Provider::Google => request.body(Body::Json(json!({"raw": URL_SAFE_NO_PAD.encode(raw)}))),
        Provider::Microsoft => request
            .header(header::CONTENT_TYPE, HeaderValue::from_static("text/plain"))
            .body(Body::Bytes(Bytes::from(STANDARD.encode(raw)))),
    };
    authorized(request, access)
}

/// What a failed call says about the mail.
pub(crate) fn of_outbound(error: &OutboundError) -> HandOver {
    let words = error.to_string();
    HandOver::Failed(if error.may_have_happened() {
        SendError::Uncertain(words)
    } else {
        SendError::Unavailable(words)
    })
}

/// What a response says about the mail.
pub(crate) fn of_response(
    provider: Provider,
    response: &Response,
    access: &SecretString,
) -> HandOver {
    if response.status.is_success() {
        return HandOver::Accepted;
    }
    let body: Value = response.json().unwrap_or_default();
    let text = |place: &str| body.pointer(place).and_then(Value::as_str);
    let code = match provider {
        Provider::Google => text("/error/errors/0/reason").or_else(|| text("/error/status")),
        Provider::Microsoft => text("/error/code"),
    };
    let code = code.map(provider_code).unwrap_or_default();
    let message = text("/error/message").and_then(|words| provider_words(words, &[access]));
    let status = response.status.as_u16();
    let words = match (code.as_str(), message) {
        ("", None) => format!("status {status}"),
        (code, None) => format!("status {status}, {code}"),
        ("", Some(message)) => format!("status {status}: {message}"),
        (code, Some(message)) => format!("status {status}, {code}: {message}"),
    };
    HandOver::Failed(match response.status {
        StatusCode::UNAUTHORIZED => return HandOver::Unauthorized(words),
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
            SendError::Unavailable(words)
        }
        StatusCode::PAYLOAD_TOO_LARGE => SendError::TooLarge,
        StatusCode::FORBIDDEN | StatusCode::NOT_FOUND if is_limit(&code) => {
            SendError::Unavailable(words)
        }
        StatusCode::FORBIDDEN | StatusCode::NOT_FOUND => SendError::NoAccess(words),
        StatusCode::BAD_REQUEST if code == "failedPrecondition" => SendError::NoAccess(words),
        StatusCode::REQUEST_TIMEOUT => SendError::Uncertain(words),
        status if status.is_client_error() => SendError::Rejected(words),
        _ => SendError::Uncertain(words),
    })
}

/// Whether a refusal with status 403 is a limit that passes.
fn is_limit(code: &str) -> bool {
    matches!(
        code,
        "rateLimitExceeded"
            | "userRateLimitExceeded"
            | "quotaExceeded"
            | "dailyLimitExceeded"
            | "RESOURCE_EXHAUSTED"
    )
}
