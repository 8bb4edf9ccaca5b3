//! Messages over WhatsApp, through the provider that the settings name (docs/interface/platform/messaging.md).
//!
//! No provider has an idempotency key, so a message is repeated only when the request certainly never left.
//! An accepted message is not yet a delivered one: providers report delivery later, through webhooks.

#![warn(missing_docs)]

mod cloud;
mod country;
mod evolution;
mod failure;
mod layout;
mod refusal;
mod setup;
mod transport;
mod words;
mod zapi;

use std::time::Duration;

use backon::{ExponentialBuilder, Retryable};
use bytes::Bytes;
use domain::platform::phone::Phone;
use http::{HeaderName, HeaderValue};
use outbound::{Body, Outbound, OutboundError, Request, Response};
use ports::{ClientMessage, MessagePicture, MessagePurpose};
use secrecy::ExposeSecret;
use serde_json::Value;
use url::Url;

pub use country::country;
pub use failure::{MessageError, MessageFailure};
pub use setup::{MessagingProvider, NotReady, is_configured};
pub use transport::SavedChannelMessages;

use cloud::Content;
use layout::{layout, one_line, title};
use setup::{Channel, Template};

/// Time limit of a call. Connecting is limited to five seconds within it.
const DEADLINE: Duration = Duration::from_secs(10);
/// Time limit of a call with a picture.
const PICTURE_DEADLINE: Duration = Duration::from_secs(30);
/// Size limit of a response in bytes; the rest is not read.
const MOST_BYTES: usize = 64 * 1024;
/// Repetitions of a request that never left.
const REPETITIONS: usize = 2;
/// Pause before the first repetition; the second one is twice as long.
const PAUSE: Duration = Duration::from_millis(300);
/// Longest caption of a picture in characters.
const CAPTION_CHARS: usize = 1_024;
/// Longest text in characters.
const TEXT_CHARS: usize = 4_096;
/// Longest value of a template's variable in characters; addresses are never shortened.
const VARIABLE_CHARS: usize = 200;
/// Picture of a template's header for a message without one: a template that has a picture cannot be sent without.
const PLAIN_PICTURE: &[u8] = include_bytes!("../assets/plain.png");
/// Name of the sender, and suffix of the button's address, in a template that carries a text.
const TEXT_SITE: &str = "Pauta";
const TEXT_BUTTON: &str = "teste";

/// Sends messages through the channel of the settings.
#[derive(Debug, Clone)]
pub struct Messenger {
    outbound: Outbound,
    channel: Channel,
}

/// A message that the provider accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// The provider's identifier of the message.
    pub message_id: String,
}

impl Messenger {
    /// The channel of `settings`, or `None` if it has no setting at all.
    ///
    /// # Errors
    /// [`NotReady`] names the settings that are missing or cannot be used.
    pub fn of_settings(
        settings: &settings::Snapshot,
        outbound: Outbound,
    ) -> Result<Option<Self>, NotReady> {
        let channel = Channel::of_settings(settings)?;
        Ok(channel.map(|channel| Self { outbound, channel }))
    }

    /// The provider.
    pub const fn provider(&self) -> MessagingProvider {
        self.channel.provider
    }

    /// Sends `text` to `to`. With a template of approval requests in the Cloud API, `text` takes the place of the
    /// title, on one line, as variables have no line breaks, and a plain picture that of the post's.
    ///
    /// # Errors
    /// [`MessageError`]; see [`MessageError::may_have_been_sent`] before sending again.
    pub async fn send_text(&self, to: &Phone, text: &str) -> Result<Accepted, MessageError> {
        match self.channel.template(MessagePurpose::ApprovalRequest) {
            Some(template) => {
                let variables = [TEXT_SITE.to_owned(), one_line(text)];
                self.template(template, to, None, &variables, Some(TEXT_BUTTON))
                    .await
            }
            None => self.text(to, text).await,
        }
    }

    /// Sends `message`: by the Cloud API as the approved template of its purpose, if one is set, otherwise as its
    /// picture with title, text and link below it. When a provider refuses the picture, title, text and link are
    /// sent as a text.
    ///
    /// # Errors
    /// [`MessageError`]; see [`MessageError::may_have_been_sent`] before sending again.
    pub async fn send(&self, message: &ClientMessage) -> Result<Accepted, MessageError> {
        let (to, picture) = (&message.to, message.picture.as_ref());
        if let Some(template) = self.channel.template(message.purpose) {
            let mut variables = vec![
                title(&message.site, VARIABLE_CHARS),
                title(&message.title, VARIABLE_CHARS),
            ];
            let button = match message.purpose {
                MessagePurpose::ApprovalRequest => last_segment(&message.link),
                MessagePurpose::PostPublished => {
                    variables.push(message.link.to_string());
                    None
                }
            };
            return self
                .template(template, to, picture, &variables, button)
                .await;
        }
        if let Some(picture) = picture {
            let caption = layout(message, CAPTION_CHARS);
            match self.picture(to, picture, &caption).await {
                Err(error) if error.may_be_the_picture() => {
                    let provider = self.provider();
                    tracing::warn!(target: "messaging", ?provider, error = error.message, "the picture was refused; the message is sent without it");
                }
                sent => return sent,
            }
        }
        self.text(to, &layout(message, TEXT_CHARS)).await
    }

