//! Presigned uploads: request a URL, PUT the file, complete.

use domain::platform::access::Role;
use domain::platform::id::{MediaId, PostId};
use http::Method;
use image::ImageFormat;
use jiff::SignedDuration;
use platform_store::PostChange;
use platform_testkit::{TestApi, TestRequest, TestResponse, TestUser};
use serde_json::{Value, json};

use crate::app::{TestApp, picture};

struct Fixture {
    app: TestApp,
    ana: TestUser,
    post: u64,
}

async fn fixture() -> Fixture {
    let app = TestApp::new().await;
    let ana = app.create_user("ana", Role::Editor).await;
    let site = app.site(&ana, "http://127.0.0.1:9").await;
    let post = app.post(&ana, site).await.0;
    Fixture { app, ana, post }
}

impl Fixture {
    async fn request(&self, path: &str, body: Value) -> TestResponse {
        self.app.request(&self.ana, Method::POST, path, body).await
    }

    async fn get(&self, path: &str) -> TestResponse {
        self.app
            .request(&self.ana, Method::GET, path, Value::Null)
            .await
    }

    /// Requests the upload of a JPEG of this many bytes.
    async fn granted(&self, bytes: usize) -> Value {
        let body = json!({
            "content_id": self.post, "bytes": bytes, "content_type": "image/jpeg", "file_name": "Praça da Sé.JPEG",
        });
        let granted = self.request("/media/uploads", body).await;
        assert_eq!(granted.status, 201, "{}", granted.text);
        granted.json
    }

    async fn completed(&self, upload: &Value, texts: Value) -> TestResponse {
        self.request(&path(upload), texts).await
    }

    /// An upload whose file is there.
    async fn staged(&self, file: &[u8]) -> Value {
        let upload = self.granted(file.len()).await;
        assert_eq!(self.app.put(&upload, file).await, 200);
        upload
    }
}

fn path(upload: &Value) -> String {
    format!("/media/uploads/{}/complete", upload["id"])
}

/// A JPEG of so many bytes; bytes after its end are ignored.
fn photograph(bytes: usize) -> Vec<u8> {
    let mut file = picture(ImageFormat::Jpeg);
    file.resize(bytes, 0);
    file
}

#[tokio::test]
async fn a_large_file_becomes_the_picture_that_a_form_would_have_made() {
    let fixture = fixture().await;
    let file = photograph(10 * 1024 * 1024);
    let upload = fixture.granted(file.len()).await;
    assert_eq!(upload["expires_at"], "2030-03-17T18:01:40Z");
    assert_eq!(upload["method"], "PUT");
    assert_eq!(upload["headers"], json!({ "content-type": "image/jpeg" }));
    assert_eq!(fixture.app.put(&upload, &file).await, 200);
    let texts = json!({
        "alt_text": " Uma praça ", "title": "Praça", "caption": "Zé", "description": "linha\r\noutra",
    });
    let made = fixture.completed(&upload, texts).await;
    assert_eq!(made.status, 201, "{}", made.text);
    assert_eq!(made.headers["location"], "/api/v1/media/1");
    assert_eq!(made.headers["etag"], "\"1\"");
    assert_eq!(
        made.json,
        json!({
            "id": 1,
            "content_id": 1,
            "file_name": "praca-da-se.jpg",
            "mime_type": "image/jpeg",
            "width": 60,
            "height": 40,
            "bytes": file.len(),
            "alt_text": "Uma praça",
            "title": "Praça",
            "caption": "Zé",
            "description": "linha\noutra",
            "source": null, "host_media_id": null,
            "featured": true, "in_text": false,
            "file_url": "/api/v1/media/1/file",
            "webp_url": "/api/v1/media/1/webp",
            "created_at": "2030-03-17T17:46:40Z",
        })
    );
    assert_eq!(
        fixture.app.blobs.keys(),
        [
            "posts/1/media/1/original.jpg",
            "posts/1/media/1/rendition.webp"
        ]
    );
}

#[tokio::test]
async fn a_large_original_is_read_where_it_lies() {
    let fixture = fixture().await;
    let (limit, file) = (4 * 1024 * 1024, photograph(4 * 1024 * 1024 + 1));
    let small = fixture.staged(file.get(..limit).unwrap()).await;
    assert_eq!(fixture.completed(&small, json!({})).await.status, 201);
    let large = fixture.staged(&file).await;
    assert_eq!(fixture.completed(&large, json!({})).await.status, 201);
    let read = fixture.get("/media/1/file").await;
    assert_eq!((read.status.as_u16(), read.bytes.len()), (200, limit));
    let read = fixture.get("/media/2/file").await;
    assert_eq!((read.status.as_u16(), read.bytes.len()), (307, 0));
    assert_eq!(read.headers["cache-control"], "no-store");
    let address = read.headers["location"].to_str().unwrap();
    let router = fixture.app.router();
    let there = TestRequest::get(address).send(&router).await;
    assert_eq!(there.status, 200);
    assert_eq!(there.bytes, file);
    assert_eq!(there.headers["content-type"], "image/jpeg");
    assert_eq!(
        there.headers["content-disposition"],
        "inline; filename=\"praca-da-se.jpg\""
    );
    fixture.app.clock.advance(SignedDuration::from_secs(300));
    let late = TestRequest::get(address).send(&router).await;
    assert_eq!(late.status, 403);
    assert_eq!(fixture.get("/media/2/webp").await.status, 200);
}

