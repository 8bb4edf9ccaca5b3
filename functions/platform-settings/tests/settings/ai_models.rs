//! Models of the providers, and how many images a user may generate.

use serde_json::{Value, json};

use crate::app::{TestApp, issues};

const PAGE: &str = "/settings/ai-models";

fn value(page: &Value, key: &str) -> Value {
    let items = page["items"].as_array().unwrap();
    let item = items.iter().find(|item| item["key"] == key).unwrap();
    item["value"].clone()
}

#[tokio::test]
async fn a_model_is_saved_for_every_process_and_removed_by_null() {
    let app = TestApp::new().await;
    let other = app.other_process();
    let page = app.get(PAGE).await.expect(200).json;
    assert_eq!(page["items"].as_array().unwrap().len(), 9);
    assert_eq!(value(&page, "OPENAI_MODEL"), Value::Null);
    let sent = json!({ "OPENAI_MODEL": "modelo-3.1_b", "AI_IMAGE_MONTHLY_QUOTA": "10" });
    app.put(PAGE, sent).await.expect(200);
    let page = other.get(PAGE).await.json;
    assert_eq!(value(&page, "OPENAI_MODEL"), "modelo-3.1_b");
    assert_eq!(value(&page, "AI_IMAGE_MONTHLY_QUOTA"), "10");
    let page = other.put(PAGE, json!({ "OPENAI_MODEL": null })).await;
    assert_eq!(value(&page.expect(200).json, "OPENAI_MODEL"), Value::Null);
}

#[tokio::test]
async fn one_invalid_member_refuses_all() {
    let app = TestApp::new().await;
    let sent = json!({
        "OPENAI_MODEL": "modelo-1",
        "GEMINI_MODEL": "models/gemini",
        "AI_IMAGE_MONTHLY_QUOTA": "-1",
        "OPENAI_API_KEY": "sk-1",
        "ANTHROPIC_MODEL_IMAGE": "modelo-1",
    });
    let refused = app.put(PAGE, sent).await.expect(422);
    assert_eq!(
        issues(&refused),
        [
            ("GEMINI_MODEL", "invalid_value"),
            ("AI_IMAGE_MONTHLY_QUOTA", "invalid_value"),
            ("OPENAI_API_KEY", "unknown_key"),
            ("ANTHROPIC_MODEL_IMAGE", "unknown_key"),
        ]
    );
    let page = app.get(PAGE).await.json;
    assert_eq!(value(&page, "OPENAI_MODEL"), Value::Null);
}
