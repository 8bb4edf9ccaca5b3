//! WhatsApp Cloud API: sending, uploads, templates.
//! <https://developers.facebook.com/docs/whatsapp/cloud-api>

mod errors;
mod message;
mod template;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::response::Response;
use axum::routing::any;
use http::StatusCode;
use serde_json::{Value, json};

use self::errors::{absent, error, invalid, named};
use crate::exchange::{self, File, bearer, is_json, receive_files, segments};
use crate::faults::{self, with_faults};
use crate::messages::{Recipient, SentMessage, SentPicture};
use crate::record::{Call, Record};
use crate::service::Service;

const SERVICE: Service = Service::Graph;

pub(crate) fn router(record: &Arc<Record>) -> Router {
    Router::new()
        .route("/{*path}", any(answer))
        .layer(DefaultBodyLimit::disable())
        .with_state(record.clone())
}

async fn answer(State(record): State<Arc<Record>>, request: Request) -> Response {
    let (call, files) = receive_files(&record, SERVICE, request).await;
    with_faults(&record, SERVICE, named, respond(&record, &call, files)).await
}

/// A version such as `v25.0`.
fn is_version(text: &str) -> bool {
    let parts = text.strip_prefix('v').and_then(|text| text.split_once('.'));
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    parts.is_some_and(|(major, minor)| number(major) && number(minor))
}

/// Whether a text is the identifier of a telephone number or an account.
fn is_id(text: &str) -> bool {
    text.len() >= 5 && text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0')
}

async fn respond(record: &Arc<Record>, call: &Call, files: Vec<File>) -> Response {
    if call
        .query
        .as_deref()
        .is_some_and(|q| q.contains("access_token"))
    {
        record.violation(SERVICE, "the token is in the URL");
    }
    let Some(token) = bearer(call) else {
        return error(
            190,
            "Invalid OAuth access token - Cannot parse access token",
        );
    };
    if let Some(fault) = faults::of_key(record, SERVICE, token) {
        return faults::response(record, SERVICE, named, fault).await;
    }
    if let Some(code) = code_of_token(token) {
        return named(code).unwrap_or_else(|| error(1, "An unknown error occurred"));
    }
    let path = segments(&call.path).unwrap_or_default();
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    match (call.method.as_str(), path.as_slice()) {
        (_, [version, ..]) if !is_version(version) => absent(version),
        (_, [_, id, ..]) if !is_id(id) => absent(id),
        ("POST", [_, id, "messages"]) => send(record, call, id).await,
        ("POST", [_, id, "media"]) => upload(record, call, id, files),
        ("GET", [_, _, "message_templates"]) => templates(record),
        (_, [_, id, ..]) => absent(id),
        _ => absent(""),
    }
}

/// The error code that a token names, as in `EAAG-code-131042`.
fn code_of_token(token: &str) -> Option<&str> {
    token.split_once("-code-").map(|(_, code)| code)
}

fn templates(record: &Record) -> Response {
    let data: Vec<Value> = record
        .messages
        .templates()
        .iter()
        .enumerate()
        .map(|(number, template)| {
            json!({
                "id": (700_000 + number).to_string(),
                "name": template.name,
                "status": template.status.word(),
                "language": template.language,
                "category": "UTILITY",
            })
        })
        .collect();
    exchange::json(StatusCode::OK, &json!({ "data": data }))
}

fn upload(record: &Record, call: &Call, sender: &str, files: Vec<File>) -> Response {
    let Some(fields) = call.body.as_ref().and_then(Value::as_object) else {
        return invalid("The request is not a multipart form");
    };
    if exchange::media_type(call) != "multipart/form-data" {
        return invalid("The request is not a multipart form");
    }
    if let Some(name) = fields
        .keys()
        .find(|name| !["messaging_product", "file", "type"].contains(&name.as_str()))
    {
        return invalid(&format!("Unexpected key \"{name}\""));
    }
    if fields.get("messaging_product") != Some(&json!("whatsapp")) {
        return invalid("The parameter messaging_product is required.");
    }
    let Some(file) = files.into_iter().find(|file| file.field == "file") else {
        return invalid("The parameter file is required.");
    };
    if let Some(declared) = fields.get("type")
        && *declared != json!(file.media_type)
    {
        return invalid("Param type does not match the type of the file");
    }
    if !["image/jpeg", "image/png"].contains(&file.media_type.as_str()) {
        return invalid(&format!(
            "Param file must be a file with one of the following types: image/jpeg, image/png. \
             Received file of type '{}'.",
            file.media_type
        ));
    }
    match SentPicture::read(file.bytes, Some(&file.media_type)) {
        Err(details) => error(131_053, &details),
        Ok(picture) => {
            let id = number(record);
            record.messages.upload(id.clone(), sender, picture);
            exchange::json(StatusCode::OK, &json!({ "id": id }))
        }
    }
}

/// A new identifier in digits.
fn number(record: &Record) -> String {
    let id = record.identifier("");
    let id = u64::from_str_radix(&id, 16).unwrap_or_default();
    (1_000_000_000_000 + id).to_string()
}

async fn send(record: &Arc<Record>, call: &Call, sender: &str) -> Response {
    if !is_json(call) {
        return invalid("The request is not JSON");
    }
    let Some(body) = &call.body else {
        return invalid("The request is not JSON");
    };
    let message = match message::read(record, body, sender) {
        Ok(message) => message,
        Err(response) => return *response,
    };
    let recipient = Recipient::of(&message.to);
    let is_free = message.template.is_none();
    let has_picture = message.picture.is_some();
    match recipient {
        Recipient::Absent => return error(131_026, "Message Undeliverable."),
        Recipient::WindowClosed if is_free => {
            return error(
                131_047,
                "Message failed to send because more than 24 hours have passed since the \
                 customer last replied to this number.",
            );
        }
        Recipient::LimitedOnce if record.messages.attempt(SERVICE, &message.to) == 0 => {
            return error(130_429, "Cloud API message throughput has been reached.");
        }
        Recipient::PicturesFail if has_picture => {
            return error(131_053, "Media file could not be processed.");
        }
        _ => {}
    }
    let sent = json!({
        "messaging_product": "whatsapp",
        "contacts": [{ "input": message.to, "wa_id": wa_id(&message.to) }],
        "messages": [{ "id": message.id, "message_status": "accepted" }],
    });
    record.messages.accept(message);
    match recipient.lost_response() {
        Some(fault) => faults::response(record, SERVICE, named, fault).await,
        None => exchange::json(StatusCode::OK, &sent),
    }
}

/// The account of a number: Brazilian accounts from area code 31 on lack the ninth digit.
fn wa_id(to: &str) -> String {
    match (to.get(..2), to.get(2..4), to.get(4..5), to.get(5..)) {
        (Some("55"), Some(area), Some("9"), Some(rest)) if rest.len() == 8 && area >= "31" => {
            format!("55{area}{rest}")
        }
        _ => to.to_owned(),
    }
}

/// A new message without contents.
fn message(record: &Record, to: &str) -> SentMessage {
    SentMessage {
        service: SERVICE,
        id: record.identifier("wamid."),
        to: to.to_owned(),
        text: String::new(),
        template: None,
        button: None,
        picture: None,
    }
}
