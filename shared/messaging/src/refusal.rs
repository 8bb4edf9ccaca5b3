//! What a response means that accepts no message.

use std::time::Duration;

use outbound::Response;
use serde_json::Value;
use settings::without_key;

use crate::failure::{MessageError, MessageFailure};
use crate::layout::shortened;
use crate::{MessagingProvider, cloud, evolution, zapi};

/// Longest part of a provider's message that is kept, in characters.
const MESSAGE_CHARS: usize = 300;

impl MessageError {
    /// The failure of a response that accepts no message.
    pub(crate) fn of_response(
        provider: MessagingProvider,
        response: &Response,
        body: &Value,
        secrets: &[&str],
    ) -> Self {
        let status = response.status.as_u16();
        let (failure, words) = match provider {
            MessagingProvider::Cloud => (cloud::failure(body), cloud::words(body)),
            MessagingProvider::Evolution => (evolution::failure(body), evolution::words(body)),
            MessagingProvider::Zapi => (zapi::failure(status, body), zapi::words(body)),
        };
        let masked = words.map(|words| {
            let masked = secrets
                .iter()
                .fold(words, |words, secret| without_key(&words, secret));
            shortened(&masked, MESSAGE_CHARS)
        });
        let retry_after = response
            .header("retry-after")
            .and_then(|seconds| seconds.trim().parse().ok());
        Self {
            provider,
            failure: failure.unwrap_or_else(|| of_status(status, body)),
            message: masked.filter(|words| !words.is_empty()),
            retry_after: retry_after.map(Duration::from_secs),
        }
    }
}

/// What a status means where the body does not say more.
fn of_status(status: u16, body: &Value) -> MessageFailure {
    match status {
        401 => MessageFailure::InvalidKey,
        403 => MessageFailure::NoPermission,
        413 => MessageFailure::Picture,
        429 => MessageFailure::RateLimited,
        503 => MessageFailure::ProviderFailed,
        // A fault or a gateway's time-out can come after the message was sent.
        500.. => MessageFailure::UnknownOutcome,
        400..=499 if body.is_object() => MessageFailure::BadRequest,
        _ => MessageFailure::BadPayload,
    }
}
