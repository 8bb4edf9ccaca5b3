//! States of notifications, for each result of the mail server.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod agency;
mod app;
mod changes_held;
mod fallback_recipients;
mod messages;
mod revisions;
mod undelivered;

use app::{Answer, TestApp};
use aws_lambda_events::event::sqs::{SqsEvent, SqsMessage};
use domain::platform::approval::Decision;
use domain::platform::event::EventKind;
use domain::platform::notification::{BACKOFF, LEASE, NotificationKind, NotificationState};
use domain::platform::publication::{JobKind, Step};
use domain::platform::site_record::NotificationChannel;
use notification_worker::{Outcome, handle, process};

#[tokio::test]
async fn the_client_is_asked_with_text_picture_and_three_links() {
    let app = TestApp::new().await;
    app.photograph().await;
    let (approval, id) = app.request_approval().await;
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Sent);
    let mail = app.sent().remove(0);
    assert_eq!(mail.to, "contato@padaria.example");
    assert_eq!(mail.subject, "Para sua aprovação: Como escolher o pão");
    let token = platform_store::approval_token(&app.ports.keyring, &approval).unwrap();
    let page = format!("https://pauta.example/aprovacao/{token}");
    for link in [
        &page,
        &format!("{page}/aprovar"),
        &format!("{page}/ajustes"),
        &format!("{page}/rejeitar"),
    ] {
        assert!(
            mail.text.contains(link) && mail.html.contains(link),
            "{link}"
        );
    }
    assert!(mail.text.contains("Do café da manhã ao jantar."));
    assert_eq!(mail.inline.len(), 1);
    assert_eq!(mail.inline[0].mime_type, "image/jpeg");
    let shown = pictures::inspect(mail.inline[0].bytes.clone(), usize::MAX)
        .await
        .unwrap();
    assert_eq!((shown.width, shown.height), (1200, 646));
    assert!(
        mail.html
            .contains(&format!("cid:{}", mail.inline[0].content_id))
    );
    assert!(!mail.message_id.contains(&token.to_string()));
    assert_eq!(app.state(&id).await, NotificationState::Sent);
}

#[tokio::test]
async fn a_message_that_comes_twice_sends_one_mail() {
    let app = TestApp::new().await;
    let (_, id) = app.request_approval().await;
    let record = |n: &str| {
        let mut record = SqsMessage::default();
        record.message_id = Some(n.to_owned());
        record.body = Some(format!(
            r#"{{"kind":"notification","notification_id":"{id}"}}"#
        ));
        record
    };
    let mut event = SqsEvent::default();
    event.records = vec![record("1"), record("2"), record("3")];
    let response = handle(&app.ports, event).await;
    assert!(response.batch_item_failures.is_empty());
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::NotNow);
    assert_eq!(app.sent().len(), 1);
}

#[tokio::test]
async fn a_strange_message_does_not_hold_up_its_neighbours() {
    let app = TestApp::new().await;
    let (_, id) = app.request_approval().await;
    let bodies = [
        "nada".to_owned(),
        r#"{"kind":"publication","job_id":1}"#.to_owned(),
        r#"{"kind":"notification","notification_id":"x"}"#.to_owned(),
        format!(r#"{{"kind":"notification","notification_id":"{id}"}}"#),
    ];
    let mut event = SqsEvent::default();
    event.records = ["a", "b", "c", "d"]
        .into_iter()
        .zip(bodies)
        .map(|(id, body)| {
            let mut record = SqsMessage::default();
            record.message_id = Some(id.to_owned());
            record.body = Some(body);
            record
        })
        .collect();
    let left: Vec<_> = handle(&app.ports, event)
        .await
        .batch_item_failures
        .into_iter()
        .map(|failure| failure.item_identifier)
        .collect();
    assert_eq!(left, ["a", "b"], "for the dead letters");
    assert_eq!(app.sent().len(), 1);
}

#[tokio::test]
async fn three_attempts_five_minutes_apart() {
    let app = TestApp::new().await;
    let (_, id) = app.request_approval().await;
    app.mail
        .answers([Answer::Temporary, Answer::Temporary, Answer::Temporary]);
    for _ in 0..2 {
        assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Retrying);
        assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::NotNow);
        app.clock.advance(BACKOFF);
        let due = app
            .ports
            .store
            .due_notifications(ports::Clock::now(&*app.clock), None, 10)
            .await
            .unwrap();
        assert_eq!(due.items.len(), 1, "the tick finds it");
    }
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Failed);
    app.clock.advance(BACKOFF);
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::NotNow);
    assert!(app.sent().is_empty());
    assert!(
        app.ports
            .store
            .notification(&id)
            .await
            .unwrap()
            .unwrap()
            .error
            .unwrap()
            .contains("421")
    );
}

