//! The head of the public page in the representations of resources.

use axum::body::Body;
use domain::site::Caller;
use http::{Method, Request};
use seo::settings::Settings;
use serde_json::{Value, json};
use site_core::{Hosts, Options};
use site_head::{Heads, SETTINGS};
use site_options::Owner;
use site_store::{Freshness, Tenant};

use crate::support::{Answer, HOME, Site, Who};

/// Addresses of resources with a head, each with the path of the page.
struct Made {
    post: u64,
    resources: Vec<(String, &'static str)>,
}

async fn made(site: &Site) -> Made {
    let category = site
        .post(Who::Admin, "/categories", json!({"name": "Doces"}))
        .await
        .id();
    let tag = site
        .post(Who::Admin, "/tags", json!({"name": "Trigo"}))
        .await
        .id();
    let above = json!({"title": "Sobre", "content": "x", "status": "publish"});
    let above = site.post(Who::Admin, "/pages", above).await.id();
    let page = json!({"title": "Equipe", "content": "y", "status": "publish", "parent": above});
    let page = site.post(Who::Admin, "/pages", page).await.id();
    let post = site
        .write(
            Who::Admin,
            json!({"title": "Pão", "content": "<p>Farinha.</p>", "status": "publish",
                "categories": [category], "tags": [tag],
                "meta": {"seo_description": "Como se faz", "seo_social_title": "Na rede"}}),
        )
        .await;
    let admin = site.user_id(Who::Admin).await;
    Made {
        post,
        resources: vec![
            (format!("/posts/{post}"), "/pao/"),
            (format!("/pages/{above}"), "/sobre/"),
            (format!("/pages/{page}"), "/sobre/equipe/"),
            (format!("/categories/{category}"), "/category/doces/"),
            (format!("/tags/{tag}"), "/tag/trigo/"),
            (format!("/users/{admin}"), "/author/admin/"),
            ("/types/post".to_owned(), "/"),
        ],
    }
}

/// The head of a page as `get_head` makes it.
async fn head_of(site: &Site, path: &str) -> seo::Head {
    site.store.refresh(Freshness::Asked).await.unwrap();
    let (settings, now) = (Settings::default(), "2024-05-01T10:00:00Z".parse().unwrap());
    let everyone = Caller::anonymous();
    let heads = Heads::open(&site.store, HOME, now, &settings, &everyone)
        .await
        .unwrap();
    heads.at(&format!("{HOME}{path}")).await.unwrap().unwrap()
}

#[tokio::test]
async fn a_resource_has_the_head_of_its_page_in_every_context() {
    let site = Site::new().await;
    for (resource, path) in made(&site).await.resources {
        let head = head_of(&site, path).await;
        assert_eq!(head.status(), 200, "{path}");
        for (who, context) in [
            (Who::Anonymous, "view"),
            (Who::Anonymous, "embed"),
            (Who::Admin, "edit"),
        ] {
            let answer = site
                .get(who, &format!("{resource}?context={context}"))
                .await;
            assert_eq!(answer.status, 200, "{resource}");
            let shown = answer.json();
            assert_eq!(shown["seo_head"], head.html(), "{resource} {context}");
            assert_eq!(shown["seo_head_json"], head.json(), "{resource} {context}");
            let names: Vec<_> = shown.as_object().unwrap().keys().collect();
            assert_eq!(
                names[names.len() - 3..],
                ["seo_head", "seo_head_json", "_links"]
            );
        }
    }
}

#[tokio::test]
async fn lists_and_writes_have_the_same_heads_as_single_reads() {
    let site = Site::new().await;
    let Made { post, .. } = made(&site).await;
    for list in ["posts", "pages", "categories", "tags", "users"] {
        // The second time from the caches.
        for _ in 0..2 {
            let answer = site.get(Who::Anonymous, &format!("/{list}")).await.json();
            let items = answer.as_array().unwrap();
            assert!(!items.is_empty(), "{list}");
            for item in items {
                let one = format!("/{list}/{}", item["id"]);
                let one = site.get(Who::Anonymous, &one).await.json();
                assert_eq!(item["seo_head"], one["seo_head"], "{list}");
                assert_eq!(item["seo_head_json"], one["seo_head_json"], "{list}");
            }
        }
    }
    let path = format!("/posts/{post}");
    let written = site
        .post(Who::Admin, &path, json!({"meta": {"seo_title": "Novo"}}))
        .await;
    assert_eq!(written.json()["seo_head_json"]["title"], "Novo");
    let read = site.get(Who::Anonymous, &path).await.json();
    assert_eq!(read["seo_head_json"], written.json()["seo_head_json"]);
    let gone = site
        .delete(Who::Admin, &format!("{path}?force=true"))
        .await
        .json();
    assert_eq!(gone["previous"]["seo_head_json"]["title"], "Novo");
}

#[tokio::test]
async fn types_without_a_list_and_users_without_posts_have_none() {
    let site = Site::new().await;
    made(&site).await;
    let types = site.get(Who::Anonymous, "/types").await.json();
    for (name, shown) in types.as_object().unwrap() {
        assert_eq!(shown["seo_head_json"].is_null(), name != "post", "{name}");
        assert_eq!(shown["seo_head"].is_null(), name != "post", "{name}");
    }
    let me = site.get(Who::Editor, "/users/me").await.json();
    assert!(me.as_object().unwrap().contains_key("seo_head"));
    assert_eq!(
        (&me["seo_head"], &me["seo_head_json"]),
        (&Value::Null, &Value::Null)
    );
    for other in [
        "/media",
        "/blocks",
        "/menus",
        "/comments",
        "/taxonomies",
        "/pattern_category",
    ] {
        let answer = site.get(Who::Admin, other).await;
        let text = String::from_utf8(answer.bytes).unwrap();
        assert!(!text.contains("seo_head"), "{other}");
    }
}

#[tokio::test]
async fn fields_select_heads_and_their_members() {
    let site = Site::new().await;
    let Made { post, .. } = made(&site).await;
    let get = async |fields: &str| {
        let path = format!("/posts/{post}?_fields={fields}");
        site.get(Who::Anonymous, &path).await.json()
    };
    let names =
        |value: Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    assert_eq!(names(get("id").await), ["id"]);
    assert_eq!(names(get("seo_head").await), ["seo_head"]);
    assert_eq!(
        names(get("id,seo_head_json").await),
        ["id", "seo_head_json"]
    );
    assert_eq!(
        get("seo_head_json.description,seo_head_json.og_title").await,
        json!({"seo_head_json": {"description": "Como se faz", "og_title": "Na rede"}})
    );
}

#[tokio::test]
async fn what_not_everyone_may_read_has_a_head_for_those_who_may() {
    let site = Site::new().await;
    let secret = json!({"seo_title": "Segredo um", "seo_description": "Segredo dois",
        "seo_social_title": "Segredo três", "seo_card_title": "Segredo quatro"});
    let mut ids = Vec::new();
    for status in ["draft", "pending", "private", "future"] {
        let body = json!({"title": "Pão", "content": "Segredo cinco", "status": status,
            "date_gmt": "2030-01-01T00:00:00", "meta": secret});
        let id = site.write(Who::Editor, body).await;
        let path = format!("/posts/{id}");
        let shown = site.get(Who::Editor, &path).await.json();
        let head = &shown["seo_head_json"];
        assert_eq!(head["title"], "Segredo um", "{status}");
        let index = if status == "private" {
            "noindex"
        } else {
            "index"
        };
        assert_eq!(head["robots"]["index"], index, "{status}");
        assert_eq!(head["article_published_time"], "2030-01-01T00:00:00+00:00");
        let refused = site.get(Who::Anonymous, &path).await;
        assert_eq!(refused.status, 401, "{status}");
        ids.push(id);
    }
    let floating = json!({"title": "Torta", "content": "x"});
    let floating = site.post(Who::Editor, "/posts", floating).await.json();
    assert!(floating["seo_head_json"]["article_published_time"].is_null());
    let protected = json!({"title": "Bolo", "content": "Segredo cinco", "status": "publish",
        "password": "senha", "excerpt": "Segredo seis", "meta": secret});
    let protected = site.write(Who::Editor, protected).await;
    for path in [
        format!("/posts/{protected}"),
        format!("/posts/{protected}?password=senha"),
        "/posts".to_owned(),
        "/posts?_embed".to_owned(),
    ] {
        let mut shown = site.get(Who::Anonymous, &path).await.json();
        let item = if shown.is_array() {
            &mut shown[0]
        } else {
            &mut shown
        };
        assert_eq!(item["seo_head_json"]["title"], "Bolo - Exemplo", "{path}");
        let head = item["seo_head"].to_string() + &item["seo_head_json"].to_string();
        assert!(!head.contains("Segredo"), "{path}: {head}");
        assert!(!item["meta"].to_string().contains("Segredo"), "{path}");
    }
}

#[tokio::test]
async fn a_list_reads_the_store_once_for_the_heads_of_all_items() {
    let site = Site::new().await;
    let mut requests = Vec::new();
    for posts in [2, 40] {
        for number in 0..posts {
            let page = json!({"title": format!("Página {number}"), "content": "x"});
            let page = site.post(Who::Editor, "/pages", page).await.id();
            // An item that is no picture is read as well before that is known.
            let body = json!({"title": format!("Post {number}"), "status": "publish",
                "meta": {"seo_social_image_id": page}});
            site.write(Who::Editor, body).await;
        }
        let fresh = site.restarted();
        // Reads the model and the settings.
        fresh.get(Who::Anonymous, "/categories").await;
        fresh.store_requests();
        let path = "/posts?per_page=100&_fields=id";
        assert!(fresh.get(Who::Anonymous, path).await.ids().len() >= posts);
        let without = fresh.store_requests();
        let fresh = site.restarted();
        fresh.get(Who::Anonymous, "/categories").await;
        fresh.store_requests();
        fresh.get(Who::Anonymous, "/posts?per_page=100").await;
        requests.push(fresh.store_requests() - without);
    }
    assert_eq!(requests, [1, 1]);
}

#[tokio::test]
async fn a_change_of_the_settings_appears_within_a_minute() {
    let site = Site::new().await;
    let Made { post, .. } = made(&site).await;
    let paths = [
        format!("/posts/{post}"),
        "/posts".to_owned(),
        "/types/post".to_owned(),
    ];
    let names = async || {
        let mut names = Vec::new();
        for (path, who) in paths
            .iter()
            .flat_map(|path| [Who::Anonymous, Who::Admin].map(|who| (path, who)))
        {
            let shown = site.get(who, path).await.json();
            let item = shown.get(0).unwrap_or(&shown);
            names.push(
                item["seo_head_json"]["og_site_name"]
                    .as_str()
                    .unwrap()
                    .to_owned(),
            );
        }
        names
    };
    assert_eq!(names().await, ["Exemplo"; 6]);
    let mut settings = Settings::default();
    settings.representation.website_name = "Padaria".to_owned();
    set(&site, &settings).await;
    site.clock.advance(jiff::SignedDuration::from_secs(60));
    assert_eq!(names().await, ["Padaria"; 6]);
}

/// Stores the settings as another process does.
async fn set(site: &Site, settings: &Settings) {
    let options = site.options();
    let stored = options.update(Owner::Site, SETTINGS, |_: Option<&Settings>| {
        Some(settings.clone())
    });
    stored.await.unwrap();
}

async fn asked(site: &Site, host: &'static str, path: &str) -> Answer {
    let request = Request::get(path).header("host", host);
    site.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn two_sites_never_show_each_others_heads() {
    let site = Site::new().await;
    let Made { post, .. } = made(&site).await;
    let site = site.restarted_with(Options {
        hosts: Hosts::Registered,
        ..Options::at(HOME)
    });
    let other: Tenant = "outro".parse().unwrap();
    site.register_host("outro.com.br", &other).await;
    let mut settings = Settings::default();
    settings.representation.website_name = "Padaria".to_owned();
    set(&site, &settings).await;
    for _ in 0..2 {
        let own = asked(&site, "exemplo.com.br", "/rest/core/v2/types/post")
            .await
            .json();
        assert_eq!(own["seo_head_json"]["og_site_name"], "Padaria");
        assert_eq!(own["seo_head_json"]["canonical"], "https://exemplo.com.br/");
        let foreign = asked(&site, "outro.com.br", "/rest/core/v2/types/post").await;
        let text = String::from_utf8(foreign.bytes).unwrap();
        assert!(text.contains("https://outro.com.br/"), "{text}");
        assert!(
            !text.contains("Padaria") && !text.contains("exemplo.com.br"),
            "{text}"
        );
        for path in [
            format!("/rest/core/v2/posts/{post}"),
            "/rest/core/v2/posts".to_owned(),
        ] {
            let foreign = asked(&site, "outro.com.br", &path).await;
            assert!(
                !String::from_utf8(foreign.bytes)
                    .unwrap()
                    .contains("Como se faz")
            );
        }
    }
}

#[tokio::test]
async fn vendor_names() {
    let site = Site::with(Options {
        vendor_names: true,
        ..Options::at(HOME)
    })
    .await;
    let Made { post, .. } = made(&site).await;
    let path = format!("/wp-json/wp/v2/posts/{post}");
    let request = site.request(Who::Admin, Method::GET, &path);
    let shown = site.send(request.body(Body::empty()).unwrap()).await.json();
    assert_eq!(shown["yoast_head_json"]["title"], "Pão - Exemplo");
    assert!(
        shown["yoast_head"]
            .as_str()
            .unwrap()
            .contains("<title>Pão - Exemplo</title>")
    );
    assert_eq!(shown["meta"]["_yoast_wpseo_metadesc"], "Como se faz");
    assert_eq!(shown["meta"]["seo_noindex"], Value::Null);
    assert!(shown.get("seo_head").is_none());
    let path = format!("{path}?_fields=yoast_head_json.description");
    let request = site.request(Who::Anonymous, Method::GET, &path);
    let shown = site.send(request.body(Body::empty()).unwrap()).await.json();
    assert_eq!(
        shown,
        json!({"yoast_head_json": {"description": "Como se faz"}})
    );
    let change = json!({"meta": {"_yoast_wpseo_title": "Título", "_yoast_wpseo_focuskw": "pão"}});
    let request = site
        .request(
            Who::Admin,
            Method::POST,
            &format!("/wp-json/wp/v2/posts/{post}"),
        )
        .header("content-type", "application/json");
    let changed = site
        .send(request.body(Body::from(change.to_string())).unwrap())
        .await
        .json();
    assert_eq!(changed["yoast_head_json"]["title"], "Título");
    let own = site.get(Who::Admin, &format!("/posts/{post}")).await.json();
    assert_eq!(own["meta"]["focus_keyword"], "pão");
}

/// Every member has a value of its own, so that the snapshot shows which field each member comes from.
#[tokio::test]
async fn the_shape_on_the_wire() {
    let site = Site::new().await;
    let meta = json!({
        "seo_title": "%%title%% título", "seo_description": "Descrição", "focus_keyword": "pão",
        "seo_canonical": "https://outro.example/pao/", "seo_noindex": false, "seo_nofollow": true,
        "seo_noarchive": true, "seo_noimageindex": true, "seo_breadcrumb_title": "Migalha",
        "seo_page_type": "FAQPage", "seo_article_type": "NewsArticle", "seo_social_title": "Na rede",
        "seo_social_description": "Texto da rede", "seo_social_image": "https://outro.example/r.png",
        "seo_card_title": "No cartão", "seo_card_description": "Texto do cartão",
        "seo_card_image": "https://outro.example/c.png",
    });
    let mut settings = Settings::default();
    settings.representation.company_or_person = "company".to_owned();
    settings.representation.company_name = "Padaria Ltda".to_owned();
    settings.representation.company_logo = "https://outro.example/logo.png".to_owned();
    settings.profiles.social_network_site = "https://rede.example/padaria".to_owned();
    settings.profiles.short_message_site = "padaria".to_owned();
    set(&site, &settings).await;
    let body = json!({"title": "Pão", "content": "<p>Farinha.</p>", "status": "publish",
        "date": "2024-04-30T10:00:00", "meta": meta});
    let id = site.write(Who::Admin, body).await;
    let change = json!({"title": "Pão fresco"});
    let shown = site
        .post(Who::Admin, &format!("/posts/{id}"), change)
        .await
        .json();
    insta::assert_json_snapshot!(shown["seo_head_json"]);
    insta::assert_snapshot!(shown["seo_head"].as_str().unwrap());
}
