//! Messages to the client that did not arrive: an event of the post, and a mail to the author and the requester.

use domain::platform::access::Role;
use domain::platform::approval::{ApprovalChannel, Decision};
use domain::platform::client_notice::ClientNotice;
use domain::platform::event::EventKind;
use domain::platform::notification::{BACKOFF, NotificationKind, NotificationState};
use domain::platform::publication::JobKind;
use domain::platform::site_record::NotificationChannel;
use notification_worker::{Outcome, process};
use platform_store::PostChange;
use ports::MessageSendError;

use crate::app::{Answer, TestApp};

fn refused() -> MessageSendError {
    MessageSendError::Refused("O serviço Z-API recusou a mensagem.".into())
}

#[tokio::test]
async fn a_request_that_fails_on_one_channel_is_told_and_the_other_one_arrives() {
    let app = TestApp::new().await;
    let requester = app.create_user("Rita", Role::Gerente).await;
    let requested = app.request_approval_on(ApprovalChannel::Both, requester);
    let (_, ids) = requested.await;
    app.messages.fails([refused()]);
    assert_eq!(process(&app.ports, &ids[0]).await.unwrap(), Outcome::Sent);
    assert_eq!(process(&app.ports, &ids[1]).await.unwrap(), Outcome::Failed);
    assert_eq!(app.sent().remove(0).to, "contato@padaria.example");

    let failed = app.events(EventKind::NotificationFailed).await;
    assert_eq!(failed.len(), 1);
    assert_eq!(
        failed[0].detail,
        serde_json::json!({
            "about": "approval_request", "round": 1, "channel": "whatsapp", "uncertain": false,
            "error": "O serviço Z-API recusou a mensagem.",
        })
    );
    app.send_due().await;
    app.send_due().await;
    let mut mails = app.sent();
    mails.sort_by(|a, b| a.to.cmp(&b.to));
    let told: Vec<_> = mails.iter().map(|mail| mail.to.as_str()).collect();
    assert_eq!(told, ["ana@agencia.example", "rita@agencia.example"]);
    for mail in &mails {
        assert_eq!(
            mail.subject,
            "O pedido de aprovação por WhatsApp não foi enviado: Como escolher o pão"
        );
        for words in [
            "O serviço Z-API recusou a mensagem.",
            "Por e-mail ele foi enviado normalmente.",
            "copiar o link",
        ] {
            assert!(
                mail.text.contains(words) && mail.html.contains(words),
                "{words}: {}",
                mail.text
            );
        }
        assert!(
            !mail.text.contains("/aprovacao/"),
            "the link is no part of the mail"
        );
    }
    app.send_due().await;
    assert!(app.sent().is_empty());
    // The round is open: the client can still answer.
    let round = app
        .ports
        .store
        .approval_round(app.post, 1)
        .await
        .unwrap()
        .unwrap();
    assert!(round.open().is_ok());
}

#[tokio::test]
async fn a_mail_that_fails_is_told_too_and_its_own_failure_is_not() {
    let app = TestApp::new().await;
    let (_, id) = app.request_approval().await;
    app.mail.answers([Answer::Refused, Answer::Refused]);
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Failed);
    app.send_due().await;
    app.clock.advance(BACKOFF);
    app.send_due().await;
    assert!(app.sent().is_empty());
    let told = "request-undelivered-1-1-email";
    assert_eq!(app.state(told).await, NotificationState::Failed);
    assert_eq!(app.events(EventKind::NotificationFailed).await.len(), 1);
}

#[tokio::test]
async fn nothing_is_told_while_attempts_remain() {
    let app = TestApp::new().await;
    let (_, id) = app.request_approval().await;
    app.mail.answers([Answer::Temporary]);
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Retrying);
    assert!(app.events(EventKind::NotificationFailed).await.is_empty());
    app.clock.advance(BACKOFF);
    app.send_due().await;
    let mails = app.sent();
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].to, "contato@padaria.example");
}

