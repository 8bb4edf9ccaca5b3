//! Pictures of the web that become pictures of a post.

use domain::platform::access::Role;
use http::Method;
use image::ImageFormat;
use platform_testkit::{TestApi, TestResponse, TestUser};
use serde_json::{Value, json};
use wiremock::matchers::path;
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::app::{TestApp, picture};
use crate::stock_server::calls;

struct Fixture {
    app: TestApp,
    ana: TestUser,
    post: u64,
    server: MockServer,
}

async fn fixture() -> Fixture {
    let server = MockServer::start().await;
    let jpeg = picture(ImageFormat::Jpeg);
    let moved = |to: String| ResponseTemplate::new(302).insert_header("location", to);
    for (at, answer) in [
        (
            "/fotos/p%C3%A3o.jpg",
            ResponseTemplate::new(200).set_body_bytes(jpeg),
        ),
        (
            "/moved",
            moved(format!("{}/fotos/p%C3%A3o.jpg", server.uri())),
        ),
        ("/inside", moved("http://10.0.0.1/foto.jpg".to_owned())),
        (
            "/page",
            ResponseTemplate::new(200).set_body_string("<html>"),
        ),
        ("/private", ResponseTemplate::new(403)),
    ] {
        Mock::given(path(at))
            .respond_with(answer)
            .mount(&server)
            .await;
    }
    let app = TestApp::new().await;
    let ana = app.create_user("ana", Role::Editor).await;
    let site = app.site(&ana, "http://127.0.0.1:9").await;
    let post = app.post(&ana, site).await.0;
    Fixture {
        app,
        ana,
        post,
        server,
    }
}

impl Fixture {
    async fn send(&self, body: Value, key: Option<&str>) -> TestResponse {
        let headers: Vec<_> = key
            .into_iter()
            .map(|key| ("idempotency-key", key))
            .collect();
        self.app
            .request_with(&self.ana, Method::POST, "/media/remote", body, &headers)
            .await
    }

    async fn copy(&self, url: &str) -> TestResponse {
        self.send(json!({"content_id": self.post, "url": url}), None)
            .await
    }

    fn at(&self, path: &str) -> String {
        self.server.uri() + path
    }
}

#[tokio::test]
async fn a_picture_of_the_web_becomes_one_of_the_post() {
    let fixture = fixture().await;
    let body = json!({
        "content_id": fixture.post, "url": fixture.at("/moved"), "in_text": true,
        "alt_text": " Um pão ", "caption": "De casa",
    });
    let copied = fixture.send(body.clone(), Some("k")).await;
    assert_eq!(copied.status, 201, "{}", copied.text);
    assert_eq!(copied.json["alt_text"], "Um pão");
    assert_eq!(copied.json["caption"], "De casa");
    assert_eq!(copied.json["in_text"], true);
    assert_eq!(copied.json["featured"], false);
    assert_eq!(copied.json["mime_type"], "image/jpeg");
    assert_eq!(copied.json["source"], Value::Null);
    let again = fixture.send(body, Some("k")).await;
    assert_eq!(again.json["id"], copied.json["id"]);
    assert_eq!(calls(&fixture.server, "/fotos/p%C3%A3o.jpg").await, 1);
}

#[tokio::test]
async fn the_name_is_that_of_the_file() {
    let fixture = fixture().await;
    let copied = fixture.copy(&fixture.at("/fotos/p%C3%A3o.jpg?w=3")).await;
    assert_eq!(copied.json["file_name"], "pao.jpg", "{}", copied.text);
}

#[tokio::test]
async fn one_response_for_all_addresses_without_a_picture() {
    let fixture = fixture().await;
    let mut texts = Vec::new();
    for url in [
        fixture.at("/page"),
        fixture.at("/private"),
        fixture.at("/absent"),
        fixture.at("/inside"),
        "http://127.0.0.1:9/foto.jpg".to_owned(),
        "https://imagem.invalid/foto.jpg".to_owned(),
    ] {
        let refused = fixture.copy(&url).await;
        assert_eq!(refused.status, 422, "{url}: {}", refused.text);
        assert_eq!(refused.issue_fields(), ["url"]);
        texts.push(refused.json["issues"].to_string());
    }
    texts.dedup();
    assert_eq!(texts.len(), 1, "{texts:?}");
    assert!(fixture.app.blobs.keys().is_empty());
}

#[tokio::test]
async fn what_is_no_address_of_a_picture_is_refused_without_a_call() {
    let fixture = fixture().await;
    let long = fixture.at(&format!("/{}", "a".repeat(2_048)));
    for url in [
        "",
        "foto.jpg",
        "file:///etc/passwd",
        "ftp://a.test/b.jpg",
        "https://a:b@c.test/d.jpg",
        &long,
    ] {
        let refused = fixture.copy(url).await;
        assert_eq!(refused.code(), "invalid_fields", "{url}");
        assert_eq!(refused.issue_fields(), ["url"]);
    }
    assert!(fixture.server.received_requests().await.unwrap().is_empty());
}

#[tokio::test]
async fn who_may_not_add_pictures_fetches_nothing() {
    let fixture = fixture().await;
    let eve = fixture.app.create_user("eve", Role::Editor).await;
    let body = json!({"content_id": fixture.post, "url": fixture.at("/moved")});
    let refused = fixture
        .app
        .request(&eve, Method::POST, "/media/remote", body)
        .await;
    assert_eq!(refused.status, 404);
    assert!(fixture.server.received_requests().await.unwrap().is_empty());
}
