//! Test messages.

use std::sync::{Arc, Mutex};

use http::Method;
use platform_testkit::TestApi;
use ports::{Mail, MailError, MailMessage};
use serde_json::{Value, json};

use crate::app::TestApp;

const TEST: &str = "/settings/notifications/test";

/// Mail transport that keeps messages, or fails once as scripted.
#[derive(Default)]
pub struct Scripted {
    pub fails: Mutex<Option<MailError>>,
    pub sent: Mutex<Vec<MailMessage>>,
}

#[async_trait::async_trait]
impl Mail for Scripted {
    fn configured(&self) -> bool {
        true
    }

    async fn send(&self, message: &MailMessage) -> Result<(), MailError> {
        match self.fails.lock().unwrap().take() {
            Some(error) => Err(error),
            None => {
                self.sent.lock().unwrap().push(message.clone());
                Ok(())
            }
        }
    }
}

#[tokio::test]
async fn the_caller_gets_the_message() {
    let mut app = TestApp::new().await;
    let mail = Arc::new(Scripted::default());
    app.ports.mail = mail.clone();
    for body in [Value::Null, json!({ "channel": "email" })] {
        let sent = app
            .request(&app.admin, Method::POST, TEST, body)
            .await
            .expect(200);
        let message = mail.sent.lock().unwrap().pop().unwrap();
        assert_eq!(sent.json, json!({ "channel": "email", "to": message.to }));
        assert!(
            message.subject.contains("Teste de envio"),
            "{}",
            message.subject
        );
    }
}

#[tokio::test]
async fn a_failure_is_told_in_the_words_of_the_server() {
    let mut app = TestApp::new().await;
    let mail = Arc::new(Scripted::default());
    app.ports.mail = mail.clone();
    let words = || "550 caixa cheia".to_owned();
    for (error, status, code) in [
        (MailError::Refused(words()), 502, "mail_failed"),
        (MailError::Temporary(words()), 502, "mail_failed"),
        (MailError::UnknownOutcome(words()), 502, "mail_failed"),
        (MailError::NotConfigured, 409, "mail_not_configured"),
    ] {
        *mail.fails.lock().unwrap() = Some(error);
        let failed = app.request(&app.admin, Method::POST, TEST, json!({})).await;
        assert_eq!((failed.status.as_u16(), failed.code()), (status, code));
        let message = failed.json["message"].as_str().unwrap();
        assert_eq!(
            message.contains("550 caixa cheia"),
            status == 502,
            "{message}"
        );
    }
}
