//! Connecting a mailbox of the site, and sending through it.

use http::Method;
use jiff::SignedDuration;
use pauta_tests::app::{TestApp, TestRequest};
use pauta_tests::costs::Cost;
use serde_json::{Value, json};
use site_mail::{MailState, WorkedOff};

use super::Measuring;

const MAILBOX: &str = "/rest/mail-smtp/mailbox";

/// The cost since the previous measurement, with the calls of the providers.
fn measured(app: &TestApp) -> Cost {
    Cost {
        calls: u32::try_from(app.outbound_calls()).unwrap().into(),
        ..app.site_cost()
    }
}

/// A site whose login was used before.
async fn site() -> TestApp {
    let app = TestApp::new().await;
    let login = app.basic();
    let used = TestRequest::get("/rest/core/v2/users/me");
    app.ask_site(Some(&login), used).await.expect(200);
    app.clock.advance(SignedDuration::from_secs(1));
    app
}

async fn request(app: &TestApp, method: Method, body: Value) -> Cost {
    measured(app);
    let call = TestRequest::json(method, MAILBOX, body);
    app.ask_site(Some(&app.basic()), call).await.expect(200);
    measured(app)
}

async fn begin() -> Cost {
    let app = site().await;
    request(&app, Method::POST, json!({ "provider": "google" })).await
}

async fn come_back(provider: &str) -> Cost {
    let app = site().await;
    let back = app.mailbox_consent(provider).await;
    measured(&app);
    app.ask_site(None, TestRequest::get(back)).await.expect(200);
    measured(&app)
}

async fn of_connected(method: Method) -> Cost {
    let app = site().await;
    app.connect_mailbox("google").await;
    request(&app, method, Value::Null).await
}

/// A mail from its message to its end, `later` than the connection.
async fn mail(provider: Option<&str>, later: SignedDuration) -> Cost {
    let app = site().await;
    if let Some(provider) = provider {
        app.connect_mailbox(provider).await;
    }
    app.clock.advance(later);
    let id = app.queue_test_message("ana@exemplo.com").await;
    measured(&app);
    let sent = app.work_off_site_mail(&id).await;
    assert_eq!(sent, WorkedOff::Now(MailState::Sent));
    measured(&app)
}

/// All measurements.
pub fn all() -> Vec<(String, Measuring)> {
    let soon = SignedDuration::ZERO;
    let measurings: [(&str, Measuring); 8] = [
        ("site POST /mail-smtp/mailbox", Box::pin(begin())),
        (
            "site GET /mail-smtp/oauth_callback, Google",
            Box::pin(come_back("google")),
        ),
        (
            "site GET /mail-smtp/oauth_callback, Microsoft",
            Box::pin(come_back("microsoft")),
        ),
        (
            "site GET /mail-smtp/mailbox",
            Box::pin(of_connected(Method::GET)),
        ),
        (
            "site DELETE /mail-smtp/mailbox",
            Box::pin(of_connected(Method::DELETE)),
        ),
        ("work: site mail, mail server", Box::pin(mail(None, soon))),
        (
            "work: site mail, mailbox",
            Box::pin(mail(Some("google"), soon)),
        ),
        (
            "work: site mail, mailbox with renewal",
            Box::pin(mail(Some("google"), SignedDuration::from_hours(2))),
        ),
    ];
    measurings
        .into_iter()
        .map(|(name, measuring)| (name.to_owned(), measuring))
        .collect()
}
