//! Families of fonts.

use http::Method;
use serde_json::{Value, json};

use super::{family, make_family};
use crate::support::{HOME, Site, Who};

#[tokio::test]
async fn a_family_is_created_changed_and_deleted() {
    let site = Site::new().await;
    let made = make_family(&site, &family("Open Sáns")).await;
    assert_eq!(made.status, 201);
    let id = made.id();
    let own = format!("{HOME}/rest/core/v2/font-families/{id}");
    assert_eq!(made.header("location"), own);
    insta::assert_json_snapshot!("font_family", made.json());
    let path = format!("/font-families/{id}");
    assert_eq!(site.get(Who::Admin, &path).await.json(), made.json());
    let embedded = site.get(Who::Admin, &format!("{path}?context=embed")).await;
    assert_eq!(embedded.json()["font_family_settings"]["slug"], "open-sans");
    for (method, change, settings) in [
        (
            Method::POST,
            json!({"name": "Outro <b>nome</b>"}),
            json!(["Outro nome", "\"Open Sans\", sans-serif"]),
        ),
        (
            Method::PUT,
            json!({"fontFamily": "Inter"}),
            json!(["Outro nome", "Inter"]),
        ),
        (Method::PATCH, json!({}), json!(["Outro nome", "Inter"])),
    ] {
        let body = json!({"font_family_settings": change.to_string()});
        let changed = site.call(Who::Admin, method, &path, body).await.ok();
        let now = &changed["font_family_settings"];
        assert_eq!(json!([now["name"], now["fontFamily"]]), settings);
        assert_eq!(now["slug"], "open-sans");
        assert_eq!(now["preview"], "https://exemplo.org/open%20sans.svg");
    }
    let before = site.get(Who::Admin, &path).await.json();
    let kept = site.delete(Who::Admin, &path).await;
    assert_eq!(kept.refusal(), (501, "rest_trash_not_supported".to_owned()));
    let gone = site
        .delete(Who::Admin, &format!("{path}?force=true"))
        .await
        .ok();
    assert_eq!(gone["deleted"], true);
    assert_eq!(
        gone["previous"]["font_family_settings"],
        before["font_family_settings"]
    );
    let missing = site.get(Who::Admin, &path).await;
    assert_eq!(missing.refusal(), (404, "rest_post_invalid_id".to_owned()));
    let again = site.delete(Who::Admin, &format!("{path}?force=true")).await;
    assert_eq!(again.refusal(), (404, "rest_post_invalid_id".to_owned()));
}

#[tokio::test]
async fn lists_of_families_have_filters_and_pages() {
    let site = Site::new().await;
    let mut made = Vec::new();
    for slug in ["a", "b", "c"] {
        made.push(make_family(&site, &family(slug)).await.id());
    }
    let [a, b, c] = made[..] else { panic!() };
    for (query, ids) in [
        ("", vec![c, b, a]),
        ("order=asc", vec![a, b, c]),
        ("slug=b,c", vec![c, b]),
        (&format!("include={a},{c}&orderby=include"), vec![a, c]),
        (&format!("exclude={b}"), vec![c, a]),
        ("per_page=2&page=2", vec![a]),
        ("offset=1", vec![b, a]),
        ("context=edit&per_page=100&_embed=true", vec![c, b, a]),
    ] {
        let list = site
            .get(Who::Admin, &format!("/font-families?{query}"))
            .await;
        assert_eq!(list.ids(), ids, "{query}");
        assert!(!list.header("x-wp-total").is_empty(), "{query}");
    }
    for (query, status, code) in [
        ("orderby=date", 400, "rest_invalid_param"),
        ("per_page=101", 400, "rest_invalid_param"),
        ("page=9", 400, "rest_post_invalid_page_number"),
        (
            "orderby=include",
            400,
            "rest_orderby_include_missing_include",
        ),
    ] {
        let list = site
            .get(Who::Admin, &format!("/font-families?{query}"))
            .await;
        assert_eq!(list.refusal(), (status, code.to_owned()), "{query}");
    }
}

#[tokio::test]
async fn settings_of_families_that_are_refused_change_nothing() {
    let site = Site::new().await;
    let id = make_family(&site, &family("open-sans")).await.id();
    let without = |name: &str| {
        let mut settings = family("outra");
        settings.as_object_mut().unwrap().remove(name);
        settings.to_string()
    };
    let with = |name: &str, value: Value| {
        let mut settings = family("outra");
        settings[name] = value;
        settings.to_string()
    };
    site.was_written();
    for settings in [
        json!("{"),
        json!("null"),
        json!(""),
        json!("[1]"),
        json!("7"),
        json!({"name": "x"}),
        json!("x".repeat(20_001)),
        json!(without("name")),
        json!(without("slug")),
        json!(without("fontFamily")),
        json!(with("name", json!(""))),
        json!(with("slug", json!("…"))),
        json!(with("fontFamily", json!(7))),
        json!(with("fontFamily", json!("''"))),
        json!(with("fontFace", json!([]))),
    ] {
        let body = json!({"font_family_settings": settings});
        let refused = site.post(Who::Admin, "/font-families", body).await;
        let told = refused.refusal();
        assert_eq!(told, (400, "rest_invalid_param".to_owned()), "{settings}");
    }
    let path = format!("/font-families/{id}");
    for settings in [json!({"slug": "x"}), json!({"name": ""}), json!({"zzz": 1})] {
        let body = json!({"font_family_settings": settings.to_string()});
        let refused = site.post(Who::Admin, &path, body).await;
        let told = refused.refusal();
        assert_eq!(told, (400, "rest_invalid_param".to_owned()), "{settings}");
    }
    for path in ["/font-families", path.as_str()] {
        let none = site.post(Who::Admin, path, json!({})).await;
        let told = (400, "rest_missing_callback_param".to_owned());
        assert_eq!(none.refusal(), told);
        let body = json!({"theme_json_version": 4, "font_family_settings": "{}"});
        let version = site.post(Who::Admin, path, body).await;
        assert_eq!(version.refusal(), (400, "rest_invalid_param".to_owned()));
    }
    let twice = make_family(&site, &family("Open Sans")).await;
    let told = (400, "rest_duplicate_font_family".to_owned());
    assert_eq!(twice.refusal(), told);
    assert!(!site.was_written());
}
