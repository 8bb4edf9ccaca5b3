//! Why a provider did not answer as asked.

use std::time::Duration;

use domain::platform::stock::StockProvider;
use outbound::{Fault, OutboundError, Response};
use secrecy::ExposeSecret;
use serde_json::Value;
use settings::without_key;

use crate::Account;

/// Longest part of a provider's message that is kept, in characters.
const MESSAGE_CHARS: usize = 200;

/// Kind of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StockFailure {
    /// The provider does not know the key.
    InvalidKey,
    /// The key or the account may not use the service.
    NoPermission,
    /// The calls of the hour or the month are used up.
    RateLimited,
    /// There is no such photo.
    NotFound,
    /// The provider refuses the words of the search.
    BadQuery,
    /// The provider has a fault or is overloaded.
    ProviderFailed,
    /// The provider did not answer in time.
    Timeout,
    /// The connection to the provider failed.
    Unreachable,
    /// The response is not one of the provider's interface.
    BadPayload,
    /// The file is larger than [`crate::MOST_FILE_BYTES`].
    TooLarge,
}

impl StockFailure {
    pub(crate) const fn of_outbound(error: &OutboundError) -> Self {
        match error.fault() {
            Fault::Timeout => Self::Timeout,
            Fault::Unusable => Self::BadPayload,
            Fault::Unreachable => Self::Unreachable,
        }
    }
}

/// A failure of a provider.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{failure:?} of {provider:?}")]
pub struct StockError {
    /// Provider.
    pub provider: StockProvider,
    /// Kind.
    pub failure: StockFailure,
    /// The provider's own words, on one line of at most 200 characters, with anything that repeats the key masked.
    pub message: Option<String>,
    /// Time after which the provider accepts calls again, if it said so.
    pub retry_after: Option<Duration>,
}

impl StockError {
    pub(crate) const fn new(provider: StockProvider, failure: StockFailure) -> Self {
        Self {
            provider,
            failure,
            message: None,
            retry_after: None,
        }
    }

    /// The failure of an error response.
    pub(crate) fn of_response(account: &Account, response: &Response) -> Self {
        let words = words(response);
        let says_limit = || {
            let words = words.as_deref().unwrap_or_default();
            words.to_lowercase().contains("rate limit")
        };
        let failure = match (account.provider, response.status.as_u16()) {
            (_, 401) | (StockProvider::Pexels, 403) => StockFailure::InvalidKey,
            // Unsplash answers an exhausted limit with 403.
            (StockProvider::Unsplash, 403) if says_limit() => StockFailure::RateLimited,
            (_, 403) => StockFailure::NoPermission,
            (_, 404) => StockFailure::NotFound,
            // Unsplash answers words that it takes for spam with 410.
            (_, 400 | 410 | 422) => StockFailure::BadQuery,
            (_, 429) => StockFailure::RateLimited,
            (_, 500..) => StockFailure::ProviderFailed,
            _ => StockFailure::BadPayload,
        };
        let key = account.key.expose_secret();
        let masked = words.map(|words| shortened(&without_key(&words, key)));
        let retry_after = response
            .header("retry-after")
            .and_then(|seconds| seconds.trim().parse().ok());
        Self {
            provider: account.provider,
            failure,
            message: masked.filter(|words| !words.is_empty()),
            retry_after: retry_after.map(Duration::from_secs),
        }
    }
}

/// The message of an error response: `errors`, `error`, `code`, or plain text.
fn words(response: &Response) -> Option<String> {
    if let Ok(body) = response.json::<Value>() {
        return ["/errors/0", "/error", "/message", "/code"]
            .iter()
            .find_map(|place| body.pointer(place)?.as_str())
            .map(str::to_owned);
    }
    let text = std::str::from_utf8(&response.body).ok()?.trim();
    (!text.starts_with(['<', '{', '['])).then(|| text.to_owned())
}

fn shortened(words: &str) -> String {
    if words.chars().count() <= MESSAGE_CHARS {
        return words.to_owned();
    }
    let kept: String = words.chars().take(MESSAGE_CHARS - 1).collect();
    format!("{}…", kept.trim_end())
}
