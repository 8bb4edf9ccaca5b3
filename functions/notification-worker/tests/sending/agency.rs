//! The agency that writes the mails.

use domain::platform::approval::Decision;
use notification_worker::process;
use settings::Settings;

use crate::app::TestApp;

#[tokio::test]
async fn mails_to_clients_and_colleagues_are_the_agencys() {
    let mut app = TestApp::new().await;
    app.ports.settings = Settings::of_environment(|name| {
        let value = match name {
            "AGENCY_NAME" => "Estúdio Varanda",
            "AGENCY_REPLY_TO" => "contato@varanda.example",
            _ => return None,
        };
        Some(value.to_owned())
    });
    let (_, request) = app.request_approval().await;
    process(&app.ports, &request).await.unwrap();
    app.clock.advance(jiff::SignedDuration::from_mins(2));
    let decision = app.answer(Decision::Reject, "", false).await;
    process(&app.ports, &decision).await.unwrap();
    let sent = app.sent();
    assert_eq!(sent.len(), 2);
    for mail in sent {
        assert_eq!(mail.from_name.as_deref(), Some("Estúdio Varanda"));
        assert_eq!(mail.reply_to.as_deref(), Some("contato@varanda.example"));
        assert!(mail.html.contains("Estúdio Varanda") && !mail.html.contains(">Pauta<"));
    }
}
