//! Error responses for failures of providers.

use ai_client::{Failure, FailureKind, no_provider};
use platform_http::{ApiError, Code};
use settings::AiKind;

/// The error response for a provider that answered nothing.
pub(crate) fn refused(failure: &Failure, kind: AiKind) -> ApiError {
    let code = match failure.kind {
        FailureKind::NoProvider => Code::NotConfigured,
        FailureKind::ContentRefused => Code::ContentRefused,
        FailureKind::Timeout => Code::ProviderTimedOut,
        _ => Code::ProviderFailed,
    };
    let error = ApiError::new(code)
        .message(failure.explanation(kind))
        .debug(format!("{:?}", failure.kind));
    match failure.retry_after {
        Some(time) => error.retry_after(time.as_secs().max(1)),
        None => error,
    }
}

/// The error response when no provider of `kind` has an API key.
pub(crate) fn not_configured(kind: AiKind) -> ApiError {
    ApiError::new(Code::NotConfigured).message(no_provider(kind))
}

/// The error response for an answer that holds no usable text, twice.
pub(crate) fn unreadable() -> ApiError {
    ApiError::new(Code::ProviderFailed)
        .message("O provedor respondeu, mas sem um texto que possa ser usado. Tente de novo ou mude o pedido.")
}
