//! Navigations: links that the block editor arranges (docs/interface/site/navigation.md).

use axum::body::Body;
use http::Method;
use serde_json::{Value, json};

use crate::media_sideload::{picture, send};
use crate::support::{Answer, Site, Who};

const LINK: &str =
    "<!-- wp:navigation-link {\"label\":\"Blog\",\"url\":\"https://exemplo.com.br/blog/\"} /-->";

#[tokio::test]
async fn three_contexts() {
    let site = Site::new().await;
    let body = json!({
        "title": "Topo <b>",
        "content": "<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->",
        "slug": "topo-do-site",
        "status": "publish",
    });
    let made = site.post(Who::Admin, "/navigation", body).await;
    let path = format!("/navigation/{}", made.id());
    insta::assert_json_snapshot!("navigation_edit", made.json());
    let view = site.get(Who::Anonymous, &path).await;
    assert!(!view.header("link").contains("alternate"));
    insta::assert_json_snapshot!("navigation_view", view.json());
    // The editor reads the stored text where a navigation is embedded.
    let embed = format!("{path}?context=embed");
    insta::assert_json_snapshot!(
        "navigation_embed",
        site.get(Who::Anonymous, &embed).await.json()
    );
}

#[tokio::test]
async fn the_text_of_a_protected_navigation_needs_its_password() {
    let site = Site::new().await;
    let body = json!({
        "title": "Restrita", "content": LINK, "status": "publish", "password": "segredo",
    });
    let id = site.post(Who::Admin, "/navigation", body).await.id();
    for context in ["view", "embed"] {
        let path = format!("/navigation/{id}?context={context}");
        let shown = site.get(Who::Anonymous, &path).await;
        assert_eq!(shown.json()["content"]["protected"], true, "{context}");
        assert!(!shown.json().to_string().contains("Blog"), "{context}");
        let shown = site
            .get(Who::Anonymous, &format!("{path}&password=x"))
            .await;
        assert_eq!(
            shown.refusal(),
            (403, "rest_post_incorrect_password".to_owned())
        );
    }
    let path = format!("/navigation/{id}?context=embed&password=segredo");
    let shown = site.get(Who::Anonymous, &path).await.json();
    assert_eq!(shown["content"]["raw"], LINK);
    let edited = format!("/navigation/{id}?context=edit");
    let edited = site.get(Who::Admin, &edited).await.json();
    assert_eq!(edited["content"]["raw"], LINK);
}

#[tokio::test]
async fn revisions_and_autosaves_have_no_excerpt_and_no_meta() {
    let site = Site::new().await;
    let body = json!({"title": "Topo", "content": "<p>um</p>", "status": "publish"});
    let id = site.post(Who::Admin, "/navigation", body).await.id();
    let path = format!("/navigation/{id}");
    let body = json!({"title": "Topo novo", "content": "<p>dois</p>"});
    assert_eq!(site.post(Who::Admin, &path, body).await.status, 200);
    let body = json!({"title": "Topo novíssimo", "content": "<p>três</p>"});
    let autosave = format!("{path}/autosaves");
    let autosave = site.post(Who::Admin, &autosave, body).await.json();
    assert_eq!(autosave["content"]["raw"], "<p>três</p>");
    assert_eq!(autosave["preview_link"], "");
    let revisions = format!("{path}/revisions");
    let revisions = site.get(Who::Admin, &revisions).await.json();
    let titles: Vec<_> = revisions.as_array().unwrap().iter().collect();
    assert_eq!(titles.len(), 2, "{revisions}");
    for revision in titles {
        assert!(revision.get("excerpt").is_none() && revision.get("meta").is_none());
    }
    assert_eq!(revisions[1]["content"]["rendered"], "<p>dois</p>\n");
    // The item keeps its text until it is saved.
    let kept = site.get(Who::Admin, &path).await.json();
    assert_eq!(kept["content"]["rendered"], "<p>dois</p>\n");
}

