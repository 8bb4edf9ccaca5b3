//! Creating, changing and deleting posts.

use http::Method;
use serde_json::{Value, json};

use crate::support::{Site, Who};

#[tokio::test]
async fn creation_returns_the_complete_post() {
    let site = Site::new().await;
    let answer = site
        .post(
            Who::Author,
            "/posts",
            json!({
                "title": "Ação & \"reação\"",
                "content": "Um parágrafo.\n\nOutro.",
                "excerpt": {"raw": "Resumo."},
                "status": "publish",
                "meta": {"pauta_faq_enabled": true, "pauta_faq_data": "[]", "unknown": 1}
            }),
        )
        .await;
    let id = answer.id();
    assert_eq!(
        answer.header("location"),
        format!("https://exemplo.com.br/rest/core/v2/posts/{id}")
    );
    insta::assert_json_snapshot!("created", answer.json());
    insta::assert_json_snapshot!(
        "viewed",
        site.get(Who::Anonymous, &format!("/posts/{id}"))
            .await
            .json()
    );
    insta::assert_json_snapshot!(
        "embedded",
        site.get(Who::Anonymous, &format!("/posts/{id}?context=embed"))
            .await
            .json()
    );
}

#[tokio::test]
async fn refusals_write_nothing() {
    let site = Site::new().await;
    for (body, status, code) in [
        (json!({}), 400, "empty_content"),
        (json!({"title": 5}), 400, "empty_content"),
        (json!({"title": "x", "id": 3}), 400, "rest_post_exists"),
        (
            json!({"title": "x", "status": "trash"}),
            400,
            "rest_invalid_param",
        ),
        (
            json!({"title": "x", "status": "published"}),
            400,
            "rest_invalid_param",
        ),
        (
            json!({"title": "x", "date": "tomorrow"}),
            400,
            "rest_invalid_param",
        ),
        (
            json!({"title": "x", "meta": "x"}),
            400,
            "rest_invalid_param",
        ),
        (
            json!({"title": "x", "meta": {"pauta_faq_enabled": "maybe"}}),
            400,
            "rest_invalid_type",
        ),
        (
            json!({"title": "x", "format": "poem"}),
            400,
            "rest_invalid_param",
        ),
        (
            json!({"title": "x", "template": "wide.html"}),
            400,
            "rest_invalid_param",
        ),
        (
            json!({"title": "x", "author": 999}),
            400,
            "rest_invalid_author",
        ),
        (
            json!({"title": "x", "sticky": true, "password": "p"}),
            400,
            "rest_invalid_field",
        ),
    ] {
        let answer = site.post(Who::Admin, "/posts", body.clone()).await;
        assert_eq!(answer.refusal(), (status, code.to_owned()), "{body}");
    }
    assert_eq!(
        site.get(Who::Admin, "/posts?status=any")
            .await
            .header("x-wp-total"),
        "0"
    );
    let meta = site
        .post(
            Who::Admin,
            "/posts",
            json!({"title": "x", "meta": {"pauta_faq_enabled": "maybe"}}),
        )
        .await
        .json();
    assert_eq!(
        meta["additional_data"],
        json!([{"param": "meta.pauta_faq_enabled"}])
    );
}

#[tokio::test]
async fn rights_that_single_members_need() {
    let site = Site::new().await;
    let editor = site.user_id(Who::Editor).await;
    let cases = [
        (
            json!({"title": "x"}),
            "rest_cannot_create",
            Who::Contributor,
        ),
        (
            json!({"title": "x", "status": "publish"}),
            "rest_cannot_publish",
            Who::Author,
        ),
        (
            json!({"title": "x", "status": "future", "date": "2030-01-01T00:00:00"}),
            "rest_cannot_publish",
            Who::Author,
        ),
        (
            json!({"title": "x", "status": "private"}),
            "rest_cannot_publish",
            Who::Author,
        ),
        (
            json!({"title": "x", "author": editor}),
            "rest_cannot_edit_others",
            Who::Editor,
        ),
        (
            json!({"title": "x", "sticky": true}),
            "rest_cannot_assign_sticky",
            Who::Author,
        ),
    ];
    for (body, code, least) in cases {
        for who in Who::ALL {
            let answer = site.post(who, "/posts", body.clone()).await;
            if who >= least {
                assert_eq!(answer.status, 201, "{who:?} {body}");
                continue;
            }
            let expected = match who {
                Who::Anonymous => 401,
                _ => 403,
            };
            // Without the right to create, the error is that of the right, unless a parameter is invalid.
            let refusal = answer.code();
            assert_eq!(answer.status, expected, "{who:?} {body}");
            assert!(
                refusal == code || (refusal == "rest_cannot_create" && who < Who::Contributor),
                "{who:?} {body}: {refusal}"
            );
        }
    }
}