#[tokio::test]
async fn an_uncertain_request_is_told_as_such() {
    let app = TestApp::new().await;
    let requested = app.request_approval_on(ApprovalChannel::Whatsapp, app.author());
    let (_, ids) = requested.await;
    let lost = MessageSendError::UnknownOutcome("A conexão se perdeu.".into());
    app.messages.fails([lost]);
    process(&app.ports, &ids[0]).await.unwrap();
    app.send_due().await;
    let mail = app.sent().remove(0);
    assert_eq!(mail.to, "ana@agencia.example");
    assert!(
        mail.subject
            .starts_with("Não se sabe se o pedido de aprovação por WhatsApp chegou")
    );
    assert!(mail.text.contains("não será repetido"), "{}", mail.text);
    assert!(
        mail.text.contains("responsável por este conteúdo"),
        "{}",
        mail.text
    );
}

#[tokio::test]
async fn a_request_that_was_answered_meanwhile_is_not_told() {
    let app = TestApp::new().await;
    let (_, id) = app.request_approval().await;
    app.mail.answers([Answer::Refused]);
    process(&app.ports, &id).await.unwrap();
    // The client got the link by other means.
    app.answer(Decision::Approve, "", false).await;
    let kind = NotificationKind::RequestUndelivered {
        post_id: app.post,
        round: 1,
        channel: domain::platform::notification::DeliveryChannel::Email,
    };
    let outcome = process(&app.ports, &kind.id()).await.unwrap();
    assert_eq!(outcome, Outcome::Dropped);
}

#[tokio::test]
async fn a_notice_of_a_publication_that_fails_is_told_to_author_and_requester() {
    let app = TestApp::new().await;
    app.channel(NotificationChannel::Both).await;
    let requester = app.create_user("Rita", Role::Gerente).await;
    let store = &app.ports.store;
    let now = ports::Clock::now(&*app.clock);
    let random = embedded::random::SeededRandom::new(9);
    let post = store.post(app.post).await.unwrap().unwrap();
    let change = PostChange::of(&post, |_| {});
    let asked = store.request_publication(change, JobKind::Publish, Some(requester), now, &random);
    let (_, mut job) = asked.await.unwrap();
    let revision = job.revision;
    job.begin(now).unwrap();
    job.findings.notice = Some(ClientNotice::MailAndMessage);
    store.save_job(&job, revision).await.unwrap();
    app.publish().await;
    for (_, kind) in ClientNotice::MailAndMessage.notifications(app.post, job.id) {
        app.queue(kind).await;
    }
    app.messages.fails([refused()]);
    app.mail.answers([Answer::Lost]);
    app.clock
        .advance(domain::platform::notification::UNSENT_AFTER);
    app.send_due().await;
    assert!(app.sent().is_empty());
    let failed = app.events(EventKind::NotificationFailed).await;
    let channels: Vec<_> = failed
        .iter()
        .map(|event| &event.detail["channel"])
        .collect();
    assert_eq!(failed.len(), 2, "{channels:?}");
    for event in &failed {
        assert_eq!(event.detail["about"], "publication");
        assert_eq!(event.detail["job_id"], job.id.0);
        let is_mail = event.detail["channel"] == "email";
        assert_eq!(event.detail["uncertain"], is_mail);
    }
    app.send_due().await;
    app.send_due().await;
    let mails = app.sent();
    assert_eq!(mails.len(), 4, "two people, two channels");
    for to in ["ana@agencia.example", "rita@agencia.example"] {
        let subjects: Vec<_> = mails
            .iter()
            .filter(|mail| mail.to == to)
            .map(|mail| mail.subject.as_str())
            .collect();
        assert_eq!(subjects.len(), 2);
        assert!(
            subjects
                .iter()
                .any(|subject| subject
                    .starts_with("O aviso de publicação por WhatsApp não foi enviado")),
            "{subjects:?}"
        );
        assert!(
            subjects.iter().any(|subject| subject
                .starts_with("Não se sabe se o aviso de publicação por e-mail chegou")),
            "{subjects:?}"
        );
    }
    assert!(app.events(EventKind::ClientNotified).await.is_empty());
}
