//! Sizes that clients make themselves: uploads without sizes, files that are added, and their finalization.

use axum::body::Body;
use http::{Method, Request};
use serde_json::{Value, json};

use crate::support::{Answer, HOME, Site, Who};

pub fn picture(width: u32, height: u32, seed: u64) -> Vec<u8> {
    pictures::generate::photograph(width, height, seed)
        .unwrap()
        .to_vec()
}

pub async fn send(site: &Site, who: Who, path: &str, name: &str, bytes: Vec<u8>) -> Answer {
    let request = site
        .request(who, Method::POST, &format!("/rest/core/v2{path}"))
        .header("content-type", "application/octet-stream")
        .header(
            "content-disposition",
            format!("attachment; filename={name}"),
        )
        .body(Body::from(bytes))
        .unwrap();
    site.send(request).await
}

/// A picture of 900 by 600 pixels without sizes.
pub async fn bare(site: &Site) -> Value {
    let path = "/media?generate_sub_sizes=false";
    let made = send(site, Who::Author, path, "ipe.jpg", picture(900, 600, 3)).await;
    made.id();
    made.json()
}

async fn add(site: &Site, of: &Value, size: &str, name: &str, bytes: Vec<u8>) -> Answer {
    let path = format!("/media/{}/sideload?{size}", of["id"]);
    send(site, Who::Author, &path, name, bytes).await
}

async fn finalize(site: &Site, of: &Value, files: Value) -> Answer {
    let path = format!("/media/{}/finalize", of["id"]);
    site.post(Who::Author, &path, json!({"sub_sizes": files}))
        .await
}

async fn stored(site: &Site, name: &str) -> u16 {
    let path = format!("/uploads/2024/05/{name}");
    let request = Request::get(path).body(Body::empty()).unwrap();
    site.send(request).await.status
}

fn turned(mut jpeg: Vec<u8>, orientation: u8) -> Vec<u8> {
    let mut exif = b"\xFF\xE1\0\x22Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
    jpeg.splice(2..2, exif);
    jpeg
}

#[tokio::test]
async fn an_upload_without_sizes_keeps_the_file_as_it_is() {
    let site = Site::new().await;
    let path = "/media?generate_sub_sizes=false&convert_format=false";
    let bytes = turned(picture(900, 600, 3), 6);
    let made = send(&site, Who::Author, path, "ipe.jpg", bytes.clone()).await;
    made.id();
    let made = made.json();
    let details = &made["media_details"];
    assert_eq!(
        (&details["width"], &details["height"], &details["sizes"]),
        (&json!(900), &json!(600), &json!({}))
    );
    assert!(details.get("original_image").is_none());
    assert_eq!(
        (&made["exif_orientation"], &made["filesize"]),
        (&json!(6), &json!(bytes.len()))
    );
    assert_eq!(
        made["missing_image_sizes"],
        json!(["thumbnail", "medium"]),
        "of the upright picture"
    );
    let large = picture(2700, 40, 3);
    let large = send(&site, Who::Author, path, "faixa.jpg", large)
        .await
        .json();
    assert_eq!(large["media_details"]["width"], 2700);
    assert_eq!(large["missing_image_sizes"].as_array().unwrap().len(), 6);
    let whole = send(&site, Who::Author, "/media", "s.jpg", picture(900, 600, 3)).await;
    assert_eq!(whole.json()["missing_image_sizes"], json!([]));
    let action = json!({"action": "create-image-subsizes"});
    let path = format!("/media/{}/post-process", made["id"]);
    let processed = site.post(Who::Author, &path, action).await.json();
    assert_eq!(processed["missing_image_sizes"], json!([]));
    // The sizes are upright.
    assert_eq!(processed["media_details"]["sizes"]["medium"]["width"], 200);
}

