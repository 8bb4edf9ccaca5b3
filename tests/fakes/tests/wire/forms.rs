//! Requests of messages and searches, as a client sends them.

use serde_json::Value;
use service_fakes::{FakeServices, Service};

use crate::client::{Answer, send};

/// Posts JSON with headers.
pub async fn post_json(
    fakes: &FakeServices,
    service: Service,
    path: &str,
    headers: &[(&str, &str)],
    body: &Value,
) -> Answer {
    let url = format!("{}{path}", fakes.url(service));
    let mut all = vec![("content-type", "application/json")];
    all.extend_from_slice(headers);
    send("POST", &url, &all, &body.to_string()).await.unwrap()
}

/// Posts a form.
pub async fn post_form(
    fakes: &FakeServices,
    service: Service,
    path: &str,
    fields: &[(&str, &str)],
) -> Answer {
    let url = format!("{}{path}", fakes.url(service));
    let body = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields)
        .finish();
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    send("POST", &url, &headers, &body).await.unwrap()
}

/// Asks with a bearer token.
pub async fn ask_with(
    fakes: &FakeServices,
    service: Service,
    method: &str,
    path: &str,
    token: &str,
) -> Answer {
    let url = format!("{}{path}", fakes.url(service));
    let bearer = format!("Bearer {token}");
    send(method, &url, &[("authorization", &bearer)], "")
        .await
        .unwrap()
}
