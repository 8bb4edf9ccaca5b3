//! A request to a router in process.

use std::net::IpAddr;

use axum::Router;
use axum::body::Body;
use bytes::Bytes;
use http::{HeaderMap, HeaderName, Method, Request, header};
use http_edge::ClientAddress;
use serde_json::Value;
use tower::ServiceExt;

use crate::response::TestResponse;

/// The body of a request.
#[derive(Debug, Clone, PartialEq)]
pub enum RequestBody {
    /// No body and no `Content-Type`.
    None,
    /// JSON.
    Json(Value),
    /// `multipart/form-data`, its parts separated by `limite`.
    Multipart(Bytes),
    /// `application/x-www-form-urlencoded`.
    Form(String),
    /// Any bytes, declared as this media type.
    Raw(&'static str, Bytes),
}

/// A request to a router in process.
#[derive(Debug, Clone)]
pub struct TestRequest {
    /// Method.
    pub method: Method,
    /// Path and query.
    pub path: String,
    /// Body.
    pub body: RequestBody,
    /// Headers, without the `Content-Type` of the body.
    pub headers: HeaderMap,
    /// The client's network address, as the gateway reports it; `None` when it reports none.
    pub client: Option<IpAddr>,
}

impl TestRequest {
    /// A request without a body.
    pub fn new(method: Method, path: impl Into<String>) -> Self {
        Self {
            method,
            path: path.into(),
            body: RequestBody::None,
            headers: HeaderMap::new(),
            client: None,
        }
    }

    /// A GET.
    pub fn get(path: impl Into<String>) -> Self {
        Self::new(Method::GET, path)
    }

    /// A POST of JSON; null is no body.
    pub fn post(path: impl Into<String>, body: Value) -> Self {
        Self::json(Method::POST, path, body)
    }

    /// A request with JSON; null is no body.
    pub fn json(method: Method, path: impl Into<String>, body: Value) -> Self {
        let body = match body {
            Value::Null => RequestBody::None,
            body => RequestBody::Json(body),
        };
        Self::new(method, path).body(body)
    }

    /// A POST of URL-encoded fields.
    pub fn form(path: impl Into<String>, fields: impl Into<String>) -> Self {
        Self::new(Method::POST, path).body(RequestBody::Form(fields.into()))
    }

    /// The request with this body.
    #[must_use]
    pub fn body(self, body: RequestBody) -> Self {
        Self { body, ..self }
    }

    /// The request with this access token.
    #[must_use]
    pub fn bearer(self, token: &str) -> Self {
        self.header(header::AUTHORIZATION, &format!("Bearer {token}"))
    }

    /// The request with a header, which replaces an earlier one of that name and the body's `Content-Type`.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: &str) -> Self {
        self.headers.insert(name, value.parse().unwrap());
        self
    }

    /// The request with some headers more.
    #[must_use]
    pub fn headers(self, headers: &[(&str, &str)]) -> Self {
        headers.iter().fold(self, |request, (name, value)| {
            request.header(name.parse().unwrap(), value)
        })
    }

    /// The request from this network address.
    #[must_use]
    pub fn client(self, address: IpAddr) -> Self {
        Self {
            client: Some(address),
            ..self
        }
    }

    /// The response of `router`.
    pub async fn send(self, router: &Router) -> TestResponse {
        send(router, self.into_http()).await
    }

    /// The request as a router takes it.
    pub fn into_http(self) -> Request<Body> {
        let (content_type, body) = match self.body {
            RequestBody::None => (None, Body::empty()),
            RequestBody::Json(body) => (Some("application/json"), Body::from(body.to_string())),
            RequestBody::Multipart(parts) => (
                Some("multipart/form-data; boundary=limite"),
                Body::from(parts),
            ),
            RequestBody::Form(fields) => (
                Some("application/x-www-form-urlencoded"),
                Body::from(fields),
            ),
            RequestBody::Raw(kind, bytes) => (Some(kind), Body::from(bytes)),
        };
        let mut request = Request::builder()
            .method(self.method)
            .uri(self.path)
            .body(body)
            .unwrap();
        if let Some(content_type) = content_type {
            let value = content_type.parse().unwrap();
            request.headers_mut().insert(header::CONTENT_TYPE, value);
        }
        request.headers_mut().extend(self.headers);
        if let Some(address) = self.client {
            request
                .extensions_mut()
                .insert(ClientAddress(Some(address)));
        }
        request
    }
}

/// The response of `router` to a request that [`TestRequest`] cannot express.
pub async fn send(router: &Router, request: Request<Body>) -> TestResponse {
    TestResponse::read(router.clone().oneshot(request).await.unwrap()).await
}
