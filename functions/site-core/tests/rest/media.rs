//! Uploads and media items.

use axum::body::Body;
use http::{Method, Request};
use serde_json::json;

use crate::support::{Answer, Site, Who};

fn picture(width: u32, height: u32) -> Vec<u8> {
    pictures::generate::photograph(width, height, 3)
        .unwrap()
        .to_vec()
}

async fn raw(site: &Site, who: Who, name: &str, bytes: Vec<u8>, query: &str) -> Answer {
    let request = site
        .request(who, Method::POST, &format!("/rest/core/v2/media{query}"))
        .header("content-type", "image/jpeg")
        .header(
            "content-disposition",
            format!("attachment; filename=\"{name}\""),
        )
        .body(Body::from(bytes))
        .unwrap();
    site.send(request).await
}

fn form(parts: &[(&str, Option<&str>, &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, file, bytes) in parts {
        body.extend_from_slice(b"--lim\r\ncontent-disposition: form-data; name=\"");
        body.extend_from_slice(name.as_bytes());
        body.push(b'"');
        if let Some(file) = file {
            body.extend_from_slice(
                format!("; filename=\"{file}\"\r\ncontent-type: image/jpeg").as_bytes(),
            );
        }
        body.extend_from_slice(b"\r\n\r\n");
        body.extend_from_slice(bytes);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--lim--\r\n");
    body
}

#[tokio::test]
async fn a_raw_upload_is_resized_described_and_served() {
    let site = Site::new().await;
    let bytes = picture(1200, 800);
    let made = raw(
        &site,
        Who::Author,
        "Ipê amarelo.jpg",
        bytes.clone(),
        "?alt_text=Um%20ipê",
    )
    .await;
    let id = made.id();
    assert_eq!(made.header("x-wp-upload-attachment-id"), id.to_string());
    let body = made.json();
    insta::assert_json_snapshot!(
        body,
        {".filesize" => "[bytes]", ".media_details.**.filesize" => "[bytes]"}
    );

    let fetch = |url: &str| {
        let path = url.strip_prefix(crate::support::HOME).unwrap().to_owned();
        site.send(Request::get(path).body(Body::empty()).unwrap())
    };
    let full = fetch(body["source_url"].as_str().unwrap()).await;
    assert_eq!(
        (
            full.status,
            full.header("content-type"),
            full.bytes == bytes
        ),
        (200, "image/jpeg", true)
    );
    assert!(full.header("cache-control").contains("immutable"));
    let small = fetch(
        body["media_details"]["sizes"]["thumbnail"]["source_url"]
            .as_str()
            .unwrap(),
    )
    .await;
    assert_eq!(
        (small.status, small.header("content-type")),
        (200, "image/jpeg")
    );
    let shown = site
        .get(Who::Anonymous, &format!("/media/{id}"))
        .await
        .json();
    assert_eq!(
        (&shown["alt_text"], &shown["status"]),
        (&json!("Um ipê"), &json!("inherit"))
    );
    assert!(shown.get("missing_image_sizes").is_none());
}

#[tokio::test]
async fn a_form_upload_with_fields() {
    let site = Site::new().await;
    let bytes = picture(200, 100);
    let body = form(&[
        ("file", Some("a.jpg"), &bytes),
        ("title", None, "Título".as_bytes()),
        ("caption", None, b"Legenda"),
    ]);
    let request = site
        .request(Who::Author, Method::POST, "/rest/core/v2/media")
        .header("content-type", "multipart/form-data; boundary=lim")
        .body(Body::from(body))
        .unwrap();
    let made = site.send(request).await;
    assert_eq!(made.status, 201);
    let body = made.json();
    assert_eq!(
        (&body["title"]["raw"], &body["caption"]["raw"]),
        (&json!("Título"), &json!("Legenda"))
    );
    let path = format!("/media/{}", body["id"]);
    let changed = site
        .post(
            Who::Author,
            &path,
            json!({"alt_text": "<b>x</b>", "description": {"raw": "d"}}),
        )
        .await
        .json();
    assert_eq!(
        (&changed["alt_text"], &changed["description"]["raw"]),
        (&json!("x"), &json!("d"))
    );
}

#[tokio::test]
async fn refused_callers_files_and_parents() {
    let site = Site::new().await;
    let bytes = picture(60, 40);
    for (who, status, code) in [
        (Who::Anonymous, 401, "rest_cannot_create"),
        (Who::Subscriber, 403, "rest_cannot_create"),
        (Who::Contributor, 403, "rest_cannot_create"),
    ] {
        assert_eq!(
            raw(&site, who, "a.jpg", bytes.clone(), "").await.refusal(),
            (status, code.to_owned())
        );
    }
    assert_eq!(
        raw(&site, Who::Author, "a.svg", b"<svg/>".to_vec(), "")
            .await
            .refusal(),
        (500, "rest_upload_sideload_error".to_owned())
    );
    assert_eq!(
        raw(&site, Who::Author, "a.jpg", b"not a picture".to_vec(), "")
            .await
            .code(),
        "rest_upload_sideload_error"
    );
    let cut = bytes.iter().take(bytes.len() / 2).copied().collect();
    assert_eq!(
        raw(&site, Who::Author, "a.jpg", cut, "").await.refusal(),
        (400, "rest_upload_image_type_not_supported".to_owned())
    );
    assert_eq!(
        raw(
            &site,
            Who::Author,
            "a.jpg",
            bytes.clone(),
            "?featured_media=0"
        )
        .await
        .refusal(),
        (400, "rest_no_featured_media".to_owned())
    );
    let foreign = site.write(Who::Editor, json!({"title": "x"})).await;
    for post in [999, foreign] {
        assert_eq!(
            raw(
                &site,
                Who::Author,
                "a.jpg",
                bytes.clone(),
                &format!("?post={post}")
            )
            .await
            .refusal(),
            (403, "rest_cannot_edit".to_owned())
        );
    }
    let listed = site.get(Who::Anonymous, "/media").await;
    assert_eq!(listed.header("x-wp-total"), "0");
}

#[tokio::test]
async fn refused_headers_and_sizes() {
    let site = Site::new().await;
    let bytes = picture(60, 40);
    let bare = |headers: &[(&str, &str)]| {
        let mut request = site.request(Who::Author, Method::POST, "/rest/core/v2/media");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(Body::from(bytes.clone())).unwrap()
    };
    let disposition = ("content-disposition", "attachment; filename=a.jpg");
    let kind = ("content-type", "image/jpeg");
    assert_eq!(
        site.send(bare(&[])).await.code(),
        "rest_upload_no_content_type"
    );
    assert_eq!(
        site.send(bare(&[kind])).await.code(),
        "rest_upload_no_content_disposition"
    );
    assert_eq!(
        site.send(bare(&[kind, ("content-disposition", "attachment")]))
            .await
            .code(),
        "rest_upload_invalid_disposition"
    );
    assert_eq!(
        site.send(bare(&[kind, disposition, ("content-md5", "abc")]))
            .await
            .refusal(),
        (412, "rest_upload_hash_mismatch".to_owned())
    );
    let empty = site
        .request(Who::Author, Method::POST, "/rest/core/v2/media")
        .body(Body::empty())
        .unwrap();
    assert_eq!(site.send(empty).await.code(), "rest_upload_no_data");
    let large = site
        .request(Who::Author, Method::POST, "/rest/core/v2/media")
        .header("content-length", 26 * 1024 * 1024);
    assert_eq!(
        site.send(large.body(Body::empty()).unwrap()).await.status,
        413
    );
    assert_eq!(
        site.get(Who::Anonymous, "/media")
            .await
            .header("x-wp-total"),
        "0"
    );
}

/// A PNG whose header claims this size, without image data. Its checksum is that of 30,000 by 30,000 pixels.
fn bomb(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend([8, 6, 0, 0, 0, 0x94, 0xC2, 0xC1, 0x0B]);
    bytes.extend(b"\0\0\0\0IDAT\x35\xaf\x06\x1e\0\0\0\0IEND\xaeB\x60\x82");
    bytes
}

#[tokio::test]
async fn a_decompression_bomb_is_refused_and_the_site_keeps_serving() {
    let site = Site::new().await;
    let refused = raw(&site, Who::Author, "a.png", bomb(30_000, 30_000), "").await;
    assert!(
        (400..500).contains(&refused.status),
        "{} {}",
        refused.status,
        refused.code()
    );
    for (width, height) in [(16_385, 1), (1, 16_385), (49_000_000, 1)] {
        let refused = raw(&site, Who::Author, "a.png", bomb(width, height), "").await;
        let (status, code) = refused.refusal();
        assert_eq!((status, code.as_str()), (413, "rest_upload_file_too_big"));
        assert!(refused.json()["message"].to_string().contains("16384"));
    }
    raw(&site, Who::Author, "a.jpg", picture(60, 40), "")
        .await
        .id();
}

#[tokio::test]
async fn file_names_and_types_are_derived_from_name_and_content() {
    let site = Site::new().await;
    let png = {
        let jpeg = picture(60, 40);
        pictures::as_jpeg(jpeg.into(), 60, 40)
            .await
            .unwrap()
            .bytes
            .to_vec()
    };
    for (name, title, file) in [
        ("foto.jpg", "foto", "foto.jpg"),
        ("foto.jpg", "foto-1", "foto-1.jpg"),
        ("errada.png", "errada", "errada.jpg"),
        ("a-150x150.jpg", "a-150x150-1", "a-150x150-1.jpg"),
        ("a.php.jpg", "a.php_", "a.php_.jpg"),
        (".jpg", "unnamed-file", "unnamed-file.jpg"),
    ] {
        let made = raw(&site, Who::Author, name, png.clone(), "").await.json();
        assert_eq!(
            (&made["title"]["raw"], &made["source_url"]),
            (
                &json!(title),
                &json!(format!("{}/uploads/2024/05/{file}", crate::support::HOME))
            ),
            "{name}"
        );
    }
    let text = raw(&site, Who::Author, "notas.txt", b"ol\xc3\xa1".to_vec(), "")
        .await
        .json();
    let url = format!("{}/uploads/2024/05/notas.txt", crate::support::HOME);
    assert_eq!(
        (
            &text["media_type"],
            &text["mime_type"],
            &text["media_details"]
        ),
        (
            &json!("file"),
            &json!("text/plain"),
            &json!({"filesize": 4, "sizes": {}})
        )
    );
    assert_eq!(
        (
            &text["description"]["rendered"],
            &text["caption"]["rendered"]
        ),
        (
            &json!(format!(
                "<p class=\"attachment\"><a href='{url}'>notas</a></p>\n"
            )),
            &json!("<p>notas</p>\n")
        )
    );
}

#[tokio::test]
async fn a_file_is_stored_by_the_month_of_its_post_with_a_preview() {
    let site = Site::new().await;
    let post = json!({"title": "velho", "status": "publish", "date": "2023-02-01T10:00:00"});
    let post = site.write(Who::Author, post).await;
    let made = raw(
        &site,
        Who::Author,
        "ipe.jpg",
        picture(900, 600),
        &format!("?post={post}"),
    )
    .await;
    let made = made.json();
    let base = format!("{}/uploads/2023/02/ipe", crate::support::HOME);
    assert_eq!(made["guid"]["raw"], format!("{base}.jpg"));
    let sizes: Vec<_> = made["media_details"]["sizes"]
        .as_object()
        .unwrap()
        .keys()
        .collect();
    assert_eq!(sizes, ["medium", "thumbnail", "medium_large", "full"]);
    assert_eq!(
        made["description"]["rendered"],
        format!(
            "<p class=\"attachment\"><a href='{base}.jpg'><img loading=\"lazy\" decoding=\"async\" \
             width=\"300\" height=\"200\" src=\"{base}-300x200.jpg\" \
             class=\"attachment-medium size-medium\" alt=\"\" srcset=\"{base}-300x200.jpg 300w, \
             {base}-768x512.jpg 768w, {base}.jpg 900w\" sizes=\"auto, (max-width: 300px) 100vw, \
             300px\" /></a></p>\n"
        )
    );
    assert_eq!(
        (&made["permalink_template"], &made["ping_status"]),
        (
            &json!(format!("{}/velho/%postname%/", crate::support::HOME)),
            &json!("closed")
        )
    );
    let small = raw(&site, Who::Author, "p.jpg", picture(60, 40), "")
        .await
        .json();
    assert_eq!(small["media_details"]["sizes"], json!({}));
    assert_eq!(small["media_details"]["image_meta"]["orientation"], "0");
}

#[tokio::test]
async fn lists_and_featured_pictures() {
    let site = Site::new().await;
    let draft = site.write(Who::Author, json!({"title": "rascunho"})).await;
    let free = raw(&site, Who::Author, "livre.jpg", picture(60, 40), "")
        .await
        .id();
    let hidden = raw(
        &site,
        Who::Author,
        "oculta.jpg",
        picture(60, 40),
        &format!("?post={draft}"),
    )
    .await
    .id();
    assert_eq!(site.get(Who::Anonymous, "/media").await.ids(), [free]);
    assert_eq!(
        site.get(Who::Anonymous, &format!("/media/{hidden}"))
            .await
            .refusal(),
        (401, "rest_forbidden".to_owned())
    );
    assert_eq!(
        site.get(Who::Author, &format!("/media?parent={draft}"))
            .await
            .ids(),
        [hidden]
    );
    assert_eq!(
        site.get(Who::Author, "/media?media_type=video").await.ids(),
        Vec::<u64>::new()
    );
    let post = site
        .post(
            Who::Author,
            "/posts",
            json!({"title": "x", "status": "publish", "featured_media": free}),
        )
        .await
        .json();
    assert_eq!(post["featured_media"], free);
    let embedded = site
        .get(Who::Anonymous, &format!("/posts/{}?_embed", post["id"]))
        .await
        .json();
    assert_eq!(embedded["_embedded"]["core:featuredmedia"][0]["id"], free);
}

#[tokio::test]
async fn deletion_removes_the_file_and_resets_featured_pictures() {
    let site = Site::new().await;
    let free = raw(&site, Who::Author, "livre.jpg", picture(60, 40), "").await;
    let free = free.id();
    let body = json!({"title": "x", "status": "publish", "featured_media": free});
    let post = site.write(Who::Author, body).await;
    let path = format!("/media/{free}");
    assert_eq!(
        site.delete(Who::Contributor, &format!("{path}?force=true"))
            .await
            .status,
        403
    );
    assert_eq!(
        site.delete(Who::Author, &path).await.refusal(),
        (501, "rest_trash_not_supported".to_owned())
    );
    let url = site.get(Who::Anonymous, &path).await.json()["source_url"]
        .as_str()
        .unwrap()
        .replace(crate::support::HOME, "");
    assert_eq!(
        site.delete(Who::Author, &format!("{path}?force=true"))
            .await
            .json()["deleted"],
        true
    );
    assert_eq!(
        site.send(Request::get(url).body(Body::empty()).unwrap())
            .await
            .status,
        404
    );
    assert_eq!(
        site.get(Who::Anonymous, &format!("/posts/{post}"))
            .await
            .json()["featured_media"],
        0
    );
}

#[tokio::test]
async fn only_files_below_uploads_are_served() {
    let site = Site::new().await;
    for path in [
        "/uploads/../secret",
        "/uploads/%2e%2e/secret",
        "/uploads/",
        "/uploads/none.jpg",
        "/x",
        "/uploads/%ff",
    ] {
        assert_eq!(
            site.send(Request::get(path).body(Body::empty()).unwrap())
                .await
                .status,
            404,
            "{path}"
        );
    }
}
