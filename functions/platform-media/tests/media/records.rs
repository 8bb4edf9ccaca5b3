//! Pictures are listed, described here and on the host, and removed.

use domain::platform::access::Role;
use domain::platform::id::{MediaId, PostId, SiteId};
use http::Method;
use image::ImageFormat;
use platform_store::SecretChange;
use platform_testkit::{TestApi, TestResponse, TestUser};
use serde_json::{Value, json};
use wiremock::matchers::{body_json, method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::app::{PASSWORD, TestApp, picture};

struct Fixture {
    app: TestApp,
    ana: TestUser,
}

/// A post with `pictures` pictures on a site at `url`.
async fn fixture(url: &str, pictures: usize) -> Fixture {
    let app = TestApp::new().await;
    let ana = app.create_user("ana", Role::Editor).await;
    let site = app.site(&ana, url).await;
    let post = app.post(&ana, site).await.to_string();
    let fixture = Fixture { app, ana };
    for _ in 0..pictures {
        fixture.add(&post).await;
    }
    fixture
}

impl Fixture {
    async fn add(&self, post: &str) -> TestResponse {
        let file = picture(ImageFormat::Png);
        let texts = [("content_id", post), ("title", "Antes")];
        self.app
            .upload(&self.ana, &texts, Some(("a.png", &file)))
            .await
    }

    async fn request(&self, method: Method, path: &str, body: Value) -> TestResponse {
        self.app.request(&self.ana, method, path, body).await
    }

    async fn get(&self, path: &str) -> TestResponse {
        self.request(Method::GET, path, Value::Null).await
    }

    /// As after a publication: the picture is attachment 12 of the host.
    async fn published(&self) {
        let store = &self.app.ports.store;
        let before = store.media(MediaId(1)).await.unwrap().unwrap();
        let mut after = before.clone();
        after.host_media_id = Some(12);
        after.version += 1;
        store.update_media(&before, &after).await.unwrap();
    }
}

#[tokio::test]
async fn lists_show_the_latest_first_and_are_paged() {
    let fixture = fixture("http://127.0.0.1:9", 3).await;
    let all = fixture.get("/media?content_id=1").await;
    let items = all.json["items"].as_array().unwrap();
    let shown: Vec<_> = items
        .iter()
        .map(|item| (item["id"].as_u64().unwrap(), item["featured"] == true))
        .collect();
    assert_eq!(shown, [(3, true), (2, false), (1, false)]);
    let page = fixture.get("/media?content_id=1&page=2&per_page=2").await;
    assert_eq!(page.json["items"][0]["id"], 1);
    assert_eq!(
        (
            &page.json["page"],
            &page.json["per_page"],
            &page.json["total"]
        ),
        (&json!(2), &json!(2), &json!(3))
    );
    for bad in [
        "",
        "?content_id=x",
        "?content_id=1&page=0",
        "?content_id=1&per_page=101",
    ] {
        let answer = fixture.get(&format!("/media{bad}")).await;
        assert_eq!(answer.code(), "invalid_parameter", "{bad}");
    }
    let unknown = fixture.get("/media?content_id=99").await;
    assert_eq!(unknown.code(), "not_found");
}

#[tokio::test]
async fn removing_takes_the_files_and_falls_back_to_the_previous() {
    let fixture = fixture("http://127.0.0.1:9", 2).await;
    let gone = fixture
        .request(Method::DELETE, "/media/2", Value::Null)
        .await;
    assert_eq!((gone.status.as_u16(), gone.text.as_str()), (204, ""));
    assert_eq!(fixture.get("/media/1").await.json["featured"], true);
    for path in ["/media/2", "/media/2/file", "/media/2/webp"] {
        assert_eq!(fixture.get(path).await.code(), "not_found", "{path}");
    }
    let again = fixture
        .request(Method::DELETE, "/media/2", Value::Null)
        .await;
    assert_eq!(again.code(), "not_found");
    assert_eq!(
        fixture.app.blobs.keys(),
        [
            "posts/1/media/1/original.png",
            "posts/1/media/1/rendition.webp"
        ]
    );
    fixture
        .request(Method::DELETE, "/media/1", Value::Null)
        .await;
    let post = fixture.app.ports.store.post(PostId(1)).await.unwrap();
    assert_eq!(post.unwrap().featured_media_id, None);
}

#[tokio::test]
async fn texts_are_stored_and_wait_for_publication() {
    let fixture = fixture("http://127.0.0.1:9", 1).await;
    let change = json!({"alt_text": "Uma praça", "caption": "a\nb", "id": 9, "host_media_id": 5});
    let answer = fixture.request(Method::PUT, "/media/1", change).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.headers["etag"], "\"2\"");
    assert_eq!(answer.json["host_updated"], Value::Null);
    assert_eq!(answer.json["host_trouble"], Value::Null);
    assert_eq!(answer.json["host_media_id"], Value::Null);
    let shown = fixture.get("/media/1").await;
    assert_eq!(shown.json["alt_text"], "Uma praça");
    assert_eq!(shown.json["title"], "Antes");
    assert_eq!(shown.json["caption"], "a\nb");
    let bad = json!({"title": "a\nb", "description": "x".repeat(5_001)});
    let answer = fixture.request(Method::PUT, "/media/1", bad).await;
    assert_eq!(answer.issue_fields(), ["title", "description"]);
    let answer = fixture
        .request(Method::PUT, "/media/1", json!({"title": 5}))
        .await;
    assert_eq!(answer.code(), "invalid_fields");
}

