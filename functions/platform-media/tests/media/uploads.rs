//! Uploads are validated by their content; an invalid file does not fail the process.

use domain::platform::access::Role;
use domain::platform::id::PostId;
use http::Method;
use image::ImageFormat;
use platform_store::PostChange;
use platform_testkit::{TestApi, TestResponse, TestUser};
use serde_json::{Value, json};

use crate::app::{TestApp, picture};

struct Fixture {
    app: TestApp,
    ana: TestUser,
    post: String,
}

async fn fixture() -> Fixture {
    let app = TestApp::new().await;
    let ana = app.create_user("ana", Role::Editor).await;
    let site = app.site(&ana, "http://127.0.0.1:9").await;
    let post = app.post(&ana, site).await.to_string();
    Fixture { app, ana, post }
}

impl Fixture {
    async fn send(&self, name: &str, bytes: &[u8]) -> TestResponse {
        let texts = [("content_id", self.post.as_str())];
        self.app
            .upload(&self.ana, &texts, Some((name, bytes)))
            .await
    }

    async fn get(&self, path: &str) -> TestResponse {
        self.app
            .request(&self.ana, Method::GET, path, Value::Null)
            .await
    }
}

#[tokio::test]
async fn four_kinds_are_taken_whatever_their_name_says() {
    let fixture = fixture().await;
    for (place, (format, mime, ending)) in [
        (ImageFormat::Jpeg, "image/jpeg", "jpg"),
        (ImageFormat::Png, "image/png", "png"),
        (ImageFormat::Gif, "image/gif", "gif"),
        (ImageFormat::WebP, "image/webp", "webp"),
    ]
    .into_iter()
    .enumerate()
    {
        let id = place + 1;
        let bytes = picture(format);
        let made = fixture.send("Praça da Sé.html", &bytes).await;
        assert_eq!(made.status, 201, "{}", made.text);
        assert_eq!(made.headers["location"], format!("/api/v1/media/{id}"));
        assert_eq!(made.headers["etag"], "\"1\"");
        assert_eq!(
            made.json,
            json!({
                "id": id,
                "content_id": 1,
                "file_name": format!("praca-da-se.{ending}"),
                "mime_type": mime,
                "width": 60,
                "height": 40,
                "bytes": bytes.len(),
                "alt_text": "",
                "title": "",
                "caption": "",
                "description": "",
                "source": null, "host_media_id": null,
                "featured": true, "in_text": false,
                "file_url": format!("/api/v1/media/{id}/file"),
                "webp_url": format!("/api/v1/media/{id}/webp"),
                "created_at": "2030-03-17T17:46:40Z",
            })
        );
        let original = fixture.get(&format!("/media/{id}/file")).await;
        assert_eq!(original.bytes, bytes);
        assert_eq!(original.headers["content-type"], mime);
        assert_eq!(original.headers["x-content-type-options"], "nosniff");
        assert_eq!(
            original.headers["content-disposition"],
            format!("inline; filename=\"praca-da-se.{ending}\"")
        );
        assert!(
            original.headers["cache-control"]
                .to_str()
                .unwrap()
                .starts_with("private")
        );
        let webp = fixture.get(&format!("/media/{id}/webp")).await;
        assert_eq!(webp.headers["content-type"], "image/webp");
        let decoded = image::load_from_memory_with_format(&webp.bytes, ImageFormat::WebP).unwrap();
        assert_eq!((decoded.width(), decoded.height()), (60, 40));
    }
    let post = fixture.app.ports.store.post(PostId(1)).await.unwrap();
    assert_eq!(post.unwrap().featured_media_id.unwrap().0, 4);
}

/// A PNG that says of itself to have these sides.
fn bomb(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = picture(ImageFormat::Png);
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let sum = crc(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&sum.to_be_bytes());
    bytes
}

/// The checksum of a PNG chunk (PNG, annex D).
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ (0xedb8_8320 * (sum & 1))
        })
    })
}

