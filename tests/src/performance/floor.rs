//! Baseline for all measurements: a handler in the same process, behind the same kind of server, that only sends
//! responses from memory.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use bytes::Bytes;
use http::{HeaderMap, StatusCode, header};
use tokio::net::TcpListener;

/// Responses by address.
#[derive(Debug, Default, Clone)]
pub struct Floor(Arc<Mutex<HashMap<String, (HeaderMap, Bytes)>>>);

impl Floor {
    /// Stores a response.
    pub fn record(&self, address: &str, mut headers: HeaderMap, body: Bytes) {
        // The server adds these headers itself.
        headers.remove(header::CONTENT_LENGTH);
        headers.remove(header::DATE);
        let mut answers = self.0.lock().unwrap();
        answers.insert(address.to_owned(), (headers, body));
    }

    fn answer(&self, request: &Request) -> Response {
        let address = request.uri().path_and_query().map_or("", |it| it.as_str());
        let known = self.0.lock().unwrap().get(address).cloned();
        let mut response = Response::new(Body::empty());
        match known {
            Some((headers, body)) => {
                *response.headers_mut() = headers;
                *response.body_mut() = Body::from(body);
            }
            None => *response.status_mut() = StatusCode::NOT_FOUND,
        }
        response
    }

    /// Serves until the process ends.
    pub async fn serve(&self) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let floor = self.clone();
        let router = Router::new().fallback(move |request: Request| {
            let answer = floor.answer(&request);
            async move { answer }
        });
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        address
    }
}
