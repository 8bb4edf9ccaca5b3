//! Files beside those of an upload: no file changes under its name, none is left behind, and each fits its purpose.

use std::sync::Arc;

use axum::body::Body;
use futures_util::future::join_all;
use http::Request;
use serde_json::{Value, json};
use site_store::{ContentChange, MOST_ADDED, NewFile, Refusal, StoreError};

use crate::media_sideload::{bare, picture, send};
use crate::support::{Answer, Site, Who};

async fn add(site: &Site, of: &Value, size: &str, name: &str, bytes: Vec<u8>) -> Answer {
    let path = format!("/media/{}/sideload?image_size={size}", of["id"]);
    send(site, Who::Author, &path, name, bytes).await
}

async fn fetch(site: &Site, name: &str) -> Answer {
    let path = format!("/uploads/2024/05/{name}");
    let request = Request::get(path).body(Body::empty()).unwrap();
    site.send(request).await
}

#[tokio::test]
async fn sizes_made_here_leave_added_files_as_they_are() {
    let site = Site::new().await;
    let item = bare(&site).await;
    let own = picture(300, 200, 5);
    let added = add(&site, &item, "full", "ipe-300x200.jpg", own.clone()).await;
    assert_eq!(added.json()["file"], "ipe-300x200.jpg");
    let path = format!("/media/{}/post-process", item["id"]);
    let action = json!({"action": "create-image-subsizes"});
    let done = site.post(Who::Author, &path, action).await.json();
    let kept = fetch(&site, "ipe-300x200.jpg").await;
    assert!(kept.bytes == own, "the added file is unchanged");
    let sizes = &done["media_details"]["sizes"];
    assert_eq!(
        (&sizes["medium"]["file"], &sizes["thumbnail"]["file"]),
        (&json!("ipe-300x200-1.jpg"), &json!("ipe-150x150.jpg"))
    );
    let made = fetch(&site, "ipe-300x200-1.jpg").await;
    assert_eq!(json!(made.bytes.len()), sizes["medium"]["filesize"]);
    // The name is the item's own until it is deleted.
    let other = send(
        &site,
        Who::Author,
        "/media",
        "ipe-300x200-1.jpg",
        picture(60, 40, 3),
    )
    .await;
    assert_eq!(other.json()["filename"], "ipe-300x200-1-1.jpg");
    let path = format!("/media/{}?force=true", item["id"]);
    assert_eq!(site.delete(Who::Author, &path).await.status, 200);
    assert_eq!(fetch(&site, "ipe-300x200-1.jpg").await.status, 404);
    let free = send(
        &site,
        Who::Author,
        "/media",
        "ipe-300x200-1.jpg",
        picture(60, 40, 3),
    )
    .await;
    assert_eq!(free.json()["filename"], "ipe-300x200-1.jpg");
}

#[tokio::test]
async fn concurrent_requests_for_missing_sizes_leave_no_file_behind() {
    let site = Site::new().await;
    let item = bare(&site).await;
    let path = format!("/media/{}/post-process", item["id"]);
    let action = json!({"action": "create-image-subsizes"});
    let (one, two) = tokio::join!(
        site.post(Who::Author, &path, action.clone()),
        site.post(Who::Author, &path, action.clone()),
    );
    assert_eq!((one.status, two.status), (200, 200));
    let shown = site
        .get(Who::Author, &format!("/media/{}", item["id"]))
        .await
        .json();
    let sizes = shown["media_details"]["sizes"].as_object().unwrap();
    for size in sizes.values() {
        let file = fetch(&site, size["file"].as_str().unwrap()).await;
        assert_eq!(file.status, 200, "{size}");
    }
    // The uploaded file, and one file for each size but `full`.
    assert_eq!(site.blobs.keys().len(), sizes.len());
}

