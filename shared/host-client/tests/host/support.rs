//! A mock host.

use std::time::Duration;

use host_client::{Basic, Host, HostClient, Limits};
use outbound::{Outbound, Policy};
use serde_json::{Value, json};
use url::Url;
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

pub const PASSWORD: &str = "abcd efgh ijkl mnop qrst uvwx";

pub fn client() -> HostClient {
    HostClient::new(Outbound::new(Policy::local()).unwrap())
}

/// A client with short time limits.
pub fn impatient_client() -> HostClient {
    let moment = Duration::from_millis(100);
    client().with_limits(Limits {
        probe: moment,
        read: moment,
        write: moment,
        upload: moment,
    })
}

pub fn host_at(rest_root: &str) -> Host {
    Host {
        rest_root: Url::parse(rest_root).unwrap(),
        namespace: "core/v2".into(),
        credentials: Basic {
            user: "ana".into(),
            password: PASSWORD.into(),
        },
    }
}

pub fn host(server: &MockServer) -> Host {
    host_at(&format!("{}/rest/", server.uri()))
}

pub fn index() -> Value {
    json!({
        "name": "Caf&eacute; &amp; Cia",
        "timezone_string": "America/Sao_Paulo",
        "gmt_offset": "-3",
        "namespaces": ["oembed/1.0", "core/v2"],
        "authentication": { "application-passwords": { "endpoints": { "authorization": "x" } } },
    })
}

pub fn error(code: &str, message: &str) -> Value {
    json!({ "code": code, "message": message, "data": { "status": 400 } })
}

pub fn json_answer(status: u16, body: &Value) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_json(body)
}

pub fn page(status: u16, html: &str) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_raw(html.to_owned(), "text/html")
}

pub async fn on(server: &MockServer, verb: &str, at: &str, answer: ResponseTemplate) {
    Mock::given(method(verb))
        .and(path(at))
        .respond_with(answer)
        .mount(server)
        .await;
}
