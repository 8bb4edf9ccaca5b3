//! The built-in extensions.

use http::Method;
use serde_json::{Value, json};

use crate::support::{Site, Who};

fn names(list: &Value) -> Vec<&str> {
    let all = list.as_array().unwrap().iter();
    all.map(|one| one["plugin"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn complete_extension() {
    let site = Site::new().await;
    let path = "/plugins/spam-filter/spam-filter";
    let one = site.get(Who::Admin, path).await.json();
    insta::assert_json_snapshot!("plugin", one, { ".version" => "[version]" });
    assert_eq!(one["version"], env!("CARGO_PKG_VERSION"));
    let list = site.get(Who::Admin, "/plugins").await.json();
    assert!(list.as_array().unwrap().contains(&one));
    assert!(names(&list).is_sorted());
}

#[tokio::test]
async fn lists_are_filtered() {
    let site = Site::new().await;
    let all = site.get(Who::Admin, "/plugins").await.json();
    for (query, expected) in [
        ("status=active", names(&all)),
        ("status=active,inactive", names(&all)),
        ("status=inactive", vec![]),
        ("search=BUSCADORES", vec!["seo/seo"]),
        ("search=mail-smtp", vec!["mail-smtp/mail-smtp"]),
        ("search=nada&status=active", vec![]),
    ] {
        let found = site.get(Who::Admin, &format!("/plugins?{query}")).await;
        assert_eq!(names(&found.json()), expected, "{query}");
    }
    let embed = site.get(Who::Admin, "/plugins?context=embed").await.json();
    assert!(embed[0].get("description").is_none() && embed[0].get("name").is_some());
}

#[tokio::test]
async fn nothing_is_installed_switched_off_or_deleted() {
    let site = Site::new().await;
    let path = "/plugins/seo/seo";
    let before = site.get(Who::Admin, "/plugins").await.json();
    // The first use of a password is noted.
    site.was_written();
    for (method, path, body, refusal) in [
        (
            Method::POST,
            "/plugins",
            json!({"slug": "hello-dolly"}),
            (403, "rest_cannot_install_plugin"),
        ),
        (
            Method::POST,
            "/plugins",
            json!({}),
            (400, "rest_missing_callback_param"),
        ),
        (
            Method::PUT,
            path,
            json!({"status": "inactive"}),
            (403, "rest_cannot_deactivate_plugin"),
        ),
        (
            Method::PUT,
            path,
            json!({"status": "x"}),
            (400, "rest_invalid_param"),
        ),
        (
            Method::DELETE,
            path,
            Value::Null,
            (403, "rest_cannot_manage_plugins"),
        ),
        (
            Method::PUT,
            "/plugins/nada/nada",
            json!({"status": "active"}),
            (404, "rest_plugin_not_found"),
        ),
        (
            Method::GET,
            "/plugins/a/b/c",
            Value::Null,
            (404, "rest_no_route"),
        ),
    ] {
        let answer = site.call(Who::Admin, method, path, body).await;
        let (status, code) = answer.refusal();
        assert_eq!((status, code.as_str()), refusal, "{path}");
    }
    let same = site
        .call(Who::Admin, Method::PUT, path, json!({"status": "active"}))
        .await;
    assert_eq!(same.json()["status"], "active");
    assert_eq!(site.get(Who::Admin, "/plugins").await.json(), before);
    assert!(!site.was_written());
}
