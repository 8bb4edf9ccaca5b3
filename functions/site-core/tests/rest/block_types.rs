//! Block types.

use http::Method;
use serde_json::Value;

use crate::support::{Site, Who};

fn names(body: &Value) -> Vec<&str> {
    let all = body.as_array().unwrap().iter();
    all.map(|one| one["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn complete_types() {
    let site = Site::new().await;
    for name in ["paragraph", "latest-posts", "column", "table"] {
        let path = format!("/block-types/core/{name}");
        let one = site.get(Who::Contributor, &path).await.json();
        insta::assert_json_snapshot!(format!("type_{name}"), one);
    }
}

#[tokio::test]
async fn lists_hold_the_types_of_the_namespace() {
    let site = Site::new().await;
    let all = site.get(Who::Contributor, "/block-types").await.json();
    let shown = names(&all);
    assert!(shown.len() > 100, "{}", shown.len());
    for name in [
        "core/paragraph",
        "core/image",
        "core/latest-posts",
        "core/navigation",
    ] {
        assert!(shown.contains(&name), "{name}");
    }
    let item = site.get(Who::Contributor, "/block-types/core/image").await;
    let listed = all.as_array().unwrap().iter();
    let listed = listed.into_iter().find(|one| one["name"] == "core/image");
    assert_eq!(listed, Some(&item.json()));
    for (path, is_all) in [
        ("/block-types?namespace=core", true),
        ("/block-types?namespace=", true),
        ("/block-types/core", true),
        ("/block-types?namespace=acme", false),
        ("/block-types/acme", false),
        // The path wins over the query.
        ("/block-types/acme?namespace=core", false),
    ] {
        let answer = site.get(Who::Contributor, path).await;
        assert_eq!(answer.status, 200, "{path}");
        let expected = if is_all { shown.clone() } else { Vec::new() };
        assert_eq!(names(&answer.json()), expected, "{path}");
    }
}

#[tokio::test]
async fn every_context_shows_the_same_members() {
    let site = Site::new().await;
    let path = "/block-types/core/quote";
    let view = site.get(Who::Editor, path).await.json();
    for context in ["embed", "edit"] {
        let answer = site
            .get(Who::Editor, &format!("{path}?context={context}"))
            .await;
        assert_eq!(answer.json(), view, "{context}");
    }
    let fields = site
        .get(
            Who::Editor,
            &format!("{path}?_fields=name,attributes.value"),
        )
        .await;
    let fields = fields.json();
    assert_eq!(fields["name"], "core/quote");
    assert_eq!(fields["attributes"].as_object().unwrap().len(), 1);
    let options = site
        .call(Who::Admin, Method::OPTIONS, "/block-types", Value::Null)
        .await;
    let described = options.json()["schema"]["properties"].clone();
    for name in view
        .as_object()
        .unwrap()
        .keys()
        .filter(|name| *name != "_links")
    {
        assert!(described.get(name).is_some(), "{name}");
    }
}

#[tokio::test]
async fn invalid_requests() {
    let site = Site::new().await;
    for (method, path, refusal) in [
        (
            Method::GET,
            "/block-types?context=tudo",
            (400, "rest_invalid_param"),
        ),
        (
            Method::GET,
            "/block-types?namespace[]=core",
            (400, "rest_invalid_param"),
        ),
        (
            Method::GET,
            "/block-types/core/nada",
            (404, "rest_block_type_invalid"),
        ),
        (
            Method::GET,
            "/block-types/acme/paragraph",
            (404, "rest_block_type_invalid"),
        ),
        (Method::GET, "/block-types/core/a.b", (404, "rest_no_route")),
        (Method::POST, "/block-types", (404, "rest_no_route")),
        (
            Method::DELETE,
            "/block-types/core/quote",
            (404, "rest_no_route"),
        ),
    ] {
        let answer = site.call(Who::Admin, method, path, Value::Null).await;
        let (status, code) = answer.refusal();
        assert_eq!((status, code.as_str()), refusal, "{path}");
    }
    let long = format!("/block-types/core/{}", "a".repeat(5000));
    let answer = site.get(Who::Admin, &long).await;
    assert_eq!(answer.refusal().1, "rest_block_type_invalid");
}