#[tokio::test]
async fn files_of_an_item_that_is_gone_meanwhile_are_removed() {
    let site = Site::new().await;
    let file = NewFile {
        name: "ipe.jpg".into(),
        title: None,
        bytes: picture(900, 600, 3).into(),
        author: 1,
        makes_sizes: false,
        change: ContentChange::default(),
    };
    let id = site.store.upload(file).await.unwrap().id;
    let before = site.blobs.keys();
    // The guard runs in the transaction, after the files were stored.
    let refused = site.store.make_missing_sizes(id, &|_| false).await;
    assert!(
        matches!(refused, Err(StoreError::Refused(Refusal::NotAllowed))),
        "{refused:?}"
    );
    assert_eq!(site.blobs.keys(), before);
    // The names are free again.
    let made = site.store.make_missing_sizes(id, &|_| true).await.unwrap();
    let media = made.media.as_ref().unwrap();
    assert_eq!(media.sizes["medium"].file, "ipe-300x200.jpg");
}

#[tokio::test]
async fn a_finalized_file_fits_its_purpose() {
    let site = Site::new().await;
    let item = bare(&site).await;
    let small = add(&site, &item, "thumbnail", "t.jpg", picture(150, 150, 5)).await;
    let small = small.json()["file"].clone();
    let wide = add(&site, &item, "full", "w.jpg", picture(800, 500, 6)).await;
    let wide = wide.json()["file"].clone();
    let heic = b"\0\0\0\x18ftypheic0000heic".to_vec();
    let source = add(&site, &item, "source_original", "ipe.heic", heic).await;
    let source = source.json()["file"].clone();
    let film = b"\0\0\0\x18ftypmp420000mp42".to_vec();
    let film = add(&site, &item, "animated_video", "ipe.mp4", film).await;
    let film = film.json()["file"].clone();
    for (size, file) in [
        ("original", &small),
        ("original", &wide),
        ("animated_video", &small),
        ("animated_video", &source),
        ("animated_video_poster", &film),
        ("animated_video_poster", &source),
        ("source_original", &film),
        ("medium", &wide),
        ("thumbnail", &wide),
        ("medium", &film),
        ("scaled", &film),
        ("scaled", &source),
    ] {
        let path = format!("/media/{}/finalize", item["id"]);
        site.was_written();
        let files =
            json!([{"image_size": "thumbnail", "file": small}, {"image_size": size, "file": file}]);
        let body = json!({"sub_sizes": files});
        let refused = site.post(Who::Author, &path, body).await;
        assert_eq!(
            refused.refusal(),
            (400, "rest_invalid_sub_size_file".to_owned()),
            "{size} {file}"
        );
        assert!(!site.was_written(), "{size} {file}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_requests_add_no_more_files_than_allowed() {
    let site = Arc::new(Site::new().await);
    let item = bare(&site).await;
    let film = |number: usize| {
        let mut bytes = b"\0\0\0\x18ftypmp420000mp42".to_vec();
        bytes.extend(number.to_be_bytes());
        bytes
    };
    for number in 0..MOST_ADDED - 3 {
        let name = format!("f{number}.mp4");
        let made = add(&site, &item, "animated_video", &name, film(number)).await;
        assert_eq!(made.status, 200);
    }
    let running = (0..20).map(|number| {
        let (site, item) = (site.clone(), item.clone());
        tokio::spawn(async move {
            let name = format!("g{number}.mp4");
            add(&site, &item, "animated_video", &name, film(1_000 + number)).await
        })
    });
    let answers = join_all(running).await;
    let mut taken = 0;
    for answer in answers {
        let answer = answer.unwrap();
        if answer.status == 200 {
            taken += 1;
        } else {
            let code = "rest_upload_too_many_files".to_owned();
            assert_eq!(answer.refusal(), (400, code));
        }
    }
    assert_eq!(taken, 3);
    assert_eq!(
        site.blobs.keys().len(),
        1 + MOST_ADDED,
        "none is left behind"
    );
}
