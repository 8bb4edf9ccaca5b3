//! Comments on files: as readable as the item that the file is attached to.

use domain::site::Kind;
use serde_json::json;
use site_store::{ContentChange, NewFile};

use crate::support::{Site, Who};

/// A file of an item in this state, with an approved comment; returns both identifiers.
async fn commented(site: &Site, status: &str) -> (u64, u64) {
    let parent = site
        .write(Who::Admin, json!({"title": "x", "status": status}))
        .await;
    let file = NewFile {
        name: "ipe.jpg".into(),
        title: None,
        bytes: pictures::generate::photograph(60, 40, 1).unwrap(),
        author: site.user_id(Who::Admin).await,
        makes_sizes: true,
        change: ContentChange {
            parent: Some(parent),
            ..ContentChange::default()
        },
    };
    let file = site.store.upload(file).await.unwrap();
    assert_eq!(file.kind, Kind::Attachment);
    let body = json!({"post": file.id, "content": format!("sobre {status}")});
    let comment = site.post(Who::Admin, "/comments", body).await.id();
    super::wait(site);
    (file.id, comment)
}

#[tokio::test]
async fn comments_on_a_file_follow_the_item_of_the_file() {
    let site = Site::new().await;
    let (hidden, secret) = commented(&site, "private").await;
    let (draft, drafted) = commented(&site, "draft").await;
    let (open, public) = commented(&site, "publish").await;
    for (who, status) in [
        (Who::Anonymous, 401),
        (Who::Subscriber, 403),
        (Who::Author, 403),
    ] {
        for (file, comment) in [(hidden, secret), (draft, drafted)] {
            let item = site.get(who, &format!("/comments/{comment}")).await;
            assert_eq!(item.refusal(), (status, "rest_cannot_read".to_owned()));
            let list = site.get(who, &format!("/comments?post={file}")).await;
            assert_eq!(list.refusal(), (status, "rest_cannot_read_post".to_owned()));
        }
        assert_eq!(site.get(who, "/comments").await.ids(), [public]);
        let of_open = site.get(who, &format!("/comments?post={open}")).await;
        assert_eq!(of_open.ids(), [public]);
    }
    let seen = site
        .get(Who::Editor, &format!("/comments?post={hidden}"))
        .await;
    assert_eq!(seen.ids(), [secret]);
    for (file, status) in [(hidden, 403), (draft, 403), (open, 201)] {
        site.was_written();
        let body = json!({"post": file, "content": "olá"});
        let answer = site.post(Who::Subscriber, "/comments", body).await;
        assert_eq!(answer.status, status);
        if status == 403 {
            assert_eq!(answer.code(), "rest_cannot_read_post");
            assert!(!site.was_written());
        }
        super::wait(&site);
    }
}
