//! Categories and tags.

use serde_json::json;

use crate::support::{Site, Who};

#[tokio::test]
async fn get_or_create() {
    let site = Site::new().await;
    let made = site
        .post(
            Who::Editor,
            "/categories",
            json!({"name": "Saúde & Bem-estar"}),
        )
        .await;
    insta::assert_json_snapshot!(made.json());
    let id = made.id();
    let again = site
        .post(
            Who::Editor,
            "/categories",
            json!({"name": "Saúde & Bem-estar"}),
        )
        .await;
    assert_eq!(again.refusal(), (400, "term_exists".to_owned()));
    assert_eq!(again.json()["data"]["term_id"], id);
    assert_eq!(again.json()["additional_data"], json!([id, id]));
    // A client may send back the name from a response.
    let path = format!("/categories/{id}");
    let name = made.json()["name"].clone();
    assert_eq!(
        site.post(Who::Editor, &path, json!({"name": name}))
            .await
            .json()["name"],
        "Saúde &amp; Bem-estar"
    );
}

#[tokio::test]
async fn rights() {
    let site = Site::new().await;
    for who in Who::ALL {
        let category = site
            .post(who, "/categories", json!({"name": format!("c{who:?}")}))
            .await;
        let tag = site
            .post(who, "/tags", json!({"name": format!("t{who:?}")}))
            .await;
        let category_expected = match who {
            Who::Anonymous => 401,
            Who::Editor | Who::Admin => 201,
            _ => 403,
        };
        let tag_expected = match who {
            Who::Anonymous => 401,
            Who::Subscriber => 403,
            _ => 201,
        };
        assert_eq!(
            (category.status, tag.status),
            (category_expected, tag_expected),
            "{who:?}"
        );
        if tag.status != 201 {
            assert_eq!(tag.code(), "rest_cannot_create");
        }
        assert_eq!(site.get(who, "/categories").await.status, 200);
        let edit = site.get(who, "/tags?context=edit").await;
        assert_eq!(edit.status == 200, who >= Who::Editor, "{who:?}");
    }
    let tag = site
        .post(Who::Author, "/tags", json!({"name": "x"}))
        .await
        .id();
    let update = site
        .post(Who::Author, &format!("/tags/{tag}"), json!({"name": "y"}))
        .await;
    assert_eq!(update.refusal(), (403, "rest_cannot_update".to_owned()));
    let delete = site
        .delete(Who::Author, &format!("/tags/{tag}?force=true"))
        .await;
    assert_eq!(delete.refusal(), (403, "rest_cannot_delete".to_owned()));
}

#[tokio::test]
async fn hierarchy_and_deletion() {
    let site = Site::new().await;
    let top = site
        .post(Who::Editor, "/categories", json!({"name": "Topo"}))
        .await
        .id();
    let below = site
        .post(
            Who::Editor,
            "/categories",
            json!({"name": "Abaixo", "parent": top}),
        )
        .await;
    assert_eq!(
        below.json()["link"],
        "https://exemplo.com.br/category/topo/abaixo/"
    );
    let below = below.id();
    assert_eq!(
        site.get(Who::Anonymous, &format!("/categories?parent={top}"))
            .await
            .ids(),
        [below]
    );
    let unknown = site
        .post(
            Who::Editor,
            "/categories",
            json!({"name": "x", "parent": 999}),
        )
        .await;
    assert_eq!(unknown.refusal(), (400, "rest_term_invalid".to_owned()));
    // A flat taxonomy declares no `parent`, yet the handler refuses one, in whatever form it came.
    for parent in [json!(top), json!(top.to_string()), json!(""), json!("x")] {
        let flat = site
            .post(Who::Editor, "/tags", json!({"name": "x", "parent": parent}))
            .await;
        assert_eq!(
            flat.refusal(),
            (400, "rest_taxonomy_not_hierarchical".to_owned()),
            "{parent}"
        );
    }
    let trash = site
        .delete(Who::Editor, &format!("/categories/{top}"))
        .await;
    assert_eq!(
        trash.refusal(),
        (501, "rest_trash_not_supported".to_owned())
    );
    let deleted = site
        .delete(Who::Editor, &format!("/categories/{top}?force=true"))
        .await
        .json();
    assert_eq!(
        (&deleted["deleted"], &deleted["previous"]["id"]),
        (&json!(true), &json!(top))
    );
    assert_eq!(
        site.get(Who::Anonymous, &format!("/categories/{below}"))
            .await
            .json()["parent"],
        0
    );
    assert_eq!(
        site.get(Who::Anonymous, &format!("/categories/{top}"))
            .await
            .refusal(),
        (404, "rest_term_invalid".to_owned())
    );
    let default = site
        .get(Who::Anonymous, "/categories?slug=sem-categoria")
        .await
        .ids()[0];
    let kept = site
        .delete(Who::Admin, &format!("/categories/{default}?force=true"))
        .await;
    assert_eq!(kept.refusal(), (403, "rest_cannot_delete".to_owned()));
}