#[tokio::test]
async fn texts_reach_the_hosts_attachment_as_plain_text() {
    let server = MockServer::start().await;
    let expected = json!({
        "alt_text": "1 &lt; 2",
        "title": "Antes",
        "caption": "&lt;script&gt;x&lt;/script&gt;",
        "description": "",
    });
    Mock::given(method("POST"))
        .and(path("/rest/core/v2/media/12"))
        .and(body_json(expected))
        .respond_with(ResponseTemplate::new(200).set_body_json(json!({"id": 12})))
        .expect(1)
        .mount(&server)
        .await;
    let fixture = fixture(&server.uri(), 1).await;
    fixture.published().await;
    let change = json!({"alt_text": "1 < 2", "caption": "<script>x</script>"});
    let answer = fixture.request(Method::PUT, "/media/1", change).await;
    assert_eq!(answer.json["host_updated"], true, "{}", answer.text);
    assert_eq!(answer.json["host_media_id"], 12);
}

#[tokio::test]
async fn texts_never_reach_an_attachment_of_another_host() {
    let (former, present) = (MockServer::start().await, MockServer::start().await);
    for server in [&former, &present] {
        Mock::given(method("POST"))
            .respond_with(ResponseTemplate::new(200).set_body_json(json!({"id": 12})))
            .expect(0)
            .mount(server)
            .await;
    }
    let fixture = fixture(&former.uri(), 1).await;
    fixture.published().await;
    let store = &fixture.app.ports.store;
    let before = store.site(SiteId(1)).await.unwrap().unwrap();
    let mut after = before.clone();
    after.first_origin = Some(before.host_origin());
    after.rest_root = Some(format!("{}/rest/", present.uri()));
    after.version += 1;
    store
        .update_site(&before, &after, SecretChange::Keep)
        .await
        .unwrap();
    let change = json!({"alt_text": "Outra"});
    let answer = fixture.request(Method::PUT, "/media/1", change).await;
    assert_eq!(answer.json["host_updated"], false, "{}", answer.text);
    assert_eq!(answer.json["host_trouble"]["cause"], "host_moved");
    assert_eq!(answer.json["alt_text"], "Outra");
}

