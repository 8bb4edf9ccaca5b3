//! Templates and parts of templates.

use axum::body::Body;
use http::Method;
use serde_json::{Value, json};

use crate::support::{Site, Who};

const CONTENT: &str = "<!-- wp:post-content /-->";

async fn put(site: &Site, path: &str, body: Value) -> Value {
    let answer = site.call(Who::Admin, Method::PUT, path, body).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()
}

fn ids(list: &Value) -> Vec<&str> {
    let list = list.as_array().unwrap().iter();
    list.map(|one| one["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn complete_templates() {
    let site = Site::new().await;
    let template = site.get(Who::Contributor, "/templates/pauta//single").await;
    insta::assert_json_snapshot!("template", template.json());
    let part = site
        .get(
            Who::Contributor,
            "/template-parts/pauta//header?context=edit",
        )
        .await;
    insta::assert_json_snapshot!("template_part", part.json());
    let changed = put(&site, "/templates/pauta//page", json!({"content": CONTENT})).await;
    insta::assert_json_snapshot!("template_changed", changed);
}

#[tokio::test]
async fn the_lists_hold_those_of_the_theme() {
    let site = Site::new().await;
    for (query, expected) in [
        (
            "templates?post_type=page",
            "pauta//wide pauta//no-title pauta//text-only",
        ),
        ("templates?post_type=outro", ""),
        ("templates?wp_id=0", ""),
        (
            "template-parts",
            "pauta//header pauta//footer pauta//comments",
        ),
        ("template-parts?area=footer", "pauta//footer"),
    ] {
        let list = site.get(Who::Editor, &format!("/{query}")).await;
        assert_eq!(ids(&list.json()).join(" "), expected, "{query}");
    }
    let all = site
        .get(Who::Author, "/templates?context=edit")
        .await
        .json();
    assert_eq!(all.as_array().unwrap().len(), 10);
    assert_eq!(
        all[6]["title"],
        json!({"raw": "Não encontrada", "rendered": "Não encontrada"})
    );
    let head = site.request(Who::Admin, Method::HEAD, "/rest/core/v2/templates");
    let head = site.send(head.body(Body::empty()).unwrap()).await;
    assert_eq!(head.status, 200);
}

#[tokio::test]
async fn a_change_is_stored_and_can_be_reset() {
    let site = Site::new().await;
    let path = "/templates/pauta//page";
    let before = site.get(Who::Admin, path).await.json();
    assert_eq!(
        (&before["source"], &before["wp_id"]),
        (&json!("theme"), &json!(0))
    );
    let body =
        json!({"title": "Outra", "content": {"raw": CONTENT}, "slug": "zzz", "theme": "outro"});
    let changed = put(&site, path, body).await;
    assert_eq!(changed["source"], "custom");
    assert_eq!(changed["origin"], "theme");
    assert_eq!(changed["slug"], "page");
    assert_eq!(changed["description"], before["description"]);
    let id = changed["wp_id"].as_u64().unwrap();
    let again = put(&site, path, json!({"description": "d"})).await;
    assert_eq!(
        (&again["wp_id"], &again["content"]["raw"]),
        (&json!(id), &json!(CONTENT))
    );
    let list = site.get(Who::Admin, "/templates").await.json();
    assert_eq!(ids(&list)[0], "pauta//page");
    assert_eq!(ids(&list).len(), 10);
    let only = site
        .get(Who::Admin, &format!("/templates?wp_id={id}"))
        .await
        .json();
    assert_eq!(ids(&only), ["pauta//page"]);
    let own = site
        .get(Who::Admin, &format!("{path}?source=theme"))
        .await
        .json();
    assert_eq!(own["content"], before["content"]);
    let reset = put(&site, path, json!({"source": "theme"})).await;
    assert_eq!(
        (&reset["wp_id"], &reset["title"]),
        (&json!(0), &before["title"])
    );
    assert_eq!(site.get(Who::Admin, path).await.json()["source"], "theme");
    let refused = site.delete(Who::Admin, path).await;
    assert_eq!(refused.refusal(), (400, "rest_invalid_template".to_owned()));
}

#[tokio::test]
async fn added_templates_and_their_trash() {
    let site = Site::new().await;
    let made = |slug: &'static str| {
        let body =
            json!({"slug": slug, "title": "Com lateral", "content": CONTENT, "status": "draft"});
        site.post(Who::Admin, "/templates", body)
    };
    let first = made("Com Lateral").await;
    assert_eq!(first.status, 201);
    let value = first.json();
    assert_eq!(value["id"], "pauta//com-lateral");
    assert_eq!(
        (&value["is_custom"], &value["status"]),
        (&json!(true), &json!("publish"))
    );
    assert_eq!(
        (&value["original_source"], &value["origin"]),
        (&json!("user"), &Value::Null)
    );
    assert!(
        first
            .header("location")
            .ends_with("/templates/pauta//com-lateral")
    );
    assert_eq!(
        made("com-lateral").await.json()["id"],
        "pauta//com-lateral-2"
    );
    let path = "/templates/pauta//com-lateral";
    let gone = site.delete(Who::Admin, path).await.json();
    assert_eq!(
        (&gone["id"], &gone["status"]),
        (&value["id"], &json!("trash"))
    );
    assert_eq!(
        site.get(Who::Admin, path).await.refusal().1,
        "rest_template_not_found"
    );
    let trashed = format!("{path}__trashed");
    assert_eq!(
        site.get(Who::Admin, &trashed).await.json()["status"],
        "trash"
    );
    let again = site.delete(Who::Admin, &trashed).await;
    assert_eq!(
        again.refusal(),
        (410, "rest_template_already_trashed".to_owned())
    );
    let restored = put(&site, &trashed, json!({"description": "de volta"})).await;
    assert_eq!(
        (&restored["slug"], &restored["status"]),
        (&json!("com-lateral"), &json!("publish"))
    );
    let forced = site
        .delete(Who::Admin, &format!("{path}?force=true"))
        .await
        .json();
    assert_eq!(forced["deleted"], true);
    assert_eq!(forced["previous"]["title"]["raw"], "Com lateral");
    assert_eq!(forced["previous"].get("_links"), None);
    let reset = site.call(
        Who::Admin,
        Method::PUT,
        "/templates/pauta//com-lateral-2",
        json!({"source": "theme"}),
    );
    assert_eq!(
        reset.await.refusal(),
        (400, "rest_invalid_template".to_owned())
    );
}

#[tokio::test]
async fn slugs_of_other_scripts_name_their_template() {
    let site = Site::new().await;
    let body = json!({"slug": "ünï 日本", "title": "Japão", "content": CONTENT});
    for list in ["/templates", "/template-parts"] {
        let made = site.post(Who::Admin, list, body.clone()).await;
        assert_eq!(made.status, 201);
        let location = made.header("location").to_owned();
        let made = made.json();
        let id = made["id"].as_str().unwrap();
        assert_eq!(id, "pauta//uni-%e6%97%a5%e6%9c%ac");
        let linked = location.split_once("/core/v2").unwrap().1.to_owned();
        let own = format!("{list}/{id}");
        let encoded = own.replace('%', "%25");
        for path in [&linked, &own, &encoded, &format!("{list}/pauta//uni-日本")] {
            let shown = site.get(Who::Admin, path).await;
            assert_eq!(shown.json()["id"], id, "{path}");
        }
        let changed = put(&site, &own, json!({"description": "d"})).await;
        assert_eq!(changed["wp_id"], made["wp_id"]);
        let gone = site.delete(Who::Admin, &format!("{own}?force=true")).await;
        assert_eq!(gone.json()["deleted"], true);
        assert_eq!(site.get(Who::Admin, &own).await.status, 404);
    }
}

#[tokio::test]
async fn areas_of_parts() {
    let site = Site::new().await;
    let body = json!({"slug": "lado", "title": "Lado", "area": "zzz"});
    let made = site.post(Who::Admin, "/template-parts", body).await.json();
    assert_eq!(made["area"], "uncategorized");
    assert_eq!(made.get("is_custom"), None);
    let path = "/template-parts/pauta/lado";
    assert_eq!(
        put(&site, path, json!({"area": "footer"})).await["area"],
        "footer"
    );
    assert_eq!(
        put(&site, path, json!({"content": "x"})).await["area"],
        "footer"
    );
    let header = put(
        &site,
        "/template-parts/pauta//header",
        json!({"content": "y"}),
    )
    .await;
    assert_eq!(header["area"], "header");
    // The filter is one of parts; templates have no area.
    let ids = async |path: &str| {
        let all = site.get(Who::Admin, path).await.json();
        let all = all.as_array().unwrap().iter();
        all.map(|one| one["id"].clone()).collect::<Vec<_>>()
    };
    let all = ids("/templates").await;
    assert!(!all.is_empty());
    assert_eq!(ids("/templates?area=header").await, all);
    assert_eq!(
        ids("/template-parts?area=footer").await,
        ["pauta//lado", "pauta//footer"]
    );
}

#[tokio::test]
async fn lookup_goes_from_the_most_specific() {
    let site = Site::new().await;
    for (query, id) in [
        ("slug=page-sobre", "pauta//page"),
        ("slug=nada&is_custom=true", "pauta//page"),
        ("slug=single-post-ola", "pauta//single"),
        (
            "slug=category-doces&template_prefix=category",
            "pauta//archive",
        ),
        ("slug=front-page", "pauta//home"),
        ("slug=zzz", "pauta//index"),
    ] {
        for base in ["templates", "template-parts"] {
            let found = site
                .get(Who::Contributor, &format!("/{base}/lookup?{query}"))
                .await;
            assert_eq!(found.json()["id"], id, "{base} {query}");
        }
    }
    let body = json!({"slug": "page-sobre", "content": CONTENT, "title": "Sobre"});
    site.post(Who::Admin, "/templates", body).await;
    let found = site
        .get(Who::Editor, "/templates/lookup?slug=page-sobre")
        .await
        .json();
    assert_eq!(found["id"], "pauta//page-sobre");
    let missing = site.get(Who::Editor, "/templates/lookup").await;
    assert_eq!(
        missing.refusal(),
        (400, "rest_missing_callback_param".to_owned())
    );
}

#[tokio::test]
async fn revisions_and_autosaves() {
    let site = Site::new().await;
    let path = "/templates/pauta//single";
    let unchanged = site.get(Who::Admin, &format!("{path}/revisions")).await;
    assert_eq!(
        unchanged.refusal(),
        (400, "rest_invalid_template".to_owned())
    );
    put(&site, path, json!({"content": "um"})).await;
    put(&site, path, json!({"content": "dois"})).await;
    let changed = put(&site, path, json!({"content": "três", "title": "T"})).await;
    let list = site
        .get(Who::Admin, &format!("{path}/revisions?context=edit"))
        .await;
    assert_eq!(list.header("x-wp-total"), "2");
    let list = list.json();
    assert_eq!(list[0]["content"]["raw"], "três");
    assert_eq!(list[0]["parent"], changed["wp_id"]);
    assert_eq!(list[0]["id"], "pauta//single");
    let revision = list[1]["wp_id"].as_u64().unwrap();
    let one = format!("{path}/revisions/{revision}");
    assert_eq!(
        site.get(Who::Admin, &one).await.json()["content"]["raw"],
        "dois"
    );
    assert_eq!(
        site.delete(Who::Admin, &one).await.refusal().1,
        "rest_cannot_delete"
    );
    let gone = site
        .delete(Who::Admin, &format!("{one}?force=true"))
        .await
        .json();
    assert_eq!(gone["deleted"], true);
    assert_eq!(
        site.get(Who::Admin, &one).await.refusal(),
        (404, "rest_post_invalid_id".to_owned())
    );
    let autosaves = format!("{path}/autosaves");
    assert_eq!(site.get(Who::Admin, &autosaves).await.json(), json!([]));
    let kept = site
        .post(Who::Admin, &autosaves, json!({"content": "quatro"}))
        .await
        .json();
    assert_eq!(
        (&kept["content"]["raw"], &kept["parent"]),
        (&json!("quatro"), &changed["wp_id"])
    );
    let number = kept["wp_id"].as_u64().unwrap();
    let one = site
        .get(Who::Admin, &format!("{autosaves}/{number}"))
        .await
        .json();
    assert_eq!(one["content"]["raw"], "quatro");
    assert_eq!(
        site.get(Who::Admin, path).await.json()["content"]["raw"],
        "três"
    );
    let other = site
        .get(Who::Admin, "/templates/pauta//nada/revisions")
        .await;
    assert_eq!(
        other.refusal(),
        (404, "rest_post_invalid_parent".to_owned())
    );
}

#[tokio::test]
async fn invalid_writes_change_nothing() {
    let site = Site::new().await;
    site.get(Who::Admin, "/templates").await;
    for (method, path, body, refusal) in [
        (
            Method::POST,
            "/templates",
            json!({"title": "x"}),
            (400, "rest_missing_callback_param"),
        ),
        (
            Method::POST,
            "/templates",
            json!({"slug": "!!"}),
            (400, "rest_invalid_param"),
        ),
        (
            Method::POST,
            "/templates",
            json!({"slug": "a"}),
            (400, "empty_content"),
        ),
        (
            Method::POST,
            "/templates",
            json!({"slug": "a", "content": 7}),
            (400, "rest_invalid_param"),
        ),
        (
            Method::POST,
            "/templates",
            json!({"slug": "a", "title": "t", "theme": "outro"}),
            (400, "rest_template_insert_error"),
        ),
        (
            Method::POST,
            "/templates",
            json!({"slug": "a", "title": "t", "author": 77}),
            (400, "rest_invalid_author"),
        ),
        (
            Method::PUT,
            "/templates/pauta//nada",
            json!({}),
            (404, "rest_template_not_found"),
        ),
        (
            Method::PUT,
            "/templates/outro//page",
            json!({}),
            (404, "rest_template_not_found"),
        ),
        (
            Method::DELETE,
            "/template-parts/pauta//page",
            json!({}),
            (404, "rest_template_not_found"),
        ),
        (
            Method::DELETE,
            "/templates/pauta//page",
            json!({}),
            (400, "rest_invalid_template"),
        ),
    ] {
        site.was_written();
        let answer = site.call(Who::Admin, method, path, body).await;
        let (status, code) = answer.refusal();
        assert_eq!((status, code.as_str()), refusal, "{path}");
        assert!(!site.was_written(), "{path}");
    }
}

#[tokio::test]
async fn items_choose_a_template_that_exists() {
    let site = Site::new().await;
    let id = site
        .write(Who::Author, json!({"title": "x", "template": "wide"}))
        .await;
    let path = format!("/posts/{id}");
    assert_eq!(
        site.get(Who::Author, &path).await.json()["template"],
        "wide"
    );
    let body = json!({"slug": "meu", "title": "Meu", "content": CONTENT});
    site.post(Who::Admin, "/templates", body).await;
    let write = |name: &'static str| site.post(Who::Editor, &path, json!({"template": name}));
    assert_eq!(write("meu").await.json()["template"], "meu");
    for wrong in ["single", "nada", "com-lateral"] {
        assert_eq!(
            write(wrong).await.refusal(),
            (400, "rest_invalid_param".to_owned()),
            "{wrong}"
        );
    }
    site.delete(Who::Admin, "/templates/pauta//meu").await;
    assert_eq!(write("meu").await.status, 200, "what an item has stays");
    assert_eq!(write("").await.json()["template"], "");
    assert_eq!(write("meu").await.status, 400);
    let block = json!({"title": "b", "template": "wide"});
    assert_eq!(site.post(Who::Editor, "/blocks", block).await.status, 400);
}
