//! Deletion of menus and of the targets of menu items.

use serde_json::json;

use super::{item, menu};
use crate::support::{Site, Who};

#[tokio::test]
async fn deleting_a_menu_deletes_its_items() {
    let site = Site::new().await;
    let (gone, kept) = (menu(&site, "Principal").await, menu(&site, "Rodapé").await);
    let link = |menu: u64| json!({"title": "Blog", "url": "https://e.com/", "menus": menu});
    let (first, second) = (item(&site, link(gone)).await, item(&site, link(gone)).await);
    let autosaves = format!("/menu-items/{}/autosaves", first.id());
    let saved = site
        .post(Who::Admin, &autosaves, json!({"title": "Outro"}))
        .await;
    assert_eq!(saved.status, 200);
    let other = item(&site, link(kept)).await;
    let alone = item(&site, json!({"title": "Blog", "url": "/"})).await;
    let path = format!("/menus/{gone}?force=true");
    assert_eq!(site.delete(Who::Admin, &path).await.status, 200);
    for item in [&first, &second] {
        let path = format!("/menu-items/{}", item.id());
        let answer = site.get(Who::Admin, &path).await;
        assert_eq!(answer.refusal(), (404, "rest_post_invalid_id".to_owned()));
    }
    let left = site.get(Who::Admin, "/menu-items").await.ids();
    assert_eq!(left, [other.id(), alone.id()]);
}

#[tokio::test]
async fn deleting_a_term_deletes_menu_items_that_target_it() {
    let site = Site::new().await;
    let tag = site
        .post(Who::Editor, "/tags", json!({"name": "ipê"}))
        .await
        .id();
    let leading = json!({"type": "taxonomy", "object": "post_tag", "object_id": tag});
    let leading = item(&site, leading).await.id();
    // A custom link's object is the item itself, whose identifier may equal that of a term.
    let link = json!({"title": "Blog", "url": "https://e.com/"});
    let link = item(&site, link).await.id();
    let path = format!("/tags/{tag}?force=true");
    assert_eq!(site.delete(Who::Editor, &path).await.status, 200);
    let left = site.get(Who::Admin, "/menu-items").await.ids();
    assert_eq!(left, [link], "{leading} led to the tag");
}
