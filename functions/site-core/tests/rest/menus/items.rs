//! Menu items: members, targets, changes and lists.

use http::Method;
use serde_json::json;

use super::{item, menu};
use crate::support::{Site, Who};

#[tokio::test]
async fn a_link_in_three_contexts() {
    let site = Site::new().await;
    let menu = menu(&site, "Principal & rodapé").await;
    let made = item(
        &site,
        json!({
            "title": "Início", "url": "https://e.com/ a?x=1&y=2", "menus": menu,
            "classes": ["a b", "c!"], "xfn": "me", "attr_title": "dica <b>", "description": "d",
            "target": "_blank"
        }),
    )
    .await;
    let path = format!("/menu-items/{}", made.id());
    insta::assert_json_snapshot!("menu_item_edit", made.json());
    insta::assert_json_snapshot!(
        "menu_item_view",
        site.get(Who::Contributor, &path).await.json()
    );
    insta::assert_json_snapshot!(
        "menu_item_embed",
        site.get(Who::Contributor, &format!("{path}?context=embed"))
            .await
            .json()
    );
    insta::assert_json_snapshot!(
        "menu_view",
        site.get(Who::Contributor, &format!("/menus/{menu}"))
            .await
            .json()
    );
}

#[tokio::test]
async fn required_members_of_a_menu_item() {
    let site = Site::new().await;
    for (body, code) in [
        (json!({"url": "https://e.com"}), "rest_title_required"),
        (json!({"title": "x"}), "rest_url_required"),
        (
            json!({"type": "taxonomy", "object_id": 999}),
            "rest_term_invalid_id",
        ),
        (
            json!({"type": "post_type", "object_id": 999}),
            "rest_post_invalid_id",
        ),
        (
            json!({"type": "post_type_archive", "object": "zzz"}),
            "rest_post_invalid_type",
        ),
        (
            json!({"title": "x", "url": "/a", "menus": 999}),
            "invalid_menu_id",
        ),
        (
            json!({"title": "x", "url": "javascript:alert(1)"}),
            "rest_invalid_param",
        ),
        (json!({"title": 5, "url": "/a"}), "rest_invalid_param"),
        (
            json!({"title": "x", "url": "/a", "id": 5}),
            "rest_post_exists",
        ),
    ] {
        let answer = item(&site, body.clone()).await;
        assert_eq!(answer.refusal(), (400, code.to_owned()), "{body}");
    }
    let both = item(&site, json!({})).await.json();
    assert_eq!(both["code"], "rest_title_required");
    assert_eq!(both["additional_errors"][0]["code"], "rest_url_required");
    let url = item(&site, json!({"title": "x", "url": "javascript:1"}))
        .await
        .json();
    assert_eq!(url["data"]["details"]["url"]["code"], "rest_invalid_url");
    let bounds = item(
        &site,
        json!({"type": "x", "status": "trash", "menu_order": 0, "object_id": -1, "target": "y"}),
    )
    .await
    .json();
    let refused: Vec<&String> = bounds["data"]["params"]
        .as_object()
        .unwrap()
        .keys()
        .collect();
    assert_eq!(
        refused,
        ["type", "status", "menu_order", "object_id", "target"]
    );
    let all = site.get(Who::Admin, "/menu-items?status=any").await;
    assert_eq!(all.header("x-wp-total"), "0");
}

#[tokio::test]
async fn a_menu_item_follows_its_target() {
    let site = Site::new().await;
    let menu = menu(&site, "m").await;
    let post = site
        .write(
            Who::Editor,
            json!({"title": "Alvo & fim", "status": "publish"}),
        )
        .await;
    let made = item(
        &site,
        json!({"type": "post_type", "object_id": post, "menus": menu, "menu_order": 3, "title": "Alvo & fim"}),
    )
    .await;
    let path = format!("/menu-items/{}", made.id());
    let body = made.json();
    assert_eq!(body["title"]["rendered"], "Alvo &#038; fim");
    assert_eq!(body["url"], "https://exemplo.com.br/alvo-fim/");
    assert_eq!(
        (&body["object"], &body["type_label"]),
        (&json!("post"), &json!("Post"))
    );
    assert_eq!(
        body["_links"]["core:menu-item-object"],
        json!([{
            "post_type": "post",
            "embeddable": true,
            "href": format!("https://exemplo.com.br/rest/core/v2/posts/{post}")
        }])
    );
    let read = async |site: &Site| site.get(Who::Editor, &path).await.json();
    let post_path = format!("/posts/{post}");
    site.post(Who::Editor, &post_path, json!({"title": "Novo"}))
        .await;
    assert_eq!(read(&site).await["title"]["rendered"], "Novo");
    let own = site
        .post(Who::Admin, &path, json!({"title": "Próprio"}))
        .await
        .json();
    assert_eq!(
        (&own["title"]["raw"], &own["menu_order"]),
        (&json!("Próprio"), &json!(3))
    );
    site.delete(Who::Editor, &post_path).await;
    let trashed = read(&site).await;
    assert_eq!(
        (&trashed["invalid"], &trashed["title"]["rendered"]),
        (&json!(true), &json!("Próprio"))
    );
    site.delete(Who::Editor, &format!("{post_path}?force=true"))
        .await;
    let gone = site.get(Who::Admin, &path).await;
    assert_eq!(gone.refusal(), (404, "rest_post_invalid_id".to_owned()));
}