#[tokio::test]
async fn a_navigation_may_be_empty_and_ignores_members_that_it_lacks() {
    let site = Site::new().await;
    let empty = site.post(Who::Admin, "/navigation", json!({})).await;
    assert_eq!(
        (empty.status, &empty.json()["status"]),
        (201, &json!("draft"))
    );
    let odd = json!({
        "title": "z", "excerpt": "resumo", "featured_media": 1, "sticky": true, "parent": 7,
        "meta": {"footnotes": "n"}, "categories": [3], "author": 1,
    });
    let made = site.post(Who::Admin, "/navigation", odd).await.json();
    for name in [
        "excerpt",
        "featured_media",
        "sticky",
        "parent",
        "meta",
        "author",
    ] {
        assert!(made.get(name).is_none(), "{name}");
    }
    let wrong = json!({"status": "closed", "title": "y"});
    let refused = site.post(Who::Admin, "/navigation", wrong).await;
    assert_eq!(refused.refusal(), (400, "rest_invalid_param".to_owned()));
    let id = made["id"].as_u64().unwrap();
    // Posts and navigations share no path.
    let other = site.get(Who::Admin, &format!("/posts/{id}")).await;
    assert_eq!(other.refusal(), (404, "rest_post_invalid_id".to_owned()));
}

#[tokio::test]
async fn searches_of_the_site_leave_navigations_out() {
    let site = Site::new().await;
    let body = json!({"title": "Palavra", "content": LINK, "status": "publish"});
    let id = site.post(Who::Admin, "/navigation", body).await.id();
    assert!(
        site.get(Who::Admin, "/search?search=Palavra")
            .await
            .ids()
            .is_empty()
    );
    let found = site.get(Who::Anonymous, "/navigation?search=Palavra").await;
    assert_eq!(found.ids(), [id]);
}

const FALLBACK: &str = "/rest/core-block-editor/v1/navigation-fallback";

async fn fallback(site: &Site, who: Who, method: Method) -> Answer {
    let request = site.request(who, method, &format!("{FALLBACK}?_embed=true"));
    site.send(request.body(Body::empty()).unwrap()).await
}

async fn raw(site: &Site, id: u64) -> Value {
    let path = format!("/navigation/{id}?context=edit");
    let item = site.get(Who::Admin, &path).await.json();
    assert_eq!(item["status"], "publish");
    item
}

#[tokio::test]
async fn the_fallback_is_the_navigation_that_was_published_last() {
    let site = Site::new().await;
    for (title, date, status) in [
        ("Antiga", "2024-01-01T00:00:00", "publish"),
        ("Atual", "2024-02-01T00:00:00", "publish"),
        ("Rascunho", "2024-03-01T00:00:00", "draft"),
    ] {
        let body = json!({"title": title, "content": LINK, "date": date, "status": status});
        site.post(Who::Admin, "/navigation", body).await.id();
    }
    // No page and no block shows it.
    let body = json!({"title": "Protegida", "content": LINK, "password": "x", "status": "publish"});
    site.post(Who::Admin, "/navigation", body).await.id();
    let found = fallback(&site, Who::Admin, Method::GET).await;
    let (id, body) = (found.json()["id"].as_u64().unwrap(), found.json());
    assert_eq!(raw(&site, id).await["title"]["raw"], "Atual");
    let own = format!("https://exemplo.com.br/rest/core/v2/navigation/{id}");
    assert_eq!(
        body["_links"]["self"][0],
        json!({"embeddable": true, "href": own})
    );
    // What the editor needs to show it is embedded.
    let embedded = &body["_embedded"]["self"][0];
    assert_eq!(embedded["content"]["raw"], LINK);
    assert_eq!(embedded["status"], "publish");
    assert_eq!(embedded["title"]["raw"], "Atual");
    assert_eq!(fallback(&site, Who::Admin, Method::HEAD).await.status, 200);
}

#[tokio::test]
async fn the_fallback_creates_one_navigation_for_administrators() {
    let site = Site::new().await;
    for who in [
        Who::Anonymous,
        Who::Subscriber,
        Who::Contributor,
        Who::Author,
        Who::Editor,
    ] {
        site.was_written();
        let refused = fallback(&site, who, Method::GET).await;
        let status = if who == Who::Anonymous { 401 } else { 403 };
        assert_eq!(refused.refusal(), (status, "rest_cannot_create".to_owned()));
    }
    let none = fallback(&site, Who::Admin, Method::HEAD).await;
    assert_eq!(none.status, 404);
    assert_eq!(
        site.get(Who::Admin, "/navigation")
            .await
            .header("x-wp-total"),
        "0"
    );
    let calls = (0..6).map(|_| fallback(&site, Who::Admin, Method::GET));
    let answers = futures_util::future::join_all(calls).await;
    let ids: Vec<_> = answers
        .iter()
        .map(|answer| answer.json()["id"].clone())
        .collect();
    assert!(ids.iter().all(|id| *id == ids[0] && id.is_u64()), "{ids:?}");
    assert_eq!(
        site.get(Who::Admin, "/navigation")
            .await
            .header("x-wp-total"),
        "1"
    );
    let made = raw(&site, ids[0].as_u64().unwrap()).await;
    assert_eq!(made["content"]["raw"], "<!-- wp:page-list /-->");
    assert_eq!(
        (&made["title"]["raw"], &made["slug"]),
        (&json!("Navegação"), &json!("navigation"))
    );
}

