//! A server that records requests and answers all of them alike.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use cloud::{Connection, Environment};

/// A recorded request.
#[derive(Debug, Clone)]
pub struct RecordedRequest {
    pub line: String,
    pub target: String,
    pub body: String,
}

/// A server that answers every request with the same status and body, and records the requests.
#[derive(Clone)]
pub struct Server {
    answer: Arc<(u16, &'static str, String)>,
    asked: Arc<Mutex<Vec<RecordedRequest>>>,
}

async fn answer(
    State(server): State<Server>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let header = |name: &str| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
            .to_owned()
    };
    server.asked.lock().unwrap().push(RecordedRequest {
        line: format!("{method} {}", uri.path()),
        target: header("x-amz-target"),
        body: String::from_utf8_lossy(&body).into_owned(),
    });
    let (status, kind, body) = &*server.answer;
    (
        StatusCode::from_u16(*status).unwrap(),
        [("content-type", *kind)],
        body.clone(),
    )
        .into_response()
}

impl Server {
    /// Starts a server on loopback, with an environment that redirects all clients to it.
    pub async fn start(
        status: u16,
        kind: &'static str,
        body: impl Into<String>,
    ) -> (Self, Environment) {
        let server = Self {
            answer: Arc::new((status, kind, body.into())),
            asked: Arc::default(),
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().fallback(answer).with_state(server.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        (server, environment(&address))
    }

    pub fn requests(&self) -> Vec<RecordedRequest> {
        self.asked.lock().unwrap().clone()
    }

    pub fn first(&self) -> RecordedRequest {
        self.requests().first().unwrap().clone()
    }
}

pub fn environment(address: &str) -> Environment {
    [
        ("AWS_REGION", "sa-east-1"),
        ("AWS_ENDPOINT_URL", address),
        ("PUBLICATION_QUEUE_URL", "http://queue.invalid/publication"),
    ]
    .into_iter()
    .map(|(key, value)| (key.to_owned(), value.to_owned()))
    .collect()
}

/// The adapters read credentials from the process environment, which a test must not change, so requests
/// are signed with the given ones.
pub fn connection(environment: &Environment) -> Connection {
    Connection::new(environment)
        .unwrap()
        .with_credentials("test", "test")
}