    async fn text(&self, to: &Phone, text: &str) -> Result<Accepted, MessageError> {
        let request = match self.provider() {
            MessagingProvider::Cloud => cloud::request(self, to, &Content::Text(text)),
            MessagingProvider::Evolution => evolution::text(self, to, text),
            MessagingProvider::Zapi => zapi::text(self, to, text),
        };
        self.accepted(request?.deadline(DEADLINE)).await
    }

    async fn picture(
        &self,
        to: &Phone,
        picture: &MessagePicture,
        caption: &str,
    ) -> Result<Accepted, MessageError> {
        let request = match self.provider() {
            MessagingProvider::Cloud => {
                let id = &self.upload(picture).await?;
                cloud::request(self, to, &Content::Picture { id, caption })
            }
            MessagingProvider::Evolution => evolution::picture(self, to, picture, caption),
            MessagingProvider::Zapi => zapi::picture(self, to, picture, caption),
        };
        self.accepted(request?.deadline(PICTURE_DEADLINE)).await
    }

    async fn template(
        &self,
        template: &Template,
        to: &Phone,
        picture: Option<&MessagePicture>,
        variables: &[String],
        button: Option<&str>,
    ) -> Result<Accepted, MessageError> {
        let uploaded = match picture {
            Some(picture) => self.upload(picture).await,
            None => self.upload(&plain_picture()).await,
        };
        let picture = match uploaded {
            Err(error) if error.may_be_the_picture() => self.upload(&plain_picture()).await?,
            uploaded => uploaded?,
        };
        let content = Content::Template {
            template,
            picture: &picture,
            variables,
            button,
        };
        let request = cloud::request(self, to, &content)?;
        self.accepted(request.deadline(DEADLINE)).await
    }

    /// Uploads a picture to the Cloud API, which sends nothing yet, and returns its identifier.
    async fn upload(&self, picture: &MessagePicture) -> Result<String, MessageError> {
        let request = cloud::upload(self, picture)?.deadline(PICTURE_DEADLINE);
        let uploaded = self.called(request, cloud::media_id).await;
        uploaded.map_err(MessageError::before_sending)
    }

    async fn accepted(&self, request: Request) -> Result<Accepted, MessageError> {
        let id = match self.provider() {
            MessagingProvider::Cloud => cloud::message_id,
            MessagingProvider::Evolution => evolution::message_id,
            MessagingProvider::Zapi => zapi::message_id,
        };
        let message_id = self.called(request, id).await?;
        Ok(Accepted { message_id })
    }

    /// Sends the request and returns the identifier that `id` finds in the response.
    async fn called(
        &self,
        request: Request,
        id: fn(&Value) -> Option<&str>,
    ) -> Result<String, MessageError> {
        let response = self.sent(request.first_bytes(MOST_BYTES)).await?;
        let body: Value = response.json().unwrap_or_default();
        let id = id(&body).filter(|id| response.status.is_success() && !id.is_empty());
        match id {
            Some(id) => Ok(id.to_owned()),
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

    /// A POST request to `path`.
    fn post(&self, path: &[&str], body: Body) -> Result<Request, MessageError> {
        let mut url = self.channel.base.clone();
        match url.path_segments_mut() {
            Ok(mut segments) => segments.pop_if_empty().extend(path),
            // A base address that has no path.
            Err(()) => return Err(self.fault(MessageFailure::Unreachable)),
        };
        Ok(Request::post(url).body(body))
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
        MessageError::new(self.provider(), failure)
    }

    /// The error of a response without an accepted message.
    fn refused(&self, response: &Response, body: &Value) -> MessageError {
        let channel = &self.channel;
        let secrets = std::iter::once(&channel.token).chain(&channel.security_token);
        let secrets: Vec<&str> = secrets.map(ExposeSecret::expose_secret).collect();
        MessageError::of_response(self.provider(), response, body, &secrets)
    }
}

fn plain_picture() -> MessagePicture {
    MessagePicture {
        mime_type: "image/png".to_owned(),
        bytes: Bytes::from_static(PLAIN_PICTURE),
    }
}

/// Name of the picture's file, of which only the ending matters.
fn file_name(picture: &MessagePicture) -> &'static str {
    match picture.mime_type.as_str() {
        "image/png" => "imagem.png",
        _ => "imagem.jpg",
    }
}

/// The last segment of the address's path: the token of the client's page.
fn last_segment(link: &Url) -> Option<&str> {
    link.path_segments()?.next_back()
}
