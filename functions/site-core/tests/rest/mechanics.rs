//! Behaviour that all routes share.

use axum::body::Body;
use http::Method;
use serde_json::json;

use crate::support::{Site, Who};

#[tokio::test]
async fn rest_route_reaches_the_interface() {
    let site = Site::new().await;
    site.write(Who::Author, json!({"title": "x", "status": "publish"}))
        .await;
    let request = site
        .request(
            Who::Anonymous,
            Method::GET,
            "/?rest_route=/core/v2/posts&per_page=1",
        )
        .body(Body::empty())
        .unwrap();
    let answer = site.send(request).await;
    assert_eq!((answer.status, answer.header("x-wp-total")), (200, "1"));
}

#[tokio::test]
async fn reads_change_nothing() {
    let site = Site::new().await;
    let id = site
        .write(Who::Author, json!({"title": "x", "status": "publish"}))
        .await;
    site.store
        .refresh(site_store::Freshness::Asked)
        .await
        .unwrap();
    let before = site.store.version();
    for path in [
        "/posts",
        "/users",
        "/categories",
        "/tags",
        "/media",
        "/types",
        "/statuses",
        "/taxonomies",
        "/users/me",
        "/users/me/application-passwords",
    ] {
        for method in [Method::GET, Method::HEAD, Method::OPTIONS] {
            let request = site
                .request(Who::Author, method.clone(), &format!("/rest/core/v2{path}"))
                .body(Body::empty())
                .unwrap();
            assert_eq!(site.send(request).await.status, 200, "{method} {path}");
        }
    }
    assert_eq!(
        site.get(Who::Author, &format!("/posts/{id}")).await.status,
        200
    );
    site.store
        .refresh(site_store::Freshness::Asked)
        .await
        .unwrap();
    assert_eq!(site.store.version(), before);
}

#[tokio::test]
async fn batches() {
    let site = Site::new().await;
    let requests: Vec<_> = (1..=3)
        .map(|n| json!({"path": "/core/v2/posts", "body": {"title": format!("p{n}")}}))
        .collect();
    let request = site
        .request(Who::Author, Method::POST, "/rest/batch/v1")
        .header("content-type", "application/json")
        .body(Body::from(json!({"requests": requests}).to_string()))
        .unwrap();
    let answer = site.send(request).await;
    assert_eq!(answer.status, 207);
    let titles: Vec<_> = answer.json()["responses"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["body"]["title"]["raw"].clone())
        .collect();
    assert_eq!(titles, ["p1", "p2", "p3"]);
}

#[tokio::test]
async fn kinds_states_and_taxonomies() {
    let site = Site::new().await;
    assert_eq!(
        site.get(Who::Anonymous, "/types/post").await.json()["rest_base"],
        "posts"
    );
    assert_eq!(
        site.get(Who::Anonymous, "/types/x").await.refusal(),
        (404, "rest_type_invalid".to_owned())
    );
    assert_eq!(
        site.get(Who::Anonymous, "/statuses")
            .await
            .json()
            .as_object()
            .unwrap()
            .len(),
        1
    );
    assert_eq!(
        site.get(Who::Author, "/statuses")
            .await
            .json()
            .as_object()
            .unwrap()
            .len(),
        6
    );
    assert_eq!(
        site.get(Who::Anonymous, "/statuses/draft").await.refusal(),
        (401, "rest_cannot_read_status".to_owned())
    );
    assert_eq!(
        site.get(Who::Anonymous, "/taxonomies").await.json()["post_tag"]["rest_base"],
        "tags"
    );
    assert_eq!(
        site.get(Who::Anonymous, "/taxonomies?context=edit")
            .await
            .refusal(),
        (401, "rest_cannot_view".to_owned())
    );
}

#[tokio::test]
async fn messages_follow_the_language_of_the_site() {
    let site = Site::new().await;
    let portuguese = site.get(Who::Anonymous, "/posts/999").await.json();
    assert_eq!(portuguese["message"], "Identificador inválido.");
    site.store
        .update_settings(|settings| settings.language = "en_US".to_owned())
        .await
        .unwrap();
    assert_eq!(
        site.get(Who::Anonymous, "/posts/999").await.json()["message"],
        "Invalid identifier."
    );
}

