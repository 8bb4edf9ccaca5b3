//! Evolution API, version 2 (<https://doc.evolution-api.com>).

use http::HeaderName;
use outbound::Request;
use secrecy::ExposeSecret;
use serde_json::{Value, json};

use crate::failure::MessageFailure;
use crate::{MessageError, Messenger, Phone};

pub(crate) fn request(
    messenger: &Messenger,
    to: &Phone,
    text: &str,
) -> Result<Request, MessageError> {
    let body = json!({ "number": to.digits(), "text": text, "linkPreview": false });
    let path = ["message", "sendText", &messenger.instance];
    let request = messenger.post(&path, body)?;
    let name = HeaderName::from_static("apikey");
    messenger.secret_header(request, name, messenger.token.expose_secret())
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
