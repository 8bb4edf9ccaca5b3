//! Writing posts, media and tags.

use bytes::Bytes;
use host_client::{
    HostError, HostStatus, MediaTexts, MediaUpload, PostChange, PostDraft, PostStatus,
};
use serde_json::{Map, Value, json};
use wiremock::matchers::{body_bytes, body_json, header, method, path, query_param};
use wiremock::{Mock, MockServer};

use crate::support::{client, error, host, json_answer, on, page};

const POSTS: &str = "/rest/core/v2/posts";
const MEDIA: &str = "/rest/core/v2/media";
const TAGS: &str = "/rest/core/v2/tags";

fn post() -> Value {
    json!({
        "id": 41, "status": "future", "link": "https://a.example/?p=41", "slug": "pauta-1-abc",
        "title": { "raw": "Olá", "rendered": "Ol&aacute;" }, "content": { "rendered": "<p>x</p>" },
        "date_gmt": "2026-12-01T12:00:00", "modified_gmt": "2026-11-20T10:00:00",
        "featured_media": "9", "author": 2, "categories": [3], "tags": { "1": 4 },
        "meta": { "pauta_faq_enabled": "1" },
    })
}

#[tokio::test]
async fn a_post_is_created_and_the_response_parsed() {
    let server = MockServer::start().await;
    let body = json!({
        "title": "Olá", "content": "<p>x</p>", "slug": "pauta-1-abc", "status": "future",
        "excerpt": "r", "date_gmt": "2026-12-01T12:00:00", "categories": [3], "tags": [4],
        "author": 2, "featured_media": 9, "meta": { "pauta_faq_enabled": "1" },
    });
    Mock::given(method("POST"))
        .and(path(POSTS))
        .and(body_json(&body))
        .respond_with(json_answer(201, &post()))
        .expect(1)
        .mount(&server)
        .await;
    let draft = PostDraft {
        title: "Olá".into(),
        content: "<p>x</p>".into(),
        status: PostStatus::Future,
        slug: "pauta-1-abc".into(),
        more: PostChange {
            excerpt: Some("r".into()),
            date: Some("2026-12-01T12:00:00.9Z".parse().unwrap()),
            categories: Some(vec![3]),
            tags: Some(vec![4]),
            author: Some(2),
            featured_media: Some(9),
            meta: Map::from_iter([("pauta_faq_enabled".to_owned(), json!("1"))]),
            ..PostChange::default()
        },
    };
    let made = client().create_post(&host(&server), draft).await.unwrap();
    assert_eq!(
        (made.id, made.featured_media, made.author),
        (41, Some(9), 2)
    );
    assert!(made.status.is(PostStatus::Future));
    assert_eq!(
        (made.title.as_str(), made.content.as_str()),
        ("Olá", "<p>x</p>")
    );
    assert_eq!((made.categories, made.tags), (vec![3], vec![4]));
    assert_eq!(made.date_gmt, Some("2026-12-01T12:00:00Z".parse().unwrap()));
    assert_eq!(made.meta["pauta_faq_enabled"], "1");
}

#[tokio::test]
async fn plain_text_is_encoded_and_decoded() {
    let server = MockServer::start().await;
    let mut answer = post();
    answer["title"] = json!({ "raw": "5 &lt; 10 &amp; &lt;b&gt;" });
    Mock::given(method("POST"))
        .and(path("/rest/core/v2/posts/41"))
        .and(body_json(json!({
            "title": "5 &lt; 10 &amp; &lt;b&gt;", "excerpt": "a &amp;amp;\n&#091;b]",
        })))
        .respond_with(json_answer(200, &answer))
        .expect(1)
        .mount(&server)
        .await;
    let mut picture = media();
    picture["alt_text"] = json!("5 &lt; 10");
    picture["caption"] = json!({ "rendered": "<p>um<br />\ndois &amp; tr\u{ea}s</p>\n" });
    Mock::given(method("POST"))
        .and(path("/rest/core/v2/media/9"))
        .and(body_json(json!({
            "alt_text": "5 &lt; 10", "caption": "um<br />\ndois &amp; tr\u{ea}s",
        })))
        .respond_with(json_answer(200, &picture))
        .expect(1)
        .mount(&server)
        .await;
    Mock::given(method("POST"))
        .and(path(TAGS))
        .and(body_json(json!({ "name": "P&amp;D &lt;b&gt; &#037;3C" })))
        .respond_with(json_answer(201, &json!({ "id": 5 })))
        .expect(1)
        .mount(&server)
        .await;
    let (client, host) = (client(), host(&server));
    let change = PostChange {
        title: Some("5 < 10 & <b>".into()),
        excerpt: Some("a &amp;\n[b]".into()),
        ..PostChange::default()
    };
    let back = client.update_post(&host, 41, change).await.unwrap();
    assert_eq!(back.title, "5 < 10 & <b>");
    let texts = MediaTexts {
        alt_text: Some("5 < 10".into()),
        caption: Some("um\ndois & três".into()),
        ..MediaTexts::default()
    };
    let back = client.update_media(&host, 9, &texts).await.unwrap();
    assert_eq!(
        (back.texts.alt_text, back.texts.caption),
        (texts.alt_text, texts.caption)
    );
    assert_eq!(client.ensure_tag(&host, "P&D <b> %3C").await.unwrap(), 5);
}

