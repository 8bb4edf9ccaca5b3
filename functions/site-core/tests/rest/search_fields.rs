//! Meta fields for search engines of posts and pages.

use serde_json::{Map, Value, json};

use crate::support::{Site, Who};

/// Every field with a value of its own.
fn all() -> Value {
    json!({
        "seo_title": "Título", "seo_description": "Descrição", "focus_keyword": "pão",
        "seo_canonical": "https://outro.example/pao/", "seo_noindex": true, "seo_nofollow": true,
        "seo_noarchive": true, "seo_noimageindex": true, "seo_nosnippet": true,
        "seo_breadcrumb_title": "Migalha", "seo_cornerstone": true, "seo_page_type": "FAQPage",
        "seo_article_type": "NewsArticle", "seo_social_title": "Na rede",
        "seo_social_description": "Texto da rede", "seo_social_image": "https://outro.example/r.png",
        "seo_social_image_id": 901, "seo_card_title": "No cartão",
        "seo_card_description": "Texto do cartão", "seo_card_image": "https://outro.example/c.png",
        "seo_card_image_id": 902,
    })
}

fn without_footnotes(mut meta: Value) -> Map<String, Value> {
    let meta = meta.as_object_mut().unwrap();
    for other in ["footnotes", "pauta_faq_enabled", "pauta_faq_data"] {
        meta.shift_remove(other);
    }
    std::mem::take(meta)
}

#[tokio::test]
async fn posts_and_pages_have_every_field() {
    let site = Site::new().await;
    for route in ["posts", "pages"] {
        let body = json!({"title": "Pão", "content": "x", "status": "publish", "meta": all()});
        let made = site.post(Who::Editor, &format!("/{route}"), body).await;
        let path = format!("/{route}/{}", made.id());
        assert_eq!(
            Value::Object(without_footnotes(made.json()["meta"].clone())),
            all()
        );
        let read = site.get(Who::Editor, &path).await.json();
        assert_eq!(
            Value::Object(without_footnotes(read["meta"].clone())),
            all()
        );
        // `null` and an empty value unset a field; other fields stay.
        let change =
            json!({"meta": {"seo_noindex": null, "seo_canonical": "", "seo_page_type": ""}});
        let changed = site.post(Who::Editor, &path, change).await.json();
        let mut expected = all();
        expected["seo_noindex"] = Value::Null;
        expected["seo_canonical"] = json!("");
        expected["seo_page_type"] = json!("");
        assert_eq!(
            Value::Object(without_footnotes(changed["meta"].clone())),
            expected
        );
    }
}

#[tokio::test]
async fn only_those_who_may_edit_the_item_see_the_fields() {
    let site = Site::new().await;
    let id = site
        .write(
            Who::Author,
            json!({"title": "Pão", "status": "publish", "meta": {"focus_keyword": "segredo"}}),
        )
        .await;
    for (who, sees) in [
        (Who::Anonymous, false),
        (Who::Subscriber, false),
        (Who::Contributor, false),
        (Who::Author, true),
        (Who::Editor, true),
        (Who::Admin, true),
    ] {
        for path in [format!("/posts/{id}"), "/posts".to_owned()] {
            let answer = site.get(who, &path).await.json();
            let item = answer.get(0).unwrap_or(&answer);
            let meta = item["meta"].as_object().unwrap();
            assert_eq!(meta.contains_key("focus_keyword"), sees, "{who:?} {path}");
            assert_eq!(item.to_string().contains("segredo"), sees, "{who:?} {path}");
            assert!(meta.contains_key("footnotes"));
        }
    }
}

