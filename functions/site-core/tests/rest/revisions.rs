//! Revisions and autosaves.

use axum::body::Body;
use http::Method;
use serde_json::{Value, json};

use crate::support::{HOME, Site, Who};

async fn update(site: &Site, path: &str, body: Value) -> Value {
    site.clock.advance(jiff::SignedDuration::from_secs(1));
    let answer = site.post(Who::Editor, path, body).await;
    assert_eq!(answer.status, 200);
    answer.json()
}

/// Creates a published post of the author with two revisions by the editor.
async fn post_with_revisions(site: &Site) -> (String, u64) {
    let body = json!({"title": "Um", "content": "texto", "status": "publish"});
    let id = site.write(Who::Author, body).await;
    let path = format!("/posts/{id}");
    update(site, &path, json!({"content": "dois"})).await;
    update(site, &path, json!({"content": "três", "excerpt": "e"})).await;
    (path, id)
}

fn names(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

#[tokio::test]
async fn an_update_creates_a_revision() {
    let site = Site::new().await;
    let (path, id) = post_with_revisions(&site).await;
    let post = site.get(Who::Anonymous, &path).await.json();
    let base = format!("{HOME}/rest/core/v2{path}/revisions");
    assert_eq!(
        post["_links"]["version-history"],
        json!([{"count": 2, "href": base}])
    );
    let newest = id + 2;
    assert_eq!(
        post["_links"]["predecessor-version"],
        json!([{"id": newest, "href": format!("{base}/{newest}")}])
    );
    let list = site.get(Who::Editor, &format!("{path}/revisions")).await;
    assert_eq!(list.ids(), [newest, id + 1]);
    assert_eq!(
        (list.header("x-wp-total"), list.header("x-wp-totalpages")),
        ("2", "1")
    );
    let first = &list.json()[0];
    assert_eq!(
        names(first),
        [
            "author",
            "date",
            "date_gmt",
            "id",
            "modified",
            "modified_gmt",
            "parent",
            "slug",
            "guid",
            "title",
            "content",
            "excerpt",
            "meta",
            "_links"
        ]
    );
    assert_eq!(
        (&first["content"], &first["excerpt"], &first["slug"]),
        (
            &json!({"rendered": "<p>três</p>\n"}),
            &json!({"rendered": "<p>e</p>\n"}),
            &json!(format!("{id}-revision-v1"))
        )
    );
    assert_eq!(
        (&first["guid"], &first["meta"], &first["author"]),
        (
            &json!({"rendered": format!("{HOME}/?p={newest}")}),
            &json!({"footnotes": ""}),
            &json!(site.user_id(Who::Editor).await)
        )
    );
    assert_eq!(
        first["_links"],
        json!({"parent": [{"href": format!("{HOME}/rest/core/v2{path}")}]})
    );
}

#[tokio::test]
async fn one_revision_in_edit_and_embed_context() {
    let site = Site::new().await;
    let (path, id) = post_with_revisions(&site).await;
    let newest = id + 2;
    let one = site
        .get(
            Who::Author,
            &format!("{path}/revisions/{}?context=edit", id + 1),
        )
        .await
        .json();
    assert_eq!(
        (&one["content"]["raw"], &one["excerpt"]["rendered"]),
        (&json!("dois"), &json!(""))
    );
    let short = site
        .get(
            Who::Author,
            &format!("{path}/revisions/{newest}?context=embed"),
        )
        .await
        .json();
    assert_eq!(
        names(&short),
        [
            "author", "date", "id", "parent", "slug", "title", "excerpt", "_links"
        ]
    );
}

#[tokio::test]
async fn lists_are_filtered_ordered_and_paged() {
    let site = Site::new().await;
    let (path, id) = post_with_revisions(&site).await;
    let all = format!("{path}/revisions");
    let ids = async |query: &str| site.get(Who::Editor, &format!("{all}{query}")).await.ids();
    let (old, new) = (id + 1, id + 2);
    assert_eq!(ids("?order=asc").await, [old, new]);
    assert_eq!(ids("?orderby=id").await, [new, old]);
    assert_eq!(
        ids(&format!("?include={old},{new}&orderby=include")).await,
        [old, new]
    );
    assert_eq!(ids(&format!("?exclude={old}")).await, [new]);
    assert_eq!(ids("?search=tres").await, [new]);
    assert_eq!(ids("?search=nada").await, Vec::<u64>::new());
    assert_eq!(ids("?per_page=1").await, [new]);
    assert_eq!(ids("?per_page=1&page=2").await, [old]);
    assert_eq!(ids("?per_page=1&offset=1").await, [old]);
    // Without `per_page` the list is complete, whatever the offset.
    assert_eq!(ids("?offset=1").await, [new, old]);
    let first = site.get(Who::Editor, &format!("{all}?per_page=1")).await;
    assert_eq!(
        (first.header("x-wp-totalpages"), first.header("link")),
        (
            "2",
            format!("<{HOME}/rest/core/v2{all}?per_page=1&page=2>; rel=\"next\"").as_str()
        )
    );
    for (query, code) in [
        ("?page=2", "rest_revision_invalid_page_number"),
        ("?per_page=1&page=3", "rest_revision_invalid_page_number"),
        ("?offset=2", "rest_revision_invalid_offset_number"),
        ("?orderby=relevance", "rest_no_search_term_defined"),
        ("?orderby=include", "rest_orderby_include_missing_include"),
        ("?per_page=0", "rest_invalid_param"),
        ("?orderby=author", "rest_invalid_param"),
    ] {
        let answer = site.get(Who::Editor, &format!("{all}{query}")).await;
        assert_eq!(answer.refusal(), (400, code.to_owned()), "{query}");
    }
    let head = site.request(Who::Editor, Method::HEAD, &format!("/rest/core/v2{all}"));
    let head = site.send(head.body(Body::empty()).unwrap()).await;
    assert_eq!(
        (head.status, head.header("x-wp-total"), head.bytes.len()),
        (200, "2", 0)
    );
}

#[tokio::test]
async fn reading_revisions_needs_the_right_to_edit() {
    let site = Site::new().await;
    let (path, id) = post_with_revisions(&site).await;
    let one = format!("{path}/revisions/{}", id + 1);
    for path in [
        format!("{path}/revisions"),
        one.clone(),
        format!("{path}/autosaves"),
    ] {
        for (who, status) in [
            (Who::Anonymous, 401),
            (Who::Subscriber, 403),
            (Who::Contributor, 403),
        ] {
            let refusal = site.get(who, &path).await.refusal();
            assert_eq!(refusal, (status, "rest_cannot_read".to_owned()), "{path}");
        }
        assert_eq!(site.get(Who::Author, &path).await.status, 200, "{path}");
    }
    for (path, code) in [
        (
            "/posts/9999/revisions".to_owned(),
            "rest_post_invalid_parent",
        ),
        ("/pages/1/revisions".to_owned(), "rest_post_invalid_parent"),
        (
            format!("/posts/{}/revisions", id + 1),
            "rest_post_invalid_parent",
        ),
        (format!("{path}/revisions/{id}"), "rest_post_invalid_id"),
        (format!("{path}/autosaves/1"), "rest_post_no_autosave"),
    ] {
        let refusal = site.get(Who::Editor, &path).await.refusal();
        assert_eq!(refusal, (404, code.to_owned()), "{path}");
    }
    let other = site.write(Who::Author, json!({"title": "x"})).await;
    let refusal = site
        .get(Who::Editor, &format!("/posts/{other}/revisions/{}", id + 1))
        .await
        .refusal();
    assert_eq!(
        refusal,
        (404, "rest_revision_parent_id_mismatch".to_owned())
    );
}

#[tokio::test]
async fn deleting_needs_the_right_and_force() {
    let site = Site::new().await;
    let (path, id) = post_with_revisions(&site).await;
    let one = format!("{path}/revisions/{}", id + 1);
    for (who, status) in [(Who::Anonymous, 401), (Who::Contributor, 403)] {
        let refusal = site
            .delete(who, &format!("{one}?force=true"))
            .await
            .refusal();
        assert_eq!(refusal, (status, "rest_cannot_delete".to_owned()));
    }
    assert_eq!(
        site.delete(Who::Author, &one).await.refusal(),
        (403, "rest_cannot_delete".to_owned())
    );
    let gone = site
        .delete(Who::Author, &format!("{one}?force=true"))
        .await
        .json();
    assert_eq!(
        (
            &gone["deleted"],
            &gone["previous"]["id"],
            &gone["previous"]["_links"]
        ),
        (&json!(true), &json!(id + 1), &Value::Null)
    );
    assert_eq!(
        site.delete(Who::Author, &format!("{one}?force=true"))
            .await
            .refusal(),
        (404, "rest_post_invalid_id".to_owned())
    );
    assert_eq!(
        site.get(Who::Author, &format!("{path}/revisions"))
            .await
            .ids(),
        [id + 2]
    );
}

#[tokio::test]
async fn an_autosave_is_stored_beside_a_published_post() {
    let site = Site::new().await;
    let (path, id) = post_with_revisions(&site).await;
    let autosaves = format!("{path}/autosaves");
    let made = site
        .post(Who::Author, &autosaves, json!({"title": "auto"}))
        .await;
    assert_eq!(made.status, 200);
    let made = made.json();
    assert_eq!(
        names(&made),
        [
            "author",
            "date",
            "date_gmt",
            "id",
            "modified",
            "modified_gmt",
            "parent",
            "slug",
            "guid",
            "title",
            "content",
            "excerpt",
            "meta",
            "preview_link",
            "_links"
        ]
    );
    assert_eq!(
        (
            &made["slug"],
            &made["title"]["raw"],
            &made["content"]["raw"]
        ),
        (
            &json!(format!("{id}-autosave-v1")),
            &json!("auto"),
            &json!("")
        )
    );
    assert_eq!(
        made["preview_link"],
        format!("{HOME}/um/?preview_id={id}&preview=true")
    );
    assert_eq!(
        site.get(Who::Anonymous, &path).await.json()["title"]["rendered"],
        "Um"
    );
    let again = site
        .post(Who::Author, &autosaves, json!({"content": {"raw": "c"}}))
        .await
        .json();
    assert_eq!(
        (
            &again["id"],
            &again["title"]["raw"],
            &again["content"]["raw"]
        ),
        (&made["id"], &json!("auto"), &json!("c"))
    );
}

#[tokio::test]
async fn every_author_has_an_autosave() {
    let site = Site::new().await;
    let (path, _) = post_with_revisions(&site).await;
    let autosaves = format!("{path}/autosaves");
    let made = site
        .post(Who::Author, &autosaves, json!({"title": "auto"}))
        .await
        .json();
    let other = site
        .post(Who::Editor, &autosaves, json!({"title": "b"}))
        .await
        .json();
    assert_ne!(other["id"], made["id"]);
    let listed = site.get(Who::Author, &autosaves).await;
    assert_eq!(listed.ids().len(), 2);
    assert!(listed.json()[0].get("preview_link").is_none());
    // Every identifier returns the caller's own autosave, otherwise the newest.
    for (who, own) in [(Who::Author, &made), (Who::Admin, &other)] {
        let found = site.get(who, &format!("{autosaves}/1")).await.json();
        assert_eq!(found["id"], own["id"]);
    }
    assert_eq!(
        site.get(Who::Author, &format!("{path}/revisions"))
            .await
            .ids()
            .len(),
        4
    );
}

#[tokio::test]
async fn refused_autosaves() {
    let site = Site::new().await;
    let (path, _) = post_with_revisions(&site).await;
    let autosaves = format!("{path}/autosaves");
    for (who, path, status, code) in [
        (Who::Anonymous, &autosaves, 401, "rest_cannot_edit"),
        (Who::Contributor, &autosaves, 403, "rest_cannot_edit"),
        (
            Who::Author,
            &"/posts/999/autosaves".to_owned(),
            404,
            "rest_post_invalid_id",
        ),
    ] {
        let refusal = site.post(who, path, json!({"title": "x"})).await.refusal();
        assert_eq!(refusal, (status, code.to_owned()));
    }
    let refusal = site
        .post(
            Who::Author,
            &autosaves,
            json!({"author": site.user_id(Who::Admin).await}),
        )
        .await
        .refusal();
    assert_eq!(refusal, (403, "rest_cannot_edit_others".to_owned()));
}

#[tokio::test]
async fn an_autosave_of_the_own_draft_changes_the_draft() {
    let site = Site::new().await;
    let id = site
        .write(
            Who::Contributor,
            json!({"title": "Rascunho", "content": "a"}),
        )
        .await;
    let autosaves = format!("/posts/{id}/autosaves");
    let made = site
        .post(Who::Contributor, &autosaves, json!({"content": "b"}))
        .await
        .json();
    assert_eq!(
        (
            &made["id"],
            &made["parent"],
            &made["date"],
            &made["date_gmt"],
            &made["slug"]
        ),
        (
            &json!(id),
            &json!(0),
            &Value::Null,
            &Value::Null,
            &json!("")
        )
    );
    assert_eq!(
        (&made["preview_link"], made.get("_links")),
        (&json!(format!("{HOME}/?p={id}&preview=true")), None)
    );
    let post = site
        .get(Who::Contributor, &format!("/posts/{id}?context=edit"))
        .await
        .json();
    assert_eq!(
        (
            &post["content"]["raw"],
            &post["_links"]["version-history"][0]["count"]
        ),
        (&json!("b"), &json!(0))
    );
    assert!(post["_links"].get("predecessor-version").is_none());
    assert_eq!(
        site.get(Who::Contributor, &autosaves).await.ids(),
        Vec::<u64>::new()
    );
}

#[tokio::test]
async fn pages_and_blocks_have_revisions() {
    let site = Site::new().await;
    for kind in ["pages", "blocks"] {
        let body = json!({"title": "a", "content": "b", "status": "publish"});
        let id = site.post(Who::Editor, &format!("/{kind}"), body).await.id();
        let path = format!("/{kind}/{id}");
        update(&site, &path, json!({"content": "c"})).await;
        let list = site.get(Who::Editor, &format!("{path}/revisions")).await;
        assert_eq!(list.ids(), [id + 1], "{kind}");
        assert_eq!(
            list.json()[0]["_links"]["parent"][0]["href"],
            format!("{HOME}/rest/core/v2{path}")
        );
        let made = site
            .post(
                Who::Editor,
                &format!("{path}/autosaves"),
                json!({"content": "d"}),
            )
            .await;
        assert_eq!(
            (made.status, &made.json()["parent"]),
            (200, &json!(id)),
            "{kind}"
        );
    }
    let refusal = site.get(Who::Editor, "/media/1/revisions").await.refusal();
    assert_eq!(refusal, (404, "rest_no_route".to_owned()));
}
