//! Files of fonts, and what deletions and simultaneous requests leave of them.

use futures_util::future::join_all;
use serde_json::json;

use super::{face_with_file, family, file, make_face, make_family, packed, sfnt};
use crate::support::{HOME, Site, Who};

#[tokio::test]
async fn files_of_all_formats_keep_their_names_apart() {
    let site = Site::new().await;
    let family = make_family(&site, &family("open-sans")).await.id();
    for (number, (name, bytes, path, kind)) in [
        ("a.ttf", sfnt(b"\0\x01\0\0"), "a.ttf", "font/ttf"),
        ("a.ttf", sfnt(b"OTTO"), "a-1.ttf", "font/otf"),
        ("../a.otf", sfnt(b"OTTO"), "a.otf", "font/otf"),
        ("a.woff", packed(b"wOFF", 99), "a.woff", "font/woff"),
        ("A.woff2", packed(b"wOF2", 99), "A.woff2", "font/woff2"),
    ]
    .into_iter()
    .enumerate()
    {
        let settings = json!({"fontFamily": format!("f{number}"), "src": "f"});
        let made = make_face(&site, family, settings, &[("f", Some(name), bytes)]).await;
        assert_eq!(made.status, 201, "{name}");
        let address = format!("{HOME}/uploads/fonts/{path}");
        assert_eq!(made.json()["font_face_settings"]["src"], address);
        let served = file(&site, &format!("/uploads/fonts/{path}")).await;
        assert_eq!((served.status, served.header("content-type")), (200, kind));
    }
}

#[tokio::test]
async fn files_that_are_no_fonts_are_refused() {
    let site = Site::new().await;
    let family = make_family(&site, &family("open-sans")).await.id();
    site.was_written();
    for (name, bytes) in [
        ("a.woff2", b"<script>alert(1)</script>".to_vec()),
        ("a.woff2", Vec::new()),
        ("a.woff2", packed(b"wOF2", 90)[..89].to_vec()),
        ("a.woff2", packed(b"wOFF", 90)),
        ("a.ttf", sfnt(b"\0\x01\0\0")[..90].to_vec()),
        ("a.ttf", sfnt(b"ttcf")),
        ("a.php", packed(b"wOF2", 90)),
        ("woff2", packed(b"wOF2", 90)),
        (
            "a.svg",
            b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_vec(),
        ),
    ] {
        let settings = json!({"fontFamily": "f", "src": ["https://exemplo.org/a.woff", "f"]});
        let refused = make_face(&site, family, settings, &[("f", Some(name), bytes)]).await;
        let code = "rest_font_upload_invalid_file_type".to_owned();
        assert_eq!(refused.refusal(), (400, code), "{name}");
    }
    assert!(!site.was_written());
}

#[tokio::test]
async fn deletions_take_the_files_along() {
    let site = Site::new().await;
    let id = make_family(&site, &family("a")).await.id();
    let (face, path) = face_with_file(&site, id, "um").await;
    let (_, kept) = face_with_file(&site, id, "dois").await;
    assert_ne!(path, kept);
    let gone = format!("/font-families/{id}/font-faces/{face}?force=true");
    let gone = site.delete(Who::Admin, &gone).await.ok();
    assert_eq!(
        (&gone["deleted"], &gone["previous"]["id"]),
        (&json!(true), &json!(face))
    );
    assert_eq!(file(&site, &path).await.status, 404);
    assert_eq!(file(&site, &kept).await.status, 200);
    // The name is free again.
    let (_, again) = face_with_file(&site, id, "tres").await;
    assert_eq!(again, path);
    let own = format!("/font-families/{id}?force=true");
    let gone = site.delete(Who::Admin, &own);
    assert_eq!(
        gone.await.ok()["previous"]["font_faces"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    for path in [path, kept] {
        assert_eq!(file(&site, &path).await.status, 404, "{path}");
    }
    let face = site
        .get(Who::Admin, &format!("/font-families/{id}/font-faces"))
        .await;
    assert_eq!(face.refusal(), (404, "rest_post_invalid_parent".to_owned()));
    assert_eq!(make_family(&site, &family("a")).await.status, 201);
}

#[tokio::test]
async fn a_family_with_more_fonts_than_a_transaction_takes_is_deleted() {
    let site = Site::new().await;
    let id = make_family(&site, &family("a")).await.id();
    for number in 0..95 {
        let settings = json!({"fontFamily": format!("f{number}"), "src": "https://a.org/a"});
        assert_eq!(make_face(&site, id, settings, &[]).await.status, 201);
    }
    let shown = site
        .get(Who::Admin, &format!("/font-families/{id}"))
        .await
        .json();
    assert_eq!(shown["font_faces"].as_array().unwrap().len(), 95);
    let face = shown["font_faces"][94].as_u64().unwrap();
    site.delete(Who::Admin, &format!("/font-families/{id}?force=true"))
        .await
        .ok();
    assert!(site.store.get(face).await.unwrap().is_none());
}

#[tokio::test]
async fn simultaneous_requests_create_one() {
    let site = Site::new().await;
    let open = family("open-sans");
    let made = join_all((0..4).map(|_| make_family(&site, &open))).await;
    let mut statuses: Vec<u16> = made.iter().map(|one| one.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 400, 400, 400]);
    let id = made.iter().find(|one| one.status == 201).unwrap().id();
    let files = [("f", Some("a.woff2"), packed(b"wOF2", 60))];
    let face = || json!({"fontFamily": "f", "src": "f"});
    let made = join_all((0..4).map(|_| make_face(&site, id, face(), &files))).await;
    let mut statuses: Vec<u16> = made.iter().map(|one| one.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 400, 400, 400]);
    let path = made.iter().find(|one| one.status == 201).unwrap().json();
    let path = path["font_face_settings"]["src"]
        .as_str()
        .unwrap()
        .to_owned();
    // The files of the refused ones are gone, and theirs alone.
    for name in ["a", "a-1", "a-2", "a-3"] {
        let own = format!("/uploads/fonts/{name}.woff2");
        let status = if path.ends_with(&own) { 200 } else { 404 };
        assert_eq!(file(&site, &own).await.status, status, "{own}");
    }
}