#[tokio::test]
async fn a_host_that_fails_does_not_undo_the_change_and_is_tried_again() {
    let words = format!("Sem acesso com {PASSWORD}");
    for (status, code, cause) in [
        (401, "incorrect_password", "credentials_refused"),
        (403, "rest_cannot_edit", "permission_missing"),
        (404, "rest_post_invalid_id", "rest_blocked"),
        (500, "internal_server_error", "host_unreachable"),
    ] {
        let server = MockServer::start().await;
        let refusal = json!({"code": code, "message": words, "data": {"status": status}});
        Mock::given(method("POST"))
            .respond_with(ResponseTemplate::new(status).set_body_json(refusal))
            .up_to_n_times(1)
            .mount(&server)
            .await;
        Mock::given(method("POST"))
            .respond_with(ResponseTemplate::new(200).set_body_json(json!({"id": 12})))
            .mount(&server)
            .await;
        let fixture = fixture(&server.uri(), 1).await;
        fixture.published().await;
        let change = json!({"title": "Depois"});
        let failed = fixture
            .request(Method::PUT, "/media/1", change.clone())
            .await;
        assert_eq!(failed.status, 200);
        assert_eq!(failed.json["title"], "Depois");
        assert_eq!(failed.json["host_updated"], false);
        let diagnosis = &failed.json["host_trouble"];
        assert_eq!(diagnosis["cause"], cause);
        assert!(
            diagnosis["message"]
                .as_str()
                .unwrap()
                .contains("Sem acesso")
        );
        assert!(!failed.text.contains("canario"), "{}", failed.text);
        assert_eq!(fixture.get("/media/1").await.json["title"], "Depois");
        let again = fixture.request(Method::PUT, "/media/1", change).await;
        assert_eq!(again.json["host_updated"], true);
        assert_eq!(again.headers["etag"], failed.headers["etag"]);
    }
}

#[tokio::test]
async fn a_site_without_login_is_reported() {
    let fixture = fixture("http://127.0.0.1:9", 1).await;
    fixture.published().await;
    let store = &fixture.app.ports.store;
    let before = store.site(SiteId(1)).await.unwrap().unwrap();
    let mut after = before.clone();
    after.host_password_set = false;
    after.version += 1;
    store
        .update_site(&before, &after, SecretChange::Clear)
        .await
        .unwrap();
    let answer = fixture
        .request(Method::PUT, "/media/1", json!({"title": "Depois"}))
        .await;
    assert_eq!(answer.json["host_updated"], false);
    assert_eq!(answer.json["host_trouble"]["cause"], "not_connected");
}

#[tokio::test]
async fn a_stale_version_is_refused_and_writers_at_once_lose_nothing() {
    let fixture = fixture("http://127.0.0.1:9", 1).await;
    let put = |body: Value, tag: Option<&'static str>| {
        let (app, ana) = (&fixture.app, &fixture.ana);
        async move {
            let headers: Vec<_> = tag.into_iter().map(|tag| ("if-match", tag)).collect();
            app.request_with(ana, Method::PUT, "/media/1", body, &headers)
                .await
        }
    };
    let (a, b) = tokio::join!(
        put(json!({"title": "Um"}), None),
        put(json!({"caption": "Dois"}), None)
    );
    assert_eq!((a.status.as_u16(), b.status.as_u16()), (200, 200));
    let shown = fixture.get("/media/1").await;
    assert_eq!(
        (&shown.json["title"], &shown.json["caption"]),
        (&json!("Um"), &json!("Dois"))
    );
    assert_eq!(shown.headers["etag"], "\"3\"");
    let (a, b) = tokio::join!(
        put(json!({"title": "Três"}), Some("\"3\"")),
        put(json!({"title": "Quatro"}), Some("\"3\""))
    );
    let mut statuses = [a.status.as_u16(), b.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 412]);
    let late = fixture
        .app
        .request_with(
            &fixture.ana,
            Method::DELETE,
            "/media/1",
            Value::Null,
            &[("if-match", "\"3\"")],
        )
        .await;
    assert_eq!(late.code(), "precondition_failed");
}