#[tokio::test]
async fn lists() {
    let site = Site::new().await;
    let mut tags = Vec::new();
    for name in ["banana", "abacate", "caju"] {
        tags.push(
            site.post(Who::Author, "/tags", json!({"name": name}))
                .await
                .id(),
        );
    }
    let post = site
        .write(
            Who::Author,
            json!({"title": "x", "status": "publish", "tags": [tags[0], tags[2]]}),
        )
        .await;
    assert_eq!(
        site.get(Who::Anonymous, "/tags").await.ids(),
        [tags[1], tags[0], tags[2]]
    );
    assert_eq!(
        site.get(Who::Anonymous, "/tags?order=desc&per_page=2")
            .await
            .ids(),
        [tags[2], tags[0]]
    );
    assert_eq!(
        site.get(Who::Anonymous, "/tags?hide_empty=true")
            .await
            .ids(),
        [tags[0], tags[2]]
    );
    assert_eq!(
        site.get(Who::Anonymous, &format!("/tags?post={post}"))
            .await
            .ids(),
        [tags[0], tags[2]]
    );
    assert_eq!(
        site.get(Who::Anonymous, "/tags?search=aca").await.ids(),
        [tags[1]]
    );
    assert_eq!(
        site.get(Who::Anonymous, "/tags?page=9").await.ids(),
        Vec::<u64>::new()
    );
    assert_eq!(
        site.get(Who::Anonymous, "/tags?orderby=count&order=desc&per_page=1")
            .await
            .header("x-wp-totalpages"),
        "3"
    );
}

#[tokio::test]
async fn refusals_without_a_status() {
    let site = Site::new().await;
    site.post(Who::Editor, "/tags", json!({"name": "um"})).await;
    let two = site
        .post(Who::Editor, "/tags", json!({"name": "dois"}))
        .await
        .id();
    for (body, code) in [
        (json!({"slug": "um"}), "duplicate_term_slug"),
        (json!({"name": " "}), "empty_term_name"),
    ] {
        let answer = site.post(Who::Editor, &format!("/tags/{two}"), body).await;
        assert_eq!(answer.refusal(), (500, code.to_owned()));
        assert_eq!(answer.json()["data"], json!(null));
    }
}

#[tokio::test]
async fn descriptions_are_sanitised() {
    let site = Site::new().await;
    let body = json!({"name": "x", "description": "<b onclick=\"a\">b</b><script>c</script>"});
    let made = site.post(Who::Admin, "/categories", body).await.json();
    assert_eq!(made["description"], "<b>b</b>c");
}

#[tokio::test]
async fn terms_above_those_with_posts_are_not_empty() {
    let site = Site::new().await;
    let make = async |name: &str, parent: u64| {
        let body = json!({"name": name, "parent": parent});
        site.post(Who::Admin, "/categories", body).await.id()
    };
    let above = make("Acima", 0).await;
    let between = make("Entre", above).await;
    let used = make("Usada", between).await;
    make("Vazia", above).await;
    let post = json!({"title": "Um", "status": "publish", "categories": [used]});
    site.write(Who::Admin, post).await;
    for (query, expected) in [
        ("", vec![above, between, used]),
        ("&parent=0", vec![above]),
        ("&search=usada", vec![used]),
    ] {
        let path = format!("/categories?hide_empty=true{query}");
        let listed = site.get(Who::Anonymous, &path).await;
        assert_eq!(listed.ids(), expected, "{query}");
        assert_eq!(listed.header("x-wp-total"), expected.len().to_string());
    }
    let listed = site
        .get(Who::Anonymous, "/categories?hide_empty=true&_fields=count")
        .await
        .json();
    assert_eq!(listed, json!([{"count": 0}, {"count": 0}, {"count": 1}]));
}