#[tokio::test]
async fn a_request_is_validated_before_an_upload_is_granted() {
    let fixture = fixture().await;
    let limit = 10 * 1024 * 1024;
    let long = "a".repeat(256);
    for (content_id, bytes, kind, name, status, field) in [
        (json!(1), json!(limit), "image/webp", "a", 201, ""),
        (json!(1), json!(1), "image/gif", "", 201, ""),
        (json!(1), json!(limit + 1), "image/png", "a", 413, ""),
        (json!(1), json!(0), "image/png", "a", 422, "bytes"),
        (json!(1), json!(-1), "image/png", "a", 422, "bytes"),
        (json!(1), json!("9"), "image/png", "a", 422, "bytes"),
        (json!(1), Value::Null, "image/png", "a", 422, "bytes"),
        (
            json!(1),
            json!(9),
            "image/svg+xml",
            "a",
            422,
            "content_type",
        ),
        (json!(1), json!(9), "text/html", "a", 422, "content_type"),
        (json!(1), json!(9), "", "a", 422, "content_type"),
        (json!(1), json!(9), "image/png", &long, 422, "file_name"),
        (json!(0), json!(9), "image/png", "a", 404, ""),
        (json!(77), json!(9), "image/png", "a", 404, ""),
        (json!("x"), json!(9), "image/png", "a", 422, "content_id"),
        (Value::Null, json!(9), "image/png", "a", 422, "content_id"),
    ] {
        let body = json!({
            "content_id": content_id, "bytes": bytes, "content_type": kind, "file_name": name,
        });
        let answer = fixture.request("/media/uploads", body.clone()).await;
        assert_eq!(answer.status.as_u16(), status, "{body}: {}", answer.text);
        let fields = answer.issue_fields();
        assert_eq!(fields.first().copied().unwrap_or_default(), field, "{body}");
        if status == 413 {
            assert_eq!(answer.json["message"], "A imagem pode ter até 10 MB.");
        }
        assert_eq!(answer.json["url"].is_string(), status == 201, "{body}");
    }
}

#[tokio::test]
async fn the_address_takes_the_file_that_was_declared() {
    let fixture = fixture().await;
    let file = picture(ImageFormat::Jpeg);
    let upload = fixture.granted(file.len()).await;
    let missing = fixture.completed(&upload, json!({})).await;
    let refusal = (missing.status.as_u16(), missing.code());
    assert_eq!(refusal, (409, "upload_missing"));
    let longer = photograph(file.len() + 1);
    assert_eq!(fixture.app.put(&upload, &longer).await, 403);
    let mut other_type = upload.clone();
    other_type["headers"]["content-type"] = json!("text/html");
    assert_eq!(fixture.app.put(&other_type, &file).await, 403);
    assert!(fixture.app.blobs.keys().is_empty());
    fixture.app.clock.advance(SignedDuration::from_mins(15));
    assert_eq!(fixture.app.put(&upload, &file).await, 403, "too late");
    assert_eq!(
        fixture.completed(&upload, json!({})).await.code(),
        "upload_missing"
    );
}

#[tokio::test]
async fn what_is_no_picture_is_removed_and_may_be_put_right() {
    let fixture = fixture().await;
    let good = picture(ImageFormat::Jpeg);
    let mut bad = good.clone();
    bad.truncate(good.len() / 2);
    bad.resize(good.len(), 0);
    let html = b"<html><script>alert(1)</script>".to_vec();
    for file in [&bad, &html, &vec![0; 9_500_000]] {
        let upload = fixture.staged(file).await;
        let answer = fixture.completed(&upload, json!({})).await;
        let refusal = (answer.status.as_u16(), answer.code());
        assert_eq!(refusal, (422, "invalid_image"));
        assert!(fixture.app.blobs.keys().is_empty(), "the file is removed");
        let again = fixture.completed(&upload, json!({})).await;
        assert_eq!(again.code(), "upload_missing");
    }
    let upload = fixture.staged(&bad).await;
    assert_eq!(
        fixture.completed(&upload, json!({})).await.code(),
        "invalid_image"
    );
    assert_eq!(fixture.app.put(&upload, &good).await, 200);
    assert_eq!(fixture.completed(&upload, json!({})).await.status, 201);
    // The size is checked again after the bucket's own check.
    let upload = fixture.granted(good.len()).await;
    let large = ports::Blob {
        bytes: photograph(10 * 1024 * 1024 + 1).into(),
        content_type: "image/jpeg".to_owned(),
    };
    let key = format!("uploads/{}", upload["id"]);
    fixture.app.ports.blobs.put(&key, large).await.unwrap();
    let answer = fixture.completed(&upload, json!({})).await;
    let refusal = (answer.status.as_u16(), answer.code());
    assert_eq!(refusal, (413, "payload_too_large"));
    assert_eq!(
        fixture.app.blobs.keys().len(),
        2,
        "only the good one is kept"
    );
}