#[tokio::test]
async fn fakes_fragments_and_bombs_are_refused_and_the_process_goes_on() {
    let fixture = fixture().await;
    let mut cases: Vec<(String, Vec<u8>)> = vec![
        ("empty".into(), Vec::new()),
        ("text".into(), b"<html><script>alert(1)</script>".to_vec()),
        (
            "svg".into(),
            b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_vec(),
        ),
        ("pdf".into(), b"%PDF-1.7 etc".to_vec()),
        ("wide bomb".into(), bomb(60_000, 60_000)),
        ("widest bomb".into(), bomb(u32::MAX >> 1, u32::MAX >> 1)),
        ("no width".into(), bomb(0, 40)),
        (
            "fake jpeg".into(),
            b"\xff\xd8\xff\xe0 and nothing else".to_vec(),
        ),
        ("fake gif".into(), b"GIF89a and nothing else".to_vec()),
        (
            "fake webp".into(),
            b"RIFF\x10\0\0\0WEBPVP8 nothing".to_vec(),
        ),
        ("fake png".into(), b"\x89PNG\r\n\x1a\n and nothing".to_vec()),
    ];
    for format in [
        ImageFormat::Jpeg,
        ImageFormat::Png,
        ImageFormat::Gif,
        ImageFormat::WebP,
    ] {
        let whole = picture(format);
        for share in [4, 8, 12, 15] {
            let cut = whole.len() * share / 16;
            cases.push((format!("{format:?} {share}/16"), whole[..cut].to_vec()));
        }
    }
    for (name, bytes) in cases {
        let answer = fixture.send("foto.jpg", &bytes).await;
        assert_eq!(answer.status, 422, "{name}: {}", answer.text);
        assert_eq!(answer.code(), "invalid_image", "{name}");
    }
    let refused = fixture.send("foto.png", &bomb(60_000, 60_000)).await;
    assert!(
        refused.json["message"]
            .as_str()
            .unwrap()
            .contains("50 megapixels")
    );
    for (width, height) in [(16_385, 1), (1, 16_385), (49_000_000, 1)] {
        let long = fixture.send("foto.png", &bomb(width, height)).await;
        assert_eq!((long.status.as_u16(), long.code()), (422, "invalid_image"));
        let message = long.json["message"].as_str().unwrap();
        assert!(message.contains("16384 pixels"), "{message}");
    }
    let good = fixture.send("foto.jpg", &picture(ImageFormat::Jpeg)).await;
    assert_eq!(good.status, 201);
    assert_eq!(
        fixture.app.blobs.keys().len(),
        2,
        "only the good one is kept"
    );
}

#[tokio::test]
async fn ten_megabytes_are_taken_and_no_byte_more() {
    let fixture = fixture().await;
    let limit = 10 * 1024 * 1024;
    for (size, status, code) in [
        (limit, 201, ""),
        (limit + 1, 413, "payload_too_large"),
        (limit + 600 * 1024, 413, "payload_too_large"),
    ] {
        let mut bytes = picture(ImageFormat::Jpeg);
        // Bytes after the end of a JPEG are ignored.
        bytes.resize(size, 0);
        let answer = fixture.send("foto.jpg", &bytes).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (status, code));
        if status == 413 {
            assert_eq!(answer.json["message"], "A imagem pode ter até 10 MB.");
        }
    }
    let texts = [
        ("content_id", fixture.post.as_str()),
        ("caption", &"a".repeat(70_000)),
    ];
    let file = picture(ImageFormat::Png);
    let answer = fixture
        .app
        .upload(&fixture.ana, &texts, Some(("a.png", &file)))
        .await;
    assert_eq!(answer.code(), "payload_too_large");
    assert_eq!(answer.json["issues"][0]["field"], "caption");
}

#[tokio::test]
async fn a_form_that_lacks_something_says_what() {
    let fixture = fixture().await;
    let file = picture(ImageFormat::Png);
    let post = fixture.post.as_str();
    let long = "a".repeat(501);
    for (texts, file, status, field) in [
        (vec![], Some(&file), 422, "content_id"),
        (vec![("content_id", "x")], Some(&file), 422, "content_id"),
        (vec![("content_id", "0")], Some(&file), 422, "content_id"),
        (vec![("content_id", "-1")], Some(&file), 422, "content_id"),
        (vec![("content_id", "77")], Some(&file), 404, ""),
        (vec![("content_id", post)], None, 422, "file"),
        (
            vec![("content_id", post), ("alt_text", &long)],
            Some(&file),
            422,
            "alt_text",
        ),
    ] {
        let file = file.map(|bytes| ("a.png", bytes.as_slice()));
        let answer = fixture.app.upload(&fixture.ana, &texts, file).await;
        assert_eq!(answer.status.as_u16(), status, "{texts:?}");
        let fields = answer.issue_fields();
        assert_eq!(
            fields.first().copied().unwrap_or_default(),
            field,
            "{texts:?}"
        );
    }
    let json = fixture
        .app
        .request(
            &fixture.ana,
            Method::POST,
            "/media",
            json!({"content_id": 1}),
        )
        .await;
    assert_eq!(json.code(), "unsupported_media_type");
    assert!(fixture.app.blobs.keys().is_empty());
}

