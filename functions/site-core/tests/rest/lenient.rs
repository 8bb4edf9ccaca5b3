//! Parameters that deployed hosts read leniently: unusual forms, and values that count as absent.

use axum::body::Body;
use http::Method;
use serde_json::{Value, json};

use crate::support::{Site, Who};

#[tokio::test]
async fn a_status_of_null_makes_a_draft() {
    let site = Site::new().await;
    let menu_item = json!({"title": "a", "url": "https://a.example/", "status": null});
    for (path, body) in [
        ("/posts", json!({"title": "a", "status": null})),
        ("/pages", json!({"title": "a", "status": null})),
        ("/blocks", json!({"title": "a", "status": null})),
        ("/menu-items", menu_item),
    ] {
        let made = site.post(Who::Admin, path, body).await;
        assert_eq!(
            (made.status, &made.json()["status"]),
            (201, &json!("draft")),
            "{path}"
        );
    }
    let empty = json!({"title": "a", "status": ""});
    let refused = site.post(Who::Admin, "/posts", empty).await;
    assert_eq!(refused.refusal(), (400, "rest_invalid_param".to_owned()));
}

async fn batch(site: &Site, requests: Value) -> Value {
    let request = site
        .request(Who::Admin, Method::POST, "/rest/batch/v1")
        .header("content-type", "application/json")
        .body(Body::from(requests.to_string()))
        .unwrap();
    site.send(request).await.json()
}

#[tokio::test]
async fn a_batch_reports_unknown_and_malformed_paths() {
    let site = Site::new().await;
    for (path, code) in [
        (Some(""), "rest_no_route"),
        (Some("core/v2/tags"), "rest_no_route"),
        (Some("?a=1"), "rest_no_route"),
        (Some("/"), "rest_no_route"),
        (Some("/a b"), "rest_no_route"),
        (Some("http://h/core/v2/nothing"), "rest_no_route"),
        (Some("//"), "parse_path_failed"),
        (Some("http://"), "parse_path_failed"),
        (Some("http:///x"), "parse_path_failed"),
        (Some("http://h:99999/x"), "parse_path_failed"),
    ] {
        let body = json!({"name": "não se escreve"});
        for validation in ["normal", "require-all-validate"] {
            let requests = json!([{"path": path, "body": body}]);
            let answer = batch(
                &site,
                json!({"validation": validation, "requests": requests}),
            )
            .await;
            let first = &answer["responses"][0]["body"];
            assert_eq!(first["code"], code, "{path:?} {validation} {answer}");
        }
    }
    let named = json!({"requests": [{"path": "/core/v2/tags?name=Pães#x"}]});
    let made = batch(&site, named).await;
    assert_eq!(made["responses"][0]["body"]["name"], "Pães", "{made}");
}

#[tokio::test]
async fn a_namespace_index_keeps_its_links_with_fields() {
    let site = Site::new().await;
    let up = json!({"up": [{"href": "https://exemplo.com.br/rest/"}]});
    for fields in ["namespace", "namespace,_links", "nothing"] {
        let path = format!("?_fields={fields}");
        let index = site.get(Who::Anonymous, &path).await.json();
        assert_eq!(index["_links"], up, "{fields}");
        assert!(index.get("routes").is_none());
    }
    let post = site
        .write(Who::Author, json!({"title": "a", "status": "publish"}))
        .await;
    let path = format!("/posts/{post}?_fields=id");
    assert!(
        site.get(Who::Anonymous, &path)
            .await
            .json()
            .get("_links")
            .is_none()
    );
}

#[tokio::test]
async fn an_unknown_role_or_capability_matches_no_user() {
    let site = Site::new().await;
    let slugs = async |query: &str| -> (String, Vec<String>) {
        let answer = site.get(Who::Admin, &format!("/users?{query}")).await;
        let total = answer.header("x-wp-total").to_owned();
        let list = answer.json();
        let users = list.as_array().unwrap().iter();
        let slugs = users.map(|user| user["slug"].as_str().unwrap().to_owned());
        (total, slugs.collect())
    };
    let found = |slugs: &[&str]| {
        let list = slugs.iter().map(|slug| (*slug).to_owned()).collect();
        (slugs.len().to_string(), list)
    };
    assert_eq!(slugs("roles=king").await, found(&[]));
    assert_eq!(slugs("roles=king,author").await, found(&["author"]));
    assert_eq!(slugs("capabilities=rule").await, found(&[]));
    assert_eq!(
        slugs("capabilities=rule,list_users").await,
        found(&["admin"])
    );
    // One of the listed capabilities suffices.
    let either = slugs("capabilities=list_users,publish_posts").await;
    assert_eq!(either, found(&["admin", "author", "editor"]));
}

#[tokio::test]
async fn an_autosaved_draft_keeps_its_floating_date() {
    let site = Site::new().await;
    let id = site
        .write(Who::Author, json!({"title": "Rascunho", "content": "a"}))
        .await;
    let path = format!("/posts/{id}?context=edit");
    let stored = async || site.store.get(id).await.unwrap().unwrap().date;
    let shown = site.get(Who::Author, &path).await.json();
    for (who, work) in [
        (Who::Author, json!({"content": "b"})),
        (Who::Author, json!({"content": "c", "date": shown["date"]})),
        (
            Who::Author,
            json!({"content": "d", "date_gmt": shown["date_gmt"]}),
        ),
        (Who::Author, json!({"content": "e", "date": null})),
        (Who::Author, json!({"content": "f", "date_gmt": null})),
        (Who::Author, json!({"content": "g", "status": "draft"})),
        (Who::Editor, json!({"content": "h", "date": shown["date"]})),
        (
            Who::Editor,
            json!({"content": "i", "date": "2020-01-01T00:00:00"}),
        ),
    ] {
        let kept = site
            .post(who, &format!("/posts/{id}/autosaves"), work.clone())
            .await;
        assert_eq!(kept.status, 200, "{work}");
        if who == Who::Author {
            let date = (&kept.json()["date"], &kept.json()["date_gmt"]);
            assert_eq!(date, (&Value::Null, &Value::Null), "{work}");
        }
        site.store
            .refresh(site_store::Freshness::Asked)
            .await
            .unwrap();
        assert_eq!(stored().await.gmt, None, "{work}");
    }
    // The date in a request is used.
    let own = json!({"content": "j", "date": "2024-01-02T03:04:05"});
    let kept = site
        .post(Who::Author, &format!("/posts/{id}/autosaves"), own)
        .await;
    assert_eq!(kept.json()["date"], "2024-01-02T03:04:05");
}
