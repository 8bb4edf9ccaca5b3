//! Details of responses that clients of deployed systems rely on: the meaning of `null`, headers after a write, the
//! form of links, the normalisation of texts.

use std::collections::BTreeSet;

use http::Method;
use serde_json::{Value, json};

use crate::support::{Site, Who};

const HOME: &str = "https://exemplo.com.br";

#[tokio::test]
async fn null_empties_a_member() {
    let site = Site::new().await;
    let tag = site
        .post(Who::Admin, "/tags", json!({"name": "t"}))
        .await
        .id();
    let id = site
        .write(
            Who::Admin,
            json!({"title": "x", "content": "c", "status": "publish", "tags": [tag], "sticky": true, "slug": "um"}),
        )
        .await;
    let path = format!("/posts/{id}");
    let put = async |body: Value| site.call(Who::Admin, Method::PUT, &path, body).await.json();
    assert_eq!(put(json!({"tags": null})).await["tags"], json!([]));
    assert_eq!(put(json!({"sticky": null})).await["sticky"], false);
    for name in [
        "title",
        "content",
        "meta",
        "comment_status",
        "format",
        "author",
    ] {
        let before = put(json!({"excerpt": "e"})).await;
        assert_eq!(put(json!({name: null})).await[name], before[name], "{name}");
    }
    assert_eq!(put(json!({"slug": null})).await["slug"], "x");
    assert_eq!(put(json!({"status": null})).await["status"], "draft");
    // Resetting the date has priority over `date_gmt`.
    let dated = put(json!({"date": null, "date_gmt": "2020-01-01T00:00:00"})).await;
    assert!(!dated["date"].as_str().unwrap().starts_with("2020"));

    let terms = site.post(
        Who::Admin,
        "/categories",
        json!({"name": "n", "parent": null, "description": null}),
    );
    assert_eq!(terms.await.json()["parent"], 0);
}

#[tokio::test]
async fn a_setting_is_reset_to_its_default() {
    let site = Site::new().await;
    let set = async |body: Value| site.post(Who::Admin, "/settings", body).await.json();
    assert_eq!(set(json!({"posts_per_page": 3})).await["posts_per_page"], 3);
    assert_eq!(
        set(json!({"posts_per_page": null})).await["posts_per_page"],
        10
    );
    assert_eq!(set(json!({"use_smilies": null})).await["use_smilies"], true);
}

#[tokio::test]
async fn an_update_assigns_the_default_category() {
    let site = Site::new().await;
    let id = site
        .write(Who::Author, json!({"title": "x", "categories": [99_999]}))
        .await;
    let path = format!("/posts/{id}");
    let shown = async || site.get(Who::Author, &path).await.json()["categories"].clone();
    assert_eq!(shown().await, json!([]));
    site.post(Who::Author, &path, json!({"title": "y"})).await;
    assert_eq!(shown().await, json!([1]));
    site.post(Who::Author, &path, json!({"categories": []}))
        .await;
    assert_eq!(shown().await, json!([]));
}

#[tokio::test]
async fn allow_after_a_write_is_that_of_the_edit_context() {
    let site = Site::new().await;
    let made = site
        .post(Who::Contributor, "/tags", json!({"name": "t"}))
        .await;
    // A contributor may create tags but not edit them.
    assert_eq!(made.header("allow"), "POST");
    let refused = site
        .post(Who::Contributor, "/tags", json!({"name": "t"}))
        .await;
    assert_eq!(refused.header("allow"), "GET, POST");
    let filtered = site.get(Who::Contributor, "/posts?author=1").await;
    assert_eq!(filtered.header("allow"), "GET");
    assert_eq!(
        site.get(Who::Contributor, "/posts").await.header("allow"),
        "GET, POST"
    );
}

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
        let answer = site.get(Who::Nobody, &format!("/posts/?{query}")).await;
        let wanted = format!("<{HOME}/rest/core/v2/posts?{link}>; rel=\"next\"");
        assert_eq!(answer.header("link"), wanted, "{query}");
    }
    let tags = site.get(Who::Nobody, "/tags?offset=2&per_page=2").await;
    assert!(
        tags.header("link").contains("per_page=2&page="),
        "{}",
        tags.header("link")
    );
}

