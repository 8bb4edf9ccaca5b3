//! Reading requests, and responses of any service.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use serde_json::Value;

use crate::record::{Call, Record};
use crate::server::Reset;
use crate::service::Service;

/// Longest request in bytes.
const MAX_REQUEST: usize = 64 << 20;

/// Reads a request and records it.
pub(crate) async fn receive(record: &Record, service: Service, request: Request) -> Call {
    let (head, body) = request.into_parts();
    let bytes = to_bytes(body, MAX_REQUEST).await.unwrap_or_default();
    let call = Call {
        method: head.method.to_string(),
        path: head.uri.path().to_owned(),
        query: head.uri.query().map(str::to_owned),
        headers: headers(&head.headers),
        body: serde_json::from_slice(&bytes).ok(),
    };
    record.receive(service, call.clone());
    call
}

fn headers(headers: &HeaderMap) -> Vec<(String, String)> {
    let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    headers
        .iter()
        .map(|(name, value)| (name.to_string(), text(value)))
        .collect()
}

/// Whether the body is declared as JSON.
pub(crate) fn is_json(call: &Call) -> bool {
    let media_type = call.header("content-type").unwrap_or_default();
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
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
