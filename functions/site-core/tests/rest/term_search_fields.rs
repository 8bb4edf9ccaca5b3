//! Meta fields for search engines of categories and tags, and the records of texts and terms in the index.

use serde_json::{Value, json};
use site_store::{Freshness, IndexObject, IndexTask};

use crate::support::{Site, Who};

/// Every field with a value of its own.
fn all() -> Value {
    json!({
        "seo_title": "%%term_title%% em %%sitename%%", "seo_description": "Descrição",
        "focus_keyword": "pães", "seo_canonical": "https://outro.example/paes/",
        "seo_noindex": false, "seo_breadcrumb_title": "Migalha", "seo_cornerstone": true,
        "seo_social_title": "Na rede", "seo_social_description": "Texto da rede",
        "seo_social_image": "https://outro.example/r.png", "seo_social_image_id": 901,
        "seo_card_title": "No cartão", "seo_card_description": "Texto do cartão",
        "seo_card_image": "https://outro.example/c.png", "seo_card_image_id": 902,
    })
}

#[tokio::test]
async fn categories_and_tags_have_every_field() {
    let site = Site::new().await;
    for route in ["categories", "tags"] {
        let body = json!({"name": "Pães", "meta": all()});
        let made = site.post(Who::Editor, &format!("/{route}"), body).await;
        let path = format!("/{route}/{}", made.id());
        assert_eq!(made.json()["meta"], all());
        let read = site.get(Who::Editor, &path).await.json();
        assert_eq!(read["meta"], all());
        let head = &read["seo_head_json"];
        for (name, expected) in [
            ("title", json!("Pães em Exemplo")),
            ("description", json!("Descrição")),
            ("canonical", json!("https://outro.example/paes/")),
            ("og_title", json!("Na rede")),
            ("og_description", json!("Texto da rede")),
            ("twitter_title", json!("No cartão")),
        ] {
            assert_eq!(head[name], expected, "{name}: {head}");
        }
        assert_eq!(head["og_image"][0]["url"], "https://outro.example/r.png");
        assert!(head["schema"].to_string().contains("Migalha"));
        // `null` and an empty value unset a field; other fields stay.
        let change = json!({"meta": {"seo_noindex": null, "seo_canonical": ""}});
        let changed = site.post(Who::Editor, &path, change).await.json();
        let mut expected = all();
        expected["seo_noindex"] = Value::Null;
        expected["seo_canonical"] = json!("");
        assert_eq!(changed["meta"], expected);
        let renamed = site.post(Who::Editor, &path, json!({"name": "Bolos"}));
        assert_eq!(renamed.await.json()["meta"], expected);
    }
}

#[tokio::test]
async fn only_those_who_edit_terms_see_the_fields() {
    let site = Site::new().await;
    for route in ["categories", "tags"] {
        let body = json!({"name": "Pães", "meta": {"focus_keyword": "segredo"}});
        let made = site.post(Who::Editor, &format!("/{route}"), body).await;
        for who in Who::ALL {
            for path in [
                format!("/{route}/{}", made.id()),
                format!("/{route}?search=Pães"),
            ] {
                let answer = site.get(who, &path).await.json();
                let item = answer.get(0).unwrap_or(&answer);
                let sees = who >= Who::Editor;
                assert_eq!(item.to_string().contains("segredo"), sees, "{who:?} {path}");
                assert_eq!(item["meta"] != json!([]), sees, "{who:?} {path}");
            }
        }
    }
}

#[tokio::test]
async fn who_creates_tags_without_editing_them_sets_no_advanced_field() {
    let site = Site::new().await;
    let body = |key: &str, value: Value| json!({"name": key, "meta": {key: value}});
    for (key, value) in [
        ("seo_canonical", json!("https://outro.example/")),
        ("seo_noindex", json!(true)),
        ("seo_breadcrumb_title", json!("x")),
    ] {
        let refused = site
            .post(Who::Author, "/tags", body(key, value.clone()))
            .await;
        assert_eq!(refused.refusal(), (403, "rest_cannot_update".to_owned()));
        assert_eq!(refused.json()["data"]["key"], key);
        site.post(Who::Editor, "/tags", body(key, value)).await.id();
    }
    site.post(Who::Author, "/tags", body("seo_title", json!("Título")))
        .await
        .id();
}

#[tokio::test]
async fn a_value_that_does_not_fit_is_refused_and_nothing_is_written() {
    let site = Site::new().await;
    let made = json!({"name": "Pães"});
    let id = site.post(Who::Editor, "/categories", made).await.id();
    let path = format!("/categories/{id}");
    site.was_written();
    for (key, value, code) in [
        ("seo_title", json!("a".repeat(301)), "rest_too_long"),
        ("seo_canonical", json!("javascript:x"), "rest_invalid_url"),
        ("seo_noindex", json!("talvez"), "rest_invalid_type"),
        ("seo_social_image_id", json!(-1), "rest_out_of_bounds"),
        ("seo_card_image_id", json!([1]), "rest_invalid_type"),
    ] {
        let body = json!({"name": "Outro", "meta": {key: value}});
        let refused = site.post(Who::Editor, &path, body).await;
        assert_eq!(refused.refusal(), (400, code.to_owned()), "{key}");
    }
    assert!(!site.was_written());
    // Fields of texts are not those of terms.
    let body = json!({"meta": {"seo_nofollow": true, "seo_page_type": "QAPage"}});
    let changed = site.post(Who::Editor, &path, body).await.json();
    assert!(changed["meta"].get("seo_nofollow").is_none());
    let pattern = json!({"name": "Moldes", "meta": {"seo_title": "x"}});
    let pattern = site.post(Who::Editor, "/pattern_category", pattern).await;
    assert_eq!(pattern.json()["meta"], json!([]));
}

#[tokio::test]
async fn a_saved_text_or_term_has_its_record() {
    let site = Site::new().await;
    let post = json!({
        "title": "Pão", "content": "<p>O pão sai cedo.</p>", "status": "publish",
        "meta": {"focus_keyword": "pão"},
    });
    let id = site.write(Who::Author, post).await;
    let tag = json!({"name": "Oculta", "meta": {"seo_noindex": true}});
    let tag = site.post(Who::Editor, "/tags", tag).await.id();
    let entry = async |object| {
        site.store.refresh(Freshness::Asked).await.unwrap();
        site.store.index_entry(object).unwrap()
    };
    let first = entry(IndexObject::Content(id)).await.unwrap();
    assert!(first.scores.seo.is_some() && first.scores.readability.is_some());
    assert!(entry(IndexObject::Term(tag)).await.unwrap().scores.noindex);
    let change = json!({"meta": {"focus_keyword": ""}});
    site.post(Who::Author, &format!("/posts/{id}"), change)
        .await;
    let second = entry(IndexObject::Content(id)).await.unwrap();
    assert_eq!((second.scores.seo, second.number), (None, first.number));
    let work = site.store.index_work(IndexTask::Record, false, 100);
    assert!(!work.unwrap().contains(&id));
}
