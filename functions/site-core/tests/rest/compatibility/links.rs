//! Links of items, relations, and paging links.

use std::collections::BTreeSet;

use axum::body::Body;
use http::Method;
use serde_json::{Value, json};

use crate::support::{HOME, Site, Who};

#[tokio::test]
async fn paging_links_contain_the_parsed_query() {
    let site = Site::new().await;
    for title in ["a", "b"] {
        site.write(Who::Admin, json!({"title": title, "status": "publish"}))
            .await;
    }
    for (query, link) in [
        (
            "status=publish&per_page=1",
            "status%5B0%5D=publish&per_page=1&page=2",
        ),
        (
            "per_page=1&_fields=id,title&ignore_sticky=true",
            "per_page=1&_fields=id%2Ctitle&ignore_sticky=1&page=2",
        ),
        (
            "page=1&per_page=1&sticky=false&search=",
            "page=2&per_page=1&sticky&search",
        ),
        (
            "categories=1&per_page=1&x=%C3%A9%20b",
            "categories%5B0%5D=1&per_page=1&x=%C3%A9+b&page=2",
        ),
        (
            "categories[terms]=1&per_page=1",
            "categories%5Bterms%5D%5B0%5D=1&per_page=1&page=2",
        ),
    ] {
        let answer = site.get(Who::Anonymous, &format!("/posts/?{query}")).await;
        let wanted = format!("<{HOME}/rest/core/v2/posts?{link}>; rel=\"next\"");
        assert_eq!(answer.header("link"), wanted, "{query}");
    }
    let tags = site.get(Who::Anonymous, "/tags?offset=2&per_page=2").await;
    assert!(
        tags.header("link").contains("per_page=2&page="),
        "{}",
        tags.header("link")
    );
}

#[tokio::test]
async fn links_of_items_without_pages() {
    let site = Site::new().await;
    let block = async |status: &str| {
        let body = json!({"title": "Bloco", "content": "x", "status": status});
        site.post(Who::Admin, "/blocks", body).await.json()
    };
    assert_eq!(block("publish").await["link"], format!("{HOME}/bloco/"));
    let draft = block("draft").await;
    assert_eq!(draft["link"], format!("{HOME}/?p={}", draft["id"]));
    let group = site
        .post(Who::Admin, "/pattern_category", json!({"name": "Chamadas"}))
        .await;
    assert_eq!(
        group.json()["link"],
        format!("{HOME}/?taxonomy=pattern_category&term=chamadas")
    );
    let post = site.write(Who::Admin, json!({"title": "x"})).await;
    let page = site
        .post(Who::Admin, "/pages", json!({"title": "p", "parent": post}))
        .await;
    assert_eq!(
        page.json()["_links"]["up"][0]["href"],
        format!("{HOME}/rest/core/v2/posts/{post}")
    );
}

#[tokio::test]
async fn schemas_contain_action_links() {
    let site = Site::new().await;
    let options = site
        .call(Who::Anonymous, Method::OPTIONS, "/posts", Value::Null)
        .await
        .json();
    let links = options["schema"]["links"].as_array().unwrap();
    let rels: Vec<_> = links
        .iter()
        .map(|link| link["rel"].as_str().unwrap())
        .collect();
    assert!(rels.contains(&format!("{HOME}/rels/action-publish").as_str()));
    assert!(rels.contains(&format!("{HOME}/rels/action-assign-categories").as_str()));
    assert_eq!(
        links[0]["href"],
        format!("{HOME}/rest/core/v2/posts/{{id}}")
    );
    let members = async |route: &str| {
        let options = site.call(Who::Anonymous, Method::OPTIONS, route, Value::Null);
        options.await.json()["schema"]["properties"].clone()
    };
    let types = members("/types").await;
    assert_eq!(types["has_archive"]["type"], json!(["string", "boolean"]));
    assert_eq!(
        types["template_lock"]["enum"],
        json!(["all", "insert", "contentOnly", false])
    );
    assert!(types["template"].get("items").is_none());
    let statuses = members("/statuses").await;
    assert_eq!(
        statuses["name"]["context"],
        json!(["embed", "view", "edit"])
    );
    let patterns = members("/block-patterns/patterns").await;
    assert!(patterns["keywords"].get("items").is_none());
    assert_eq!(patterns["source"]["enum"][0], "core");
}

/// Collects the interface's own relations in a response, as links or in the description of a resource.
fn own_relations(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            into.extend(
                members
                    .keys()
                    .filter_map(|name| Some(name.strip_prefix("core:")?.to_owned())),
            );
            if let Some(rel) = members.get("rel").and_then(Value::as_str) {
                let below = rel
                    .strip_prefix(HOME)
                    .and_then(|path| path.strip_prefix("/rels/"));
                into.extend(below.map(str::to_owned));
            }
            members
                .values()
                .for_each(|value| own_relations(value, into));
        }
        Value::Array(values) => values.iter().for_each(|value| own_relations(value, into)),
        _ => {}
    }
}

#[tokio::test]
async fn every_relation_in_a_response_is_documented() {
    let site = Site::new().await;
    let post = site
        .write(Who::Admin, json!({"title": "x", "status": "publish"}))
        .await;
    for (base, body) in [
        ("pages", json!({"title": "p", "status": "publish"})),
        ("blocks", json!({"title": "b", "content": "b"})),
        ("menus", json!({"name": "m"})),
        (
            "menu-items",
            json!({"type": "post_type", "object": "post", "object_id": post}),
        ),
        ("pattern_category", json!({"name": "c"})),
        ("tags", json!({"name": "t"})),
    ] {
        site.post(Who::Admin, &format!("/{base}"), body).await.id();
    }
    let mut found = BTreeSet::new();
    for base in [
        "posts",
        "pages",
        "blocks",
        "menus",
        "menu-items",
        "pattern_category",
        "tags",
        "categories",
        "types",
        "taxonomies",
        "media",
    ] {
        let path = format!("/{base}");
        let list = site.get(Who::Admin, &format!("{path}?context=edit")).await;
        assert_eq!(list.status, 200, "{base}");
        own_relations(&list.json(), &mut found);
        let options = site
            .call(Who::Admin, Method::OPTIONS, &path, Value::Null)
            .await;
        own_relations(&options.json()["schema"]["links"], &mut found);
    }
    let index = site.request(Who::Admin, Method::GET, "/rest/");
    let index = site.send(index.body(Body::empty()).unwrap()).await;
    own_relations(&index.json(), &mut found);
    assert!(found.contains("active-theme"), "{found:?}");
    assert!(found.len() > 12, "{found:?}");
    for name in found {
        assert!(site_urls::RELATIONS.contains(&name.as_str()), "{name}");
    }
}
