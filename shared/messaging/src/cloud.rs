//! Meta's Cloud API (<https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages>).

use http::header;
use outbound::Request;
use secrecy::ExposeSecret;
use serde_json::{Value, json};

use crate::failure::MessageFailure;
use crate::{MessageError, Messenger, Phone, one_line};

pub(crate) fn request(
    messenger: &Messenger,
    to: &Phone,
    text: &str,
) -> Result<Request, MessageError> {
    let mut body = json!({
        "messaging_product": "whatsapp",
        "recipient_type": "individual",
        "to": to.digits(),
    });
    let (kind, content) = match &messenger.template {
        None => ("text", json!({ "body": text, "preview_url": false })),
        Some(template) => {
            let parameter = json!({ "type": "text", "text": one_line(text) });
            let content = json!({
                "name": template.name,
                "language": { "code": template.language },
                "components": [{ "type": "body", "parameters": [parameter] }],
            });
            ("template", content)
        }
    };
    if let Some(members) = body.as_object_mut() {
        members.insert("type".to_owned(), kind.into());
        members.insert(kind.to_owned(), content);
    }
    let path = [&messenger.version, &messenger.instance, "messages"];
    let request = messenger.post(&path, body)?;
    let token = format!("Bearer {}", messenger.token.expose_secret());
    messenger.secret_header(request, header::AUTHORIZATION, &token)
}

pub(crate) fn message_id(body: &Value) -> Option<&str> {
    body.pointer("/messages/0/id")?.as_str()
}

/// The words of an error: the message, and the details if they say something else.
pub(crate) fn words(body: &Value) -> Option<String> {
    let text = |place| body.pointer(place).and_then(Value::as_str);
    let (message, details) = (text("/error/message"), text("/error/error_data/details"));
    match (message, details) {
        (Some(message), Some(details)) if !message.contains(details) => {
            Some(format!("{message}: {details}"))
        }
        (message, details) => message.or(details).map(str::to_owned),
    }
}

/// What an error code means
/// (<https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes>); `None` for a response without a code.
pub(crate) fn failure(body: &Value) -> Option<MessageFailure> {
    let code = body.pointer("/error/code")?.as_i64()?;
    Some(match code {
        0 | 190 => MessageFailure::InvalidKey,
        // Permissions; the account is locked, restricted, unpaid or not registered; a test number writes only to its list.
        3 | 10 | 200..=299 | 368 | 130_497 | 131_005 | 131_030 | 131_031 | 131_042 | 131_045 => {
            MessageFailure::NoPermission
        }
        4 | 80_007 | 130_429 | 131_048 | 131_056 | 131_064 => MessageFailure::RateLimited,
        131_026 => MessageFailure::NotOnWhatsapp,
        131_047 => MessageFailure::WindowClosed,
        132_000..=132_999 => MessageFailure::Template,
        1 | 2 | 131_000 | 131_016 | 131_057 | 135_000 => MessageFailure::ProviderFailed,
        _ => MessageFailure::BadRequest,
    })
}
