//! The mail server and the messaging channel.

use serde_json::{Value, json};

use crate::app::{TestApp, issues, setting};

const PAGE: &str = "/settings/notifications";

fn server() -> Value {
    json!({
        "SMTP_HOST": "smtp.agencia.example",
        "SMTP_PORT": "465",
        "SMTP_USER": "pauta",
        "SMTP_PASSWORD": "senha com espaço 91b7",
    })
}

#[tokio::test]
async fn secrets_are_masked_and_other_values_shown() {
    let app = TestApp::new().await;
    let page = app.put(PAGE, server()).await.expect(200);
    assert_eq!(
        setting(&page, "SMTP_HOST"),
        json!({
            "key": "SMTP_HOST", "configured": true, "source": "saved", "masked": null,
            "value": "smtp.agencia.example",
        })
    );
    let password = setting(&page, "SMTP_PASSWORD");
    assert_eq!(
        (&password["masked"], &password["value"]),
        (&json!("••••91b7"), &Value::Null)
    );
    let from = setting(&page, "MAIL_FROM");
    assert_eq!(from["source"], "environment");
}

#[tokio::test]
async fn a_login_of_the_environment_is_not_used_for_a_saved_server() {
    let app = TestApp::new().await;
    let password = app.setting(PAGE, "SMTP_PASSWORD").await;
    assert_eq!(password["source"], "environment");
    let host = json!({ "SMTP_HOST": "smtp.agencia.example" });
    let page = app.put(PAGE, host).await.expect(200);
    assert_eq!(setting(&page, "SMTP_PASSWORD")["configured"], false);
    let page = app
        .put(PAGE, json!({ "SMTP_HOST": null }))
        .await
        .expect(200);
    assert_eq!(setting(&page, "SMTP_PASSWORD")["source"], "environment");
}

#[tokio::test]
async fn a_mail_server_is_complete_or_not_saved() {
    let app = TestApp::new().await;
    let refused = [
        (json!({ "SMTP_PORT": "587" }), "SMTP_HOST", "required"),
        (
            json!({ "MAIL_FROM": "a@b.example" }),
            "SMTP_HOST",
            "required",
        ),
        (
            json!({ "SMTP_HOST": "a.example", "SMTP_USER": "pauta" }),
            "SMTP_PASSWORD",
            "required",
        ),
        (
            json!({ "SMTP_HOST": "a.example", "SMTP_PASSWORD": "x" }),
            "SMTP_USER",
            "required",
        ),
        (
            json!({ "SMTP_HOST": "a.example", "SMTP_TLS": "none" }),
            "SMTP_TLS",
            "invalid_value",
        ),
        (
            json!({ "SMTP_HOST": "a.example", "MAIL_FROM": "ninguém" }),
            "MAIL_FROM",
            "invalid_value",
        ),
        (
            json!({ "SMTP_HOST": "a.example", "SMTP_PORT": "0" }),
            "SMTP_PORT",
            "invalid_value",
        ),
    ];
    for (body, field, code) in refused {
        let refused = app.put(PAGE, body).await.expect(422);
        assert_eq!(issues(&refused), [(field, code)]);
    }
    assert_eq!(
        app.setting(PAGE, "SMTP_HOST").await["source"],
        "environment"
    );
    let local = json!({ "SMTP_HOST": "127.0.0.1", "SMTP_TLS": "none" });
    app.put(PAGE, local).await.expect(200);
}

#[tokio::test]
async fn a_saved_password_is_not_sent_to_another_server() {
    let app = TestApp::new().await;
    app.put(PAGE, server()).await.expect(200);
    let moved = json!({ "SMTP_HOST": "smtp.outra.example" });
    let refused = app.put(PAGE, moved).await.expect(422);
    assert_eq!(issues(&refused), [("SMTP_PASSWORD", "required")]);
    let moved = json!({ "SMTP_HOST": "smtp.outra.example", "SMTP_PASSWORD": "outra senha" });
    app.put(PAGE, moved).await.expect(200);
    let port = json!({ "SMTP_PORT": null });
    app.put(PAGE, port).await.expect(200);
    let channel = json!({
        "WHATSAPP_API_PROVIDER": "evolution",
        "WHATSAPP_API_URL": "https://mensagens.example",
        "WHATSAPP_API_TOKEN": "token-77c2",
    });
    app.put(PAGE, channel).await.expect(200);
    let moved = json!({ "WHATSAPP_API_URL": "https://outro.example" });
    let refused = app.put(PAGE, moved).await.expect(422);
    assert_eq!(issues(&refused), [("WHATSAPP_API_TOKEN", "required")]);
}

#[tokio::test]
async fn a_mail_server_on_an_inner_address_is_not_saved() {
    let app = TestApp::deployed().await;
    for (server, field) in [
        (json!({ "SMTP_HOST": "127.0.0.1" }), "SMTP_HOST"),
        (json!({ "SMTP_HOST": "169.254.169.254" }), "SMTP_HOST"),
        (json!({ "SMTP_HOST": "mail.internal" }), "SMTP_HOST"),
        (
            json!({ "SMTP_HOST": "smtp.agencia.example", "SMTP_PORT": "6379" }),
            "SMTP_PORT",
        ),
    ] {
        let refused = app.put(PAGE, server).await.expect(422);
        assert_eq!(refused.json["issues"][0]["field"], *field);
    }
    assert_eq!(
        app.setting(PAGE, "SMTP_HOST").await["source"],
        "environment"
    );
}

#[tokio::test]
async fn a_messaging_channel_on_an_inner_address_is_not_saved() {
    let app = TestApp::deployed().await;
    for url in [
        "https://127.0.0.1",
        "https://169.254.169.254",
        "https://mensagens.internal",
        "http://mensagens.agencia.example",
        "https://mensagens.agencia.example:6379",
    ] {
        let channel = json!({ "WHATSAPP_API_URL": url });
        let refused = app.put(PAGE, channel).await.expect(422);
        let expected = [("WHATSAPP_API_URL", "invalid_value")];
        assert_eq!(issues(&refused), expected, "{url}");
    }
    let channel = json!({ "WHATSAPP_API_URL": "https://mensagens.agencia.example" });
    app.put(PAGE, channel).await.expect(200);
}
