//! Reading requests, and responses of any service.

use std::collections::BTreeMap;

use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, Multipart, Request};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use serde_json::{Map, Value, json};

use crate::record::{Call, Record};
use crate::server::Reset;
use crate::service::Service;

/// Longest request in bytes.
const MAX_REQUEST: usize = 64 << 20;

/// A file of a form.
#[derive(Debug, Clone)]
pub(crate) struct File {
    /// Name of the field.
    pub(crate) field: String,
    pub(crate) media_type: String,
    pub(crate) bytes: Bytes,
}

/// Reads a request and records it.
pub(crate) async fn receive(record: &Record, service: Service, request: Request) -> Call {
    receive_files(record, service, request).await.0
}

/// Reads a request with the files of its form, and records it.
pub(crate) async fn receive_files(
    record: &Record,
    service: Service,
    request: Request,
) -> (Call, Vec<File>) {
    let (head, body) = request.into_parts();
    let bytes = to_bytes(body, MAX_REQUEST).await.unwrap_or_default();
    let mut call = Call {
        method: head.method.to_string(),
        path: head.uri.path().to_owned(),
        query: head.uri.query().map(str::to_owned),
        headers: headers(&head.headers),
        body: None,
    };
    let mut files = Vec::new();
    call.body = match media_type(&call).as_str() {
        "application/x-www-form-urlencoded" => Some(fields(&bytes)),
        "multipart/form-data" => {
            let request = Request::from_parts(head, Body::from(bytes));
            form(request, &mut files).await
        }
        _ => serde_json::from_slice(&bytes).ok(),
    };
    record.receive(service, call.clone());
    (call, files)
}

/// The fields of a form; of a repeated field the last value.
fn fields(bytes: &[u8]) -> Value {
    let fields = url::form_urlencoded::parse(bytes);
    let fields = fields.map(|(name, value)| (name.into_owned(), json!(value)));
    Value::Object(fields.collect())
}

/// The fields of a form in parts; `None` where it is malformed.
async fn form(request: Request, files: &mut Vec<File>) -> Option<Value> {
    let mut form = Multipart::from_request(request, &()).await.ok()?;
    let mut fields = Map::new();
    while let Some(part) = form.next_field().await.ok()? {
        let field = part.name()?.to_owned();
        let name = part.file_name().map(str::to_owned);
        let media_type = part.content_type().unwrap_or_default().to_owned();
        let bytes = part.bytes().await.ok()?;
        let value = match name {
            None => json!(String::from_utf8_lossy(&bytes)),
            Some(name) => {
                let value = json!({
                    "filename": name, "content_type": media_type, "bytes": bytes.len(),
                });
                let field = field.clone();
                files.push(File {
                    field,
                    media_type,
                    bytes,
                });
                value
            }
        };
        fields.insert(field, value);
    }
    Some(Value::Object(fields))
}

fn headers(headers: &HeaderMap) -> Vec<(String, String)> {
    let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    headers
        .iter()
        .map(|(name, value)| (name.to_string(), text(value)))
        .collect()
}

/// The declared media type without parameters, in lower case.
pub(crate) fn media_type(call: &Call) -> String {
    let media_type = call.header("content-type").unwrap_or_default();
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    essence.to_ascii_lowercase()
}

/// Whether the body is declared as JSON.
pub(crate) fn is_json(call: &Call) -> bool {
    media_type(call) == "application/json"
}

/// The token of an `Authorization: Bearer` header.
pub(crate) fn bearer(call: &Call) -> Option<&str> {
    call.header("authorization")?
        .strip_prefix("Bearer ")
        .filter(|token| !token.trim().is_empty())
}

/// The decoded segments of a path; `None` where one is not UTF-8.
pub(crate) fn segments(path: &str) -> Option<Vec<String>> {
    path.trim_start_matches('/')
        .split('/')
        .map(decoded)
        .collect()
}

/// A path segment without its percent-encoding.
fn decoded(segment: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = segment.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits = std::str::from_utf8(&digits).ok()?.to_owned();
            bytes.push(u8::from_str_radix(&digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// The parameters of a query, decoded; of a repeated one the last value.
pub(crate) fn query(call: &Call) -> BTreeMap<String, String> {
    let query = call.query.as_deref().unwrap_or_default();
    url::form_urlencoded::parse(query.as_bytes())
        .into_owned()
        .collect()
}

/// Adds a member to an object.
pub(crate) fn insert(body: &mut Value, name: &str, value: Value) {
    if let Some(members) = body.as_object_mut() {
        members.insert(name.to_owned(), value);
    }
}

/// A JSON response.
pub(crate) fn json(status: StatusCode, body: &Value) -> Response {
    with_type(status, "application/json", Body::from(body.to_string()))
}

/// A response of a media type.
pub(crate) fn with_type(status: StatusCode, media_type: &'static str, body: Body) -> Response {
    (status, [(CONTENT_TYPE, media_type)], body).into_response()
}

/// Sets a header, unless the value cannot be one.
pub(crate) fn with_header(
    mut response: Response,
    name: &'static str,
    value: impl std::fmt::Display,
) -> Response {
    if let Ok(value) = HeaderValue::from_str(&value.to_string()) {
        response
            .headers_mut()
            .insert(HeaderName::from_static(name), value);
    }
    response
}

/// Stands for a connection that closes without a response.
pub(crate) fn reset() -> Response {
    let mut response = StatusCode::INTERNAL_SERVER_ERROR.into_response();
    response.extensions_mut().insert(Reset);
    response
}

/// An HTML page of a gateway.
pub(crate) fn html_502() -> Response {
    let page = "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n\
                <center><h1>502 Bad Gateway</h1></center>\r\n</body>\r\n</html>\r\n";
    with_type(StatusCode::BAD_GATEWAY, "text/html", Body::from(page))
}

/// 200 with a body that is not JSON, as a document or as a stream of events.
pub(crate) fn garbage(stream: bool) -> Response {
    if stream {
        let body = Body::from("data: {\"tipo\": tudo certo\n\n");
        return with_type(StatusCode::OK, "text/event-stream; charset=utf-8", body);
    }
    let body = Body::from("tudo certo, mas isto não é JSON");
    with_type(StatusCode::OK, "application/json", body)
}