#[tokio::test]
async fn a_refusal_ends_it_and_a_lost_answer_is_not_repeated() {
    for (answer, outcome, state) in [
        (Answer::Refused, Outcome::Failed, NotificationState::Failed),
        (
            Answer::Lost,
            Outcome::SentUncertain,
            NotificationState::SentUncertain,
        ),
    ] {
        let app = TestApp::new().await;
        let (_, id) = app.request_approval().await;
        app.mail.answers([answer]);
        assert_eq!(process(&app.ports, &id).await.unwrap(), outcome);
        app.clock.advance(LEASE + BACKOFF);
        assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::NotNow);
        assert_eq!(app.state(&id).await, state);
        assert!(app.sent().is_empty());
    }
}

#[tokio::test]
async fn a_worker_that_vanished_is_followed_by_another() {
    let app = TestApp::new().await;
    let (_, id) = app.request_approval().await;
    let mut held = app.ports.store.notification(&id).await.unwrap().unwrap();
    let revision = held.revision;
    held.begin(ports::Clock::now(&*app.clock)).unwrap();
    app.ports
        .store
        .save_notification(&held, revision)
        .await
        .unwrap();
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::NotNow);
    app.clock.advance(LEASE);
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Sent);
    assert_eq!(app.sent().len(), 1);
}

#[tokio::test]
async fn a_superseded_round_or_a_deleted_post_sends_no_mail() {
    let app = TestApp::new().await;
    let (_, first) = app.request_approval().await;
    let (_, second) = app.request_approval().await;
    assert_eq!(process(&app.ports, &first).await.unwrap(), Outcome::Dropped);
    assert_eq!(
        app.error(&first).await,
        "O pedido de aprovação não está mais aberto."
    );
    app.alter(|post| post.deleted_at = Some("2027-01-15T08:00:00Z".parse().unwrap()))
        .await;
    assert_eq!(
        process(&app.ports, &second).await.unwrap(),
        Outcome::Dropped
    );
    assert_eq!(app.error(&second).await, "O conteúdo está na lixeira.");
    assert!(app.sent().is_empty());
}

#[tokio::test]
async fn a_delivery_without_mail_server_is_explained_and_tried_again() {
    let app = TestApp::new().await;
    let (_, id) = app.request_approval().await;
    app.mail.answers([Answer::NotConfigured]);
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Retrying);
    assert_eq!(
        app.error(&id).await,
        "O envio de e-mail não está configurado na Pauta."
    );
}

#[tokio::test]
async fn a_published_post_whose_address_cannot_be_opened_is_explained() {
    let app = TestApp::new().await;
    app.channel(NotificationChannel::Email).await;
    for (address, words) in [
        ("", "O endereço do conteúdo publicado não é conhecido."),
        ("javascript:alert(1)", "A mensagem não pôde ser montada."),
    ] {
        app.alter(|post| {
            post.mark_published(address.into(), "2027-01-15T08:00:00Z".parse().unwrap());
        })
        .await;
        let kind = NotificationKind::PostPublished {
            post_id: app.post,
            job_id: domain::platform::id::JobId(address.len() as u64),
        };
        let id = app.queue(kind).await;
        assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Failed);
        assert_eq!(app.error(&id).await, words);
    }
    assert!(app.sent().is_empty());
}

#[tokio::test]
async fn a_mail_without_its_picture_is_better_than_no_mail() {
    let app = TestApp::new().await;
    app.break_picture().await;
    let (_, id) = app.request_approval().await;
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Sent);
    assert!(app.sent()[0].inline.is_empty());
}

