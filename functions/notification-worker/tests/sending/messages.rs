//! Messages to the client over the messaging channel, for each result of the provider.

use std::time::Duration;

use domain::platform::approval::ApprovalChannel;
use domain::platform::event::EventKind;
use domain::platform::id::{JobId, SiteId};
use domain::platform::notification::{BACKOFF, LEASE, NotificationKind, NotificationState};
use domain::platform::site_record::NotificationChannel;
use jiff::SignedDuration;
use notification_worker::{Outcome, process};
use platform_testkit::change_site;
use ports::{MessagePurpose, MessageSendError};

use crate::app::TestApp;

fn temporary(attempts: u32, retry_after: Option<Duration>) -> MessageSendError {
    MessageSendError::Temporary {
        words: "O serviço está com falha.".into(),
        attempts,
        retry_after,
    }
}

async fn requested(app: &TestApp) -> String {
    let requested = app.request_approval_on(ApprovalChannel::Whatsapp, app.author());
    let (_, mut ids) = requested.await;
    assert_eq!(ids, ["approval-message-1-1"]);
    ids.remove(0)
}

async fn published(app: &TestApp) -> String {
    app.publish().await;
    let kind = NotificationKind::PublishedMessage {
        post_id: app.post,
        job_id: JobId(1),
    };
    app.queue(kind).await
}

#[tokio::test]
async fn the_client_is_asked_with_title_text_picture_and_link() {
    let app = TestApp::new().await;
    app.photograph().await;
    let requested = app.request_approval_on(ApprovalChannel::Both, app.author());
    let (approval, ids) = requested.await;
    for id in &ids {
        assert_eq!(
            process(&app.ports, id).await.unwrap(),
            Outcome::Sent,
            "{id}"
        );
    }
    assert_eq!(app.sent().len(), 1);
    let message = app.texts().remove(0);
    assert_eq!(message.to.to_string(), "+5511988887777");
    assert_eq!(message.purpose, MessagePurpose::ApprovalRequest);
    assert_eq!(message.title, "Como escolher o pão");
    for words in [
        "Ana Souza preparou este post para Padaria Bom Pão",
        "Do café da manhã ao jantar.",
    ] {
        assert!(message.text.contains(words), "{}", message.text);
    }
    let token = platform_store::approval_token(&app.ports.keyring, &approval).unwrap();
    let page = format!("https://pauta.example/aprovacao/{token}");
    assert_eq!(message.link.as_str(), page);
    // As it was uploaded: a message takes wider pictures than a mail.
    let picture = message.picture.unwrap();
    assert_eq!(picture.mime_type, "image/jpeg");
    let shown = pictures::inspect(picture.bytes, usize::MAX).await.unwrap();
    assert_eq!((shown.width, shown.height), (1300, 700));
}

#[tokio::test]
async fn a_picture_in_another_format_becomes_a_jpeg_and_a_broken_one_is_left_out() {
    let app = TestApp::new().await;
    let id = requested(&app).await;
    app.store_webp().await;
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Sent);
    let picture = app.texts().remove(0).picture.unwrap();
    assert_eq!(picture.mime_type, "image/jpeg");
    assert!(picture.bytes.starts_with(b"\xff\xd8\xff"));

    let app = TestApp::new().await;
    let id = requested(&app).await;
    app.break_picture().await;
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Sent);
    assert!(app.texts().remove(0).picture.is_none());
}

#[tokio::test]
async fn the_client_hears_of_a_publication_when_the_site_asks_for_messages() {
    for (channel, outcome) in [
        (NotificationChannel::Whatsapp, Outcome::Sent),
        (NotificationChannel::Both, Outcome::Sent),
        // The channel was changed after the publication.
        (NotificationChannel::Email, Outcome::Dropped),
        (NotificationChannel::None, Outcome::Dropped),
    ] {
        let app = TestApp::new().await;
        app.channel(channel).await;
        let id = published(&app).await;
        assert_eq!(process(&app.ports, &id).await.unwrap(), outcome);
        let texts = app.texts();
        assert_eq!(texts.len(), usize::from(outcome == Outcome::Sent));
        let told = app.events(EventKind::ClientNotified).await;
        assert_eq!(told.len(), texts.len());
        if let Some(message) = texts.first() {
            assert_eq!(message.purpose, MessagePurpose::PostPublished);
            assert_eq!(message.link.as_str(), "https://padaria.example/pao/");
            assert!(message.picture.is_some());
            assert_eq!(told[0].detail["channel"], "whatsapp");
            assert_eq!(told[0].detail["job_id"], 1);
        }
    }
}

