//! Menus, menu items and menu locations.

use http::Method;
use serde_json::{Value, json};
use site_store::MenuLocation;

use crate::support::{Answer, Site, Who};

async fn menu(site: &Site, name: &str) -> u64 {
    site.post(Who::Admin, "/menus", json!({"name": name}))
        .await
        .id()
}

async fn item(site: &Site, body: Value) -> Answer {
    site.post(Who::Admin, "/menu-items", body).await
}

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
    let category = site.get(Who::Nobody, "/categories").await.ids()[0];
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

#[tokio::test]
async fn rights_to_read_and_manage_menus() {
    let site = Site::new().await;
    let menu = menu(&site, "m").await;
    let id = item(&site, json!({"title": "x", "url": "/a", "menus": menu}))
        .await
        .id();
    let draft = item(&site, json!({"title": "y", "url": "/a", "status": "draft"}))
        .await
        .id();
    for who in Who::ALL {
        let refused = if who == Who::Nobody { 401 } else { 403 };
        for path in [
            "/menus".to_owned(),
            format!("/menus/{menu}"),
            "/menu-items".to_owned(),
            format!("/menu-items/{id}"),
        ] {
            let answer = site.get(who, &path).await;
            if who >= Who::Contributor {
                assert_eq!(answer.status, 200, "{who:?} {path}");
            } else {
                assert_eq!(
                    answer.refusal(),
                    (refused, "rest_cannot_view".to_owned()),
                    "{path}"
                );
            }
            let edit = site.get(who, &format!("{path}?context=edit")).await;
            if who == Who::Admin {
                assert_eq!(edit.status, 200, "{path}");
            } else {
                assert_eq!(
                    edit.refusal(),
                    (refused, "rest_forbidden_context".to_owned()),
                    "{path}"
                );
            }
        }
        let locations = site.get(who, "/menu-locations").await;
        let hidden = site.get(who, &format!("/menu-items/{draft}")).await;
        let create = site
            .post(who, "/menus", json!({"name": format!("{who:?}")}))
            .await;
        if who == Who::Admin {
            assert_eq!(
                (locations.status, hidden.status, create.status),
                (200, 200, 201)
            );
            assert_eq!(locations.json(), json!([]));
            continue;
        }
        assert_eq!(
            locations.refusal(),
            (refused, "rest_cannot_view".to_owned())
        );
        assert_eq!(
            hidden.refusal(),
            (refused, "rest_forbidden".to_owned()),
            "{who:?}"
        );
        assert_eq!(create.refusal(), (refused, "rest_cannot_create".to_owned()));
        let change = site
            .post(who, &format!("/menus/{menu}"), json!({"name": "n"}))
            .await;
        assert_eq!(change.refusal(), (refused, "rest_cannot_update".to_owned()));
        let write = item_as(&site, who).await;
        assert_eq!(write.refusal(), (refused, "rest_cannot_create".to_owned()));
    }
}

async fn item_as(site: &Site, who: Who) -> Answer {
    site.post(who, "/menu-items", json!({"title": "x", "url": "/a"}))
        .await
}

#[tokio::test]
async fn menu_names_are_unique() {
    let site = Site::new().await;
    let main = menu(&site, "Principal").await;
    let again = site
        .post(Who::Admin, "/menus", json!({"name": "Principal"}))
        .await;
    assert_eq!(again.refusal(), (400, "menu_exists".to_owned()));
    assert_eq!(again.json()["data"]["term_id"], main);
    assert_eq!(again.json()["additional_data"], json!([main]));
    let other = site
        .post(
            Who::Admin,
            "/menus",
            json!({"name": "Outro", "slug": "dado", "auto_add": true}),
        )
        .await;
    assert_eq!(
        (&other.json()["slug"], &other.json()["auto_add"]),
        (&json!("outro"), &json!(true))
    );
    let path = format!("/menus/{}", other.id());
    let taken = site
        .post(Who::Admin, &path, json!({"name": "principal"}))
        .await;
    assert_eq!(taken.refusal(), (500, "menu_exists".to_owned()));
    let kept = site
        .post(Who::Admin, &path, json!({"description": "d"}))
        .await
        .json();
    assert_eq!(
        (&kept["name"], &kept["description"], &kept["auto_add"]),
        (&json!("Outro"), &json!("d"), &json!(true))
    );
    for (body, code) in [
        (json!({"name": ""}), "empty_term_name"),
        (json!({}), "rest_missing_callback_param"),
        (
            json!({"name": "z", "parent": 1}),
            "rest_taxonomy_not_hierarchical",
        ),
        (
            json!({"name": "z", "locations": ["topo"]}),
            "rest_invalid_param",
        ),
    ] {
        let answer = site.post(Who::Admin, "/menus", body.clone()).await;
        assert_eq!(answer.refusal(), (400, code.to_owned()), "{body}");
    }
    assert_eq!(
        site.delete(Who::Admin, &path).await.refusal(),
        (501, "rest_trash_not_supported".to_owned())
    );
    let gone = site
        .delete(Who::Admin, &format!("{path}?force=true"))
        .await
        .json();
    assert_eq!(gone["previous"]["name"], "Outro");
    assert_eq!(
        site.get(Who::Admin, &path).await.refusal(),
        (404, "rest_term_invalid".to_owned())
    );
}

#[tokio::test]
async fn a_location_shows_one_menu() {
    let site = Site::new().await;
    site.store
        .update_settings(|settings| {
            for name in ["topo", "rodape"] {
                let place = MenuLocation {
                    description: name.to_owned(),
                    menu: 0,
                };
                settings.menu_locations.insert(name.to_owned(), place);
            }
        })
        .await
        .unwrap();
    let first = site
        .post(
            Who::Admin,
            "/menus",
            json!({"name": "a", "locations": ["topo", "rodape"]}),
        )
        .await;
    assert_eq!(first.json()["locations"], json!(["rodape", "topo"]));
    let unknown = site
        .post(
            Who::Admin,
            "/menus",
            json!({"name": "x", "locations": ["lado"]}),
        )
        .await
        .json();
    assert_eq!(
        unknown["data"]["details"]["locations"]["data"],
        json!({"location": "lado"})
    );
    let second = site
        .post(
            Who::Admin,
            "/menus",
            json!({"name": "b", "locations": ["topo"]}),
        )
        .await
        .id();
    let path = format!("/menus/{}", first.id());
    assert_eq!(
        site.get(Who::Admin, &path).await.json()["locations"],
        json!(["rodape"])
    );
    insta::assert_json_snapshot!(
        "menu_location",
        site.get(Who::Admin, "/menu-locations/topo").await.json()
    );
    let moved = site
        .post(Who::Admin, &path, json!({"locations": []}))
        .await
        .json();
    assert_eq!(moved["locations"], json!([]));
    site.delete(Who::Admin, &format!("/menus/{second}?force=true"))
        .await;
    let all = site.get(Who::Admin, "/menu-locations").await.json();
    assert_eq!(
        (&all["topo"]["menu"], &all["rodape"]["menu"]),
        (&json!(0), &json!(0))
    );
    let missing = site.get(Who::Admin, "/menu-locations/lado").await;
    assert_eq!(
        missing.refusal(),
        (404, "rest_menu_location_invalid".to_owned())
    );
}

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