#[tokio::test]
async fn an_update_sends_only_changed_fields() {
    let server = MockServer::start().await;
    let mut answer = post();
    answer["status"] = json!("draft");
    answer["date_gmt"] = json!(null);
    answer["meta"] = json!([]);
    Mock::given(method("POST"))
        .and(path("/rest/core/v2/posts/41"))
        .and(body_json(json!({ "status": "draft" })))
        .respond_with(json_answer(200, &answer))
        .expect(1)
        .mount(&server)
        .await;
    let back = client().unschedule(&host(&server), 41).await.unwrap();
    assert!(back.status.is(PostStatus::Draft));
    assert_eq!((back.date_gmt, back.meta.len()), (None, 0));
}

#[tokio::test]
async fn a_post_is_found_by_its_slug_in_any_status() {
    let server = MockServer::start().await;
    let (mut older, mut similar) = (post(), post());
    older["id"] = json!(40);
    older["status"] = json!("em-revisao");
    similar["id"] = json!(1);
    similar["slug"] = json!("pauta-1-abc-2");
    Mock::given(method("GET"))
        .and(path(POSTS))
        .and(query_param("slug", "pauta-1-abc"))
        .and(query_param(
            "status",
            "publish,future,draft,pending,private",
        ))
        .and(query_param("context", "edit"))
        .respond_with(json_answer(200, &json!([post(), older, similar])))
        .mount(&server)
        .await;
    let found = client()
        .find_post_by_slug(&host(&server), "pauta-1-abc")
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (found.id, found.status),
        (40, HostStatus::Other("em-revisao".into()))
    );

    let none = MockServer::start().await;
    on(&none, "GET", POSTS, json_answer(200, &json!([]))).await;
    assert_eq!(
        client().find_post_by_slug(&host(&none), "x").await.unwrap(),
        None
    );

    // An unexpected response must not be interpreted as "not found".
    let odd = MockServer::start().await;
    on(&odd, "GET", POSTS, json_answer(200, &json!({ "ok": true }))).await;
    let cause = client()
        .find_post_by_slug(&host(&odd), "x")
        .await
        .unwrap_err();
    assert!(matches!(cause, HostError::BadPayload { .. }));
}

#[tokio::test]
async fn one_post_is_read_with_its_raw_texts() {
    let server = MockServer::start().await;
    Mock::given(path("/rest/core/v2/posts/41"))
        .and(query_param("context", "edit"))
        .respond_with(json_answer(200, &post()))
        .mount(&server)
        .await;
    let unknown = json_answer(404, &error("rest_post_invalid_id", "ID inválido."));
    on(&server, "GET", "/rest/core/v2/posts/42", unknown).await;
    let (client, host) = (client(), host(&server));
    assert_eq!(client.get_post(&host, 41).await.unwrap().title, "Olá");
    let cause = client.get_post(&host, 42).await.unwrap_err();
    assert!(
        matches!(cause, HostError::Rejected { status: 404, .. }),
        "{cause:?}"
    );
}

fn media() -> Value {
    json!({
        "id": 9, "slug": "pauta-m-1", "source_url": "https://a.example/a.webp",
        "mime_type": "image/webp", "alt_text": "praça", "title": { "raw": "Praça" },
    })
}

fn upload() -> MediaUpload {
    MediaUpload {
        bytes: Bytes::from_static(b"PICTURE"),
        filename: "praça \"1\".webp".into(),
        mime: "image/webp".into(),
        slug: Some("pauta-m-1".into()),
    }
}

#[tokio::test]
async fn an_image_is_uploaded_as_the_request_body() {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .and(path(MEDIA))
        .and(query_param("slug", "pauta-m-1"))
        .and(header("content-type", "image/webp"))
        .and(header(
            "content-disposition",
            "attachment; filename=\"pra-a--1-.webp\"",
        ))
        .and(body_bytes(b"PICTURE"))
        .respond_with(json_answer(201, &media()))
        .expect(1)
        .mount(&server)
        .await;
    let stored = client()
        .upload_media(&host(&server), upload())
        .await
        .unwrap();
    assert_eq!((stored.id, stored.slug.as_str()), (9, "pauta-m-1"));
    assert_eq!(stored.texts.title.as_deref(), Some("Praça"));
}