#[tokio::test]
async fn public_responses_have_an_entity_tag() {
    let site = Site::new().await;
    site.write(Who::Author, json!({"title": "x", "status": "publish"}))
        .await;
    let ask = async |who, known: &str| {
        let request = site
            .request(who, Method::GET, "/rest/core/v2/posts")
            .header("if-none-match", known);
        site.send(request.body(Body::empty()).unwrap()).await
    };
    let first = ask(Who::Anonymous, "\"x\"").await;
    let tag = first.header("etag").to_owned();
    assert!(tag.starts_with("W/\""), "{tag}");
    assert_eq!(first.header("vary"), "Origin");
    let again = ask(Who::Anonymous, &format!("\"y\", {tag}")).await;
    assert_eq!((again.status, again.bytes.len()), (304, 0));
    assert_eq!(
        (again.header("etag"), again.header("x-wp-total")),
        (tag.as_str(), "1")
    );
    let known = ask(Who::Author, &tag).await;
    assert_eq!((known.status, known.header("etag")), (200, ""));
    assert!(known.header("cache-control").contains("no-store"));
    site.write(Who::Author, json!({"title": "y", "status": "publish"}))
        .await;
    assert_eq!(ask(Who::Anonymous, &tag).await.status, 200);
}

/// `Allow` lists the permitted methods even when the requested object does not exist, and is absent when no method is
/// permitted (observed on a deployed host).
#[tokio::test]
async fn allow_of_missing_objects() {
    let site = Site::new().await;
    for (path, status, allow) in [
        ("/users/me", 401, "GET"),
        ("/types/x", 404, "GET"),
        ("/taxonomies/x", 404, "GET"),
        ("/posts/999", 404, ""),
    ] {
        let answer = site.get(Who::Anonymous, path).await;
        assert_eq!(
            (answer.status, answer.header("allow")),
            (status, allow),
            "{path}"
        );
    }
    let request = site.request(Who::Anonymous, Method::OPTIONS, "/rest/core/v2/posts/999");
    let answer = site.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!((answer.status, answer.headers.get("allow")), (200, None));
}

#[tokio::test]
async fn a_refused_callback_gets_a_script_response() {
    let site = Site::new().await;
    let request = site.request(
        Who::Anonymous,
        Method::GET,
        "/rest/core/v2/posts?_jsonp=a-b(",
    );
    let answer = site.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.refusal(), (400, "rest_callback_invalid".to_owned()));
    assert_eq!(answer.json().get("data"), None);
    assert_eq!(
        answer.header("content-type"),
        "application/javascript; charset=UTF-8"
    );
}

#[tokio::test]
async fn malformed_json() {
    let site = Site::new().await;
    let request = site
        .request(Who::Anonymous, Method::POST, "/rest/core/v2/posts")
        .header("content-type", "application/json")
        .body(Body::from("{\"a\":"))
        .unwrap();
    let answer = site.send(request).await;
    assert_eq!(
        answer.json()["data"],
        json!({"status": 400, "json_error_code": 4, "json_error_message": "Syntax error"})
    );
}

#[tokio::test]
async fn a_batch_names_the_methods_of_extension_routes() {
    let site = Site::new().await;
    let base = "/code-snippets/v1/snippets";
    let requests = json!({"requests": [
        {"path": base, "body": {"name": "a"}},
        {"path": format!("{base}/1"), "method": "DELETE"},
        {"path": format!("{base}/1/activate"), "method": "PUT"},
    ]});
    let all = [
        "GET, POST",
        "GET, POST, PUT, PATCH, DELETE",
        "POST, PUT, PATCH",
    ];
    for (who, allowed) in [(Who::Admin, Some(all)), (Who::Editor, None)] {
        let request = site
            .request(who, Method::POST, "/rest/batch/v1")
            .header("content-type", "application/json")
            .body(Body::from(requests.to_string()))
            .unwrap();
        let answer = site.send(request).await;
        assert_eq!(answer.status, 207);
        for (place, response) in answer.json()["responses"]
            .as_array()
            .unwrap()
            .iter()
            .enumerate()
        {
            assert_eq!(response["status"], 400);
            assert_eq!(response["body"]["code"], "rest_batch_not_allowed");
            let allow = allowed.map(|all| all[place]);
            assert_eq!(response["headers"]["Allow"].as_str(), allow, "{who:?}");
        }
    }
}