#[tokio::test]
async fn sanitising_removes_tags_and_keeps_their_text() {
    let site = Site::new().await;
    let blocks = "<!-- wp:group {\"layout\":{\"type\":\"flex\"}} -->\n<div class=\"wp-block-group\"><!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph --></div>\n<!-- /wp:group -->";
    for (sent, kept) in [
        ("e <script>alert(1)</script>", "e alert(1)"),
        ("a<style>p{}</style>", "ap{}"),
        ("<p onclick=\"x\">a</p>", "<p>a</p>"),
        (
            "corpo <iframe src=\"https://x.example/\"></iframe>",
            "corpo ",
        ),
        (blocks, blocks),
    ] {
        let id = site
            .write(Who::Author, json!({"title": "x", "content": sent}))
            .await;
        let raw = site
            .get(Who::Author, &format!("/posts/{id}?context=edit"))
            .await
            .json();
        assert_eq!(raw["content"]["raw"], kept, "{sent}");
    }
    let title = site
        .write(Who::Author, json!({"title": " <h1>a</h1> <b>b</b> "}))
        .await;
    let shown = site
        .get(Who::Author, &format!("/posts/{title}?context=edit"))
        .await
        .json();
    assert_eq!(shown["title"]["raw"], "a <b>b</b>");
    let term = json!({"name": "com <script>x</script>", "description": "<p>a</p> <b>c</b>"});
    let term = site.post(Who::Admin, "/categories", term).await.json();
    assert_eq!(
        (&term["name"], &term["slug"], &term["description"]),
        (&json!("com"), &json!("com"), &json!("a <b>c</b>"))
    );
}

