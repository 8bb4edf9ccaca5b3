//! Z-API (<https://developer.z-api.io/en/message/send-message-text>). The instance's token is part of the path.

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
    let body = json!({ "phone": to.digits(), "message": text });
    signed(messenger, "send-text", body)
}

pub(crate) fn picture(
    messenger: &Messenger,
    to: &Phone,
    picture: &MessagePicture,
    caption: &str,
) -> Result<Request, MessageError> {
    let encoded = BASE64_STANDARD.encode(&picture.bytes);
    let image = format!("data:{};base64,{encoded}", picture.mime_type);
    let body = json!({ "phone": to.digits(), "image": image, "caption": caption });
    signed(messenger, "send-image", body)
}

fn signed(messenger: &Messenger, action: &str, body: Value) -> Result<Request, MessageError> {
    let channel = &messenger.channel;
    let token = channel.token.expose_secret();
    let path = [
        "instances",
        channel.instance.as_str(),
        "token",
        token,
        action,
    ];
    let request = messenger.post(&path, Body::Json(body))?;
    // Accounts in which the security token was not activated have none.
    match &channel.security_token {
        None => Ok(request),
        Some(token) => {
            let name = HeaderName::from_static("client-token");
            messenger.secret_header(request, name, token.expose_secret())
        }
    }
}

pub(crate) fn message_id(body: &Value) -> Option<&str> {
    ["/messageId", "/id", "/zaapId"]
        .iter()
        .find_map(|place| body.pointer(place)?.as_str())
}

pub(crate) fn words(body: &Value) -> Option<String> {
    let text = |place: &&str| body.pointer(place)?.as_str();
    let mut texts: Vec<&str> = ["/error", "/message"].iter().filter_map(text).collect();
    texts.dedup();
    (!texts.is_empty()).then(|| texts.join(": "))
}

/// Z-API has no error codes; only some of its words are documented.
pub(crate) fn failure(status: u16, body: &Value) -> Option<MessageFailure> {
    let words = words(body)?.to_lowercase();
    let says = |part: &str| words.contains(part);
    if says("phone number does not exist") {
        return Some(MessageFailure::NotOnWhatsapp);
    }
    match status {
        400 if says("token") || says("instance not found") => Some(MessageFailure::InvalidKey),
        403 => Some(MessageFailure::InvalidKey),
        // Some refusals have the status of success.
        200..=299 if body.get("error").is_some() => Some(MessageFailure::BadRequest),
        _ => None,
    }
}
