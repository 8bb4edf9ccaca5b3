//! The interface under the names of deployed systems.

use axum::body::Body;
use http::Method;
use serde_json::{Value, json};
use site_core::Options;

use crate::support::{Answer, HOME, Site, Who};

async fn site() -> Site {
    Site::with(Options {
        vendor_names: true,
        ..Options::at(HOME)
    })
    .await
}

async fn call(site: &Site, who: Who, method: Method, path: &str, body: Value) -> Answer {
    let request = site
        .request(who, method, path)
        .header("content-type", "application/json");
    site.send(request.body(Body::from(body.to_string())).unwrap())
        .await
}

async fn get(site: &Site, who: Who, path: &str) -> Answer {
    let request = site.request(who, Method::GET, path);
    site.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn off_by_default() {
    let site = Site::new().await;
    assert_eq!(get(&site, Who::Anonymous, "/wp-json/").await.status, 404);
    assert_eq!(
        get(&site, Who::Anonymous, "/rest/wp/v2/posts")
            .await
            .refusal(),
        (404, "rest_no_route".to_owned())
    );
}

#[tokio::test]
async fn the_index_uses_vendor_names_only() {
    let site = site().await;
    let answer = get(&site, Who::Anonymous, "/wp-json/").await;
    assert_eq!(
        answer.header("link"),
        "<https://exemplo.com.br/wp-json/>; rel=\"https://api.w.org/\""
    );
    let index = answer.json();
    assert!(
        index["namespaces"]
            .as_array()
            .unwrap()
            .contains(&json!("wp/v2"))
    );
    let routes = index["routes"].as_object().unwrap();
    for path in [
        "/wp/v2",
        "/wp/v2/posts",
        "/wp/v2/wp_pattern_category",
        "/batch/v1",
    ] {
        assert!(routes.contains_key(path), "{path}");
    }
    assert_eq!(
        routes["/wp/v2/posts"]["_links"]["self"][0]["href"],
        "https://exemplo.com.br/wp-json/wp/v2/posts"
    );
    let help = get(&site, Who::Anonymous, "/wp-json/?context=help").await;
    for index in [index, help.json()] {
        let text = index.to_string().replace("wp_pattern_category", "");
        for ours in ["core/v2", "/rest/", "pattern_category", "core:"] {
            assert!(!text.contains(ours), "{ours} is in the index");
        }
    }
    // The interface under its own names is unchanged.
    let own = get(&site, Who::Anonymous, "/rest/").await.json();
    assert!(
        own["namespaces"]
            .as_array()
            .unwrap()
            .contains(&json!("core/v2"))
    );
}

#[tokio::test]
async fn items_round_trip() {
    let site = site().await;
    let path = "/wp-json/wp/v2/blocks";
    let body = json!({
        "title": "core/v2", "content": "texto", "status": "publish",
        "meta": {"wp_pattern_sync_status": "unsynced"},
    });
    let made = call(&site, Who::Editor, Method::POST, path, body).await;
    assert_eq!(made.status, 201, "{}", String::from_utf8_lossy(&made.bytes));
    let block = made.json();
    let own = format!("https://exemplo.com.br{path}/{}", block["id"]);
    assert_eq!(made.header("location"), own);
    assert_eq!(block["_links"]["self"][0]["href"], own);
    assert_eq!(block["type"], "wp_block");
    assert_eq!(block["wp_pattern_sync_status"], "unsynced");
    assert_eq!(block["wp_pattern_category"], json!([]));
    assert_eq!(block["title"]["raw"], "core/v2");
    assert_eq!(block["_links"]["curies"][0]["name"], "wp");
    let fields = format!(
        "{path}/{}?_fields=id,wp_pattern_sync_status,_links.wp:term",
        block["id"]
    );
    let few = get(&site, Who::Editor, &fields).await.json();
    assert_eq!(few["wp_pattern_sync_status"], "unsynced");
    assert!(few["_links"]["wp:term"].is_array(), "{few}");
}

#[tokio::test]
async fn kinds_lists_and_batches() {
    let site = site().await;
    let kind = get(&site, Who::Anonymous, "/wp-json/wp/v2/types/wp_block")
        .await
        .json();
    assert_eq!(
        (&kind["slug"], &kind["rest_namespace"]),
        (&json!("wp_block"), &json!("wp/v2"))
    );
    let path = "/wp-json/wp/v2/types/wp_navigation";
    let kind = get(&site, Who::Anonymous, path).await.json();
    let collection = "https://exemplo.com.br/wp-json/wp/v2/navigation";
    assert_eq!(
        (&kind["slug"], &kind["rest_base"]),
        (&json!("wp_navigation"), &json!("navigation"))
    );
    assert_eq!(kind["_links"]["wp:items"][0]["href"], collection);
    let made = json!({"title": "Topo", "content": "x"});
    let path = "/wp-json/wp/v2/navigation";
    let made = call(&site, Who::Admin, Method::POST, path, made).await;
    assert_eq!(made.json()["type"], "wp_navigation");
    let own = format!("{collection}/{}", made.json()["id"]);
    assert_eq!(made.header("location"), own);
    let kinds = get(&site, Who::Anonymous, "/wp-json/wp/v2/types")
        .await
        .json();
    assert!(kinds.get("wp_block").is_some() && kinds.get("block").is_none());
    for _ in 0..2 {
        site.write(Who::Author, json!({"title": "x", "status": "publish"}))
            .await;
    }
    let list = get(
        &site,
        Who::Anonymous,
        "/wp-json/wp/v2/posts?per_page=1&_embed=author",
    )
    .await;
    assert_eq!(
        list.header("link"),
        "<https://exemplo.com.br/wp-json/wp/v2/posts?per_page=1&_embed=author&page=2>; rel=\"next\""
    );
    assert!(list.json()[0]["_embedded"]["author"].is_array());
    let requests = json!({"requests": [{"path": "/wp/v2/posts", "body": {"title": "b"}}]});
    let batch = call(
        &site,
        Who::Author,
        Method::POST,
        "/wp-json/batch/v1",
        requests,
    )
    .await;
    assert_eq!(batch.status, 207);
    let first = &batch.json()["responses"][0];
    assert_eq!(first["status"], 201);
    let location = first["headers"]["Location"].as_str().unwrap();
    assert!(
        location.starts_with("https://exemplo.com.br/wp-json/wp/v2/posts/"),
        "{location}"
    );
    let spare = get(
        &site,
        Who::Anonymous,
        "/?rest_route=/wp/v2/posts&per_page=1",
    )
    .await;
    assert_eq!((spare.status, spare.header("x-wp-total")), (200, "2"));
}
