//! Approval capability: a missing contact, a missing mail server and a missing messaging channel are distinguished.

use domain::platform::access::Role;
use http::Method;
use platform_testkit::TestApi;
use secrecy::SecretString;
use serde_json::{Value, json};
use settings::{Changes, Saved, SettingKey};

use crate::app::TestApp;

/// Saves a messaging channel.
async fn save_messaging(app: &TestApp) {
    let secret = |text: &str| Some(SecretString::from(text));
    let changes = Changes::from([
        (SettingKey::MessagingProvider, secret("zapi")),
        (SettingKey::MessagingToken, secret("ficha")),
        (SettingKey::MessagingInstance, secret("agencia-1")),
    ]);
    let store = app.ports.settings.store();
    store.save(&Saved::default(), &changes).await.unwrap();
}

#[tokio::test]
async fn each_reason_that_a_client_cannot_be_asked_has_a_code_of_its_own() {
    let (email, number) = (json!("a@cliente.example"), json!("+5511999990000"));
    let none = Value::Null;
    for (email, number, mail, messaging, expected) in [
        (&none, &none, true, true, Err("no_contact")),
        (&none, &none, false, false, Err("no_contact")),
        (&email, &none, false, true, Err("mail_not_configured")),
        (&email, &number, false, false, Err("mail_not_configured")),
        (&none, &number, true, false, Err("messaging_not_configured")),
        (&email, &none, true, true, Ok(json!(["email"]))),
        (&email, &number, true, false, Ok(json!(["email"]))),
        (&none, &number, false, true, Ok(json!(["whatsapp"]))),
        (&email, &number, false, true, Ok(json!(["whatsapp"]))),
        (
            &email,
            &number,
            true,
            true,
            Ok(json!(["email", "whatsapp"])),
        ),
    ] {
        let mut app = TestApp::local().await;
        let gerente = app.create_user("gerente", Role::Gerente).await;
        app.ports.mail_configured = mail;
        if messaging {
            save_messaging(&app).await;
        }
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
        match expected {
            Ok(channels) => assert_eq!(answer.json, json!({"ok": true, "channels": channels})),
            Err(cause) => {
                assert_eq!(answer.json["cause"], cause, "{}", answer.text);
                assert_eq!(answer.json["ok"], false);
                for member in ["message", "hint"] {
                    assert!(
                        answer.json[member]
                            .as_str()
                            .is_some_and(|text| !text.is_empty())
                    );
                }
            }
        }
    }
}

#[tokio::test]
async fn an_incomplete_messaging_channel_is_none() {
    let app = TestApp::local().await;
    let gerente = app.create_user("gerente", Role::Gerente).await;
    let site = json!({
        "name": "Cliente", "url": "https://cliente.example", "whatsapp": "+5511999990000",
    });
    app.request(&gerente, Method::POST, "/sites", site).await;
    let provider = SecretString::from("zapi");
    let changes = Changes::from([(SettingKey::MessagingProvider, Some(provider))]);
    let store = app.ports.settings.store();
    store.save(&Saved::default(), &changes).await.unwrap();
    let path = "/sites/1/approval-capability";
    let answer = app.request(&gerente, Method::GET, path, Value::Null).await;
    assert_eq!(answer.json["cause"], "messaging_not_configured");
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
