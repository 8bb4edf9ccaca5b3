//! Blocks and pattern categories.

use serde_json::json;

use crate::support::{Site, Who};

#[tokio::test]
async fn three_contexts() {
    let site = Site::new().await;
    let category = site
        .post(
            Who::Author,
            "/pattern_category",
            json!({"name": "Cabeçalhos"}),
        )
        .await
        .id();
    let body = json!({
        "title": "Chamada <b>",
        "content": "<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->",
        "status": "publish",
        "pattern_category": [category],
        "meta": {"pattern_sync_status": "unsynced"}
    });
    let made = site.post(Who::Editor, "/blocks", body).await;
    let path = format!("/blocks/{}", made.id());
    insta::assert_json_snapshot!("block_edit", made.json());
    let view = site.get(Who::Contributor, &path).await;
    assert!(!view.header("link").contains("alternate"));
    insta::assert_json_snapshot!("block_view", view.json());
    insta::assert_json_snapshot!(
        "block_embed",
        site.get(Who::Contributor, &format!("{path}?context=embed"))
            .await
            .json()
    );
}

#[tokio::test]
async fn sync_status_is_written_in_meta_and_read_beside_it() {
    let site = Site::new().await;
    let made = site
        .post(Who::Editor, "/blocks", json!({"title": "x"}))
        .await;
    let path = format!("/blocks/{}", made.id());
    assert_eq!(made.json()["pattern_sync_status"], "");
    assert_eq!(made.json()["meta"], json!({"footnotes": ""}));
    let write = |value| {
        let (site, path) = (&site, &path);
        async move {
            let body = json!({"meta": {"pattern_sync_status": value}});
            site.post(Who::Editor, path, body).await
        }
    };
    assert_eq!(
        write(json!("partial")).await.json()["pattern_sync_status"],
        "partial"
    );
    for wrong in [json!(""), json!("synced")] {
        let answer = write(wrong).await;
        assert_eq!(answer.refusal(), (400, "rest_not_in_enum".to_owned()));
        // As in deployed systems, `additional_data` names the parameter only when the type is wrong.
        assert_eq!(answer.json().get("additional_data"), None);
    }
    // Beside `meta` it is not a writable member.
    let ignored = site
        .post(
            Who::Editor,
            &path,
            json!({"pattern_sync_status": "unsynced"}),
        )
        .await;
    assert_eq!(ignored.json()["pattern_sync_status"], "partial");
    assert_eq!(write(json!(null)).await.json()["pattern_sync_status"], "");
}

#[tokio::test]
async fn blocks_need_the_right_to_edit_posts() {
    let site = Site::new().await;
    let id = site
        .post(
            Who::Editor,
            "/blocks",
            json!({"title": "x", "status": "publish"}),
        )
        .await
        .id();
    let path = format!("/blocks/{id}");
    for who in [Who::Anonymous, Who::Subscriber] {
        let list = site.get(who, "/blocks").await;
        assert_eq!((list.ids(), list.header("x-wp-total")), (vec![], "1"));
        let status = if who == Who::Anonymous { 401 } else { 403 };
        assert_eq!(
            site.get(who, &path).await.refusal(),
            (status, "rest_forbidden".to_owned())
        );
    }
    for who in [Who::Contributor, Who::Author, Who::Editor] {
        assert_eq!(site.get(who, "/blocks").await.ids(), [id]);
        let create = site.post(who, "/blocks", json!({"title": "y"})).await;
        let expected = if who == Who::Contributor { 403 } else { 201 };
        assert_eq!(create.status, expected, "{who:?}");
    }
    let empty = site.post(Who::Editor, "/blocks", json!({})).await;
    assert_eq!(empty.refusal(), (400, "empty_content".to_owned()));
    // Members that blocks lack are ignored.
    let odd =
        json!({"title": "z", "featured_media": 1, "sticky": true, "parent": id, "format": "aside"});
    assert_eq!(site.post(Who::Editor, "/blocks", odd).await.status, 201);
}

#[tokio::test]
async fn filters_by_category() {
    let site = Site::new().await;
    let mut categories = Vec::new();
    for name in ["A", "B"] {
        let made = site
            .post(Who::Editor, "/pattern_category", json!({"name": name}))
            .await;
        categories.push(made.id());
    }
    let [a, b]: [u64; 2] = categories.try_into().unwrap();
    let mut ids = Vec::new();
    for terms in [vec![a], vec![b], vec![a, b], vec![]] {
        let body = json!({"title": "x", "status": "publish", "pattern_category": terms});
        ids.push(site.post(Who::Editor, "/blocks", body).await.id());
    }
    let [only_a, only_b, both, none]: [u64; 4] = ids.try_into().unwrap();
    for (query, expected) in [
        (format!("pattern_category={a}"), vec![only_a, both]),
        (
            format!("pattern_category[terms]={a},{b}&pattern_category[operator]=AND"),
            vec![both],
        ),
        (format!("pattern_category_exclude={a}"), vec![only_b, none]),
        (
            format!("pattern_category={b}&pattern_category_exclude[terms][]={a}"),
            vec![only_b],
        ),
        (
            format!("pattern_category={b}&pattern_category_exclude={b}&tax_relation=OR"),
            vec![only_a, only_b, both, none],
        ),
    ] {
        let answer = site
            .get(
                Who::Editor,
                &format!("/blocks?orderby=id&order=asc&{query}"),
            )
            .await;
        assert_eq!(answer.ids(), expected, "{query}");
    }
    let refused = site
        .get(
            Who::Editor,
            "/blocks?pattern_category[include_children]=true",
        )
        .await;
    assert_eq!(refused.refusal(), (400, "rest_invalid_param".to_owned()));
    // The count of a term covers published items.
    let term = site
        .get(Who::Anonymous, &format!("/pattern_category/{a}"))
        .await;
    assert_eq!(term.json()["count"], 2);
    assert_eq!(
        term.json()["_links"]["core:post_type"][0]["href"],
        format!("https://exemplo.com.br/rest/core/v2/blocks?pattern_category={a}")
    );
}
