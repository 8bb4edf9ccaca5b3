//! Asks a provider whether it accepts a key, with the call that costs nothing or least: text providers list models,
//! stock-image providers search for one picture.

use std::time::Duration;

use http::{HeaderName, HeaderValue, StatusCode, header};
use mailer::wording::{shortened, single_line};
use outbound::{Outbound, OutboundError, Request, Response};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use settings::{ApiProvider, ProviderAddresses, without_key};

/// Time limit of the call, below the gateway's.
const DEADLINE: Duration = Duration::from_secs(15);
/// Size limit of the response; only that of an error is read.
const MOST_BYTES: usize = 64 * 1024;
/// Longest part of a provider's message that is shown, in characters.
const SHOWN_CHARS: usize = 200;

/// Why a key cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The provider does not know the key.
    InvalidKey,
    /// The key or the account may not use the service.
    NoPermission,
    /// The account has no balance or quota left.
    QuotaExhausted,
    /// Too many requests at the moment.
    RateLimited,
    /// The provider has a fault or is overloaded.
    ProviderFailed,
    /// The provider did not answer in time.
    TimedOut,
    /// There is no connection to the provider.
    Unreachable,
    /// The response is not one of the provider's interface.
    UnexpectedResponse,
}

/// A failed check, with the provider's own words if it gave any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    /// Why.
    pub fault: Fault,
    /// The provider's words, without the key.
    pub words: Option<String>,
}

/// The request that checks `key`; `None` for a key that no header can contain.
fn request(
    addresses: &ProviderAddresses,
    provider: ApiProvider,
    key: &SecretString,
) -> Option<Request> {
    let key = key.expose_secret();
    let (path, query): (&[&str], &[(&str, &str)]) = match provider {
        ApiProvider::OpenAi => (&["v1", "models"], &[]),
        ApiProvider::Anthropic => (&["v1", "models"], &[("limit", "1")]),
        ApiProvider::Gemini => (&["v1beta", "models"], &[("pageSize", "1")]),
        ApiProvider::Unsplash => (
            &["search", "photos"],
            &[("query", "cafe"), ("per_page", "1")],
        ),
        ApiProvider::Pexels => (&["v1", "search"], &[("query", "cafe"), ("per_page", "1")]),
    };
    let (name, value) = match provider {
        ApiProvider::OpenAi => (header::AUTHORIZATION, format!("Bearer {key}")),
        ApiProvider::Anthropic => (HeaderName::from_static("x-api-key"), key.to_owned()),
        ApiProvider::Gemini => (HeaderName::from_static("x-goog-api-key"), key.to_owned()),
        ApiProvider::Unsplash => (header::AUTHORIZATION, format!("Client-ID {key}")),
        ApiProvider::Pexels => (header::AUTHORIZATION, key.to_owned()),
    };
    let mut value = HeaderValue::from_str(&value).ok()?;
    value.set_sensitive(true);
    let request = Request::get(addresses.url(provider, path, query)?)
        .header(name, value)
        .deadline(DEADLINE)
        .first_bytes(MOST_BYTES);
    let version = match provider {
        ApiProvider::Anthropic => ("anthropic-version", "2023-06-01"),
        ApiProvider::Unsplash => ("accept-version", "v1"),
        _ => return Some(request),
    };
    Some(request.header(
        HeaderName::from_static(version.0),
        HeaderValue::from_static(version.1),
    ))
}

/// Asks the provider whether it accepts `key`.
///
/// # Errors
/// Why the key cannot be used, or why the provider could not be asked.
pub(crate) async fn check(
    outbound: &Outbound,
    addresses: &ProviderAddresses,
    provider: ApiProvider,
    key: &SecretString,
) -> Result<(), Failure> {
    let without_words = |fault| Failure { fault, words: None };
    let Some(request) = request(addresses, provider, key) else {
        return Err(without_words(Fault::InvalidKey));
    };
    match outbound.send(request).await {
        Ok(answer) if answer.status == StatusCode::OK => Ok(()),
        Ok(answer) => Err(judged(provider, &answer, key)),
        Err(OutboundError::Timeout | OutboundError::Connect { timed_out: true }) => {
            Err(without_words(Fault::TimedOut))
        }
        Err(
            OutboundError::TooLarge { .. }
            | OutboundError::TooManyRedirects
            | OutboundError::Redirected { .. }
            | OutboundError::Protocol,
        ) => Err(without_words(Fault::UnexpectedResponse)),
        Err(_) => Err(without_words(Fault::Unreachable)),
    }
}

/// What an error response means.
fn judged(provider: ApiProvider, answer: &Response, key: &SecretString) -> Failure {
    let body: Value = answer.json().unwrap_or_default();
    let details = body.pointer("/error/details").and_then(Value::as_array);
    let is_invalid_key = details
        .into_iter()
        .flatten()
        .any(|detail| text_at(detail, "/reason") == Some("API_KEY_INVALID"));
    let is_out_of_quota = ["/error/type", "/error/code"]
        .iter()
        .any(|place| text_at(&body, place) == Some("insufficient_quota"));
    let words = words(&body);
    let says = |part: &str| {
        let words = words.as_deref().unwrap_or_default().to_lowercase();
        words.contains(part)
    };
    let fault = match (provider, answer.status.as_u16()) {
        (_, 401) | (ApiProvider::Pexels, 403) => Fault::InvalidKey,
        // Google answers an unknown key with 400.
        (ApiProvider::Gemini, 400) if is_invalid_key => Fault::InvalidKey,
        (ApiProvider::Unsplash, 403) if says("rate limit") => Fault::RateLimited,
        (_, 402) => Fault::QuotaExhausted,
        (ApiProvider::Anthropic, 400) if says("credit balance") => Fault::QuotaExhausted,
        (_, 429) if is_out_of_quota => Fault::QuotaExhausted,
        (_, 429) => Fault::RateLimited,
        (_, 403) => Fault::NoPermission,
        (_, 500..) => Fault::ProviderFailed,
        _ => Fault::UnexpectedResponse,
    };
    Failure {
        fault,
        words: words.map(|words| shortened(&without_key(&words, key.expose_secret()), SHOWN_CHARS)),
    }
}

/// The message of an error response: `error.message`, `errors`, `error`, or `code`.
fn words(body: &Value) -> Option<String> {
    ["/error/message", "/errors/0", "/error", "/code"]
        .iter()
        .find_map(|place| text_at(body, place))
        .map(single_line)
}

/// The text at a place of a JSON body (RFC 6901).
fn text_at<'body>(body: &'body Value, place: &str) -> Option<&'body str> {
    body.pointer(place)?.as_str()
}