#[tokio::test]
async fn the_fallback_takes_the_links_of_a_menu() {
    let site = Site::new().await;
    let page = site
        .post(
            Who::Admin,
            "/pages",
            json!({"title": "Sobre & nós", "status": "publish"}),
        )
        .await
        .id();
    let other = site
        .post(Who::Admin, "/menus", json!({"name": "Outro"}))
        .await
        .id();
    let body = json!({"name": "Topo", "locations": ["primary"]});
    let menu = site.post(Who::Admin, "/menus", body).await.id();
    let newer = site
        .post(Who::Admin, "/menus", json!({"name": "Mais novo"}))
        .await
        .id();
    assert!(other < menu && menu < newer);
    let item = async |body: Value| site.post(Who::Admin, "/menu-items", body).await.id();
    let shop = item(json!({
        "title": "Loja --> \"nova\"", "url": "https://loja.exemplo.com.br/?a=1&b=2", "status": "publish",
        "menus": menu, "menu_order": 1, "target": "_blank", "xfn": ["me", "friend"],
        "classes": ["destaque", "loja"], "attr_title": "Nossa loja", "description": "Compras",
    }))
    .await;
    item(json!({
        "type": "post_type", "object": "page", "object_id": page, "status": "publish",
        "menus": menu, "menu_order": 2, "parent": shop,
    }))
    .await;
    let gone = site
        .post(
            Who::Admin,
            "/pages",
            json!({"title": "Antiga", "status": "publish"}),
        )
        .await
        .id();
    item(json!({
        "type": "post_type", "object": "page", "object_id": gone, "status": "publish",
        "menus": menu, "menu_order": 3,
    }))
    .await;
    site.delete(Who::Admin, &format!("/pages/{gone}")).await;
    let id = fallback(&site, Who::Admin, Method::GET).await.json()["id"]
        .as_u64()
        .unwrap();
    let made = raw(&site, id).await;
    assert_eq!(
        (&made["title"]["raw"], &made["slug"]),
        (&json!("Topo"), &json!("topo"))
    );
    insta::assert_snapshot!(
        "navigation_of_a_menu",
        made["content"]["raw"].as_str().unwrap()
    );
    // A menu without items leads to the list of pages.
    let site = Site::new().await;
    site.post(Who::Admin, "/menus", json!({"name": "Vazio"}))
        .await
        .id();
    let id = fallback(&site, Who::Admin, Method::GET).await.json()["id"]
        .as_u64()
        .unwrap();
    let made = raw(&site, id).await;
    assert_eq!(made["content"]["raw"], "<!-- wp:page-list /-->");
}

