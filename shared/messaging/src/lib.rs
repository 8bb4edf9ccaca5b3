//! Text messages over WhatsApp, through the provider that the settings name
//! (docs/interface/platform/settings.md).
//!
//! No provider has an idempotency key, so a message is repeated only when the request certainly never left.
//! An accepted message is not yet a delivered one: providers report delivery later, through webhooks.

#![warn(missing_docs)]

mod cloud;
mod evolution;
mod failure;
mod phone;
mod refusal;
mod setup;
mod zapi;

use std::time::Duration;

use backon::{ExponentialBuilder, Retryable};
use http::{HeaderName, HeaderValue};
use outbound::{Body, Outbound, OutboundError, Request, Response};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use url::Url;

pub use failure::{MessageError, MessageFailure};
pub use phone::{Phone, country};
pub use setup::{MessagingProvider, NotReady};

use setup::Template;

/// Time limit of a call. Connecting is limited to five seconds within it.
const DEADLINE: Duration = Duration::from_secs(10);
/// Size limit of a response in bytes; the rest is not read.
const MOST_BYTES: usize = 64 * 1024;
/// Repetitions of a request that never left.
const REPETITIONS: usize = 2;
/// Pause before the first repetition; the second one is twice as long.
const PAUSE: Duration = Duration::from_millis(300);

/// Sends messages through the channel of the settings.
#[derive(Debug, Clone)]
pub struct Messenger {
    outbound: Outbound,
    provider: MessagingProvider,
    base: Url,
    token: SecretString,
    security_token: Option<SecretString>,
    instance: String,
    version: String,
    template: Option<Template>,
}

/// A message that the provider accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// The provider's identifier of the message.
    pub message_id: String,
}

impl Messenger {
    /// The provider.
    pub const fn provider(&self) -> MessagingProvider {
        self.provider
    }

    /// Sends `text` to `to`. With a template of the Cloud API the text is the template's body parameter, on one line, as
    /// parameters have no line breaks.
    ///
    /// # Errors
    /// [`MessageError`]; see [`MessageError::may_have_been_sent`] before sending again.
    pub async fn send_text(&self, to: &Phone, text: &str) -> Result<Accepted, MessageError> {
        let request = match self.provider {
            MessagingProvider::Cloud => cloud::request(self, to, text),
            MessagingProvider::Evolution => evolution::request(self, to, text),
            MessagingProvider::Zapi => zapi::request(self, to, text),
        };
        let request = request?.deadline(DEADLINE).first_bytes(MOST_BYTES);
        let response = self.sent(request).await?;
        let body: Value = response.json().unwrap_or_default();
        if !response.status.is_success() {
            return Err(self.refused(&response, &body));
        }
        let id = match self.provider {
            MessagingProvider::Cloud => cloud::message_id(&body),
            MessagingProvider::Evolution => evolution::message_id(&body),
            MessagingProvider::Zapi => zapi::message_id(&body),
        };
        match id.filter(|id| !id.is_empty()) {
            Some(id) => Ok(Accepted {
                message_id: id.to_owned(),
            }),
            None => Err(self.refused(&response, &body)),
        }
    }

    /// Sends the request, again if it never left.
    async fn sent(&self, request: Request) -> Result<Response, MessageError> {
        let never_left = |error: &OutboundError| {
            matches!(error, OutboundError::Dns | OutboundError::Connect { .. })
        };
        let pauses = ExponentialBuilder::default()
            .with_min_delay(PAUSE)
            .with_max_times(REPETITIONS);
        let send = || self.outbound.send(request.clone());
        let sent = send.retry(pauses).when(never_left).await;
        sent.map_err(|error| self.fault(MessageFailure::of_outbound(&error)))
    }

    /// A POST request of JSON to `path`.
    fn post(&self, path: &[&str], body: Value) -> Result<Request, MessageError> {
        let mut url = self.base.clone();
        match url.path_segments_mut() {
            Ok(mut segments) => segments.pop_if_empty().extend(path),
            // A base address that has no path.
            Err(()) => return Err(self.fault(MessageFailure::Unreachable)),
        };
        Ok(Request::post(url).body(Body::Json(body)))
    }

    /// A header with a secret.
    fn secret_header(
        &self,
        request: Request,
        name: HeaderName,
        value: &str,
    ) -> Result<Request, MessageError> {
        let value = HeaderValue::from_str(value);
        let mut value = value.map_err(|_| self.fault(MessageFailure::InvalidKey))?;
        value.set_sensitive(true);
        Ok(request.header(name, value))
    }

    fn fault(&self, failure: MessageFailure) -> MessageError {
        MessageError::new(self.provider, failure)
    }

    /// The error of a response without an accepted message.
    fn refused(&self, response: &Response, body: &Value) -> MessageError {
        let secrets = std::iter::once(&self.token).chain(&self.security_token);
        let secrets: Vec<&str> = secrets.map(ExposeSecret::expose_secret).collect();
        MessageError::of_response(self.provider, response, body, &secrets)
    }
}

/// `text` on one line.
fn one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}
