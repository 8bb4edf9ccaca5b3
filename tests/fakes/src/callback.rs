//! A call of a fake to a callback of the code under test. Only loopback addresses are called.

use axum::body::{Body, to_bytes};
use http::Request;
use http::header::{CONTENT_TYPE, HOST};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;
use url::Url;

/// Longest answer in bytes.
const MAX_ANSWER: usize = 64 << 10;

/// Posts JSON; the status and the JSON of the answer, `None` when the address is not on this machine or nothing answers.
pub(crate) async fn post(address: &str, body: &Value) -> Option<(u16, Value)> {
    let url = Url::parse(address).ok()?;
    let host = url.host_str().filter(|host| *host == "127.0.0.1")?;
    let authority = format!("{host}:{}", url.port_or_known_default()?);
    let stream = TcpStream::connect(&authority).await.ok()?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.ok()?;
    let connection = tokio::spawn(connection);
    let request = Request::post(url.path())
        .header(HOST, authority)
        .header(CONTENT_TYPE, "application/json")
        .body(Body::from(body.to_string()))
        .ok()?;
    let answer = sender.send_request(request).await.ok()?;
    let status = answer.status().as_u16();
    let bytes = to_bytes(Body::new(answer.into_body()), MAX_ANSWER)
        .await
        .ok()?;
    connection.abort();
    Some((status, serde_json::from_slice(&bytes).unwrap_or_default()))
}
