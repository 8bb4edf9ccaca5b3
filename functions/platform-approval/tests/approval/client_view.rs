//! The client's view of a post, for colleagues.

use axum::http::{Method, StatusCode};
use domain::faq::{FaqData, FaqItem};
use domain::platform::access::Role;
use domain::platform::user::User;
use jiff::SignedDuration;
use platform_testkit::TestResponse;
use ports::Clock as _;
use serde_json::{Value, json};

use crate::app::TestApp;

async fn shown(app: &TestApp, user: &User) -> TestResponse {
    let token = app.token(user).await;
    let path = format!("/api/v1/posts/{}/client-view", app.post);
    app.call(Method::GET, &path, Some(&token), "").await
}

#[tokio::test]
async fn colleagues_see_what_the_client_sees() {
    let app = TestApp::new().await;
    app.alter(|post| {
        let item = |question: &str, answer: &str| FaqItem {
            question: question.into(),
            answer: answer.into(),
        };
        post.fields.faq_data = FaqData {
            enabled: true,
            items: vec![
                item("Posso < congelar?", "Pode.\n\nPor 3 < 4 meses."),
                item("Sem resposta?", ""),
                item("E o integral?", "Também."),
                item("E o de leite?", "Não."),
            ],
            ..FaqData::default()
        };
    })
    .await;
    let view = shown(&app, &app.author).await;
    assert_eq!(view.status, StatusCode::OK, "{}", view.text);
    assert_eq!(
        view.json,
        json!({
            "site": "Padaria Bom Pão", "author": "Ana Souza", "title": "Como escolher o pão",
            "body": "<p>Do café da manhã ao jantar.</p>",
            "picture": {
                "media_id": 1, "alt_text": "Pães", "caption": view.json["picture"]["caption"],
                "width": view.json["picture"]["width"], "height": view.json["picture"]["height"],
            },
            "faq": {
                "title": "Perguntas frequentes", "description": "",
                "items": [
                    { "question": "Posso < congelar?", "answer": "<p>Pode.</p>\n<p>Por 3 &lt; 4 meses.</p>" },
                    { "question": "E o integral?", "answer": "<p>Também.</p>" },
                    { "question": "E o de leite?", "answer": "<p>Não.</p>" },
                ],
            },
            "consequence": view.json["consequence"], "changed_since": null, "version": 1,
        })
    );
    // The page that the client opens has the same texts, and its address is not among them.
    let page = app.request_approval().await;
    let html = app.get(&page).await.text;
    let asked = shown(&app, &app.author).await;
    for member in ["title", "body", "consequence"] {
        assert!(
            html.contains(asked.json[member].as_str().unwrap()),
            "{member}"
        );
    }
    assert!(!asked.text.contains(page.rsplit('/').next().unwrap()));
    assert_eq!(asked.json["changed_since"], Value::Null);
    app.clock.advance(SignedDuration::from_hours(2));
    let now = app.clock.now_seconds();
    app.alter(|post| post.updated_at = now).await;
    let changed = shown(&app, &app.author).await.json["changed_since"].clone();
    assert!(changed.is_string(), "{changed}");
}

#[tokio::test]
async fn a_post_without_picture_and_questions_has_neither() {
    let app = TestApp::new().await;
    app.alter(|post| post.featured_media_id = None).await;
    let view = shown(&app, &app.author).await.json;
    assert_eq!(
        (&view["picture"], &view["faq"]),
        (&Value::Null, &Value::Null)
    );
    assert!(view.get("picture").is_some() && view.get("faq").is_some());
}

#[tokio::test]
async fn looking_writes_nothing_and_is_for_those_who_may_read_the_post() {
    let app = TestApp::new().await;
    app.written();
    shown(&app, &app.author).await;
    // The session that the request signs in with is the only write.
    let token = app.token(&app.author).await;
    app.written();
    let path = format!("/api/v1/posts/{}/client-view", app.post);
    app.call(Method::GET, &path, Some(&token), "").await;
    assert!(app.written().abs() < f64::EPSILON);
    let stranger = app.colleague("Sol Lima", Role::Editor).await;
    let hidden = shown(&app, &stranger).await;
    assert_eq!(hidden.status, StatusCode::NOT_FOUND);
    let without = app.call(Method::GET, &path, None, "").await;
    assert_eq!(without.status, StatusCode::UNAUTHORIZED);
}
