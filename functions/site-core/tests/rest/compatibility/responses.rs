//! Headers, formats and order of responses.

use http::Method;
use serde_json::{Value, json};

use crate::support::{Site, Who};

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
async fn jsonp_envelope_and_indentation() {
    let site = Site::new().await;
    let id = site
        .write(Who::Admin, json!({"title": "x", "status": "publish"}))
        .await;
    let one = site
        .get(Who::Anonymous, &format!("/posts/{id}?_fields=_links.self"))
        .await
        .json();
    assert!(one["_links"]["collection"].is_array());
    let embedded = site
        .get(Who::Anonymous, &format!("/posts/{id}?_embed"))
        .await
        .json();
    // The post has no comments, so nothing is embedded.
    assert!(embedded["_embedded"].get("replies").is_none());
    assert!(embedded["_embedded"]["author"].is_array());
    let wrapped = site
        .get(Who::Anonymous, "/posts?_envelope&per_page=1")
        .await
        .json();
    assert_eq!(wrapped["headers"]["X-WP-Total"], 1);
    let elsewhere = site.get(Who::Anonymous, "/posts?rest_route=/nowhere").await;
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
        site.get(Who::Anonymous, &format!("/posts?{query}"))
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
        site.call(Who::Anonymous, Method::PUT, "/users/me", json!({}))
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
