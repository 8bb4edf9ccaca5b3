//! Z-API: texts, pictures, the state of an instance. <https://developer.z-api.io>

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::any;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::StatusCode;
use serde_json::{Map, Value, json};

use crate::exchange::{self, is_json, receive, segments};
use crate::faults::{self, with_faults};
use crate::messages::{Recipient, SentMessage, SentPicture};
use crate::record::{Call, Record};
use crate::scenario::Scenario;
use crate::service::Service;

const SERVICE: Service = Service::ZApi;

pub(crate) fn router(record: &Arc<Record>) -> Router {
    Router::new()
        .route("/{*path}", any(answer))
        .with_state(record.clone())
}

async fn answer(State(record): State<Arc<Record>>, request: Request) -> Response {
    let call = receive(&record, SERVICE, request).await;
    with_faults(&record, SERVICE, named, respond(&record, &call)).await
}

fn error(status: StatusCode, message: &str) -> Response {
    exchange::json(status, &json!({ "error": message }))
}

fn bad_request(message: &str) -> Response {
    error(StatusCode::BAD_REQUEST, message)
}

/// The error with a name.
fn named(name: &str) -> Option<Response> {
    Some(match name {
        "invalid-key" => bad_request("Instance not found"),
        "nopermission" => error(StatusCode::FORBIDDEN, "Client-Token is not allowed"),
        "limit" => error(StatusCode::TOO_MANY_REQUESTS, "Too many requests"),
        "overload" => error(StatusCode::SERVICE_UNAVAILABLE, "Service Unavailable"),
        "500" => error(StatusCode::INTERNAL_SERVER_ERROR, "Error on send message"),
        "closed" => bad_request("You need to be connected."),
        _ => return None,
    })
}

async fn respond(record: &Arc<Record>, call: &Call) -> Response {
    let path = segments(&call.path).unwrap_or_default();
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let ["instances", instance, "token", token, action @ ..] = path.as_slice() else {
        return exchange::json(StatusCode::NOT_FOUND, &json!({ "error": "NOT_FOUND" }));
    };
    let Some(client) = call
        .header("client-token")
        .filter(|token| !token.is_empty())
    else {
        return error(StatusCode::FORBIDDEN, "your client-token is not configured");
    };
    if Scenario::of(client) == Scenario::Bad {
        return error(StatusCode::FORBIDDEN, "Client-Token is not allowed");
    }
    if let Some(fault) = faults::of_key(record, SERVICE, token) {
        return faults::response(record, SERVICE, named, fault).await;
    }
    if instance.starts_with("absent") {
        return bad_request("Instance not found");
    }
    match (call.method.as_str(), action) {
        ("GET", ["status"]) => {
            let connected = !is_closed(instance);
            let problem = (!connected).then_some("You are not connected.");
            let body = json!({
                "connected": connected, "smartphoneConnected": connected, "error": problem,
            });
            exchange::json(StatusCode::OK, &body)
        }
        ("GET", ["phone-exists", phone]) => {
            let exists = Recipient::of(phone) != Recipient::Absent;
            exchange::json(StatusCode::OK, &json!({ "exists": exists, "phone": phone }))
        }
        ("POST", ["send-text"]) => deliver(record, instance, text(record, call)).await,
        ("POST", ["send-image"]) => deliver(record, instance, image(record, call)).await,
        (_, ["status" | "phone-exists" | "send-text" | "send-image", ..]) => {
            error(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed")
        }
        _ => exchange::json(StatusCode::NOT_FOUND, &json!({ "error": "NOT_FOUND" })),
    }
}

/// Whether an instance has lost its telephone.
fn is_closed(instance: &str) -> bool {
    instance.starts_with("closed")
}

/// The contents of a message, or the response to a malformed request.
type Content = Result<SentMessage, Box<Response>>;

fn members<'a>(
    record: &Record,
    call: &'a Call,
    accepted: &[&str],
) -> Result<&'a Map<String, Value>, Box<Response>> {
    if !is_json(call) {
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        return Err(Box::new(error(status, "Unsupported Media Type")));
    }
    let members = call.body.as_ref().and_then(Value::as_object);
    let members = members.ok_or_else(|| Box::new(bad_request("the body is not an object")))?;
    for name in members.keys() {
        if !accepted.contains(&name.as_str()) {
            record.violation(SERVICE, format!("the member {name} does not exist"));
        }
    }
    if let Some(delay) = members.get("delayMessage")
        && !delay
            .as_u64()
            .is_some_and(|delay| (1..=15).contains(&delay))
    {
        return Err(Box::new(bad_request(
            "delayMessage must be between 1 and 15",
        )));
    }
    Ok(members)
}

