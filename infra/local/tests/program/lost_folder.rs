//! A data folder that is moved away while the program runs: requests are told that the store cannot be reached, until it is back.

use std::path::Path;

use http::Method;
use outbound::{Body, Outbound, Policy, Request, Response};
use serde_json::{Value, json};
use url::Url;

use crate::process::Running;

/// What answers must not have: words of the libraries below the store, and places of this machine.
const INNER: [&str; 8] = [
    "InternalServerError",
    "SdkError",
    "ServiceError",
    "dispatch",
    "dynamo",
    "held",
    "store.db",
    "os error",
];

#[expect(clippy::disallowed_methods, reason = "as a person does")]
fn moved(from: &Path, to: &Path) {
    std::fs::rename(from, to).unwrap();
}

struct Client {
    outbound: Outbound,
    platform: String,
    site: String,
}

impl Client {
    async fn send(&self, method: Method, address: &str, body: Option<Value>) -> Response {
        let request = Request::new(method, Url::parse(address).unwrap());
        let request = request.body(body.map_or(Body::Empty, Body::Json));
        self.outbound.send(request).await.unwrap()
    }

    /// Sends requests of each kind; returns their answers with the code that the interface has for a store that cannot be
    /// reached.
    async fn send_all(&self) -> Vec<(String, Option<&'static str>, Response)> {
        let login = json!({ "email": "admin@pauta.localhost", "password": "errada errada errada" });
        let comment = json!({
            "post": 1, "author_name": "Rita", "author_email": "rita@example.com", "content": "Oi",
        });
        let requests = [
            (
                Method::GET,
                &self.site,
                "/rest/core/v2/posts",
                None,
                Some("rest_store_unavailable"),
            ),
            (
                Method::GET,
                &self.site,
                "/rest/core/v2/posts/1",
                None,
                Some("rest_store_unavailable"),
            ),
            (
                Method::POST,
                &self.site,
                "/rest/core/v2/comments",
                Some(comment),
                Some("rest_store_unavailable"),
            ),
            (
                Method::GET,
                &self.site,
                "/rest/core/v2/contact-forms",
                None,
                Some("rest_store_unavailable"),
            ),
            (Method::GET, &self.site, "/", None, None),
            (Method::GET, &self.site, "/feed/", None, None),
            (
                Method::GET,
                &self.site,
                "/uploads/2024/05/a.jpg",
                None,
                None,
            ),
            (
                Method::POST,
                &self.platform,
                "/api/v1/auth/login",
                Some(login),
                Some("unavailable"),
            ),
            (
                Method::GET,
                &self.platform,
                "/aprovacao/5f0c8f6e-6a0e-4d3c-9a57-0d8f4b8f2a11",
                None,
                None,
            ),
        ];
        let mut answers = Vec::new();
        for (method, root, path, body, code) in requests {
            let address = format!("{root}{path}");
            let answer = self.send(method.clone(), &address, body).await;
            answers.push((format!("{method} {path}"), code, answer));
        }
        answers
    }
}

#[tokio::test]
async fn requests_to_a_lost_data_folder_are_told_that_the_store_cannot_be_reached() {
    let place = tempfile::tempdir().unwrap();
    let (folder, elsewhere) = (place.path().join("data"), place.path().join("elsewhere"));
    let running = Running::on(&folder);
    let client = Client {
        outbound: Outbound::new(Policy::local()).unwrap(),
        platform: running
            .value_of("Platform ")
            .trim_end_matches("/api/v1")
            .to_owned(),
        site: running.value_of("Site ").to_owned(),
    };
    for (request, _, answer) in client.send_all().await {
        assert!(answer.status.as_u16() < 500, "{request}: {}", answer.status);
    }
    moved(&folder, &elsewhere);
    // Readers look for changes every other second, and answer from memory until then.
    let list = format!("{}/rest/core/v2/posts", client.site);
    while client.send(Method::GET, &list, None).await.status.as_u16() != 503 {
        tokio::task::yield_now().await;
    }
    for (request, code, answer) in client.send_all().await {
        let text = String::from_utf8_lossy(&answer.body);
        assert_eq!(answer.status.as_u16(), 503, "{request}: {text}");
        if let Some(code) = code {
            let body: Value = serde_json::from_slice(&answer.body).unwrap();
            assert_eq!(body["code"], code, "{request}: {text}");
        }
        for words in INNER.iter().chain(&[place.path().to_str().unwrap()]) {
            assert!(!text.contains(words), "{request}: {words} in {text}");
        }
    }
    let health = format!("{}/api/v1/health", client.platform);
    let health = client.send(Method::GET, &health, None).await;
    assert_eq!(health.status.as_u16(), 503);
    assert!(!folder.exists(), "the folder was made again");
    moved(&elsewhere, &folder);
    for (request, _, answer) in client.send_all().await {
        assert!(answer.status.as_u16() < 500, "{request}: {}", answer.status);
    }
    running.stop();
}

#[tokio::test]
async fn nothing_is_stored_while_a_part_of_the_data_folder_is_lost() {
    let place = tempfile::tempdir().unwrap();
    let (folder, elsewhere) = (place.path().join("data"), place.path().join("elsewhere"));
    let running = Running::on(&folder);
    let client = Client {
        outbound: Outbound::new(Policy::local()).unwrap(),
        platform: running
            .value_of("Platform ")
            .trim_end_matches("/api/v1")
            .to_owned(),
        site: running.value_of("Site ").to_owned(),
    };
    let health = format!("{}/api/v1/health", client.platform);
    for part in ["blobs", "blobs/site", "blobs/platform", "outbox"] {
        let part = folder.join(part);
        moved(&part, &elsewhere);
        if part.ends_with("outbox") {
            std::fs::write(&part, "").unwrap();
        }
        let answer = client.send(Method::GET, &health, None).await;
        assert_eq!(answer.status.as_u16(), 503, "{}", part.display());
        if part.ends_with("outbox") {
            std::fs::remove_file(&part).unwrap();
        } else {
            assert!(!part.exists(), "the folder was made again");
        }
        moved(&elsewhere, &part);
        let answer = client.send(Method::GET, &health, None).await;
        assert_eq!(answer.status.as_u16(), 200, "{}", part.display());
    }
    // A person may remove the stored mails.
    std::fs::remove_dir_all(folder.join("outbox")).unwrap();
    let answer = client.send(Method::GET, &health, None).await;
    assert_eq!(answer.status.as_u16(), 200);
    running.stop();
}
