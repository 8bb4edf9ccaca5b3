//! Uploads.

use bytes::Bytes;
use domain::site::{Kind, Status};
use site_store::{ContentChange, ContentFilter, NewFile, Search, UploadError, anything};

use crate::support::{TestSite, titled};

fn file(name: &str, bytes: Bytes) -> NewFile {
    NewFile {
        title: None,
        makes_sizes: true,
        name: name.into(),
        bytes,
        author: 1,
        change: ContentChange::default(),
    }
}

fn photograph() -> Bytes {
    pictures::generate::photograph(640, 480, 1).unwrap()
}

#[tokio::test]
async fn an_image_is_stored_with_its_sizes() {
    let site = TestSite::new().await;
    let mut upload = file("Ipê amarelo.jpg", photograph());
    upload.change.alt_text = Some("um ipê".into());
    let item = site.store.upload(upload).await.unwrap();
    assert_eq!(
        (item.kind, item.status),
        (Kind::Attachment, Status::Inherit)
    );
    assert_eq!(
        (item.title.as_str(), item.slug.as_str()),
        ("Ipe-amarelo", "ipe-amarelo")
    );
    let media = item.media.as_ref().unwrap();
    assert_eq!(media.path, "2024/05/Ipe-amarelo.jpg");
    assert_eq!((media.width, media.height), (Some(640), Some(480)));
    assert_eq!(media.alt_text, "um ipê");
    let thumbnail = &media.sizes["thumbnail"];
    assert_eq!(thumbnail.file, "Ipe-amarelo-150x150.jpg");
    for path in media.paths() {
        let blob = site.store.file(&path).await.unwrap().unwrap();
        assert_eq!(blob.content_type, "image/jpeg");
    }
    for path in ["../records", "2024/05/x.jpg", "", "/etc"] {
        assert_eq!(site.store.file(path).await.unwrap(), None, "{path}");
    }
}

#[tokio::test]
async fn names_never_collide() {
    let site = TestSite::new().await;
    let picture = photograph();
    let mut paths = Vec::new();
    for name in [
        "a.jpg",
        "A.jpg",
        "a.jpg",
        "a-150x150.jpg",
        "a-scaled.jpg",
        "a.txt.jpg",
    ] {
        let item = site
            .store
            .upload(file(name, picture.clone()))
            .await
            .unwrap();
        paths.push(item.media.clone().unwrap().path);
    }
    assert_eq!(
        paths,
        [
            "2024/05/a.jpg",
            "2024/05/A-1.jpg",
            "2024/05/a-2.jpg",
            "2024/05/a-150x150-1.jpg",
            "2024/05/a-scaled-1.jpg",
            "2024/05/a.txt.jpg",
        ]
    );
    site.store
        .delete(Kind::Attachment, 1, &anything)
        .await
        .unwrap();
    assert!(!site.blobs.keys().iter().any(|key| key.ends_with("/a.jpg")));
    let again = site.store.upload(file("a.jpg", picture)).await.unwrap();
    assert_eq!(again.media.as_ref().unwrap().path, "2024/05/a.jpg");
}

#[tokio::test]
async fn a_wrong_extension_is_corrected_and_a_fake_is_rejected() {
    let site = TestSite::new().await;
    let item = site
        .store
        .upload(file("a.png", photograph()))
        .await
        .unwrap();
    let media = item.media.as_ref().unwrap();
    assert_eq!(
        (media.path.as_str(), media.mime_type.as_str()),
        ("2024/05/a.jpg", "image/jpeg")
    );
    let before = site.blobs.keys().len();
    for (name, bytes) in [
        ("a.jpg", Bytes::from_static(b"no picture")),
        ("a.svg", Bytes::from_static(b"<svg/>")),
        ("a.pdf", Bytes::from_static(b"<html>")),
        ("a.pdf", photograph()),
        ("a", photograph()),
    ] {
        let refused = site.store.upload(file(name, bytes)).await;
        assert!(matches!(refused, Err(UploadError::Type)), "{name}");
    }
    let empty = site.store.upload(file("a.jpg", Bytes::new())).await;
    assert!(matches!(empty, Err(UploadError::Empty)));
    let cut = site
        .store
        .upload(file("a.jpg", photograph().slice(..2000)))
        .await;
    assert!(matches!(cut, Err(UploadError::Picture(_))));
    assert_eq!(site.blobs.keys().len(), before);
}

#[tokio::test]
async fn a_file_is_stored_in_the_month_of_its_post() {
    let site = TestSite::new().await;
    let mut change = titled("a", Status::Publish);
    change.date = Some(domain::site::date::DateInput::Local(
        "2020-02-03T00:00:00".parse().unwrap(),
    ));
    let post = site.post(change).await;
    let mut upload = file("plano.pdf", Bytes::from_static(b"%PDF-1.7 ..."));
    upload.change.parent = Some(post.id);
    let item = site.store.upload(upload).await.unwrap();
    assert_eq!(item.media.as_ref().unwrap().path, "2020/02/plano.pdf");
    let found = ContentFilter {
        search: Some(Search {
            text: "plano.pdf".into(),
            columns: vec![],
            exact: false,
        }),
        ..ContentFilter::all(Kind::Attachment)
    };
    assert_eq!(site.store.list(&found).await.unwrap().items, [item.id]);
}

#[tokio::test]
async fn a_featured_image_must_be_an_image() {
    let site = TestSite::new().await;
    let picture = site
        .store
        .upload(file("a.jpg", photograph()))
        .await
        .unwrap();
    let text = site
        .store
        .upload(file("a.txt", Bytes::from_static(b"texto")))
        .await
        .unwrap();
    let featured = |id| ContentChange {
        featured_media: Some(id),
        ..titled("a", Status::Publish)
    };
    let post = site.post(featured(picture.id)).await;
    assert_eq!(post.featured_media, picture.id);
    for (asked, stored) in [(999, picture.id), (text.id, 0), (picture.id, picture.id)] {
        let change = featured(asked);
        let post = site
            .store
            .update(Kind::Post, post.id, &change, &anything)
            .await
            .unwrap();
        assert_eq!(post.featured_media, stored, "{asked}");
    }
    site.store
        .delete(Kind::Attachment, picture.id, &anything)
        .await
        .unwrap();
    let post = site.store.get(post.id).await.unwrap().unwrap();
    assert_eq!(post.featured_media, 0);
}
