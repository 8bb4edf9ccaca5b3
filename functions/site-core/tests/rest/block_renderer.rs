//! Single blocks as the editor asks for them.

use http::Method;
use serde_json::{Value, json};

use crate::support::{HOME, Site, Who};

/// The HTML of a block with these attributes, in the item `post` unless that is 0.
pub async fn block(site: &Site, name: &str, attributes: Value, post: u64) -> String {
    let mut body = json!({"attributes": attributes});
    if post > 0 {
        body["post_id"] = json!(post);
    }
    let path = format!("/block-renderer/core/{name}?context=edit");
    let shown = site.post(Who::Admin, &path, body).await.ok();
    assert_eq!(shown.as_object().unwrap().len(), 1, "{shown}");
    shown["rendered"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn attributes_come_in_the_address_or_the_body() {
    let site = Site::new().await;
    let title = json!({"title": "Padaria"});
    site.post(Who::Admin, "/settings", title).await.ok();
    let expected = json!({"rendered": "<h3 class=\"wp-block-site-title\">Padaria</h3>"});
    let path = "/block-renderer/core/site-title?context=edit";
    let query = "&attributes[level]=3&attributes[isLink]=false";
    let read = site.get(Who::Author, &format!("{path}{query}")).await;
    assert_eq!(read.ok(), expected);
    let body = json!({"context": "edit", "attributes": {"level": 3, "isLink": "0"}});
    let path = "/block-renderer/core/site-title";
    assert_eq!(site.post(Who::Author, path, body).await.ok(), expected);
    let usual = "<h1 class=\"wp-block-site-title\">";
    for empty in [json!({}), json!([]), json!(""), Value::Null] {
        let body = json!({"context": "edit", "attributes": empty});
        let shown = site.post(Who::Author, path, body).await.ok();
        let html = shown["rendered"].as_str().unwrap();
        assert!(html.starts_with(usual), "{html}");
    }
}

#[tokio::test]
async fn the_type_of_the_block_decides_what_is_valid() {
    let site = Site::new().await;
    let path = "/block-renderer/core/latest-posts?context=edit";
    for (attributes, name, code) in [
        (
            json!({"outro": 1}),
            "outro",
            "rest_additional_properties_forbidden",
        ),
        (
            json!({"postsToShow": "x"}),
            "[postsToShow]",
            "rest_invalid_type",
        ),
        (
            json!({"categories": ["x"]}),
            "[categories][0]",
            "rest_invalid_type",
        ),
        (
            json!({"featuredImageAlign": "up"}),
            "[featuredImageAlign]",
            "rest_not_in_enum",
        ),
        (json!(5), "", "rest_invalid_type"),
    ] {
        let body = json!({"attributes": attributes});
        let answer = site.post(Who::Author, path, body).await;
        let refusal = answer.json();
        assert_eq!(
            answer.refusal(),
            (400, "rest_invalid_param".to_owned()),
            "{refusal}"
        );
        let detail = &refusal["data"]["details"]["attributes"];
        assert_eq!(detail["code"], code, "{refusal}");
        assert!(
            detail["message"].as_str().unwrap().contains(name),
            "{refusal}"
        );
    }
}

#[tokio::test]
async fn unknown_blocks_and_other_requests_are_refused() {
    let site = Site::new().await;
    for (method, path, refusal) in [
        (Method::GET, "/core/archives", (400, "rest_invalid_param")),
        (
            Method::GET,
            "/core/archives?context=view",
            (400, "rest_invalid_param"),
        ),
        (
            Method::GET,
            "/core/archives?context=edit&post_id=x",
            (400, "rest_invalid_param"),
        ),
        (
            Method::GET,
            "/core/nada?context=edit",
            (404, "block_invalid"),
        ),
        (
            Method::GET,
            "/core/nada?context=edit&attributes[a]=1",
            (404, "block_invalid"),
        ),
        // An editor renders it.
        (
            Method::GET,
            "/core/paragraph?context=edit",
            (404, "block_invalid"),
        ),
        (
            Method::GET,
            "/acme/archives?context=edit",
            (404, "block_invalid"),
        ),
        (
            Method::GET,
            "/archives?context=edit",
            (404, "rest_no_route"),
        ),
        (
            Method::GET,
            "/core/a/b?context=edit",
            (404, "rest_no_route"),
        ),
        (
            Method::PUT,
            "/core/archives?context=edit",
            (404, "rest_no_route"),
        ),
        (
            Method::DELETE,
            "/core/archives?context=edit",
            (404, "rest_no_route"),
        ),
    ] {
        let path = format!("/block-renderer{path}");
        let answer = site.call(Who::Author, method, &path, Value::Null).await;
        let (status, code) = answer.refusal();
        assert_eq!((status, code.as_str()), refusal, "{path}");
    }
}

#[tokio::test]
async fn the_item_is_one_that_the_caller_may_edit() {
    let site = Site::new().await;
    let post = json!({"title": "De outra", "status": "publish"});
    let post = site.write(Who::Editor, post).await;
    let draft = site
        .write(Who::Author, json!({"title": "Meu rascunho"}))
        .await;
    let path = |id: u64| format!("/block-renderer/core/post-title?context=edit&post_id={id}");
    for (who, id, expected) in [
        (Who::Author, post, Err((403, "block_cannot_read"))),
        (Who::Subscriber, post, Err((403, "block_cannot_read"))),
        (Who::Anonymous, post, Err((401, "block_cannot_read"))),
        (Who::Editor, 999_999, Err((403, "block_cannot_read"))),
        (Who::Editor, post, Ok("De outra")),
        (Who::Author, draft, Ok("Meu rascunho")),
        (Who::Editor, draft, Ok("Meu rascunho")),
    ] {
        let answer = site.get(who, &path(id)).await;
        match expected {
            Ok(title) => {
                let html = answer.ok()["rendered"].as_str().unwrap().to_owned();
                assert_eq!(
                    html,
                    format!("<h2 class=\"wp-block-post-title\">{title}</h2>")
                );
            }
            Err(refusal) => {
                let (status, code) = answer.refusal();
                assert_eq!((status, code.as_str()), refusal, "{who:?} {id}");
            }
        }
    }
    // Without an item the block shows nothing.
    assert_eq!(block(&site, "post-title", json!({}), 0).await, "");
}

#[tokio::test]
async fn html_is_that_of_texts() {
    let site = Site::new().await;
    let text = "<!-- wp:search {\"label\":\"Procurar\"} /-->";
    let post = json!({"title": "Um", "content": text, "status": "publish"});
    let post = site.write(Who::Admin, post).await;
    let item = site
        .get(Who::Anonymous, &format!("/posts/{post}"))
        .await
        .json();
    let html = block(&site, "search", json!({"label": "Procurar"}), 0).await;
    assert_eq!(item["content"]["rendered"], html);
    assert!(html.contains(&format!("action=\"{HOME}/\"")), "{html}");
}

#[tokio::test]
async fn entries_of_a_navigation_are_rendered_alone() {
    let site = Site::new().await;
    for name in ["navigation-link", "navigation-submenu"] {
        let link = json!({"label": "Pães -- & bolos", "url": "https://e.example/--a"});
        let html = block(&site, name, link, 0).await;
        assert!(
            html.contains("href=\"https://e.example/--a\"") && html.contains("Pães"),
            "{name}: {html}"
        );
    }
    let home = block(&site, "home-link", json!({"label": "Início"}), 0).await;
    assert!(home.contains(HOME) && home.contains("Início"), "{home}");
}

#[tokio::test]
async fn links_to_items_that_are_not_public_are_left_out() {
    let site = Site::new().await;
    let link = |id: u64| json!({"label": "Ir", "kind": "post-type", "type": "page", "id": id, "url": "/antes/"});
    let public = json!({"title": "Pública", "status": "publish"});
    let public = site.post(Who::Admin, "/pages", public).await.id();
    for status in ["private", "draft"] {
        let page = json!({"title": "Reservada", "status": status});
        let page = site.post(Who::Admin, "/pages", page).await.id();
        assert_eq!(block(&site, "navigation-link", link(page), 0).await, "");
    }
    let html = block(&site, "navigation-link", link(public), 0).await;
    assert!(html.contains("/publica/\""), "{html}");
    assert!(!html.contains("/antes/"), "{html}");
}
