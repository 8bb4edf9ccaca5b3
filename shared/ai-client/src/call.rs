//! One call to a provider: its request, and how it fails.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http::{HeaderName, HeaderValue, header};
use outbound::{Body, OutboundError, Request, StreamedResponse};
use secrecy::ExposeSecret;
use serde_json::Value;
use settings::{AiProvider, ProviderAddresses};

use crate::answer::Usage;
use crate::failure::FailureKind;
use crate::request::Candidate;

/// Most bytes that are read of a response that is no answer.
const MOST_ERROR_BYTES: usize = 64 * 1024;

/// A failed call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CallError {
    /// Kind.
    pub kind: FailureKind,
    /// The provider's own words, as they came.
    pub message: Option<String>,
    /// Time after which the provider accepts calls again.
    pub retry_after: Option<Duration>,
    /// Whether the same provider may be asked again.
    pub again: bool,
    /// Tokens that were or may have been billed; `None` if the call was certainly free.
    pub usage: Option<Usage>,
}

impl CallError {
    /// A failure that costs nothing and is not repeated.
    pub(crate) const fn free(kind: FailureKind) -> Self {
        Self {
            kind,
            message: None,
            retry_after: None,
            again: false,
            usage: None,
        }
    }

    /// A failure with the provider's words after which these tokens were or may have been billed.
    pub(crate) const fn billed(kind: FailureKind, message: Option<String>, usage: Usage) -> Self {
        Self {
            kind,
            message,
            retry_after: None,
            again: false,
            usage: Some(usage),
        }
    }

    /// A failure of the connection, after which `usage` may have been billed if the request may have arrived.
    pub(crate) fn of_transport(error: &OutboundError, usage: Usage) -> Self {
        match error {
            OutboundError::Dns | OutboundError::Connect { .. } | OutboundError::Tls => Self {
                again: true,
                ..Self::free(FailureKind::Unreachable)
            },
            OutboundError::Refused(_) => Self::free(FailureKind::Unreachable),
            // Something other than the provider answered.
            OutboundError::TooManyRedirects | OutboundError::Redirected { .. } => {
                Self::free(FailureKind::BadPayload)
            }
            OutboundError::Timeout => Self::billed(FailureKind::Timeout, None, usage),
            OutboundError::Interrupted => Self::billed(FailureKind::Interrupted, None, usage),
            OutboundError::TooLarge { .. } | OutboundError::Protocol => {
                Self::billed(FailureKind::BadPayload, None, usage)
            }
        }
    }
}

/// The name of the header with the key, and what precedes the key in it.
const fn login(provider: AiProvider) -> (HeaderName, &'static str) {
    match provider {
        AiProvider::OpenAi => (header::AUTHORIZATION, "Bearer "),
        AiProvider::Anthropic => (HeaderName::from_static("x-api-key"), ""),
        AiProvider::Gemini => (HeaderName::from_static("x-goog-api-key"), ""),
    }
}

/// The request that sends `body` to `path` of the candidate's provider.
///
/// # Errors
/// [`FailureKind::InvalidKey`] for a key that no header can contain; [`FailureKind::Unreachable`] for a base address that
/// cannot have a path.
pub(crate) fn request(
    addresses: &ProviderAddresses,
    candidate: &Candidate,
    path: &[&str],
    query: &[(&str, &str)],
    body: Value,
) -> Result<Request, CallError> {
    let (name, prefix) = login(candidate.provider);
    let login = format!("{prefix}{}", candidate.api_key.expose_secret());
    let mut login =
        HeaderValue::from_str(&login).map_err(|_| CallError::free(FailureKind::InvalidKey))?;
    login.set_sensitive(true);
    let url = addresses
        .url(candidate.provider.api(), path, query)
        .ok_or(CallError::free(FailureKind::Unreachable))?;
    let request = Request::post(url)
        .header(name, login)
        .body(Body::Json(body));
    Ok(match candidate.provider {
        AiProvider::Anthropic => request.header(
            HeaderName::from_static("anthropic-version"),
            HeaderValue::from_static("2023-06-01"),
        ),
        AiProvider::OpenAi | AiProvider::Gemini => request,
    })
}

/// The beginning of a response that is no answer, as far as it can be read.
pub(crate) async fn beginning(mut response: StreamedResponse) -> Bytes {
    let mut body = BytesMut::new();
    while let Ok(Some(chunk)) = response.chunk().await {
        body.extend_from_slice(&chunk);
        if body.len() >= MOST_ERROR_BYTES {
            break;
        }
    }
    body.freeze()
}
