//! Approval capability: a missing contact and a missing mail server are distinguished.

use domain::platform::access::Role;
use http::Method;
use platform_testkit::TestApi;
use secrecy::SecretString;
use serde_json::{Value, json};
use settings::{Changes, Saved, SettingKey};

use crate::app::TestApp;

#[tokio::test]
async fn no_contact_and_no_mail_have_codes_of_their_own() {
    let mut app = TestApp::local().await;
    let gerente = app.create_user("gerente", Role::Gerente).await;
    let email = json!("a@cliente.example");
    let number = json!("+5511999990000");
    for (email, number, mail, cause) in [
        (&Value::Null, &Value::Null, true, json!("no_contact")),
        (&Value::Null, &Value::Null, false, json!("no_contact")),
        (&Value::Null, &number, true, json!("no_contact")),
        (&email, &Value::Null, false, json!("mail_not_configured")),
        (&email, &number, true, Value::Null),
    ] {
        app.ports.mail_configured = mail;
        let body = json!({
            "name": "Cliente",
            "url": "https://cliente.example",
            "email": email,
            "whatsapp": number,
        });
        let made = app.request(&gerente, Method::POST, "/sites", body).await;
        let path = format!("/sites/{}/approval-capability", made.json["id"]);
        let answer = app.request(&gerente, Method::GET, &path, Value::Null).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.json["cause"], cause, "{}", answer.text);
        if cause.is_null() {
            assert_eq!(answer.json, json!({"ok": true, "channels": ["email"]}));
        }
    }
}

#[tokio::test]
async fn a_mail_server_that_is_saved_counts_at_once() {
    let mut app = TestApp::local().await;
    app.ports.mail_configured = false;
    let gerente = app.create_user("gerente", Role::Gerente).await;
    let site = json!({
        "name": "Cliente", "url": "https://cliente.example", "email": "a@cliente.example",
    });
    app.request(&gerente, Method::POST, "/sites", site).await;
    let path = "/sites/1/approval-capability";
    let answer = app.request(&gerente, Method::GET, path, Value::Null).await;
    assert_eq!(answer.json["cause"], "mail_not_configured");
    let host = SecretString::from("smtp.agencia.example");
    let changes = Changes::from([(SettingKey::SmtpHost, Some(host))]);
    let store = app.ports.settings.store();
    store.save(&Saved::default(), &changes).await.unwrap();
    let answer = app.request(&gerente, Method::GET, path, Value::Null).await;
    assert_eq!(answer.json["ok"], true, "{}", answer.text);
}