#[tokio::test]
async fn failed_image_sizes_are_completed_without_a_second_upload() {
    let server = MockServer::start().await;
    let failed = page(500, "").insert_header("x-wp-upload-attachment-id", "9");
    Mock::given(method("POST"))
        .and(path(MEDIA))
        .respond_with(failed)
        .expect(1)
        .mount(&server)
        .await;
    Mock::given(method("POST"))
        .and(path("/rest/core/v2/media/9/post-process"))
        .and(body_json(json!({ "action": "create-image-subsizes" })))
        .respond_with(json_answer(200, &media()))
        .expect(1)
        .mount(&server)
        .await;
    assert_eq!(
        client()
            .upload_media(&host(&server), upload())
            .await
            .unwrap()
            .id,
        9
    );
}

#[tokio::test]
async fn a_rejected_image_has_a_reason() {
    let server = MockServer::start().await;
    let refusal = error("rest_upload_sideload_error", "Tipo n&atilde;o permitido.");
    on(&server, "POST", MEDIA, json_answer(500, &refusal)).await;
    let cause = client()
        .upload_media(&host(&server), upload())
        .await
        .unwrap_err();
    assert_eq!(cause.host_message().as_deref(), Some("Tipo não permitido."));

    let broken = MediaUpload {
        mime: "image/\r\nwebp".into(),
        ..upload()
    };
    let cause = client()
        .upload_media(&host(&server), broken)
        .await
        .unwrap_err();
    assert!(matches!(cause, HostError::Refused(_)));
}

#[tokio::test]
async fn an_image_is_found_by_its_slug_and_its_texts_updated() {
    let server = MockServer::start().await;
    Mock::given(method("GET"))
        .and(path(MEDIA))
        .and(query_param("slug", "pauta-m-1"))
        .respond_with(json_answer(200, &json!([media()])))
        .mount(&server)
        .await;
    Mock::given(method("POST"))
        .and(path("/rest/core/v2/media/9"))
        .and(body_json(json!({ "alt_text": "praça", "caption": "" })))
        .respond_with(json_answer(200, &media()))
        .expect(1)
        .mount(&server)
        .await;
    let (client, host) = (client(), host(&server));
    let found = client
        .find_media(&host, "pauta-m-1")
        .await
        .unwrap()
        .unwrap();
    let texts = MediaTexts {
        alt_text: Some("praça".into()),
        caption: Some(String::new()),
        ..MediaTexts::default()
    };
    assert_eq!(
        client
            .update_media(&host, found.id, &texts)
            .await
            .unwrap()
            .id,
        9
    );
}

#[tokio::test]
async fn tags_are_created_or_found() {
    let server = MockServer::start().await;
    let new = Mock::given(method("POST"))
        .and(path(TAGS))
        .and(body_json(json!({ "name": "Novo" })));
    new.respond_with(json_answer(201, &json!({ "id": 5 })))
        .mount(&server)
        .await;
    let old = Mock::given(method("POST"))
        .and(path(TAGS))
        .and(body_json(json!({ "name": "Velho" })));
    let exists =
        json!({ "code": "term_exists", "message": "", "data": { "status": 400, "term_id": "6" } });
    old.respond_with(json_answer(400, &exists))
        .mount(&server)
        .await;
    let (client, host) = (client(), host(&server));
    let names = ["Novo", " Velho ", "", "Novo"].map(str::to_owned);
    assert_eq!(client.ensure_tags(&host, &names).await.unwrap(), [5, 6]);
}

#[tokio::test]
async fn a_user_without_permission_to_create_tags_can_use_them() {
    let server = MockServer::start().await;
    on(
        &server,
        "POST",
        TAGS,
        json_answer(403, &error("rest_cannot_create", "não")),
    )
    .await;
    let tags = json!([{ "id": 7, "name": "P&amp;D interno" }, { "id": 8, "name": "P&amp;D" }]);
    on(&server, "GET", TAGS, json_answer(200, &tags)).await;
    let (client, host) = (client(), host(&server));
    assert_eq!(client.ensure_tag(&host, "p&d").await.unwrap(), 8);
    let cause = client.ensure_tag(&host, "outro").await.unwrap_err();
    assert!(
        matches!(cause, HostError::MissingPermission { .. }),
        "{cause:?}"
    );
}
