//! Load: a number of open connections, each with one request at a time, for a given time.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;

/// A request.
#[derive(Debug, Clone)]
pub struct Ask {
    /// Method.
    pub method: Method,
    /// Path and query.
    pub address: String,
    /// JSON body; null for none.
    pub body: Value,
    /// Value of the `authorization` header.
    pub login: Option<String>,
}

/// Result of a load.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// Response times, sorted.
    times: Vec<Duration>,
    /// Duration of the whole load.
    took: Duration,
}

impl Found {
    /// Responses per second over all connections.
    pub fn per_second(&self) -> f64 {
        self.times.len() as f64 / self.took.as_secs_f64().max(f64::EPSILON)
    }

    /// A quantile of the response times, in milliseconds.
    pub fn quantile(&self, part: f64) -> f64 {
        let last = self.times.len().saturating_sub(1);
        let place = (last as f64 * part).round() as usize;
        self.times
            .get(place)
            .map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    }
}

/// An open connection.
pub struct Connection(SendRequest<Full<Bytes>>, SocketAddr);

impl Connection {
    /// Opens a connection.
    pub async fn open(to: SocketAddr) -> Self {
        let stream = TcpStream::connect(to).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let (sender, connection) = handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        Self(sender, to)
    }

    /// Sends a request and waits for the complete response.
    pub async fn ask(&mut self, ask: &Ask) -> (StatusCode, HeaderMap, Bytes) {
        let mut request = Request::builder()
            .method(&ask.method)
            .uri(&ask.address)
            .header(header::HOST, self.1.to_string());
        if let Some(login) = &ask.login {
            request = request.header(header::AUTHORIZATION, login);
        }
        let body = if ask.body.is_null() {
            Bytes::new()
        } else {
            request = request.header(header::CONTENT_TYPE, "application/json");
            Bytes::from(ask.body.to_string())
        };
        self.0.ready().await.unwrap();
        let sent = self.0.send_request(request.body(Full::new(body)).unwrap());
        let (parts, body) = sent.await.unwrap().into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        (parts.status, parts.headers, bytes)
    }
}

/// Loads `to` with `connections` for `lasting`; `ask` provides the request with a given number. Every response must
/// be a success.
pub async fn load<F>(to: SocketAddr, connections: u64, lasting: Duration, ask: F) -> Found
where
    F: Fn(u64) -> Ask + Clone + Send + 'static,
{
    let mut open = Vec::new();
    for _ in 0..connections {
        open.push(Connection::open(to).await);
    }
    let begin = Instant::now();
    let mut running = tokio::task::JoinSet::new();
    for (place, mut connection) in open.into_iter().enumerate() {
        let ask = ask.clone();
        running.spawn(async move {
            let mut times = Vec::new();
            let mut number = place as u64;
            while begin.elapsed() < lasting {
                let what = ask(number);
                number += connections;
                let asked = Instant::now();
                let (status, _, bytes) = connection.ask(&what).await;
                times.push(asked.elapsed());
                assert!(
                    status.is_success(),
                    "{} {}: {status} {}",
                    what.method,
                    what.address,
                    String::from_utf8_lossy(&bytes)
                );
            }
            times
        });
    }
    let mut times = running.join_all().await.concat();
    let took = begin.elapsed();
    times.sort_unstable();
    Found { times, took }
}
