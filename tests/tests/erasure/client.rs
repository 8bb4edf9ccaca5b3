//! Requests of the administrator to the site's interface.

use http::Method;
use pauta_tests::app::{TestApp, TestRequest};
use serde_json::Value;

/// Sends a request of the administrator to the site's interface.
pub async fn site(app: &TestApp, method: Method, path: &str, body: Value) -> Value {
    let request = TestRequest::json(method, format!("/rest{path}"), body);
    let answer = app.ask_site(Some(&app.basic()), request).await;
    assert!(answer.status.is_success(), "{path}: {}", answer.text);
    answer.json
}

/// Creates a record; returns its identifier.
pub async fn create(app: &TestApp, path: &str, body: Value) -> u64 {
    let made = site(app, Method::POST, path, body).await;
    made["id"].as_u64().unwrap()
}

/// Deletes for good.
pub async fn delete(app: &TestApp, path: &str) {
    let path = format!(
        "{path}{}force=true",
        if path.contains('?') { '&' } else { '?' }
    );
    site(app, Method::DELETE, &path, Value::Null).await;
}
