//! Scores of saved posts and of unsaved fields.

use domain::platform::access::Role;
use http::{Method, StatusCode};
use platform_testkit::TestApi;
use serde_json::{Value, json};

use crate::app::{BODY, TestApp};

/// The status of a check in a response.
fn status<'a>(analysis: &'a Value, score: &str, check: &str) -> &'a str {
    let checks = analysis[score]["checks"].as_array().unwrap();
    let check = checks.iter().find(|one| one["id"] == *check).unwrap();
    check["status"].as_str().unwrap()
}

/// The unsaved fields that equal the saved post of the test application.
fn draft(site: u64) -> Value {
    json!({
        "site_id": site,
        "title": "Energia solar residencial: quanto custa instalar",
        "slug": "energia-solar-residencial",
        "focus_keyword": "energia solar",
        "seo_title": "Energia solar residencial: quanto custa instalar em 2026",
        "meta_description": "Veja quanto custa instalar energia solar residencial.",
        "body": BODY,
        "faq_data": {"enabled": true, "items": [{"question": "Vale a pena", "answer": "Sim: o sistema costuma se pagar em cinco anos e dura vinte e cinco."}]},
        "featured_image": {"alt_text": "Painéis de energia solar num telhado"},
        "host_author_id": 3,
    })
}

#[tokio::test]
async fn a_saved_post_is_scored_with_all_its_fields() {
    let app = TestApp::new().await;
    let ana = app.create_user("ana", Role::Editor).await;
    let site = app.site(&ana).await;
    let post = app.post(&ana, site).await;
    let path = format!("/posts/{post}/analysis");
    let answer = app.request(&ana, Method::GET, &path, Value::Null).await;
    assert_eq!(answer.status, StatusCode::OK);
    let found = answer.json;
    for (score, checks) in [("seo", 26), ("geo", 15), ("aeo", 13)] {
        let points = found[score]["score"].as_u64().unwrap();
        assert!(points <= 100, "{score}: {points}");
        let list = found[score]["checks"].as_array().unwrap();
        assert_eq!(list.len(), checks, "{score}");
        let weights: u64 = list.iter().map(|one| one["weight"].as_u64().unwrap()).sum();
        assert_eq!(weights, 100, "{score}");
    }
    assert_eq!(status(&found, "seo", "keyword_in_title"), "good");
    assert_eq!(status(&found, "seo", "keyword_in_slug"), "good");
    assert_eq!(status(&found, "seo", "image_alt"), "good");
    assert_eq!(status(&found, "seo", "internal_links"), "good");
    assert_eq!(status(&found, "seo", "external_links"), "bad");
    assert_eq!(status(&found, "geo", "authorship"), "good");
    assert_eq!(status(&found, "geo", "definition_early"), "good");
    assert_eq!(found["outline"][1]["text"], "O que é energia solar?");
    assert_eq!(found["outline"][1]["is_question"], true);
    assert_eq!(found["faq_warnings"][0]["code"], "no_question_mark");
}

#[tokio::test]
async fn unsaved_fields_score_as_the_same_fields_saved() {
    let app = TestApp::new().await;
    let ana = app.create_user("ana", Role::Redator).await;
    let site = app.site(&ana).await;
    let post = app.post(&ana, site).await;
    for supported in [true, false] {
        let path = format!("/posts/{post}/analysis?faq_supported={supported}");
        let saved = app.request(&ana, Method::GET, &path, Value::Null).await;
        let mut body = draft(site.0);
        body["faq_supported"] = json!(supported);
        let unsaved = app
            .request(&ana, Method::POST, "/posts/analyze", body)
            .await;
        assert_eq!(unsaved.status, StatusCode::OK);
        assert_eq!(unsaved.json, saved.json);
        let expected = if supported { "ok" } else { "na" };
        assert_eq!(status(&saved.json, "aeo", "faq_structured"), expected);
    }
}

#[tokio::test]
async fn every_field_of_a_draft_counts() {
    let app = TestApp::new().await;
    let ana = app.create_user("ana", Role::Editor).await;
    let site = app.site(&ana).await;
    let full = app.request(&ana, Method::POST, "/posts/analyze", draft(site.0));
    let full = full.await.json;
    for field in [
        "title",
        "slug",
        "focus_keyword",
        "seo_title",
        "meta_description",
        "body",
        "faq_data",
        "featured_image",
        "host_author_id",
    ] {
        let mut body = draft(site.0);
        body.as_object_mut().unwrap().remove(field);
        let answer = app
            .request(&ana, Method::POST, "/posts/analyze", body)
            .await;
        assert_eq!(answer.status, StatusCode::OK, "{field}");
        assert_ne!(answer.json, full, "{field}");
    }
    let mut old = draft(site.0);
    old["content_date"] = json!("2020-01-31");
    let answer = app.request(&ana, Method::POST, "/posts/analyze", old).await;
    assert_eq!(status(&answer.json, "geo", "freshness"), "bad");
}

#[tokio::test]
async fn foreign_posts_and_sites_do_not_exist() {
    let app = TestApp::new().await;
    let ana = app.create_user("ana", Role::Editor).await;
    let rui = app.create_user("rui", Role::Editor).await;
    let site = app.site(&ana).await;
    let post = app.post(&ana, site).await;
    let path = format!("/posts/{post}/analysis");
    let foreign = app.request(&rui, Method::GET, &path, Value::Null).await;
    assert_eq!(foreign.status, StatusCode::NOT_FOUND);
    for id in [site.0, 999] {
        let answer = app
            .request(&rui, Method::POST, "/posts/analyze", draft(id))
            .await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
        assert_eq!(answer.json["issues"][0]["field"], "site_id");
    }
}

#[tokio::test]
async fn invalid_drafts_name_each_field() {
    let app = TestApp::new().await;
    let ana = app.create_user("ana", Role::Editor).await;
    let site = app.site(&ana).await;
    let long = "a".repeat(1_001);
    let body = json!({
        "site_id": site,
        "title": long,
        "focus_keyword": long,
        "body": "b".repeat(900_001),
        "faq_data": {"items": vec![json!({}); 101]},
    });
    let answer = app
        .request(&ana, Method::POST, "/posts/analyze", body)
        .await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let issues = answer.json["issues"].as_array().unwrap().clone();
    let fields: Vec<_> = issues
        .iter()
        .map(|one| one["field"].as_str().unwrap())
        .collect();
    assert_eq!(fields, ["title", "focus_keyword", "body", "faq_data.items"]);
    for (body, field) in [
        (json!({"title": "x"}), "site_id"),
        (json!({"site_id": "x"}), "site_id"),
        (
            json!({"site_id": site, "content_date": "ontem"}),
            "content_date",
        ),
        (json!({"site_id": site, "body": 3}), "body"),
        (
            json!({"site_id": site, "faq_data": {"items": [{"question": 1}]}}),
            "faq_data.items[0].question",
        ),
    ] {
        let answer = app
            .request(&ana, Method::POST, "/posts/analyze", body)
            .await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{field}");
        assert_eq!(answer.json["issues"][0]["field"], *field);
    }
}
