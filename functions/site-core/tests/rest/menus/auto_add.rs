//! Menus with `auto_add`, to which new top-level pages are added.

use serde_json::{Value, json};

use super::{item, menu};
use crate::support::{Site, Who};

/// The targets of a menu's items, in order.
async fn targets(site: &Site, menu: u64) -> Vec<(String, Value)> {
    let path = format!("/menu-items?menus={menu}");
    let items = site.get(Who::Admin, &path).await.json();
    let items = items.as_array().unwrap().iter();
    items
        .map(|item| {
            let title = item["title"]["rendered"].as_str().unwrap().to_owned();
            (title, item["object_id"].clone())
        })
        .collect()
}

#[tokio::test]
async fn auto_add_adds_new_top_level_pages() {
    let site = Site::new().await;
    let asks = json!({"name": "Principal", "auto_add": true});
    let main = site.post(Who::Admin, "/menus", asks).await.id();
    let other = menu(&site, "Rodapé").await;
    let body = json!({"title": "Blog", "url": "https://e.com/", "menus": main, "menu_order": 4});
    let first = item(&site, body).await.id();

    let page = |title: &str, status: &str| json!({"title": title, "status": status});
    let about = site.post(Who::Editor, "/pages", page("Sobre", "publish"));
    let about = about.await.id();
    let draft = site.post(Who::Editor, "/pages", page("Contato", "draft"));
    let draft = draft.await.id();
    let below = json!({"title": "Equipe", "status": "publish", "parent": about});
    site.post(Who::Editor, "/pages", below).await.id();
    site.post(Who::Editor, "/pages", page("Diário", "private"))
        .await
        .id();
    let post = json!({"title": "Pão", "status": "publish"});
    site.post(Who::Editor, "/posts", post).await.id();
    let expected = |pages: &[(&str, u64)]| {
        let mut all = vec![("Blog".to_owned(), json!(first))];
        all.extend(
            pages
                .iter()
                .map(|(title, id)| ((*title).to_owned(), json!(id))),
        );
        all
    };
    assert_eq!(targets(&site, main).await, expected(&[("Sobre", about)]));

    // A draft is added when it is published, and only once: neither a later change nor another publication adds a
    // second item.
    let path = format!("/pages/{draft}");
    for body in [
        json!({"status": "publish", "content": "outra coisa"}),
        json!({"title": "Fale conosco"}),
        json!({"status": "draft"}),
        json!({"status": "publish"}),
    ] {
        assert_eq!(site.post(Who::Editor, &path, body).await.status, 200);
    }
    let both = expected(&[("Sobre", about), ("Fale conosco", draft)]);
    assert_eq!(targets(&site, main).await, both);
    assert_eq!(targets(&site, other).await, []);

    // The last change of the setting counts.
    let off = json!({"auto_add": false});
    let answer = site.post(Who::Admin, &format!("/menus/{main}"), off).await;
    assert_eq!(answer.status, 200);
    let late = site.post(Who::Editor, "/pages", page("Tarde", "publish"));
    late.await.id();
    assert_eq!(targets(&site, main).await, both);
}

#[tokio::test]
async fn auto_add_adds_scheduled_pages_when_they_are_published() {
    let site = Site::new().await;
    let asks = json!({"name": "Principal", "auto_add": true});
    let main = site.post(Who::Admin, "/menus", asks).await.id();
    let body = json!({"title": "Natal", "status": "future", "date": "2024-12-25T00:00:00"});
    let page = site.post(Who::Editor, "/pages", body).await.id();
    assert_eq!(targets(&site, main).await, []);
    site.clock.set("2024-12-25T03:00:00Z".parse().unwrap());
    assert!(site.store.publish_due(page).await.unwrap());
    assert!(!site.store.publish_due(page).await.unwrap());
    assert_eq!(
        targets(&site, main).await,
        [("Natal".to_owned(), json!(page))]
    );
}