fn required<'a>(members: &'a Map<String, Value>, name: &str) -> Result<&'a str, Box<Response>> {
    match members.get(name) {
        Some(Value::String(text)) if !text.trim().is_empty() => Ok(text),
        _ => Err(Box::new(bad_request(&format!("{name} is required")))),
    }
}

/// A new message to the telephone number of a request: digits with country and area code.
fn message(record: &Record, members: &Map<String, Value>) -> Content {
    let phone = required(members, "phone")?;
    let is_number = (10..=15).contains(&phone.len()) && phone.bytes().all(|b| b.is_ascii_digit());
    if !is_number {
        return Err(Box::new(bad_request("phone: only digits are accepted")));
    }
    Ok(SentMessage {
        service: SERVICE,
        id: record.identifier("").to_uppercase(),
        to: phone.to_owned(),
        text: String::new(),
        template: None,
        button: None,
        picture: None,
    })
}

fn text(record: &Record, call: &Call) -> Content {
    let accepted = [
        "phone",
        "message",
        "delayMessage",
        "delayTyping",
        "messageId",
    ];
    let members = members(record, call, &accepted)?;
    let text = required(members, "message")?.to_owned();
    Ok(SentMessage {
        text,
        ..message(record, members)?
    })
}

fn image(record: &Record, call: &Call) -> Content {
    let accepted = [
        "phone",
        "image",
        "caption",
        "viewOnce",
        "delayMessage",
        "messageId",
    ];
    let members = members(record, call, &accepted)?;
    let image = required(members, "image")?;
    if image.starts_with("http") {
        record.violation(SERVICE, "a picture is sent as a public link");
        let words = "Message not send caused by invalid media url";
        return Err(Box::new(bad_request(words)));
    }
    let data = image
        .strip_prefix("data:")
        .and_then(|data| data.split_once(";base64,"));
    let decoded = data.and_then(|(kind, data)| Some((kind, STANDARD.decode(data).ok()?)));
    let Some((declared, bytes)) = decoded else {
        return Err(Box::new(bad_request("image must be a url or base64")));
    };
    let picture = SentPicture::read(bytes.into(), Some(declared))
        .map_err(|words| Box::new(bad_request(&words)))?;
    let caption = members.get("caption").and_then(Value::as_str);
    Ok(SentMessage {
        text: caption.unwrap_or_default().to_owned(),
        picture: Some(picture),
        ..message(record, members)?
    })
}

async fn deliver(record: &Arc<Record>, instance: &str, content: Content) -> Response {
    let message = match content {
        Ok(message) => message,
        Err(response) => return *response,
    };
    if is_closed(instance) {
        return bad_request("You need to be connected.");
    }
    let recipient = Recipient::of(&message.to);
    let queued = json!({
        "zaapId": record.identifier("").to_uppercase(), "messageId": message.id, "id": message.id,
    });
    match recipient {
        // The queue accepts the message; a webhook reports that the number does not exist.
        Recipient::Absent => return exchange::json(StatusCode::OK, &queued),
        Recipient::LimitedOnce if record.messages.attempt(SERVICE, &message.to) == 0 => {
            return error(StatusCode::TOO_MANY_REQUESTS, "Too many requests");
        }
        Recipient::PicturesFail if message.picture.is_some() => {
            return bad_request("Message not send caused by invalid media url");
        }
        _ => {}
    }
    record.messages.accept(message);
    match recipient.lost_response() {
        Some(fault) => faults::response(record, SERVICE, named, fault).await,
        None => exchange::json(StatusCode::OK, &queued),
    }
}