#[tokio::test]
async fn terms_archives_and_missing_targets() {
    let site = Site::new().await;
    let category = site.get(Who::Anonymous, "/categories").await.ids()[0];
    let term = item(
        &site,
        json!({"type": "taxonomy", "object_id": category, "menu_order": 7}),
    )
    .await
    .json();
    assert_eq!(
        (&term["object"], &term["title"]["raw"]),
        (&json!("category"), &json!("Sem categoria"))
    );
    assert_eq!(
        term["url"],
        "https://exemplo.com.br/category/sem-categoria/"
    );
    // An item outside any menu always has the first position, and names no menu.
    assert_eq!(term["menu_order"], 1);
    assert!(term.get("menus").is_none());
    let archive = item(
        &site,
        json!({"type": "post_type_archive", "object": "post"}),
    )
    .await
    .json();
    assert_eq!(archive["url"], "https://exemplo.com.br");
    let missing = item(
        &site,
        json!({"type": "taxonomy", "object": "category", "object_id": 999}),
    )
    .await
    .json();
    assert_eq!(
        (&missing["invalid"], &missing["title"]["raw"]),
        (&json!(true), &json!("#999 (sem título)"))
    );
}

#[tokio::test]
async fn changes_of_an_item() {
    let site = Site::new().await;
    let (first, second) = (menu(&site, "a").await, menu(&site, "b").await);
    let made = item(
        &site,
        json!({"title": "x", "url": "/a", "menus": first, "status": "future", "parent": 999}),
    )
    .await;
    let id = made.id();
    let path = format!("/menu-items/{id}");
    // Any status except `publish` is stored as `draft`, and the parent need not exist.
    assert_eq!(
        (&made.json()["status"], &made.json()["parent"]),
        (&json!("draft"), &json!(999))
    );
    let moved = site
        .call(
            Who::Admin,
            Method::PATCH,
            &path,
            json!({"menus": second, "status": "publish", "parent": id, "menu_order": 4}),
        )
        .await
        .json();
    assert_eq!(
        (&moved["menus"], &moved["status"]),
        (&json!(second), &json!("publish"))
    );
    assert_eq!(
        (&moved["parent"], &moved["menu_order"]),
        (&json!(0), &json!(4))
    );
    let kept = site
        .post(Who::Admin, &path, json!({"attr_title": "t"}))
        .await
        .json();
    assert_eq!(
        (&kept["url"], &kept["title"]["raw"], &kept["attr_title"]),
        (&json!("/a"), &json!("x"), &json!("t"))
    );
    let nowhere = site.post(Who::Admin, &path, json!({"menus": 0})).await;
    assert_eq!(
        nowhere.refusal(),
        (403, "rest_cannot_assign_term".to_owned())
    );
    let untitled = site.post(Who::Admin, &path, json!({"title": ""})).await;
    assert_eq!(untitled.refusal(), (400, "rest_title_required".to_owned()));
    assert_eq!(
        site.delete(Who::Admin, &path).await.refusal(),
        (501, "rest_trash_not_supported".to_owned())
    );
    let gone = site
        .delete(Who::Admin, &format!("{path}?force=true"))
        .await
        .json();
    assert_eq!(
        (&gone["deleted"], &gone["previous"]["id"]),
        (&json!(true), &json!(id))
    );
    assert!(gone["previous"].get("_links").is_none());
}

#[tokio::test]
async fn lists_of_items() {
    let site = Site::new().await;
    let (first, second) = (menu(&site, "a").await, menu(&site, "b").await);
    let mut ids = Vec::new();
    for (title, menu, place) in [("dois", first, 2), ("um", first, 1), ("três", second, 3)] {
        let body = json!({"title": title, "url": "/a", "menus": menu, "menu_order": place, "description": title});
        ids.push(item(&site, body).await.id());
    }
    let [two, one, three]: [u64; 3] = ids.try_into().unwrap();
    for (query, expected) in [
        (String::new(), vec![one, two, three]),
        (format!("menus={first}"), vec![one, two]),
        (format!("menus_exclude={first}"), vec![three]),
        (
            format!("menus[terms]={first},{second}&order=desc"),
            vec![three, two, one],
        ),
        ("menu_order=2".to_owned(), vec![two]),
        ("search=tres".to_owned(), vec![three]),
        ("orderby=title".to_owned(), vec![two, three, one]),
    ] {
        let answer = site.get(Who::Author, &format!("/menu-items?{query}")).await;
        assert_eq!(answer.ids(), expected, "{query}");
    }
    let many = site.get(Who::Admin, "/menu-items?page=2").await;
    assert_eq!(
        many.refusal(),
        (400, "rest_post_invalid_page_number".to_owned())
    );
}
