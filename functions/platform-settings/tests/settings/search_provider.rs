//! The OAuth client of the search provider.

use serde_json::{Value, json};

use crate::app::{TestApp, issues};

const PAGE: &str = "/settings/search-provider";
const ID: &str = "SEARCH_PROVIDER_CLIENT_ID";
const SECRET: &str = "SEARCH_PROVIDER_CLIENT_SECRET";

fn item<'a>(page: &'a Value, key: &str) -> &'a Value {
    let items = page["items"].as_array().unwrap();
    items.iter().find(|item| item["key"] == key).unwrap()
}

#[tokio::test]
async fn the_client_is_saved_for_every_process_and_its_secret_is_masked() {
    let app = TestApp::new().await;
    let other = app.other_process();
    let page = app.get(PAGE).await.expect(200).json;
    assert_eq!(page["items"].as_array().unwrap().len(), 2);
    let sent = json!({ ID: "123-abc.apps.example", SECRET: "GOCSPX-segredo-9876" });
    app.put(PAGE, sent).await.expect(200);
    let page = other.get(PAGE).await.expect(200);
    assert!(!page.text.contains("segredo"), "{}", page.text);
    assert_eq!(item(&page.json, ID)["value"], "123-abc.apps.example");
    assert_eq!(item(&page.json, SECRET)["masked"], "••••9876");
    assert_eq!(item(&page.json, SECRET)["value"], Value::Null);
}

#[tokio::test]
async fn another_identifier_needs_its_own_secret() {
    let app = TestApp::new().await;
    let sent = json!({ ID: "um", SECRET: "segredo-um" });
    app.put(PAGE, sent).await.expect(200);
    let refused = app.put(PAGE, json!({ ID: "dois" })).await.expect(422);
    assert_eq!(issues(&refused), [(SECRET, "required")]);
    let page = app.get(PAGE).await.json;
    assert_eq!(item(&page, ID)["value"], "um");
    app.put(PAGE, json!({ ID: "um" })).await.expect(200);
    app.put(PAGE, json!({ ID: "dois", SECRET: null }))
        .await
        .expect(200);
    app.put(PAGE, json!({ SECRET: "segredo-dois" }))
        .await
        .expect(200);
}

#[tokio::test]
async fn other_keys_and_invalid_values_are_refused() {
    let app = TestApp::new().await;
    let sent = json!({ ID: "com espaço", SECRET: 7, "OPENAI_API_KEY": "sk-1" });
    let refused = app.put(PAGE, sent).await.expect(422);
    let mut found = issues(&refused);
    found.sort_unstable();
    assert_eq!(
        found,
        [
            ("OPENAI_API_KEY", "unknown_key"),
            (ID, "invalid_value"),
            (SECRET, "invalid_value"),
        ]
    );
}