#[tokio::test]
async fn the_author_hears_site_title_decision_and_time() {
    for (decision, under_way, parts) in [
        (
            Decision::Approve,
            true,
            ["aprovou", "já está a caminho do site"],
        ),
        (
            Decision::Approve,
            false,
            ["aprovou", "precisa da sua atenção"],
        ),
        (
            Decision::Adjustments,
            true,
            ["pediu ajustes", "peça uma nova aprovação"],
        ),
        (Decision::Reject, true, ["rejeitou", "como rascunho"]),
    ] {
        let app = TestApp::new().await;
        let id = app.answer(decision, "Troquem a foto", under_way).await;
        assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Sent);
        let mail = app.sent().remove(0);
        assert_eq!(mail.to, "ana@agencia.example");
        let all = [
            "Padaria Bom Pão",
            "Como escolher o pão",
            "Troquem a foto",
            "15 de janeiro de 2027, às 5h",
        ];
        for part in all.iter().chain(&parts) {
            assert!(
                mail.text.contains(part) && mail.html.contains(part),
                "{decision:?}: {part}\n{}",
                mail.text
            );
        }
    }
}

#[tokio::test]
async fn a_parked_job_is_reported_with_the_hosts_message_until_it_is_retried() {
    let app = TestApp::new().await;
    let (job, id) = app
        .park(
            JobKind::Publish,
            Step::Create,
            "HTTP 403: Sem direito <b>de criar</b>.",
        )
        .await;
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Sent);
    let mail = app.sent().remove(0);
    assert!(mail.text.contains("HTTP 403: Sem direito <b>de criar</b>."));
    assert!(!mail.html.contains("<b>de criar"));
    assert!(mail.text.contains("teste de conexão"));

    let app = TestApp::new().await;
    let (_, id) = app.park(JobKind::Publish, Step::Create, "x").await;
    let mut retried = app.ports.store.job(job).await.unwrap().unwrap();
    let revision = retried.revision;
    retried.retry(ports::Clock::now(&*app.clock));
    app.ports.store.save_job(&retried, revision).await.unwrap();
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Dropped);
}

#[tokio::test]
async fn the_client_hears_of_a_publication_on_the_sites_channel() {
    for (channel, outcome) in [
        (NotificationChannel::Email, Outcome::Sent),
        (NotificationChannel::Both, Outcome::Sent),
        // The channel was changed after the publication.
        (NotificationChannel::Whatsapp, Outcome::Dropped),
        (NotificationChannel::None, Outcome::Dropped),
    ] {
        let app = TestApp::new().await;
        app.channel(channel).await;
        app.alter(|post| {
            post.mark_published(
                "https://padaria.example/pao/".into(),
                "2027-01-15T08:00:00Z".parse().unwrap(),
            );
        })
        .await;
        let kind = NotificationKind::PostPublished {
            post_id: app.post,
            job_id: domain::platform::id::JobId(1),
        };
        let id = app.queue(kind).await;
        assert_eq!(process(&app.ports, &id).await.unwrap(), outcome);
        let mails = app.sent();
        assert_eq!(mails.len(), usize::from(outcome == Outcome::Sent));
        if let Some(mail) = mails.first() {
            assert!(mail.text.contains("https://padaria.example/pao/"));
        }
    }
}

#[tokio::test]
async fn the_client_is_notified_when_the_mail_server_accepts_the_mail() {
    for (answer, events) in [
        (None, 1),
        (Some(Answer::Temporary), 0),
        (Some(Answer::Refused), 0),
        (Some(Answer::Lost), 0),
    ] {
        let app = TestApp::new().await;
        app.alter(|post| {
            let at = "2027-01-15T08:00:00Z".parse().unwrap();
            post.mark_published("https://padaria.example/pao/".into(), at);
        })
        .await;
        let kind = NotificationKind::PostPublished {
            post_id: app.post,
            job_id: domain::platform::id::JobId(1),
        };
        let id = app.queue(kind).await;
        app.mail.answers(answer);
        process(&app.ports, &id).await.unwrap();
        process(&app.ports, &id).await.unwrap();
        let page = app.ports.store.post_events_page(app.post, 0, usize::MAX);
        let (recorded, _) = page.await.unwrap();
        let recorded: Vec<_> = recorded
            .into_iter()
            .filter(|event| event.kind == EventKind::ClientNotified)
            .collect();
        assert_eq!(recorded.len(), events);
        for event in recorded {
            assert_eq!(event.detail["channel"], "email");
        }
    }
}
