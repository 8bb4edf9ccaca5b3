//! Stock photos that become pictures of a post.

use domain::platform::access::Role;
use domain::platform::id::{MediaId, PostId};
use domain::platform::stock::StockProvider;
use http::Method;
use platform_store::PostChange;
use platform_testkit::{TestApi, TestResponse, TestUser};
use serde_json::{Value, json};
use wiremock::matchers::path;
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::app::{PROVIDER_KEY, TestApp};
use crate::stock_server::{calls, pexels_photo, server};

struct Fixture {
    app: TestApp,
    ana: TestUser,
    post: u64,
}

async fn fixture(server: &MockServer) -> Fixture {
    let mut app = TestApp::new().await;
    app.ask_providers_at(&server.uri(), &["PEXELS_API_KEY", "UNSPLASH_ACCESS_KEY"]);
    let ana = app.create_user("ana", Role::Editor).await;
    let site = app.site(&ana, "http://127.0.0.1:9").await;
    let post = app.post(&ana, site).await.0;
    Fixture { app, ana, post }
}

impl Fixture {
    async fn choose(&self, provider: &str, id: &str, key: Option<&str>) -> TestResponse {
        let body = json!({"content_id": self.post, "provider": provider, "photo_id": id});
        let headers: Vec<_> = key
            .into_iter()
            .map(|key| ("idempotency-key", key))
            .collect();
        let answer = self
            .app
            .request_with(&self.ana, Method::POST, "/media/stock", body, &headers)
            .await;
        assert!(!answer.text.contains(PROVIDER_KEY), "{}", answer.text);
        answer
    }
}

#[tokio::test]
async fn a_photo_for_the_text_is_not_featured() {
    let server = server(200).await;
    let fixture = fixture(&server).await;
    let body =
        json!({"content_id": fixture.post, "provider": "pexels", "photo_id": "7", "in_text": true});
    let chosen = fixture
        .app
        .request_with(&fixture.ana, Method::POST, "/media/stock", body, &[])
        .await;
    assert_eq!(chosen.status, 201, "{}", chosen.text);
    assert_eq!(chosen.json["featured"], false);
    assert_eq!(chosen.json["in_text"], true);
}

#[tokio::test]
async fn a_photo_becomes_a_picture_with_its_texts_and_source() {
    let server = server(200).await;
    let fixture = fixture(&server).await;
    let chosen = fixture.choose("pexels", "7", None).await;
    assert_eq!(chosen.status, 201, "{}", chosen.text);
    assert_eq!(chosen.headers["location"], "/api/v1/media/1");
    let body = &chosen.json;
    assert_eq!(body["file_name"], "praca-da-se-sao-paulo.jpg");
    assert_eq!(body["mime_type"], "image/jpeg");
    assert_eq!(body["alt_text"], "Praça da Sé. São Paulo");
    assert_eq!(body["caption"], "Foto de Ana Lima no Pexels");
    assert_eq!(body["featured"], true);
    let source = json!({
        "provider": "pexels", "photo_id": "7", "author": "Ana Lima",
        "author_url": "https://www.pexels.com/@ana", "page_url": "https://www.pexels.com/photo/7/",
    });
    assert_eq!(body["source"], source);
    let app = &fixture.app;
    let shown = app
        .request(&fixture.ana, Method::GET, "/media/1", Value::Null)
        .await;
    assert_eq!(shown.json["source"], source);
    let media = app.ports.store.media(MediaId(1)).await.unwrap().unwrap();
    assert_eq!(media.source.unwrap().provider, StockProvider::Pexels);
    assert_eq!(
        app.blobs.keys(),
        [
            "posts/1/media/1/original.jpg",
            "posts/1/media/1/rendition.webp"
        ]
    );
}

#[tokio::test]
async fn unsplash_is_told_of_a_choice_exactly_once() {
    let server = server(200).await;
    let fixture = fixture(&server).await;
    let chosen = fixture.choose("unsplash", "abc", Some("k1")).await;
    assert_eq!(chosen.status, 201, "{}", chosen.text);
    assert_eq!(chosen.json["caption"], "Foto de Rui no Unsplash");
    let again = fixture.choose("unsplash", "abc", Some("k1")).await;
    assert_eq!(again.json["id"], chosen.json["id"]);
    assert_eq!(calls(&server, "/photos/abc/download").await, 1);
    assert_eq!(calls(&server, "/file").await, 1);
    fixture.choose("unsplash", "abc", Some("k2")).await;
    assert_eq!(calls(&server, "/photos/abc/download").await, 2);
}

#[tokio::test]
async fn a_choice_stands_when_unsplash_cannot_be_told() {
    let server = server(500).await;
    let fixture = fixture(&server).await;
    let chosen = fixture.choose("unsplash", "abc", None).await;
    assert_eq!(chosen.status, 201, "{}", chosen.text);
    assert_eq!(calls(&server, "/photos/abc/download").await, 1);
}

#[tokio::test]
async fn a_photo_that_is_not_there_is_an_invalid_field() {
    let server = server(200).await;
    let fixture = fixture(&server).await;
    for (provider, id) in [("pexels", "8"), ("pexels", "../7"), ("unsplash", "")] {
        let refused = fixture.choose(provider, id, None).await;
        assert_eq!(refused.code(), "invalid_fields", "{provider} {id}");
        assert_eq!(refused.issue_fields(), ["photo_id"]);
    }
    let refused = fixture.choose("flickr", "7", None).await;
    assert_eq!(refused.code(), "invalid_fields");
    assert!(fixture.app.blobs.keys().is_empty());
}

#[tokio::test]
async fn what_is_no_picture_is_a_fault_of_the_provider() {
    let server = MockServer::start().await;
    let photo = pexels_photo(&server.uri(), "");
    Mock::given(path("/v1/photos/7"))
        .respond_with(ResponseTemplate::new(200).set_body_json(photo))
        .mount(&server)
        .await;
    Mock::given(path("/file"))
        .respond_with(ResponseTemplate::new(200).set_body_string("<html>"))
        .mount(&server)
        .await;
    let fixture = fixture(&server).await;
    let failed = fixture.choose("pexels", "7", Some("k")).await;
    assert_eq!(
        (failed.status.as_u16(), failed.code()),
        (502, "provider_failed")
    );
    assert!(fixture.app.blobs.keys().is_empty());
    // A failure is not the response of the key.
    fixture.choose("pexels", "7", Some("k")).await;
    assert_eq!(calls(&server, "/file").await, 2);
}

#[tokio::test]
async fn a_deleted_post_takes_no_photo_and_no_provider_is_asked() {
    let server = server(200).await;
    let fixture = fixture(&server).await;
    let store = &fixture.app.ports.store;
    let gil = fixture.app.create_user("gil", Role::Gerente).await;
    let post = store.post(PostId(fixture.post)).await.unwrap().unwrap();
    let change = PostChange::of(&post, |post| post.deleted_at = Some(post.created_at));
    store.save_post(change).await.unwrap();
    let body = json!({"content_id": fixture.post, "provider": "pexels", "photo_id": "7"});
    let refused = fixture
        .app
        .request(&gil, Method::POST, "/media/stock", body)
        .await;
    assert_eq!(refused.code(), "post_deleted");
    assert!(server.received_requests().await.unwrap().is_empty());
}