#[tokio::test]
async fn navigation_blocks_show_their_entries_nested_and_escaped() {
    let site = Site::new().await;
    let page = json!({"title": "Sobre", "status": "publish"});
    let page = site.post(Who::Admin, "/pages", page).await.id();
    let entries = format!(
        "<!-- wp:navigation-submenu {{\"label\":\"Mais <b>x</b>\",\"url\":\"/mais/?a=1&b=2\",\"className\":\"k\\\"><i>\"}} --><!-- wp:navigation-link {{\"label\":\"Sobre\",\"id\":{page},\"kind\":\"post-type\"}} /--><!-- /wp:navigation-submenu --><!-- wp:navigation-link {{\"label\":\"Fora\",\"url\":\"https://fora.exemplo.com.br/\",\"opensInNewTab\":true,\"rel\":\"opener me\"}} /--><!-- wp:navigation-link {{\"label\":\"Sumida\",\"id\":9999,\"kind\":\"post-type\"}} /-->"
    );
    let body = json!({"title": "Topo \"A\"", "content": entries, "status": "publish"});
    let id = site.post(Who::Admin, "/navigation", body).await.id();
    let items = "<li class=\"wp-block-navigation-item has-child k&quot;&gt;&lt;i&gt; wp-block-navigation-submenu\"><a class=\"wp-block-navigation-item__content\" href=\"https://exemplo.com.br/mais/?a=1&amp;b=2\"><span class=\"wp-block-navigation-item__label\">Mais x</span></a><ul class=\"wp-block-navigation__submenu-container\"><li class=\"wp-block-navigation-item wp-block-navigation-link\"><a class=\"wp-block-navigation-item__content\" href=\"https://exemplo.com.br/sobre/\"><span class=\"wp-block-navigation-item__label\">Sobre</span></a></li></ul></li><li class=\"wp-block-navigation-item wp-block-navigation-link\"><a class=\"wp-block-navigation-item__content\" href=\"https://fora.exemplo.com.br/\" target=\"_blank\" rel=\"me noopener\"><span class=\"wp-block-navigation-item__label\">Fora</span></a></li>";
    let own = site.get(Who::Anonymous, &format!("/navigation/{id}")).await;
    assert_eq!(own.json()["content"]["rendered"], items);
    for raw in [
        format!("<!-- wp:navigation {{\"ref\":{id}}} /-->"),
        "<!-- wp:navigation /-->".to_owned(),
    ] {
        let body = json!({"title": "p", "content": raw, "status": "publish"});
        let shown = site.post(Who::Admin, "/posts", body).await.json();
        let shown = shown["content"]["rendered"].as_str().unwrap().to_owned();
        assert!(
            shown.starts_with("<nav class=\"wp-block-navigation is-layout-flex wp-block-navigation-is-layout-flex\" aria-label="),
            "{shown}"
        );
        let list = format!("<ul class=\"wp-block-navigation__container\">{items}</ul></nav>");
        assert!(shown.contains(&list), "{shown}");
    }
    // A navigation inside of itself, one that is gone and a draft show nothing.
    let own = json!({"content": format!("<!-- wp:navigation {{\"ref\":{id}}} /-->")});
    site.post(Who::Admin, &format!("/navigation/{id}"), own)
        .await;
    let body = json!({"content": "a", "title": "b"});
    let draft = site.post(Who::Admin, "/navigation", body).await.id();
    for gone in [id, draft, 9999] {
        let raw = format!("<!-- wp:navigation {{\"ref\":{gone}}} /-->");
        let body = json!({"title": "p", "content": raw, "status": "publish"});
        let shown = site.post(Who::Admin, "/posts", body).await.json();
        assert_eq!(shown["content"]["rendered"], "", "{gone}");
    }
}

#[tokio::test]
async fn the_fallback_leaves_out_what_readers_may_not_see() {
    let site = Site::new().await;
    let body = json!({"name": "Topo &lt;novo> & co", "locations": ["primary"]});
    let menu = site.post(Who::Admin, "/menus", body).await.id();
    for (title, status, password) in [
        ("Aberta", "publish", ""),
        ("Reservada", "private", ""),
        ("Rascunho", "draft", ""),
        ("Agendada", "future", ""),
        ("Protegida", "publish", "segredo"),
    ] {
        let page = json!({
            "title": title, "status": status, "password": password, "date": "2037-01-01T00:00:00",
        });
        let mut page = page;
        if status != "future" {
            page["date"] = json!("2020-01-01T00:00:00");
        }
        let page = site.post(Who::Admin, "/pages", page).await.id();
        let item = json!({
            "type": "post_type", "object": "page", "object_id": page, "status": "publish",
            "menus": menu,
        });
        site.post(Who::Admin, "/menu-items", item).await.id();
    }
    // A file has the visibility of the item that it is attached to.
    let hidden = json!({"title": "Dossiê", "status": "private"});
    let hidden = site.post(Who::Admin, "/posts", hidden).await.id();
    for (name, post) in [("retrato.jpg", hidden), ("vista.jpg", 0)] {
        let path = format!("/media?post={post}");
        let file = send(&site, Who::Admin, &path, name, picture(60, 40, 3)).await;
        let item = json!({
            "type": "post_type", "object": "attachment", "object_id": file.id(),
            "status": "publish", "menus": menu,
        });
        site.post(Who::Admin, "/menu-items", item).await.id();
    }
    let id = fallback(&site, Who::Admin, Method::GET).await.json()["id"]
        .as_u64()
        .unwrap();
    let made = raw(&site, id).await;
    let content = made["content"]["raw"].as_str().unwrap();
    // The title of a protected page is public.
    for (title, is_public) in [
        ("Aberta", true),
        ("Protegida", true),
        ("Reservada", false),
        ("Rascunho", false),
        ("Agendada", false),
        ("vista", true),
        ("retrato", false),
    ] {
        assert_eq!(content.contains(title), is_public, "{title}: {content}");
    }
    // The name of a menu is plain text, the title of a navigation HTML.
    let shown = site.get(Who::Admin, &format!("/menus/{menu}")).await.json();
    assert_eq!(made["title"]["raw"], shown["name"]);
}