#[tokio::test]
async fn schedule() {
    let site = Site::new().await;
    let future = site
        .post(
            Who::Author,
            "/posts",
            json!({"title": "x", "status": "future", "date": "2024-05-02T08:00:00"}),
        )
        .await
        .json();
    assert_eq!(
        (&future["status"], &future["date_gmt"]),
        (&json!("future"), &json!("2024-05-02T11:00:00"))
    );
    assert_eq!(
        future["link"],
        format!("https://exemplo.com.br/?p={}", future["id"])
    );
    let implied = site
        .post(
            Who::Author,
            "/posts",
            json!({"title": "x", "status": "publish", "date_gmt": "2024-05-02T11:00:00"}),
        )
        .await
        .json();
    assert_eq!(
        (&implied["status"], &implied["date"]),
        (&json!("future"), &json!("2024-05-02T08:00:00"))
    );
    let past = site
        .post(
            Who::Author,
            "/posts",
            json!({"title": "x", "status": "future", "date": "2024-04-01T08:00:00"}),
        )
        .await
        .json();
    assert_eq!(past["status"], "publish");
    let path = format!("/posts/{}", future["id"]);
    let kept = site
        .post(Who::Author, &path, json!({"status": "publish"}))
        .await
        .json();
    assert_eq!(kept["status"], "future");
    let now = site
        .post(
            Who::Author,
            &path,
            json!({"status": "publish", "date": "2024-05-01T07:00:00"}),
        )
        .await
        .json();
    assert_eq!(
        (&now["status"], &now["slug"]),
        (&json!("publish"), &json!("x"))
    );
}

#[tokio::test]
async fn reading_and_writing_back_changes_nothing() {
    let site = Site::new().await;
    let body = json!({"title": "Ação & <em>reação</em>", "content": "<p>a</p>", "status": "publish", "date": "2018-02-17T23:30:00", "slug": "acao"});
    let first = site.post(Who::Editor, "/posts", body).await.json();
    let path = format!("/posts/{}?context=edit", first["id"]);
    let read = site.get(Who::Editor, &path).await.json();
    let again = site
        .call(Who::Editor, Method::PUT, &path, read.clone())
        .await
        .json();
    for name in [
        "date",
        "date_gmt",
        "slug",
        "status",
        "title",
        "content",
        "excerpt",
        "categories",
        "meta",
        "format",
    ] {
        assert_eq!(again[name], read[name], "{name}");
    }
}

#[tokio::test]
async fn trash_restore_and_delete() {
    let site = Site::new().await;
    let id = site
        .write(Who::Author, json!({"title": "Olá", "status": "publish"}))
        .await;
    let path = format!("/posts/{id}");
    let trashed = site.delete(Who::Author, &path).await.json();
    assert_eq!(
        (&trashed["status"], &trashed["slug"]),
        (&json!("trash"), &json!("ola__trashed"))
    );
    assert_eq!(
        site.delete(Who::Author, &path).await.refusal(),
        (410, "rest_already_trashed".to_owned())
    );
    let same = site
        .post(Who::Author, &path, json!({"status": "trash"}))
        .await;
    assert_eq!(
        (same.status, same.json()["status"].as_str()),
        (200, Some("trash"))
    );
    let restored = site
        .post(Who::Author, &path, json!({"status": "draft"}))
        .await
        .json();
    assert_eq!(
        (&restored["status"], &restored["slug"]),
        (&json!("draft"), &json!("ola"))
    );
    let not = site
        .post(Who::Author, &path, json!({"status": "trash"}))
        .await;
    assert_eq!(not.refusal(), (400, "rest_invalid_param".to_owned()));
    let deleted = site
        .delete(Who::Author, &format!("{path}?force=true"))
        .await
        .json();
    assert_eq!(
        (&deleted["deleted"], &deleted["previous"]["id"]),
        (&json!(true), &json!(id))
    );
    assert!(deleted["previous"].get("_links").is_none());
    assert_eq!(
        site.get(Who::Author, &path).await.refusal(),
        (404, "rest_post_invalid_id".to_owned())
    );
}

#[tokio::test]
async fn texts_of_authors_are_sanitised() {
    let site = Site::new().await;
    let body = json!({"title": "a<script>x</script>", "content": "<p onclick=\"x\">b</p><script>y</script>", "excerpt": "<iframe src=\"javascript:z\">"});
    let made = site.post(Who::Author, "/posts", body.clone()).await.json();
    let stored = format!(
        "{}{}{}",
        made["title"]["raw"], made["content"]["raw"], made["excerpt"]["raw"]
    );
    for danger in ["script", "onclick", "iframe"] {
        assert!(!stored.contains(danger), "{stored}");
    }
    // A comment inside an attribute value must not carry its quotes into the tag.
    let sly =
        json!({"content": "<a title=\"<!-- wp:a {\" onmouseover=x y=\"} -->\">b</a><!--more-->c"});
    let made = site.post(Who::Author, "/posts", sly).await.json();
    assert_eq!(made["content"]["raw"], "<a title=\"\">b</a><!--more-->c");
    let trusted = site.post(Who::Editor, "/posts", body).await.json();
    assert!(
        trusted["content"]["raw"]
            .as_str()
            .unwrap()
            .contains("<script>")
    );
}