#[tokio::test]
async fn invalid_texts_leave_the_upload_as_it_is() {
    let fixture = fixture().await;
    let upload = fixture.staged(&picture(ImageFormat::Jpeg)).await;
    for (body, status, code, field) in [
        (
            json!({ "alt_text": "a".repeat(501) }),
            422,
            "invalid_fields",
            "alt_text",
        ),
        (json!({ "title": 7 }), 422, "invalid_fields", "title"),
        (json!([]), 422, "invalid_fields", ""),
        (Value::Null, 415, "unsupported_media_type", ""),
    ] {
        let answer = fixture.completed(&upload, body).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (status, code));
        let fields = answer.issue_fields();
        assert_eq!(fields.first().copied().unwrap_or_default(), field);
    }
    assert_eq!(fixture.completed(&upload, json!({})).await.status, 201);
}

#[tokio::test]
async fn an_upload_is_its_askers_alone_and_ends_after_a_day() {
    let fixture = fixture().await;
    let file = picture(ImageFormat::Jpeg);
    let upload = fixture.staged(&file).await;
    let chief = fixture.app.create_user("chefe", Role::Admin).await;
    for other in ["9", "0", "-1", "x", "99999999999999999999"] {
        let path = format!("/media/uploads/{other}/complete");
        assert_eq!(
            fixture.request(&path, json!({})).await.code(),
            "not_found",
            "{other}"
        );
    }
    let answer = fixture
        .app
        .request(&chief, Method::POST, &path(&upload), json!({}))
        .await;
    assert_eq!(
        answer.code(),
        "not_found",
        "who may do everything did not ask for it"
    );
    fixture
        .app
        .clock
        .advance(SignedDuration::from_hours(24) - SignedDuration::from_secs(1));
    let other = fixture.granted(file.len()).await;
    assert_eq!(fixture.completed(&upload, json!({})).await.status, 201);
    fixture.app.clock.advance(SignedDuration::from_secs(1));
    assert_eq!(
        fixture.completed(&upload, json!({})).await.code(),
        "not_found"
    );
    assert_eq!(
        fixture.completed(&other, json!({})).await.code(),
        "upload_missing"
    );
}

#[tokio::test]
async fn an_upload_becomes_one_picture_however_often_it_is_completed() {
    let fixture = fixture().await;
    let file = picture(ImageFormat::Jpeg);
    let upload = fixture.staged(&file).await;
    let all = (0..6).map(|_| fixture.completed(&upload, json!({ "title": "Praça" })));
    let answers = futures_util::future::join_all(all).await;
    let mut created = 0;
    for answer in &answers {
        assert!(answer.status.is_success(), "{}", answer.text);
        assert_eq!(answer.json, answers.first().unwrap().json);
        created += usize::from(answer.status == 201);
    }
    assert_eq!(created, 1);
    let listed = fixture
        .get(&format!("/media?content_id={}", fixture.post))
        .await;
    assert_eq!(listed.json["total"], 1);
    assert_eq!(fixture.app.blobs.keys().len(), 2, "losers leave no files");
    // A file that is put later changes nothing.
    assert_eq!(fixture.app.put(&upload, &file).await, 200);
    let again = fixture
        .completed(&upload, json!({ "title": "Outra" }))
        .await;
    assert_eq!(
        (again.status.as_u16(), &again.json["title"]),
        (200, &json!("Praça"))
    );
    let removed = format!("/media/{}", again.json["id"]);
    let gone = fixture
        .app
        .request(&fixture.ana, Method::DELETE, &removed, Value::Null)
        .await;
    assert_eq!(gone.status, 204);
    assert_eq!(
        fixture.completed(&upload, json!({})).await.code(),
        "not_found"
    );
}

#[tokio::test]
async fn a_deleted_post_takes_no_upload() {
    let fixture = fixture().await;
    let upload = fixture.staged(&picture(ImageFormat::Jpeg)).await;
    let store = &fixture.app.ports.store;
    let post = store.post(PostId(fixture.post)).await.unwrap().unwrap();
    let change = PostChange::of(&post, |post| post.deleted_at = Some(post.created_at));
    store.save_post(change).await.unwrap();
    assert_eq!(
        fixture.completed(&upload, json!({})).await.code(),
        "post_deleted"
    );
    let body = json!({ "content_id": fixture.post, "bytes": 9, "content_type": "image/png" });
    assert_eq!(
        fixture.request("/media/uploads", body).await.code(),
        "post_deleted"
    );
    assert!(store.media(MediaId(1)).await.unwrap().is_none());
}