#[tokio::test]
async fn slugs_depend_on_the_status() {
    let site = Site::new().await;
    let slug = async |body: Value| {
        let made = site.post(Who::Admin, "/posts", body).await.json();
        made["slug"].as_str().unwrap().to_owned()
    };
    // A creation without a status keeps the slug as it is.
    assert_eq!(slug(json!({"title": "x", "slug": "123"})).await, "123");
    assert_eq!(
        slug(json!({"title": "x", "slug": "123", "status": "draft"})).await,
        "123-2"
    );
    assert_eq!(
        slug(json!({"title": "R&D <3 é", "status": "publish"})).await,
        "rd"
    );
    assert_eq!(
        slug(json!({"title": "&amp; entidade", "status": "publish"})).await,
        "entidade"
    );

    let id = site.write(Who::Admin, json!({"title": "x"})).await;
    let path = format!("/posts/{id}");
    let gone = site.delete(Who::Admin, &path).await.json();
    assert_eq!(
        (&gone["slug"], &gone["permalink_template"]),
        (&json!("__trashed"), &json!(format!("{HOME}/?p={id}")))
    );
    let back = site
        .post(Who::Admin, &path, json!({"status": "draft"}))
        .await;
    assert_eq!(back.json()["slug"], "__trashed");
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
        .call(Who::Nobody, Method::OPTIONS, "/posts", Value::Null)
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
        let options = site.call(Who::Nobody, Method::OPTIONS, route, Value::Null);
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

#[tokio::test]
async fn jsonp_envelope_and_indentation() {
    let site = Site::new().await;
    let id = site
        .write(Who::Admin, json!({"title": "x", "status": "publish"}))
        .await;
    let one = site
        .get(Who::Nobody, &format!("/posts/{id}?_fields=_links.self"))
        .await
        .json();
    assert!(one["_links"]["collection"].is_array());
    let embedded = site
        .get(Who::Nobody, &format!("/posts/{id}?_embed"))
        .await
        .json();
    // The post has no comments, so nothing is embedded.
    assert!(embedded["_embedded"].get("replies").is_none());
    assert!(embedded["_embedded"]["author"].is_array());
    let wrapped = site
        .get(Who::Nobody, "/posts?_envelope&per_page=1")
        .await
        .json();
    assert_eq!(wrapped["headers"]["X-WP-Total"], 1);
    let elsewhere = site.get(Who::Nobody, "/posts?rest_route=/nowhere").await;
    assert_eq!(elsewhere.refusal(), (404, "rest_no_route".to_owned()));
    let batch = json!({"requests": [{"path": "/core/v2/tags", "body": {"name": "b"}, "headers": {"X-A": 5}}]});
    let request = site
        .request(Who::Admin, Method::POST, "/rest/batch/v1")
        .header("content-type", "application/json");
    let answer = site
        .send(request.body(batch.to_string().into()).unwrap())
        .await;
    assert_eq!(answer.json()["responses"][0]["status"], 201);
}

#[tokio::test]
async fn equal_sort_keys_keep_the_order_of_creation() {
    let site = Site::new().await;
    let mut made = Vec::new();
    for _ in 0..3 {
        let body = json!({"title": "igual", "status": "publish", "date": "2024-01-01T00:00:00"});
        made.push(site.write(Who::Admin, body).await);
    }
    let ids = async |query: &str| {
        site.get(Who::Nobody, &format!("/posts?{query}"))
            .await
            .ids()
    };
    for query in [
        "orderby=title",
        "orderby=title&order=asc",
        "orderby=parent",
        "search=igual",
        "categories=1",
    ] {
        assert_eq!(ids(query).await, made, "{query}");
    }
    assert_eq!(ids("order=asc").await, made);
    assert_eq!(ids("offset=-1").await, ids("offset=1").await);
    made.reverse();
    assert_eq!(ids("").await, made);
}

#[tokio::test]
async fn users_in_responses() {
    let site = Site::new().await;
    let new = |login: &str| json!({"username": login, "email": format!("{login}@example.com"), "password": "Xy7!longa", "first_name": "Ana", "last_name": "Lima"});
    let made = site.post(Who::Admin, "/users", new("nova")).await.json();
    assert_eq!(
        (&made["name"], &made["locale"]),
        (&json!("Ana Lima"), &json!("pt_BR"))
    );
    assert_eq!(made["capabilities"]["level_0"], true);
    let path = format!("/users/{}", made["id"]);
    let put = async |body: Value| site.call(Who::Admin, Method::PUT, &path, body).await;
    assert_eq!(put(json!({"name": ""})).await.json()["name"], "nova");
    let admin = site.get(Who::Admin, "/users/me").await.json();
    assert_eq!(
        put(json!({"slug": admin["slug"]})).await.refusal(),
        (400, "rest_user_invalid_slug".to_owned())
    );
    assert_eq!(put(json!({"roles": []})).await.json()["roles"], json!([]));
    assert_eq!(
        site.call(Who::Admin, Method::PUT, "/users/me", json!({"roles": []}))
            .await
            .refusal(),
        (403, "rest_user_invalid_role".to_owned())
    );
    assert_eq!(
        site.post(Who::Admin, "/users", new(&"z".repeat(61)))
            .await
            .refusal(),
        (500, "user_login_too_long".to_owned())
    );
    assert_eq!(
        site.get(Who::Author, "/users/1?context=edit")
            .await
            .refusal(),
        (403, "rest_forbidden_context".to_owned())
    );
    assert_eq!(
        site.call(Who::Nobody, Method::PUT, "/users/me", json!({}))
            .await
            .refusal(),
        (404, "rest_user_invalid_id".to_owned())
    );
    for (path, body, code) in [
        (
            "/posts",
            json!({"title": "x", "author": -1}),
            "rest_invalid_author",
        ),
        (
            "/categories",
            json!({"name": "x", "parent": -1}),
            "rest_term_invalid",
        ),
        (
            "/categories",
            json!({"name": "x", "meta": "s"}),
            "rest_invalid_param",
        ),
    ] {
        assert_eq!(
            site.post(Who::Admin, path, body).await.refusal(),
            (400, code.to_owned())
        );
    }
}

#[tokio::test]
async fn a_text_is_stored_unchanged() {
    let site = Site::new().await;
    let text = "a<br />b <span style=\"color:red;font-weight:bold\">c</span>\n<table><tr><td>1</td></tr></table>";
    let given = format!("{text}<p style=\"position:fixed;background:url(//x.example)\">d</p>");
    let made = site
        .post(Who::Author, "/posts", json!({"content": given}))
        .await
        .json();
    assert_eq!(made["content"]["raw"], format!("{text}<p>d</p>"));
}

#[tokio::test]
async fn shortcodes_are_rendered_but_not_in_excerpts() {
    let site = Site::new().await;
    let text = "Um\n\n[gallery]\n\n[caption id=\"f\" width=\"9\"]<img src=\"/a.jpg\" /> Legenda[/caption]\n\nDois";
    let made = site
        .post(
            Who::Admin,
            "/posts",
            json!({"title": "[gallery ids=\"1\"] \"x\"", "content": text}),
        )
        .await
        .json();
    assert_eq!(
        made["content"]["rendered"],
        "<p>Um</p>\n\n<figure id=\"f\" aria-describedby=\"caption-f\" style=\"width: 9px\" class=\"wp-caption alignnone\"><img decoding=\"async\" src=\"/a.jpg\" /><figcaption id=\"caption-f\" class=\"wp-caption-text\">Legenda</figcaption></figure>\n<p>Dois</p>\n"
    );
    assert_eq!(made["excerpt"]["rendered"], "<p>Um Dois</p>\n");
    assert_eq!(
        made["title"]["rendered"],
        "[gallery ids=\"1\"] &#8220;x&#8221;"
    );
    // An excerpt of the default length and one of another length are generated by different code.
    let id = &made["id"];
    let path = format!("/posts/{id}?excerpt_length=1&_fields=excerpt.rendered");
    let short = site.get(Who::Admin, &path).await.json();
    assert_eq!(short["excerpt"]["rendered"], "<p>Um [&hellip;]</p>\n");
}

#[tokio::test]
async fn blocks_render_with_classes_and_excerpts_omit_captions() {
    let site = Site::new().await;
    let text = "<!-- wp:image --><figure class=\"wp-block-image\"><figcaption>Foto</figcaption></figure><!-- /wp:image -->\
                <!-- wp:heading --><h2>Um</h2><!-- /wp:heading --><!-- wp:group {\"layout\":{\"type\":\"flex\"}} -->\
                <div class=\"wp-block-group\"><!-- wp:paragraph --><p>dois</p><!-- /wp:paragraph --></div><!-- /wp:group -->";
    let shown = "<figure class=\"wp-block-image\"><figcaption>Foto</figcaption></figure>\
                 <h2 class=\"wp-block-heading\">Um</h2>\
                 <div class=\"wp-block-group is-layout-flex wp-block-group-is-layout-flex\"><p>dois</p></div>";
    for who in [Who::Admin, Who::Author] {
        let body = json!({"content": text, "status": "publish"});
        let made = site.post(who, "/posts", body).await.json();
        assert_eq!(made["content"]["rendered"], shown);
        assert_eq!(made["content"]["block_version"], 1);
        assert_eq!(made["excerpt"]["rendered"], "<p>Um dois</p>\n");
    }
}

#[tokio::test]
async fn a_date_before_the_first_valid_one_is_refused() {
    let site = Site::new().await;
    for (name, date) in [
        ("date", "0000-00-00T00:00:00"),
        ("date_gmt", "0000-00-00 00:00:00"),
    ] {
        let refused = site
            .post(Who::Editor, "/posts", json!({"title": "d", name: date}))
            .await;
        assert_eq!(
            refused.refusal(),
            (400, "invalid_date".to_owned()),
            "{name}"
        );
    }
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
    assert!(found.len() > 12, "{found:?}");
    for name in found {
        assert!(site_urls::RELATIONS.contains(&name.as_str()), "{name}");
    }
}