#[tokio::test]
async fn texts_come_along_and_a_repeated_upload_makes_one_picture() {
    let fixture = fixture().await;
    let texts = [
        ("content_id", fixture.post.as_str()),
        ("alt_text", " Uma praça "),
        ("title", "Praça"),
        ("caption", "Foto de <b>Zé</b>"),
        ("description", "linha\r\noutra"),
    ];
    let file = picture(ImageFormat::Png);
    let key = [("idempotency-key", "uma-vez")];
    for _ in 0..2 {
        let made = fixture
            .app
            .upload_with(&fixture.ana, &texts, Some(("a.png", &file)), &key)
            .await;
        assert_eq!(made.status, 201, "{}", made.text);
        assert_eq!(made.json["id"], 1);
        assert_eq!(made.json["alt_text"], "Uma praça");
        assert_eq!(made.json["caption"], "Foto de <b>Zé</b>");
        assert_eq!(made.json["description"], "linha\noutra");
    }
    let other = picture(ImageFormat::Gif);
    let reused = fixture
        .app
        .upload_with(&fixture.ana, &texts, Some(("a.png", &other)), &key)
        .await;
    assert_eq!(reused.code(), "idempotency_key_reused");
    let large = vec![0; 9 * 1024 * 1024];
    let refused = fixture
        .app
        .upload_with(
            &fixture.ana,
            &texts,
            Some(("a.png", &large)),
            &[("idempotency-key", "outra")],
        )
        .await;
    assert_eq!(
        refused.code(),
        "invalid_image",
        "a large form passes the key too"
    );
}

#[tokio::test]
async fn a_picture_for_the_text_is_not_featured() {
    let fixture = fixture().await;
    let cover = fixture.send("a.png", &picture(ImageFormat::Png)).await;
    assert_eq!(cover.json["in_text"], false);
    let file = picture(ImageFormat::Png);
    let send = |flag: &'static str| {
        let texts = [("content_id", fixture.post.as_str()), ("in_text", flag)];
        let (app, ana, file) = (&fixture.app, &fixture.ana, &file);
        async move {
            app.upload_with(ana, &texts, Some(("b.png", file)), &[])
                .await
        }
    };
    let inside = send("true").await;
    assert_eq!(inside.status, 201, "{}", inside.text);
    assert_eq!(inside.json["in_text"], true);
    assert_eq!(inside.json["featured"], false);
    let shown = fixture.get("/media/1").await;
    assert_eq!(shown.json["featured"], true);
    let refused = send("talvez").await;
    assert_eq!(refused.code(), "invalid_fields");
}

#[tokio::test]
async fn a_deleted_post_takes_no_picture() {
    let fixture = fixture().await;
    let made = fixture.send("a.png", &picture(ImageFormat::Png)).await;
    assert_eq!(made.status, 201);
    let store = &fixture.app.ports.store;
    let post = store.post(PostId(1)).await.unwrap().unwrap();
    let change = PostChange::of(&post, |post| post.deleted_at = Some(post.created_at));
    store.save_post(change).await.unwrap();
    let refused = fixture.send("a.png", &picture(ImageFormat::Png)).await;
    assert_eq!(
        (refused.status.as_u16(), refused.code()),
        (409, "post_deleted")
    );
    for (method, body) in [
        (Method::PUT, json!({"title": "Novo"})),
        (Method::DELETE, Value::Null),
    ] {
        let answer = fixture
            .app
            .request(&fixture.ana, method, "/media/1", body)
            .await;
        assert_eq!(answer.code(), "post_deleted");
    }
    assert_eq!(fixture.get("/media/1").await.status, 200);
    assert_eq!(fixture.app.blobs.keys().len(), 2);
}
