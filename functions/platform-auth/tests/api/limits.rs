//! The time zone and the limits that a client learns.

use serde_json::{Value, json};

use crate::app::{ADMIN, TestApp};

async fn me(app: &TestApp) -> Value {
    let tokens = app.signed_in(ADMIN).await;
    app.me(&tokens).await.expect(200).json
}

#[tokio::test]
async fn the_zone_is_that_of_the_platform() {
    let app = TestApp::new().await;
    assert_eq!(me(&app).await["time_zone"], "America/Manaus");
}

#[tokio::test]
async fn the_limits_are_those_that_are_checked() {
    let app = TestApp::new().await;
    let most = me(&app).await["limits"]["user_name_chars"]
        .as_u64()
        .unwrap();
    let admin = app.signed_in(ADMIN).await.access;
    for (chars, status) in [(most, 201), (most + 1, 422)] {
        let name: String = (0..chars).map(|_| 'é').collect();
        let body =
            json!({ "name": name, "email": format!("p{chars}@agencia.test"), "role": "redator" });
        app.ask("POST", "/users", &admin, body).await.expect(status);
    }
}

#[tokio::test]
async fn the_limits_are_those_of_the_description() {
    let app = TestApp::new().await;
    let limits = me(&app).await["limits"].clone();
    let description = app
        .ask("GET", "/openapi.json", "", Value::Null)
        .await
        .expect(200)
        .json;
    for (limit, schema, member, keyword) in [
        ("title_chars", "PostInput", "title", "maxLength"),
        ("excerpt_chars", "PostInput", "excerpt", "maxLength"),
        ("slug_chars", "PostInput", "slug", "maxLength"),
        ("keyword_chars", "PostInput", "focus_keyword", "maxLength"),
        ("seo_title_chars", "PostInput", "seo_title", "maxLength"),
        (
            "meta_description_chars",
            "PostInput",
            "meta_description",
            "maxLength",
        ),
        ("tags", "PostInput", "host_tag_names", "maxItems"),
        (
            "tag_chars",
            "PostInput",
            "host_tag_names/items",
            "maxLength",
        ),
        ("question_chars", "FaqItemBody", "question", "maxLength"),
        ("answer_chars", "FaqItemBody", "answer", "maxLength"),
        ("alt_text_chars", "TextsInput", "alt_text", "maxLength"),
        ("text_prompt_chars", "ArticleRequest", "prompt", "maxLength"),
        (
            "image_prompt_chars",
            "ImageGenerationRequest",
            "prompt",
            "maxLength",
        ),
        ("site_name_chars", "SiteInput", "name", "maxLength"),
        ("site_members", "SiteInput", "member_ids", "maxItems"),
        ("language_chars", "SiteInput", "language", "maxLength"),
        ("audience_chars", "SiteInput", "audience", "maxLength"),
        ("user_name_chars", "NewUserBody", "name", "maxLength"),
    ] {
        let described = description
            .pointer(&format!(
                "/components/schemas/{schema}/properties/{member}/{keyword}"
            ))
            .unwrap_or(&Value::Null);
        assert_eq!(&limits[limit], described, "{limit}");
    }
}