#[tokio::test]
async fn added_sizes_are_shown_once_they_are_finalized() {
    let site = Site::new().await;
    let item = bare(&site).await;
    let small = picture(300, 200, 5);
    let medium = add(
        &site,
        &item,
        "image_size=medium",
        "ipe-300x200.jpg",
        small.clone(),
    )
    .await;
    let medium = medium.json();
    assert_eq!(
        medium,
        json!({
            "image_size": "medium", "width": 300, "height": 200, "file": "ipe-300x200.jpg",
            "mime_type": "image/jpeg", "filesize": small.len(),
        })
    );
    let shared = "image_size[]=thumbnail&image_size[]=large";
    let shared = add(&site, &item, shared, "x.jpg", picture(150, 150, 7))
        .await
        .json();
    assert_eq!(shared["image_size"], json!(["thumbnail", "large"]));
    let path = format!("/media/{}?context=edit", item["id"]);
    let before = site.get(Who::Author, &path).await.json();
    assert_eq!(before["media_details"]["sizes"], json!({}));
    let mut lying = medium.clone();
    lying["width"] = json!(1);
    lying["mime_type"] = json!("image/png");
    let files = json!([lying, shared]);
    let done = finalize(&site, &item, files.clone()).await;
    assert_eq!(done.status, 200);
    let done = done.json();
    let sizes = &done["media_details"]["sizes"];
    assert_eq!(
        sizes["medium"],
        json!({
            "file": "ipe-300x200.jpg", "width": 300, "height": 200, "filesize": small.len(),
            "mime_type": "image/jpeg",
            "source_url": format!("{HOME}/uploads/2024/05/ipe-300x200.jpg"),
        })
    );
    assert_eq!(
        (&sizes["thumbnail"], &sizes["large"]["file"]),
        (&sizes["large"], &json!("x.jpg"))
    );
    assert_eq!(done["missing_image_sizes"], json!(["medium_large"]));
    site.was_written();
    assert_eq!(finalize(&site, &item, files).await.json(), done);
    assert!(!site.was_written(), "the same again");
    let deleted = site
        .delete(Who::Author, &format!("/media/{}?force=true", item["id"]))
        .await;
    assert_eq!(deleted.status, 200);
    for name in ["ipe.jpg", "ipe-300x200.jpg", "x.jpg"] {
        assert_eq!(stored(&site, name).await, 404, "{name}");
    }
    let free = send(&site, Who::Author, "/media", "x.jpg", picture(60, 40, 3))
        .await
        .json();
    assert_eq!(free["filename"], "x.jpg");
}

#[tokio::test]
async fn the_same_file_is_added_once_and_no_file_replaces_another() {
    let site = Site::new().await;
    let item = bare(&site).await;
    let size = "image_size=medium";
    let bytes = picture(300, 200, 5);
    let (one, two) = tokio::join!(
        add(&site, &item, size, "ipe-300x200.jpg", bytes.clone()),
        add(&site, &item, size, "ipe-300x200.jpg", bytes.clone()),
    );
    assert_eq!(one.json()["file"], two.json()["file"]);
    let again = add(&site, &item, size, "outro.jpg", bytes).await.json();
    assert_eq!(again["file"], one.json()["file"]);
    let other = add(&site, &item, size, "ipe-300x200.jpg", picture(300, 200, 6))
        .await
        .json();
    assert_ne!(other["file"], one.json()["file"]);
    // The name of another item's size stays free for that item.
    let foreign = add(&site, &item, size, "rosa-300x200.jpg", picture(300, 200, 7))
        .await
        .json();
    assert_eq!(foreign["file"], "rosa-300x200-1.jpg");
    let upload = send(
        &site,
        Who::Author,
        "/media",
        "rosa-300x200-1.jpg",
        picture(60, 40, 3),
    )
    .await;
    assert_eq!(upload.json()["filename"], "rosa-300x200-1-1.jpg");
}

