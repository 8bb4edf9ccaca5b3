//! Default providers.

use serde_json::{Value, json};

use crate::app::{TestApp, issues};

const PAGE: &str = "/settings/ai-defaults";

fn names(list: &Value) -> Vec<&str> {
    let providers = list["providers"].as_array().unwrap();
    providers
        .iter()
        .map(|one| one["provider"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn only_providers_with_a_key_are_offered_for_what_they_make() {
    let app = TestApp::new().await;
    let none = app.get(PAGE).await.expect(200).json;
    let empty = json!({ "provider": null, "selected": false, "providers": [] });
    assert_eq!(none, json!({ "text": empty, "image": empty }));
    let keys = json!({ "ANTHROPIC_API_KEY": "chave-1", "GEMINI_API_KEY": "chave-2" });
    app.put("/settings/api-keys", keys).await.expect(200);
    let page = app.get(PAGE).await.json;
    assert_eq!(names(&page["text"]), ["anthropic", "gemini"]);
    assert_eq!(names(&page["image"]), ["gemini"]);
    assert_eq!(page["text"]["provider"], "anthropic");
    assert_eq!(page["text"]["selected"], false);
    assert_eq!(page["text"]["providers"][1]["name"], "Google Gemini");
}

#[tokio::test]
async fn a_selection_is_saved_at_once_and_ends_with_the_key() {
    let app = TestApp::new().await;
    let other = app.other_process();
    let keys = json!({ "ANTHROPIC_API_KEY": "chave-1", "GEMINI_API_KEY": "chave-2" });
    app.put("/settings/api-keys", keys).await.expect(200);
    let selected = json!({ "kind": "text", "provider": "gemini" });
    let page = app.put(PAGE, selected).await.expect(200).json;
    assert_eq!(page["text"]["provider"], "gemini");
    let page = other.get(PAGE).await.json;
    assert_eq!(page["text"]["provider"], "gemini");
    assert_eq!(page["text"]["selected"], true);
    assert_eq!(page["image"]["selected"], false);
    let removed = json!({ "GEMINI_API_KEY": null });
    app.put("/settings/api-keys", removed).await.expect(200);
    let page = other.get(PAGE).await.json;
    assert_eq!(page["text"]["provider"], "anthropic");
    assert_eq!(page["text"]["selected"], false);
    assert_eq!(page["image"]["provider"], Value::Null);
}

#[tokio::test]
async fn what_cannot_be_used_cannot_be_selected() {
    let app = TestApp::new().await;
    let key = json!({ "ANTHROPIC_API_KEY": "chave-1" });
    app.put("/settings/api-keys", key).await.expect(200);
    for (kind, provider, issue) in [
        ("text", "openai", ("provider", "not_configured")),
        ("image", "openai", ("provider", "not_configured")),
        ("image", "anthropic", ("provider", "unsupported")),
        ("text", "pexels", ("provider", "invalid_value")),
        ("video", "anthropic", ("kind", "invalid_value")),
    ] {
        let body = json!({ "kind": kind, "provider": provider });
        let refused = app.put(PAGE, body).await.expect(422);
        assert_eq!(issues(&refused), [issue]);
    }
    assert_eq!(app.get(PAGE).await.json["text"]["selected"], false);
}
