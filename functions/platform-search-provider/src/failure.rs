//! The error responses for failures of the search console.

use jiff::Timestamp;
use platform_http::{ApiError, Code};
use search_access::AccessError;
use search_console::SearchError;

/// Seconds after which a connection that another process renews can be used.
const BUSY_SECONDS: u64 = 5;

/// The error response for `error` at `now`.
pub(crate) fn failure(error: AccessError, now: Timestamp) -> ApiError {
    let words = error.words();
    match error {
        AccessError::NotConfigured => not_configured(),
        AccessError::NotConnected => Code::SearchNotConnected.into(),
        AccessError::Revoked => Code::SearchRevoked.into(),
        AccessError::NoProperty => Code::SearchNoProperty.into(),
        AccessError::Paused { retry_at, .. } => {
            let seconds = retry_at.duration_since(now).as_secs().max(1);
            ApiError::new(Code::ProviderFailed)
                .message(words)
                .retry_after(seconds.unsigned_abs())
        }
        AccessError::Busy => ApiError::new(Code::Unavailable).retry_after(BUSY_SECONDS),
        AccessError::Provider(error) => provider_failed(&error, words),
        AccessError::Items(error) => error.into(),
    }
}

fn provider_failed(error: &SearchError, words: String) -> ApiError {
    let code = match error {
        SearchError::TimedOut { .. } => Code::ProviderTimedOut,
        _ => Code::ProviderFailed,
    };
    let failed = ApiError::new(code).message(words).debug(error);
    match error.retry_after() {
        Some(pause) => failed.retry_after(pause.as_secs().max(1)),
        None => failed,
    }
}

/// 409: an administrator must set the OAuth client.
fn not_configured() -> ApiError {
    ApiError::new(Code::NotConfigured).message(
        "O buscador não está configurado. Peça a um administrador que preencha SEARCH_PROVIDER_CLIENT_ID e \
         SEARCH_PROVIDER_CLIENT_SECRET em Configurações → Buscador.",
    )
}