#[tokio::test]
async fn a_scaled_or_upright_file_becomes_the_main_file() {
    let site = Site::new().await;
    let path = "/media?generate_sub_sizes=false";
    let bytes = turned(picture(900, 600, 3), 8);
    let item = send(&site, Who::Author, path, "ipe.jpg", bytes)
        .await
        .json();
    let upright = picture(600, 900, 3);
    let added = add(
        &site,
        &item,
        "image_size=original",
        "ipe-rotated.jpg",
        upright.clone(),
    )
    .await;
    let added = added.json();
    assert_eq!(
        added,
        json!({
            "image_size": "original", "original_image": "ipe.jpg", "width": 600, "height": 900,
            "filesize": upright.len(), "file": "2024/05/ipe-rotated.jpg",
        })
    );
    let files = json!([added]);
    let done = finalize(&site, &item, files.clone()).await.json();
    let main = format!("{HOME}/uploads/2024/05/ipe-rotated.jpg");
    assert_eq!(
        (
            &done["source_url"],
            &done["filename"],
            &done["exif_orientation"]
        ),
        (&json!(main), &json!("ipe.jpg"), &json!(1))
    );
    let details = &done["media_details"];
    assert_eq!(
        (
            &details["original_image"],
            &details["width"],
            &details["filesize"]
        ),
        (&json!("ipe.jpg"), &json!(600), &json!(upright.len()))
    );
    assert_eq!(finalize(&site, &item, files).await.json(), done);
    let scaled = add(
        &site,
        &item,
        "image_size=scaled",
        "ipe-scaled.jpg",
        picture(400, 600, 3),
    )
    .await;
    let scaled = finalize(&site, &item, json!([scaled.json()])).await.json();
    assert_eq!(
        (&scaled["media_details"]["width"], &scaled["filename"]),
        (&json!(400), &json!("ipe.jpg"))
    );
    site.delete(Who::Author, &format!("/media/{}?force=true", item["id"]))
        .await;
    for name in ["ipe.jpg", "ipe-rotated.jpg", "ipe-scaled.jpg"] {
        assert_eq!(stored(&site, name).await, 404, "{name}");
    }
}

#[tokio::test]
async fn companions_and_first_pages_of_documents() {
    let site = Site::new().await;
    let item = bare(&site).await;
    let heic = b"\0\0\0\x18ftypheic0000heic".to_vec();
    let source = add(&site, &item, "image_size=source_original", "ipe.heic", heic)
        .await
        .json();
    assert_eq!(
        source,
        json!({"image_size": "source_original", "file": "ipe.heic"})
    );
    let film = b"\0\0\0\x18ftypmp420000mp42".to_vec();
    let film = add(&site, &item, "image_size=animated_video", "ipe.mp4", film)
        .await
        .json();
    let poster = "image_size=animated_video_poster";
    let poster = add(&site, &item, poster, "ipe-capa.jpg", picture(90, 60, 9))
        .await
        .json();
    let done = finalize(&site, &item, json!([source, film, poster]))
        .await
        .json();
    let details = &done["media_details"];
    assert_eq!(
        json!([
            details["source_image"],
            details["animated_video"],
            details["animated_video_poster"]
        ]),
        json!(["ipe.heic", "ipe.mp4", "ipe-capa.jpg"])
    );
    let document = send(
        &site,
        Who::Author,
        "/media",
        "guia.pdf",
        b"%PDF-1.7".to_vec(),
    )
    .await
    .json();
    assert_eq!(
        document["missing_image_sizes"],
        json!(["thumbnail", "medium", "large"])
    );
    let page = add(
        &site,
        &document,
        "image_size=full",
        "guia-pdf.jpg",
        picture(700, 990, 2),
    )
    .await;
    let shown = finalize(&site, &document, json!([page.json()]))
        .await
        .json();
    assert_eq!(
        shown["media_details"]["sizes"]["full"]["source_url"],
        format!("{HOME}/uploads/2024/05/guia-pdf.jpg")
    );
}

