//! Evolution API, version 2: texts, pictures, the state of an instance. <https://doc.evolution-api.com/v2>

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
use crate::service::Service;

const SERVICE: Service = Service::Evolution;

/// Options of every message.
const OPTIONS: [&str; 6] = [
    "delay",
    "linkPreview",
    "quoted",
    "mentionsEveryOne",
    "mentioned",
    "encoding",
];

pub(crate) fn router(record: &Arc<Record>) -> Router {
    Router::new()
        .route("/", any(answer))
        .route("/{*path}", any(answer))
        .with_state(record.clone())
}

async fn answer(State(record): State<Arc<Record>>, request: Request) -> Response {
    let call = receive(&record, SERVICE, request).await;
    with_faults(&record, SERVICE, named, respond(&record, &call)).await
}

fn error(status: StatusCode, message: &Value) -> Response {
    let reason = status.canonical_reason().unwrap_or_default();
    let body = json!({
        "status": status.as_u16(), "error": reason, "response": { "message": message },
    });
    exchange::json(status, &body)
}

fn bad_request(message: &str) -> Response {
    error(StatusCode::BAD_REQUEST, &json!([message]))
}

/// The error with a name.
fn named(name: &str) -> Option<Response> {
    let (status, message) = match name {
        "invalid-key" => (StatusCode::UNAUTHORIZED, json!("Unauthorized")),
        "nopermission" => (StatusCode::FORBIDDEN, json!("Forbidden")),
        "limit" => (StatusCode::TOO_MANY_REQUESTS, json!("Too many requests")),
        "overload" => (
            StatusCode::SERVICE_UNAVAILABLE,
            json!("Service Unavailable"),
        ),
        "500" => {
            let message = json!(["Error: Connection Closed"]);
            (StatusCode::INTERNAL_SERVER_ERROR, message)
        }
        "closed" => (StatusCode::BAD_REQUEST, json!(["Error: Connection Closed"])),
        _ => return None,
    };
    Some(error(status, &message))
}

async fn respond(record: &Arc<Record>, call: &Call) -> Response {
    let path = segments(&call.path).unwrap_or_default();
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    if let ("GET", [""]) = (call.method.as_str(), path.as_slice()) {
        let body = json!({
            "status": 200, "message": "Welcome to the Evolution API, it is working!",
            "version": "2.3.6",
        });
        return exchange::json(StatusCode::OK, &body);
    }
    let Some(key) = call.header("apikey").filter(|key| !key.is_empty()) else {
        return error(StatusCode::UNAUTHORIZED, &json!("Unauthorized"));
    };
    if let Some(fault) = faults::of_key(record, SERVICE, key) {
        return faults::response(record, SERVICE, named, fault).await;
    }
    if let [_, _, instance] = path.as_slice()
        && instance.starts_with("absent")
    {
        let message = format!("The \"{instance}\" instance does not exist");
        return error(StatusCode::NOT_FOUND, &json!([message]));
    }
    match (call.method.as_str(), path.as_slice()) {
        ("POST", ["message", "sendText", instance]) => {
            let content = text(record, call);
            deliver(record, instance, content).await
        }
        ("POST", ["message", "sendMedia", instance]) => {
            let content = media(record, call);
            deliver(record, instance, content).await
        }
        ("GET", ["instance", "connectionState", instance]) => {
            let state = if is_closed(instance) { "close" } else { "open" };
            let body = json!({ "instance": { "instanceName": instance, "state": state } });
            exchange::json(StatusCode::OK, &body)
        }
        (method, _) => {
            let message = format!("Cannot {method} {}", call.path);
            error(StatusCode::NOT_FOUND, &json!([message]))
        }
    }
}

/// Whether an instance has lost its telephone.
fn is_closed(instance: &str) -> bool {
    instance.starts_with("closed")
}

/// The contents of a message, or the response to a malformed request.
type Content = Result<SentMessage, Box<Response>>;

/// The members of a request; those that the service would pass over are violations.
fn members<'a>(
    record: &Record,
    call: &'a Call,
    accepted: &[&str],
) -> Result<&'a Map<String, Value>, Box<Response>> {
    let members = call.body.as_ref().and_then(Value::as_object);
    let Some(members) = members.filter(|_| is_json(call)) else {
        return Err(Box::new(bad_request("instance is not of a type(s) object")));
    };
    for name in members.keys() {
        if !accepted.contains(&name.as_str()) && !OPTIONS.contains(&name.as_str()) {
            record.violation(SERVICE, format!("the member {name} does not exist"));
        }
    }
    Ok(members)
}