#[tokio::test]
async fn terms_and_picture() {
    let site = Site::new().await;
    let tag = site
        .post(Who::Author, "/tags", json!({"name": "caju"}))
        .await
        .id();
    let default = site.get(Who::Anonymous, "/categories").await.ids()[0];
    let made = site
        .post(
            Who::Author,
            "/posts",
            json!({"title": "x", "tags": [tag, 999], "featured_media": 999}),
        )
        .await
        .json();
    assert_eq!(
        (&made["tags"], &made["categories"], &made["featured_media"]),
        (&json!([tag]), &json!([default]), &json!(0))
    );
    let none = site
        .post(
            Who::Author,
            &format!("/posts/{}", made["id"]),
            json!({"categories": [], "tags": []}),
        )
        .await
        .json();
    assert_eq!(
        (&none["tags"], &none["categories"]),
        (&json!([]), &json!([]))
    );
    let unknown = site
        .post(
            Who::Author,
            "/posts",
            json!({"title": "x", "categories": [999]}),
        )
        .await
        .json();
    assert_eq!(unknown["categories"], json!([]));
}

#[tokio::test]
async fn slugs_are_unique() {
    let site = Site::new().await;
    let slug = |body: Value| {
        let site = &site;
        async move { site.post(Who::Author, "/posts", body).await.json()["slug"].clone() }
    };
    assert_eq!(
        slug(json!({"title": "Olá", "status": "publish"})).await,
        "ola"
    );
    assert_eq!(
        slug(json!({"title": "Olá", "status": "publish"})).await,
        "ola-2"
    );
    assert_eq!(
        slug(json!({"title": "x", "slug": "ola", "status": "draft"})).await,
        "ola-3"
    );
    assert_eq!(slug(json!({"title": "Rascunho"})).await, "");
    assert_eq!(
        slug(json!({"title": "x", "slug": "123", "status": "publish"})).await,
        "123-2"
    );
}

#[tokio::test]
async fn terms_are_sorted_by_name() {
    let site = Site::new().await;
    let mut ids = Vec::new();
    for name in ["Zinco", "álamo", "Mel"] {
        let made = site
            .post(Who::Editor, "/categories", json!({"name": name}))
            .await;
        ids.push(made.id());
    }
    let [zinc, poplar, honey]: [u64; 3] = ids.try_into().unwrap();
    let made = site
        .post(
            Who::Editor,
            "/posts",
            json!({"title": "x", "status": "publish", "format": "aside", "categories": [zinc, poplar, honey]}),
        )
        .await
        .json();
    assert_eq!(made["categories"], json!([poplar, honey, zinc]));
    let classes = made["class_list"].as_array().unwrap();
    assert_eq!(
        classes[classes.len() - 4..],
        [
            json!("category-alamo"),
            json!("category-mel"),
            json!("category-zinco"),
            json!("post_format-post-format-aside")
        ]
    );
}

#[tokio::test]
async fn the_term_0_cannot_be_assigned() {
    let site = Site::new().await;
    let body = json!({"title": "x", "categories": [0]});
    let answer = site.post(Who::Admin, "/posts", body).await;
    assert_eq!(
        answer.refusal(),
        (403, "rest_cannot_assign_term".to_owned())
    );
    let unknown = json!({"title": "x", "categories": [-1, 999]});
    assert_eq!(site.post(Who::Admin, "/posts", unknown).await.status, 201);
}

#[tokio::test]
async fn a_bad_template_is_refused_before_permissions_are_checked() {
    let site = Site::new().await;
    let body = json!({"title": "x", "template": "wide.html"});
    let answer = site.post(Who::Anonymous, "/posts", body).await;
    assert_eq!(answer.refusal(), (400, "rest_invalid_param".to_owned()));
    let details = &answer.json()["data"]["details"];
    assert_eq!(details["template"]["code"], "rest_invalid_param");
    // A plain refusal has a reason and no additional data.
    let meta = site
        .post(Who::Admin, "/posts", json!({"title": "x", "meta": "x"}))
        .await
        .json();
    assert!(meta["data"]["params"]["meta"].is_string());
    assert!(meta["data"]["details"].get("meta").is_none());
}

#[tokio::test]
async fn a_restored_post_is_not_sticky() {
    let site = Site::new().await;
    let body = json!({"title": "x", "status": "publish", "sticky": true});
    let path = format!("/posts/{}", site.write(Who::Editor, body).await);
    let draft = site
        .post(Who::Editor, &path, json!({"status": "draft"}))
        .await;
    assert_eq!(draft.json()["sticky"], true);
    let trashed = site.delete(Who::Editor, &path).await;
    assert_eq!(trashed.json()["sticky"], false);
    let back = site.post(Who::Editor, &path, json!({"status": "publish"}));
    assert_eq!(back.await.json()["sticky"], false);
}