#[tokio::test]
async fn refused_files_and_sizes() {
    let site = Site::new().await;
    let item = bare(&site).await;
    let small = picture(100, 80, 2);
    for (size, name, bytes, code) in [
        ("", "a.jpg", small.clone(), "rest_missing_callback_param"),
        ("image_size=", "a.jpg", small.clone(), "rest_invalid_param"),
        (
            "image_size=huge",
            "a.jpg",
            small.clone(),
            "rest_invalid_param",
        ),
        (
            "image_size[]=scaled",
            "a.jpg",
            small.clone(),
            "rest_invalid_param",
        ),
        (
            "image_size=medium",
            "a.jpg",
            picture(302, 10, 2),
            "rest_upload_dimension_mismatch",
        ),
        (
            "image_size[]=full&image_size[]=thumbnail",
            "a.jpg",
            picture(10, 152, 2),
            "rest_upload_dimension_mismatch",
        ),
        (
            "image_size=original",
            "a.jpg",
            small.clone(),
            "rest_upload_dimension_mismatch",
        ),
        (
            "image_size=medium",
            "a.jpg",
            b"not a picture".to_vec(),
            "rest_upload_invalid_image",
        ),
        (
            "image_size=medium",
            "a.jpg",
            small[..small.len() / 2].to_vec(),
            "rest_upload_invalid_image",
        ),
        (
            "image_size=medium",
            "a.jpg",
            Vec::new(),
            "rest_upload_no_data",
        ),
        (
            "image_size=animated_video",
            "a.mp4",
            small.clone(),
            "rest_upload_invalid_image",
        ),
        (
            "image_size=animated_video",
            "a.jpg",
            small.clone(),
            "rest_upload_invalid_image",
        ),
        (
            "image_size=source_original",
            "a.php",
            small.clone(),
            "rest_upload_invalid_image",
        ),
    ] {
        let refused = add(&site, &item, size, name, bytes).await;
        assert_eq!(refused.refusal(), (400, code.to_owned()), "{size} {name}");
    }
}

#[tokio::test]
async fn unknown_names_are_refused_with_the_known_ones() {
    let site = Site::new().await;
    let item = bare(&site).await;
    let sizes = "thumbnail, medium, medium_large, large, 1536x1536, 2048x2048, full";
    let alone = "original, scaled, source_original, animated_video, animated_video_poster";
    for (size, known) in [
        ("image_size=nada", format!("{sizes}, {alone}")),
        ("image_size[]=medium&image_size[]=scaled", sizes.to_owned()),
    ] {
        let refused = add(&site, &item, size, "a.jpg", picture(100, 80, 2)).await;
        assert_eq!(refused.status, 400);
        let message = &refused.json()["data"]["params"]["image_size"];
        assert_eq!(
            *message,
            format!("image_size deve ser um destes valores: {known}.")
        );
    }
}

#[tokio::test]
async fn refused_items_and_finalizations() {
    let site = Site::new().await;
    let item = bare(&site).await;
    let small = picture(100, 80, 2);
    let text = send(&site, Who::Author, "/media", "notas.txt", b"texto".to_vec())
        .await
        .json();
    let refused = add(&site, &text, "image_size=medium", "a.jpg", small.clone()).await;
    assert_eq!(refused.refusal(), (400, "rest_post_invalid_id".to_owned()));
    let other = send(
        &site,
        Who::Author,
        "/media",
        "rosa.jpg",
        picture(400, 300, 4),
    )
    .await
    .json();
    let foreign = &other["media_details"]["sizes"]["medium"]["file"];
    let too_many = vec![json!({"image_size": "medium"}); 101];
    for (files, code) in [
        (
            json!([{"image_size": "medium", "file": foreign}]),
            "rest_invalid_sub_size_file",
        ),
        (
            json!([{"image_size": "medium", "file": "../ipe.jpg"}]),
            "rest_invalid_sub_size_file",
        ),
        (
            json!([{"image_size": "scaled", "file": "ipe.jpg", "original_image": foreign}]),
            "rest_invalid_sub_size_file",
        ),
        (
            json!([{"image_size": "huge", "file": "ipe.jpg"}]),
            "rest_invalid_param",
        ),
        (
            json!([{"image_size": ["original"], "file": "ipe.jpg"}]),
            "rest_invalid_param",
        ),
        // The main file is larger than the size, which would not take it.
        (
            json!([{"image_size": "medium", "file": "ipe.jpg"}]),
            "rest_invalid_sub_size_file",
        ),
        (json!([{"file": "ipe.jpg"}]), "rest_invalid_param"),
        (json!("x"), "rest_invalid_param"),
        (json!(too_many), "rest_invalid_param"),
    ] {
        site.was_written();
        let refused = finalize(&site, &item, files.clone()).await;
        assert_eq!(refused.refusal(), (400, code.to_owned()), "{files}");
        assert!(!site.was_written(), "{files}");
    }
    let none = finalize(&site, &item, json!([{"image_size": "medium"}])).await;
    assert_eq!(none.json()["media_details"]["sizes"], json!({}));
}