#[tokio::test]
async fn a_message_that_may_have_been_sent_is_never_repeated() {
    let app = TestApp::new().await;
    let id = requested(&app).await;
    let lost = MessageSendError::UnknownOutcome("Não confirmou o envio.".into());
    app.messages.fails([lost]);
    let outcome = process(&app.ports, &id).await.unwrap();
    assert_eq!(outcome, Outcome::SentUncertain);
    app.clock.advance(LEASE + BACKOFF);
    app.send_due().await;
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::NotNow);
    assert!(app.texts().is_empty());
}

#[tokio::test]
async fn a_worker_that_stops_after_handing_over_leaves_an_uncertain_delivery() {
    let app = TestApp::new().await;
    let id = requested(&app).await;
    let store = &app.ports.store;
    let mut interrupted = store.notification(&id).await.unwrap().unwrap();
    let revision = interrupted.revision;
    let now = ports::Clock::now(&*app.clock);
    interrupted.begin(now).unwrap();
    interrupted.hand_over(now);
    store
        .save_notification(&interrupted, revision)
        .await
        .unwrap();
    app.clock.advance(LEASE);
    app.send_due().await;
    assert_eq!(app.state(&id).await, NotificationState::SentUncertain);
    assert!(app.texts().is_empty());
    let failed = app.events(EventKind::NotificationFailed).await;
    assert_eq!(failed[0].detail["uncertain"], true);
}

#[tokio::test]
async fn a_worker_that_stops_before_handing_over_loses_nothing() {
    let app = TestApp::new().await;
    let id = requested(&app).await;
    let store = &app.ports.store;
    let mut interrupted = store.notification(&id).await.unwrap().unwrap();
    let revision = interrupted.revision;
    interrupted.begin(ports::Clock::now(&*app.clock)).unwrap();
    store
        .save_notification(&interrupted, revision)
        .await
        .unwrap();
    app.clock.advance(LEASE);
    app.send_due().await;
    assert_eq!(app.state(&id).await, NotificationState::Sent);
    assert_eq!(app.texts().len(), 1);
}

#[tokio::test]
async fn a_message_that_was_not_sent_is_tried_again_as_often_as_the_failure_allows() {
    for (attempts, pause, wait) in [
        (3, SignedDuration::from_mins(5), None),
        (2, SignedDuration::from_mins(5), None),
        (
            3,
            SignedDuration::from_mins(20),
            Some(Duration::from_secs(1200)),
        ),
    ] {
        let app = TestApp::new().await;
        let id = requested(&app).await;
        app.messages
            .fails((0..5).map(|_| temporary(attempts, wait)));
        for _ in 1..attempts {
            assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Retrying);
            app.clock.advance(pause - SignedDuration::from_secs(1));
            assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::NotNow);
            app.clock.advance(SignedDuration::from_secs(1));
        }
        assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Failed);
        assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::NotNow);
    }
}

#[tokio::test]
async fn a_channel_that_is_set_within_the_attempts_sends_the_message() {
    let app = TestApp::new().await;
    let id = requested(&app).await;
    let missing = MessageSendError::NotConfigured("O WhatsApp não está configurado.".into());
    app.messages.fails([missing]);
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Retrying);
    app.clock.advance(BACKOFF);
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Sent);
    assert_eq!(app.texts().len(), 1);
}

#[tokio::test]
async fn a_number_that_cannot_be_called_fails_with_a_reason() {
    let app = TestApp::new().await;
    app.channel(NotificationChannel::Whatsapp).await;
    let change = |site: &mut domain::platform::site_record::Site| {
        site.whatsapp = Some("98888-7777".into());
    };
    change_site(&app.ports.store, SiteId(1), change).await;
    let id = published(&app).await;
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Failed);
    let failed = app.events(EventKind::NotificationFailed).await;
    let error = failed[0].detail["error"].as_str().unwrap();
    assert!(error.contains("não é válido"), "{error}");
    assert!(!error.contains("98888"), "{error}");
}

#[tokio::test]
async fn a_closed_round_sends_no_message() {
    let app = TestApp::new().await;
    let id = requested(&app).await;
    app.request_approval_on(ApprovalChannel::Whatsapp, app.author())
        .await;
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Dropped);
    assert!(app.texts().is_empty());
}
