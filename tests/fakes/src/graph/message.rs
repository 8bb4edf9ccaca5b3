//! Reading the message of a request.

use axum::response::Response;
use serde_json::{Map, Value, json};

use super::errors::{error, invalid};
use super::template;
use crate::messages::{SentMessage, SentPicture};
use crate::record::Record;
use crate::strict::{self, Problem};

/// Longest text in characters.
const MAX_TEXT: usize = 4096;

/// Longest caption in characters.
const MAX_CAPTION: usize = 1024;

/// Members of a message besides those of its type.
const MEMBERS: [&str; 5] = [
    "messaging_product",
    "recipient_type",
    "to",
    "type",
    "biz_opaque_callback_data",
];

/// The result of reading; the error is the response.
pub(super) type Read<T> = Result<T, Box<Response>>;

impl From<Problem> for Box<Response> {
    fn from(problem: Problem) -> Self {
        Self::new(match problem.kind {
            strict::Kind::Missing => error(131_008, &problem.message),
            _ => invalid(&problem.message),
        })
    }
}

/// The message of a request of a telephone number.
pub(super) fn read(record: &Record, body: &Value, sender: &str) -> Read<SentMessage> {
    let kind = body.get("type").and_then(Value::as_str).unwrap_or("text");
    let mut accepted = MEMBERS.to_vec();
    if !["text", "image", "template"].contains(&kind) {
        return Err(Box::new(error(131_051, "Unsupported message type")));
    }
    accepted.push(kind);
    let members = strict::object(body, "", &accepted)?;
    if members.get("messaging_product") != Some(&json!("whatsapp")) {
        let details = "The parameter messaging_product is required.";
        return Err(Box::new(invalid(details)));
    }
    strict::one_of(members, "", "recipient_type", &["individual"])?;
    if let Some(data) = members.get("biz_opaque_callback_data")
        && data.as_str().is_none_or(|data| data.chars().count() > 512)
    {
        return Err(Box::new(error(131_009, "biz_opaque_callback_data")));
    }
    let mut message = super::message(record, recipient(members)?);
    let content = members.get(kind).ok_or_else(|| Problem::missing(kind))?;
    match kind {
        "text" => message.text = text(content)?,
        "image" => {
            let (picture, caption) = image(record, content, sender)?;
            message.picture = Some(picture);
            message.text = caption;
        }
        _ => template::read(record, content, sender, &mut message)?,
    }
    Ok(message)
}

fn recipient(members: &Map<String, Value>) -> Read<&str> {
    let to = strict::text(members, "", "to")?;
    let digits = to.strip_prefix('+').unwrap_or(to);
    let is_number = (8..=15).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && !digits.starts_with('0');
    if is_number {
        Ok(digits)
    } else {
        Err(Box::new(error(
            131_009,
            "Parameter 'to' is not a phone number",
        )))
    }
}

fn limited(text: &str, most: usize, name: &str) -> Read<String> {
    let length = text.chars().count();
    if length > most {
        let details = format!("Param {name} must be at most {most} characters long.");
        return Err(Box::new(invalid(&details)));
    }
    Ok(text.to_owned())
}

fn text(content: &Value) -> Read<String> {
    let members = strict::object(content, "text", &["body", "preview_url"])?;
    strict::truth(members, "text", "preview_url")?;
    limited(
        strict::text(members, "text", "body")?,
        MAX_TEXT,
        "text['body']",
    )
}

fn image(record: &Record, content: &Value, sender: &str) -> Read<(SentPicture, String)> {
    let members = strict::object(content, "image", &["id", "link", "caption"])?;
    let picture = picture(record, members, "image", sender)?;
    let caption = match members.get("caption") {
        None => String::new(),
        Some(_) => limited(
            strict::text(members, "image", "caption")?,
            MAX_CAPTION,
            "image['caption']",
        )?,
    };
    Ok((picture, caption))
}

/// The picture that an object names by the identifier of an upload. Links cannot be followed.
pub(super) fn picture(
    record: &Record,
    members: &Map<String, Value>,
    path: &str,
    sender: &str,
) -> Read<SentPicture> {
    if members.contains_key("link") {
        record.violation(super::SERVICE, "a picture is sent as a public link");
        return Err(Box::new(error(
            131_052,
            "The link could not be downloaded.",
        )));
    }
    let id = strict::text(members, path, "id")?;
    record.messages.uploaded(id, sender).ok_or_else(|| {
        let details = format!(
            "Param {path}['id'] is not a valid whatsapp business account media attachment ID"
        );
        Box::new(invalid(&details))
    })
}
