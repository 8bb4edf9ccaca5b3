//! The agency's name, logo and reply address.

use serde_json::{Value, json};

use crate::app::{TestApp, issues, setting};

const PAGE: &str = "/settings/agency";
const NAME: &str = "AGENCY_NAME";
const LOGO: &str = "AGENCY_LOGO";
const REPLY_TO: &str = "AGENCY_REPLY_TO";

#[tokio::test]
async fn the_agency_is_saved_for_every_process() {
    let app = TestApp::new().await;
    let other = app.other_process();
    let page = app.get(PAGE).await.expect(200);
    assert_eq!(page.json["items"].as_array().unwrap().len(), 3);
    assert_eq!(setting(&page, NAME)["configured"], false);
    let sent = json!({
        NAME: " Agência Varanda ",
        LOGO: "https://varanda.example/logo.png",
        REPLY_TO: "contato@varanda.example",
    });
    app.put(PAGE, sent).await.expect(200);
    let page = other.get(PAGE).await.expect(200);
    for (key, value) in [
        (NAME, "Agência Varanda"),
        (LOGO, "https://varanda.example/logo.png"),
        (REPLY_TO, "contato@varanda.example"),
    ] {
        let expected = json!({
            "key": key, "configured": true, "source": "saved", "masked": null, "value": value,
        });
        assert_eq!(setting(&page, key), expected);
    }
}

#[tokio::test]
async fn a_logo_and_a_reply_address_need_a_name() {
    let app = TestApp::new().await;
    for (key, value) in [
        (LOGO, "https://varanda.example/logo.png"),
        (REPLY_TO, "contato@varanda.example"),
    ] {
        let refused = app.put(PAGE, json!({ key: value })).await.expect(422);
        assert_eq!(issues(&refused), [(NAME, "required")]);
        assert_eq!(app.setting(PAGE, key).await["configured"], false);
    }
    let both = json!({ NAME: "Varanda", REPLY_TO: "contato@varanda.example" });
    app.put(PAGE, both).await.expect(200);
    let refused = app.put(PAGE, json!({ NAME: null })).await.expect(422);
    assert_eq!(issues(&refused), [(NAME, "required")]);
    let none = json!({ NAME: null, REPLY_TO: null });
    let page = app.put(PAGE, none).await.expect(200);
    assert_eq!(setting(&page, NAME)["value"], Value::Null);
}

#[tokio::test]
async fn invalid_values_and_other_keys_are_refused() {
    let app = TestApp::new().await;
    let sent = json!({
        NAME: "Varanda\r\nBcc: a@b.example",
        LOGO: "http://varanda.example/logo.png",
        REPLY_TO: "Varanda <contato@varanda.example>",
        "MAIL_FROM": "a@b.example",
    });
    let refused = app.put(PAGE, sent).await.expect(422);
    let mut found = issues(&refused);
    found.sort_unstable();
    assert_eq!(
        found,
        [
            (LOGO, "invalid_value"),
            (NAME, "invalid_value"),
            (REPLY_TO, "invalid_value"),
            ("MAIL_FROM", "unknown_key"),
        ]
    );
    assert_eq!(app.setting(PAGE, NAME).await["configured"], false);
}
