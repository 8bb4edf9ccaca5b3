//! Meta's Cloud API (<https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages>).

use bytes::Bytes;
use domain::platform::phone::Phone;
use http::header;
use outbound::{Body, Part, Request};
use ports::MessagePicture;
use secrecy::ExposeSecret;
use serde_json::{Value, json};

use crate::failure::MessageFailure;
use crate::setup::Template;
use crate::{MessageError, Messenger};

/// Content of a message.
pub(crate) enum Content<'a> {
    /// Free text.
    Text(&'a str),
    /// An uploaded picture with a caption.
    Picture { id: &'a str, caption: &'a str },
    /// An approved template with an uploaded picture as header.
    Template {
        template: &'a Template,
        picture: &'a str,
        /// Values of the variables of the body.
        variables: &'a [String],
        /// Suffix of the address of the first button.
        button: Option<&'a str>,
    },
}

impl Content<'_> {
    /// The type of the message, and the member with this name.
    fn member(&self) -> (&'static str, Value) {
        match self {
            Self::Text(text) => ("text", json!({ "body": text, "preview_url": false })),
            Self::Picture { id, caption } => ("image", json!({ "id": id, "caption": caption })),
            Self::Template {
                template,
                picture,
                variables,
                button,
            } => {
                let text = |text: &str| json!({ "type": "text", "text": text });
                let variables: Vec<_> = variables.iter().map(|value| text(value)).collect();
                let image = json!({ "type": "image", "image": { "id": picture } });
                let mut components = vec![
                    json!({ "type": "header", "parameters": [image] }),
                    json!({ "type": "body", "parameters": variables }),
                ];
                components.extend(button.map(|suffix| {
                    json!({ "type": "button", "sub_type": "url", "index": "0", "parameters": [text(suffix)] })
                }));
                let content = json!({
                    "name": template.name,
                    "language": { "code": template.language },
                    "components": components,
                });
                ("template", content)
            }
        }
    }
}

pub(crate) fn request(
    messenger: &Messenger,
    to: &Phone,
    content: &Content<'_>,
) -> Result<Request, MessageError> {
    let mut body = json!({
        "messaging_product": "whatsapp",
        "recipient_type": "individual",
        "to": to.digits(),
    });
    let (kind, content) = content.member();
    if let Some(members) = body.as_object_mut() {
        members.insert("type".to_owned(), kind.into());
        members.insert(kind.to_owned(), content);
    }
    signed(messenger, "messages", Body::Json(body))
}

/// The upload of a picture (<https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media>).
pub(crate) fn upload(
    messenger: &Messenger,
    picture: &MessagePicture,
) -> Result<Request, MessageError> {
    let field = |name: &str, value: &str| Part {
        name: name.to_owned(),
        file_name: None,
        content_type: None,
        bytes: Bytes::copy_from_slice(value.as_bytes()),
    };
    let file = Part {
        name: "file".to_owned(),
        file_name: Some(crate::file_name(picture).to_owned()),
        content_type: Some(picture.mime_type.clone()),
        bytes: picture.bytes.clone(),
    };
    let parts = vec![
        field("messaging_product", "whatsapp"),
        field("type", &picture.mime_type),
        file,
    ];
    signed(messenger, "media", Body::Multipart(parts))
}

fn signed(messenger: &Messenger, resource: &str, body: Body) -> Result<Request, MessageError> {
    let channel = &messenger.channel;
    let path = [channel.version.as_str(), &channel.instance, resource];
    let request = messenger.post(&path, body)?;
    let token = format!("Bearer {}", channel.token.expose_secret());
    messenger.secret_header(request, header::AUTHORIZATION, &token)
}

pub(crate) fn message_id(body: &Value) -> Option<&str> {
    body.pointer("/messages/0/id")?.as_str()
}

pub(crate) fn media_id(body: &Value) -> Option<&str> {
    body.get("id")?.as_str()
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
        131_049 | 131_050 => MessageFailure::HeldBack,
        131_051..=131_053 => MessageFailure::Picture,
        132_000..=132_999 => MessageFailure::Template,
        1 | 2 | 131_000 | 131_016 | 131_057 | 135_000 => MessageFailure::ProviderFailed,
        _ => MessageFailure::BadRequest,
    })
}
