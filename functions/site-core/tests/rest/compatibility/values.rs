//! Values of a write: `null`, defaults, slugs and dates.

use http::Method;
use serde_json::{Value, json};

use crate::support::{HOME, Site, Who};

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
