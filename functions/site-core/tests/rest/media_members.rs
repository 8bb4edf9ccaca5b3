//! What the index and media items say to editors that resize pictures themselves.

use axum::body::Body;
use http::Method;
use serde_json::{Value, json};
use site_contract::core::media::IMAGE_SIZES;

use crate::media_sideload::send;
use crate::support::{HOME, Site, Who};

/// A JPEG of 60 by 40 pixels with an EXIF orientation.
fn turned(orientation: u8) -> Vec<u8> {
    let jpeg = pictures::generate::photograph(60, 40, 3).unwrap();
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    let (start, rest) = jpeg.split_at(2);
    [start, &[0xFF, 0xE1], &length, &exif, rest].concat()
}

async fn upload(site: &Site, name: &str, bytes: Vec<u8>) -> Value {
    let made = send(site, Who::Author, "/media", name, bytes).await;
    made.id();
    made.json()
}

async fn shown(site: &Site, who: Who, id: &Value, context: &str) -> Value {
    let path = format!("/media/{id}?context={context}");
    site.get(who, &path).await.json()
}

#[tokio::test]
async fn the_index_describes_sizes_to_those_who_may_upload() {
    let site = Site::new().await;
    let index = async |who| {
        let request = site.request(who, Method::GET, "/rest/");
        site.send(request.body(Body::empty()).unwrap()).await.json()
    };
    let index_of_author = index(Who::Author).await;
    let sizes = index_of_author["image_sizes"].as_object().unwrap();
    assert!(sizes.keys().eq(IMAGE_SIZES));
    assert_eq!(
        (&sizes["thumbnail"], &sizes["medium_large"]),
        (
            &json!({"width": 150, "height": 150, "crop": true}),
            &json!({"width": 768, "height": 0, "crop": false}),
        )
    );
    let others: Vec<_> = [
        "image_size_threshold",
        "image_strip_meta",
        "image_max_bit_depth",
        "image_output_formats",
        "jpeg_interlaced",
        "png_interlaced",
        "gif_interlaced",
    ]
    .into_iter()
    .map(|name| index_of_author[name].clone())
    .collect();
    assert_eq!(
        json!(others),
        json!([2560, true, 16, {}, false, false, false])
    );
    for who in [Who::Anonymous, Who::Subscriber, Who::Contributor] {
        let index = index(who).await;
        assert!(index.get("routes").is_some());
        assert!(index.get("image_sizes").is_none(), "{who:?}");
        assert!(index.get("image_size_threshold").is_none(), "{who:?}");
    }
}

#[tokio::test]
async fn members_of_the_file_by_context() {
    let site = Site::new().await;
    let bytes = turned(6);
    let picture = upload(&site, "ipe.jpg", bytes).await;
    let id = &picture["id"];
    let editing = shown(&site, Who::Author, id, "edit").await;
    let main = format!("{HOME}/uploads/2024/05/ipe-rotated.jpg");
    assert_eq!(
        (&editing["filename"], &editing["source_url"]),
        (&json!("ipe.jpg"), &json!(main))
    );
    assert_eq!(editing["filesize"], editing["media_details"]["filesize"]);
    // The main file is upright already.
    assert_eq!(editing["exif_orientation"], 1);
    assert_eq!(
        editing["image_quality"],
        json!({"default": 82, "sizes": {}})
    );
    assert_eq!(
        (
            &editing["image_output_format"],
            &editing["image_save_progressive"]
        ),
        (&Value::Null, &json!(false))
    );
    assert_eq!(editing["edit_root"], 0);
    let public = shown(&site, Who::Anonymous, id, "view").await;
    assert_eq!(public["filename"], "ipe.jpg");
    assert_eq!(public["filesize"], editing["filesize"]);
    let embedded = shown(&site, Who::Anonymous, id, "embed").await;
    for (name, body) in [
        ("exif_orientation", &public),
        ("image_quality", &public),
        ("image_output_format", &public),
        ("image_save_progressive", &public),
        ("edit_root", &public),
        ("filename", &embedded),
        ("filesize", &embedded),
    ] {
        assert!(body.get(name).is_none(), "{name}");
    }
    let text = upload(&site, "notas.txt", b"dez letras".to_vec()).await;
    assert_eq!(
        (&text["filename"], &text["filesize"], &text["edit_root"]),
        (&json!("notas.txt"), &json!(10), &json!(0))
    );
    assert!(text.get("exif_orientation").is_none());
    assert!(text.get("image_quality").is_none());
}

#[tokio::test]
async fn edits_name_the_picture_that_they_began_with_while_it_exists() {
    let site = Site::new().await;
    let first = upload(&site, "ipe.jpg", turned(1)).await;
    let mut last = first.clone();
    for _ in 0..2 {
        let body = json!({"src": last["source_url"], "rotation": 90, "context": "edit"});
        let path = format!("/media/{}/edit", last["id"]);
        last = site.post(Who::Author, &path, body).await.json();
        assert_eq!(last["edit_root"], first["id"]);
    }
    let link = &last["_links"]["core:edit-root"][0];
    assert_eq!(link["href"], first["_links"]["self"][0]["href"]);
    assert_eq!(link["embeddable"], true);
    let public = shown(&site, Who::Anonymous, &last["id"], "view").await;
    assert!(public["_links"].get("core:edit-root").is_none());
    let gone = format!("/media/{}?force=true", first["id"]);
    assert_eq!(site.delete(Who::Author, &gone).await.status, 200);
    let after = shown(&site, Who::Author, &last["id"], "edit").await;
    assert_eq!(after["edit_root"], 0);
    assert!(after["_links"].get("core:edit-root").is_none());
}
