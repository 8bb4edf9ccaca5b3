//! Evolution API, version 2 (<https://doc.evolution-api.com>).

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use domain::platform::phone::Phone;
use http::HeaderName;
use outbound::{Body, Request};
use ports::MessagePicture;
use secrecy::ExposeSecret;
use serde_json::{Value, json};

use crate::failure::MessageFailure;
use crate::{MessageError, Messenger};

pub(crate) fn text(messenger: &Messenger, to: &Phone, text: &str) -> Result<Request, MessageError> {
    let body = json!({ "number": to.digits(), "text": text, "linkPreview": false });
    signed(messenger, "sendText", body)
}

pub(crate) fn picture(
    messenger: &Messenger,
    to: &Phone,
    picture: &MessagePicture,
    caption: &str,
) -> Result<Request, MessageError> {
    let body = json!({
        "number": to.digits(),
        "mediatype": "image",
        "mimetype": picture.mime_type,
        "caption": caption,
        "fileName": crate::file_name(picture),
        "media": BASE64_STANDARD.encode(&picture.bytes),
    });
    signed(messenger, "sendMedia", body)
}

fn signed(messenger: &Messenger, action: &str, body: Value) -> Result<Request, MessageError> {
    let channel = &messenger.channel;
    let path = ["message", action, channel.instance.as_str()];
    let request = messenger.post(&path, Body::Json(body))?;
    let name = HeaderName::from_static("apikey");
    messenger.secret_header(request, name, channel.token.expose_secret())
}

pub(crate) fn message_id(body: &Value) -> Option<&str> {
    body.pointer("/key/id")?.as_str()
}

/// The words of an error: `response.message` is a text or a list, of lists in some versions.
pub(crate) fn words(body: &Value) -> Option<String> {
    let mut texts = Vec::new();
    if let Some(message) = body.pointer("/response/message") {
        collect(message, &mut texts);
    }
    if texts.is_empty() {
        let other = ["/message", "/error"];
        texts.extend(other.iter().find_map(|place| body.pointer(place)?.as_str()));
    }
    (!texts.is_empty()).then(|| texts.join("; "))
}

fn collect<'a>(value: &'a Value, texts: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(items) => items.iter().for_each(|item| collect(item, texts)),
        _ => {}
    }
}

/// A number that is not on WhatsApp is named with `exists: false`.
pub(crate) fn failure(body: &Value) -> Option<MessageFailure> {
    let named = body.pointer("/response/message")?.as_array()?;
    let is_absent = |one: &Value| one.get("exists") == Some(&Value::Bool(false));
    named
        .iter()
        .any(is_absent)
        .then_some(MessageFailure::NotOnWhatsapp)
}