#[tokio::test]
async fn what_search_engines_may_do_is_set_by_those_who_edit_the_items_of_others() {
    let site = Site::new().await;
    let id = site
        .write(Who::Author, json!({"title": "Pão", "status": "publish"}))
        .await;
    let path = format!("/posts/{id}");
    for (key, value) in [
        ("seo_canonical", json!("https://outro.example/")),
        ("seo_noindex", json!(false)),
        ("seo_nofollow", json!(true)),
        ("seo_noarchive", json!(true)),
        ("seo_noimageindex", json!(true)),
        ("seo_nosnippet", json!(true)),
        ("seo_breadcrumb_title", json!("x")),
        ("seo_page_type", json!("QAPage")),
        ("seo_article_type", json!("Report")),
    ] {
        let body = json!({"title": "Bolo", "meta": {key: value}});
        let refused = site.post(Who::Author, &path, body.clone()).await;
        assert_eq!(
            refused.refusal(),
            (403, "rest_cannot_update".to_owned()),
            "{key}"
        );
        assert_eq!(refused.json()["data"]["key"], key);
        let refused = site.post(Who::Author, "/posts", body.clone()).await;
        assert_eq!(refused.status, 403, "{key}");
        assert_eq!(
            site.post(Who::Editor, &path, body).await.status,
            200,
            "{key}"
        );
    }
    // The author sends back what is set, and may set the other fields.
    let meta = site.get(Who::Author, &path).await.json()["meta"].clone();
    let mut change = json!({"meta": meta});
    change["meta"]["seo_title"] = json!("Meu título");
    let changed = site.post(Who::Author, &path, change).await;
    assert_eq!(changed.status, 200);
    assert_eq!(changed.json()["meta"]["seo_title"], "Meu título");
    assert_eq!(changed.json()["meta"]["seo_noindex"], false);
    let unset = site
        .post(Who::Author, &path, json!({"meta": {"seo_noindex": null}}))
        .await;
    assert_eq!(unset.status, 403);
}

#[tokio::test]
async fn a_value_that_does_not_fit_is_refused_and_nothing_is_written() {
    let site = Site::new().await;
    let id = site
        .write(Who::Editor, json!({"title": "Pão", "status": "publish"}))
        .await;
    let path = format!("/posts/{id}");
    for (key, value, code) in [
        ("seo_title", json!(7), "rest_invalid_type"),
        ("seo_title", json!("é".repeat(301)), "rest_too_long"),
        ("seo_description", json!("é".repeat(1001)), "rest_too_long"),
        ("focus_keyword", json!(["pão"]), "rest_invalid_type"),
        ("seo_noindex", json!("talvez"), "rest_invalid_type"),
        ("seo_nofollow", json!({}), "rest_invalid_type"),
        (
            "seo_canonical",
            json!("javascript:alert(1)"),
            "rest_invalid_url",
        ),
        ("seo_canonical", json!("/pao/"), "rest_invalid_url"),
        (
            "seo_social_image",
            json!("ftp://a.example/x"),
            "rest_invalid_url",
        ),
        (
            "seo_card_image",
            json!(format!("https://a.example/{}", "x".repeat(2000))),
            "rest_too_long",
        ),
        ("seo_social_image_id", json!(-1), "rest_out_of_bounds"),
        ("seo_card_image_id", json!("x"), "rest_invalid_type"),
        ("seo_page_type", json!("Pagina"), "rest_not_in_enum"),
        ("seo_article_type", json!("article"), "rest_not_in_enum"),
    ] {
        let body = json!({"title": "Outro", "meta": {"seo_cornerstone": true, key: value}});
        for path in [path.as_str(), "/posts"] {
            let refused = site.post(Who::Editor, path, body.clone()).await;
            assert_eq!(refused.refusal(), (400, code.to_owned()), "{key}: {value}");
        }
    }
    let kept = site.get(Who::Editor, &path).await.json();
    assert_eq!(kept["title"]["rendered"], "Pão");
    assert_eq!(kept["meta"]["seo_cornerstone"], false);
    assert_eq!(site.get(Who::Anonymous, "/posts").await.ids(), [id]);
    // The limit is that of the text without tags.
    let long = format!("<b>{}</b>", "é".repeat(300));
    let taken = site
        .post(Who::Editor, &path, json!({"meta": {"seo_title": long}}))
        .await;
    assert_eq!(taken.json()["meta"]["seo_title"], long);
}
