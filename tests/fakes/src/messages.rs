//! Messages that the messaging services accepted, and what they know about recipients.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use image::ImageFormat;

use crate::service::Service;

/// Largest picture of a message in bytes.
pub(crate) const MAX_PICTURE: usize = 5 << 20;

/// A message that a service accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentMessage {
    /// The service that accepted it.
    pub service: Service,
    /// Identifier that the service gave it.
    pub id: String,
    /// Digits of the recipient.
    pub to: String,
    /// Text or caption; of a template its parameters, one a line.
    pub text: String,
    /// Name of the template.
    pub template: Option<String>,
    /// What the template's button adds to its address.
    pub button: Option<String>,
    /// The picture.
    pub picture: Option<SentPicture>,
}

/// A picture in a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentPicture {
    /// `image/jpeg` or `image/png`.
    pub media_type: String,
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// The file.
    pub bytes: Bytes,
}

impl SentPicture {
    /// Reads a picture; an error in words where WhatsApp does not take it.
    pub(crate) fn read(bytes: Bytes, declared: Option<&str>) -> Result<Self, String> {
        if bytes.len() > MAX_PICTURE {
            return Err(format!("the file has {} bytes", bytes.len()));
        }
        let format = image::guess_format(&bytes).map_err(|e| e.to_string())?;
        let media_type = match format {
            ImageFormat::Jpeg | ImageFormat::Png => format.to_mime_type(),
            other => return Err(format!("{} is not supported", other.to_mime_type())),
        };
        if let Some(declared) = declared.filter(|declared| *declared != media_type) {
            return Err(format!("{media_type} is declared as {declared}"));
        }
        let picture = image::load_from_memory(&bytes).map_err(|e| e.to_string())?;
        Ok(Self {
            media_type: media_type.to_owned(),
            size: (picture.width(), picture.height()),
            bytes,
        })
    }
}

/// A message template of the Cloud API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageTemplate {
    /// Name.
    pub name: String,
    /// Language, such as `pt_BR`.
    pub language: String,
    /// State at Meta.
    pub status: TemplateStatus,
    /// Whether its header is a picture.
    pub picture: bool,
    /// Number of parameters of its body.
    pub parameters: usize,
    /// Whether it has a button whose address ends with a parameter.
    pub button: bool,
}

/// State of a message template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TemplateStatus {
    /// It can be sent.
    Approved,
    /// It is under review.
    Pending,
    /// It is paused for low quality.
    Paused,
    /// It is disabled for low quality.
    Disabled,
}

impl TemplateStatus {
    /// The word on the wire.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Approved => "APPROVED",
            Self::Pending => "PENDING",
            Self::Paused => "PAUSED",
            Self::Disabled => "DISABLED",
        }
    }
}

/// What a service knows about a recipient, chosen by the last four digits of the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recipient {
    Ordinary,
    /// `…0001`: has no account.
    Absent,
    /// `…0002`: wrote more than 24 hours ago, or never.
    WindowClosed,
    /// `…0003`: the first message to it is limited.
    LimitedOnce,
    /// `…0004`: messages to it are accepted, and the response never comes.
    NoResponse,
    /// `…0005`: pictures to it fail.
    PicturesFail,
    /// `…0006`: messages to it are accepted, and the connection closes without a response.
    Disconnected,
}

impl Recipient {
    pub(crate) fn of(number: &str) -> Self {
        let start = number.len().saturating_sub(4);
        match number.get(start..) {
            Some("0001") => Self::Absent,
            Some("0002") => Self::WindowClosed,
            Some("0003") => Self::LimitedOnce,
            Some("0004") => Self::NoResponse,
            Some("0005") => Self::PicturesFail,
            Some("0006") => Self::Disconnected,
            _ => Self::Ordinary,
        }
    }

    /// The fault that replaces the response to an accepted message.
    pub(crate) const fn lost_response(self) -> Option<&'static str> {
        match self {
            Self::NoResponse => Some("stall"),
            Self::Disconnected => Some("reset"),
            _ => None,
        }
    }
}

#[derive(Default)]
struct State {
    sent: Vec<SentMessage>,
    attempts: BTreeMap<(Service, String), u64>,
    /// Pictures of the Cloud API by identifier, with the telephone number's identifier.
    uploads: BTreeMap<String, (String, SentPicture)>,
    templates: Vec<MessageTemplate>,
}

/// State of the messaging services.
#[derive(Default)]
pub(crate) struct Messages {
    state: Mutex<State>,
}

impl Messages {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn accept(&self, message: SentMessage) {
        self.state().sent.push(message);
    }

    pub(crate) fn sent(&self) -> Vec<SentMessage> {
        self.state().sent.clone()
    }

    /// The number of the attempt to reach a number, from 0; counts it.
    pub(crate) fn attempt(&self, service: Service, to: &str) -> u64 {
        let mut state = self.state();
        let attempts = state.attempts.entry((service, to.to_owned())).or_default();
        *attempts += 1;
        *attempts - 1
    }

    pub(crate) fn upload(&self, id: String, sender: &str, picture: SentPicture) {
        let mut state = self.state();
        state.uploads.insert(id, (sender.to_owned(), picture));
    }

    pub(crate) fn uploaded(&self, id: &str, sender: &str) -> Option<SentPicture> {
        let state = self.state();
        let (owner, picture) = state.uploads.get(id)?;
        (owner == sender).then(|| picture.clone())
    }

    pub(crate) fn uploads(&self) -> usize {
        self.state().uploads.len()
    }

    pub(crate) fn add_template(&self, template: MessageTemplate) {
        let mut state = self.state();
        state
            .templates
            .retain(|known| (&known.name, &known.language) != (&template.name, &template.language));
        state.templates.push(template);
    }

    pub(crate) fn templates(&self) -> Vec<MessageTemplate> {
        self.state().templates.clone()
    }

    /// Forgets messages, uploads and attempts; templates stay.
    pub(crate) fn clear(&self) {
        let mut state = self.state();
        let templates = std::mem::take(&mut state.templates);
        *state = State {
            templates,
            ..State::default()
        };
    }
}