fn required<'a>(members: &'a Map<String, Value>, name: &str) -> Result<&'a str, Box<Response>> {
    let message = match members.get(name) {
        None => format!("instance requires property \"{name}\""),
        Some(Value::String(text)) if !text.trim().is_empty() => return Ok(text),
        Some(Value::String(_)) => format!("instance.{name} does not meet minimum length of 1"),
        Some(_) => format!("instance.{name} is not of a type(s) string"),
    };
    Err(Box::new(bad_request(&message)))
}

/// The digits of a number.
fn number(members: &Map<String, Value>) -> Result<String, Box<Response>> {
    let number = required(members, "number")?;
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    if (8..=15).contains(&digits.len()) {
        Ok(digits)
    } else {
        let unknown = json!([{ "jid": format!("{digits}@s.whatsapp.net"), "exists": false, "number": number }]);
        Err(Box::new(error(StatusCode::BAD_REQUEST, &unknown)))
    }
}

fn message(record: &Record, to: String) -> SentMessage {
    SentMessage {
        service: SERVICE,
        id: record.identifier("3EB0").to_uppercase(),
        to,
        text: String::new(),
        template: None,
        button: None,
        picture: None,
    }
}

fn text(record: &Record, call: &Call) -> Content {
    let members = members(record, call, &["number", "text"])?;
    let to = number(members)?;
    let text = required(members, "text")?.to_owned();
    Ok(SentMessage {
        text,
        ..message(record, to)
    })
}

fn media(record: &Record, call: &Call) -> Content {
    let accepted = [
        "number",
        "mediatype",
        "mimetype",
        "caption",
        "media",
        "fileName",
    ];
    let members = members(record, call, &accepted)?;
    let to = number(members)?;
    let kind = required(members, "mediatype")?;
    if kind != "image" {
        let message = "instance.mediatype is not one of enum values: image";
        return Err(Box::new(bad_request(message)));
    }
    let media = required(members, "media")?;
    if media.starts_with("http") {
        record.violation(SERVICE, "a picture is sent as a public link");
        return Err(Box::new(bad_request(
            "Error: the media could not be downloaded",
        )));
    }
    let Ok(bytes) = STANDARD.decode(media) else {
        return Err(Box::new(bad_request("Owned media must be a url or base64")));
    };
    let declared = members.get("mimetype").and_then(Value::as_str);
    let picture = SentPicture::read(bytes.into(), declared)
        .map_err(|words| Box::new(bad_request(&format!("Error: {words}"))))?;
    let caption = members.get("caption").and_then(Value::as_str);
    Ok(SentMessage {
        text: caption.unwrap_or_default().to_owned(),
        picture: Some(picture),
        ..message(record, to)
    })
}

async fn deliver(record: &Arc<Record>, instance: &str, content: Content) -> Response {
    let message = match content {
        Ok(message) => message,
        Err(response) => return *response,
    };
    if is_closed(instance) {
        return bad_request("Error: Connection Closed");
    }
    let jid = format!("{}@s.whatsapp.net", registered(&message.to));
    let recipient = Recipient::of(&message.to);
    match recipient {
        Recipient::Absent => {
            let unknown = json!([{ "jid": jid, "exists": false, "number": message.to }]);
            return error(StatusCode::BAD_REQUEST, &unknown);
        }
        Recipient::LimitedOnce if record.messages.attempt(SERVICE, &message.to) == 0 => {
            return error(StatusCode::TOO_MANY_REQUESTS, &json!("Too many requests"));
        }
        Recipient::PicturesFail if message.picture.is_some() => {
            return bad_request("Error: Failed to upload media");
        }
        _ => {}
    }
    let sent = json!({
        "key": { "remoteJid": jid, "fromMe": true, "id": message.id },
        "pushName": "",
        "status": "PENDING",
        "message": { "conversation": message.text },
        "messageType": if message.picture.is_some() { "imageMessage" } else { "conversation" },
        "messageTimestamp": 1_769_500_800,
        "instanceId": "7c2f9a31-5e11-4c1f-9d67-3b8f2d5c0a64",
        "source": "web",
    });
    record.messages.accept(message);
    match recipient.lost_response() {
        Some(fault) => faults::response(record, SERVICE, named, fault).await,
        None => exchange::json(StatusCode::CREATED, &sent),
    }
}

/// The account of a number: Brazilian accounts from area code 31 on lack the ninth digit.
fn registered(to: &str) -> String {
    match (to.get(..2), to.get(2..4), to.get(4..5), to.get(5..)) {
        (Some("55"), Some(area), Some("9"), Some(rest))
            if rest.len() == 8 && area >= "31" && rest.starts_with(['7', '8', '9']) =>
        {
            format!("55{area}{rest}")
        }
        _ => to.to_owned(),
    }
}
