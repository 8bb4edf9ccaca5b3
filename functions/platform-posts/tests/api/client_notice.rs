//! The checklist's line about the client's notification: sent, not sent with the reason, or pending.

use domain::platform::client_notice::ClientNotice;
use domain::platform::id::PostId;
use domain::platform::notification::{Notification, NotificationKind};
use jiff::Timestamp;
use serde_json::{Value, json};

use crate::app::TestApp;

/// A published post whose client is notified by `notice`.
async fn published(app: &TestApp, notice: Option<ClientNotice>, renewed: bool) -> PostId {
    let id = app.complete().await;
    app.act(id, "publish").await;
    let now = app.now();
    app.work(id, |post| {
        post.mark_published("https://a.example/a".into(), now)
    })
    .await;
    app.change_job(id, |job| {
        job.findings.notice = notice;
        job.findings.renewed = renewed;
    })
    .await;
    id
}

/// The notification of the post's last publication after `happened`.
async fn notified(app: &TestApp, id: PostId, happened: impl FnOnce(&mut Notification, Timestamp)) {
    let job_id = app.job(id).await.id;
    let kind = NotificationKind::PostPublished {
        post_id: id,
        job_id,
    };
    notified_by(app, kind, happened).await;
}

async fn notified_by(
    app: &TestApp,
    kind: NotificationKind,
    happened: impl FnOnce(&mut Notification, Timestamp),
) {
    let now = app.now();
    let mut notification = Notification::new(kind, now);
    happened(&mut notification, now);
    assert!(app.store.add_notification(&notification).await.unwrap());
}

/// The line about the client, and the state of the whole.
async fn line(app: &TestApp, id: PostId) -> (Value, Value) {
    let path = format!("/posts/{id}/checklist");
    let shown = app.get(&app.editor, &path).await.json;
    let steps = shown["steps"].as_array().unwrap();
    let notify = steps.iter().find(|step| step["step"] == "notify").unwrap();
    (notify.clone(), shown["state"].clone())
}

#[tokio::test]
async fn a_client_without_notification_is_not_reported_as_notified() {
    for (notice, state, member, words) in [
        (
            ClientNotice::NoMessaging,
            "failed",
            "error",
            "Ninguém foi avisado: o envio por WhatsApp",
        ),
        (
            ClientNotice::NoAddress,
            "failed",
            "error",
            "Ninguém foi avisado: o site não tem o e-mail",
        ),
        (
            ClientNotice::NoNumber,
            "failed",
            "error",
            "Ninguém foi avisado: o site não tem o WhatsApp",
        ),
        (
            ClientNotice::NoContact,
            "failed",
            "error",
            "Ninguém foi avisado: o site não tem e-mail nem WhatsApp",
        ),
        (
            ClientNotice::NotWanted,
            "success",
            "note",
            "Ninguém foi avisado: o site não pede aviso",
        ),
    ] {
        let app = TestApp::open().await;
        let id = published(&app, Some(notice), false).await;
        let (step, whole) = line(&app, id).await;
        assert_eq!(step["state"], state, "{notice:?}");
        let said = step[member].as_str().unwrap();
        assert!(said.starts_with(words), "{notice:?}: {said}");
        // The post is online all the same.
        assert_eq!(whole, "success");
    }
    let app = TestApp::open().await;
    let id = published(&app, None, true).await;
    let (step, _) = line(&app, id).await;
    assert!(step["note"].as_str().unwrap().contains("já estava no ar"));
}

#[tokio::test]
async fn the_line_follows_the_mail_to_the_client() {
    type Happened = fn(&mut Notification, Timestamp);
    let cases: [(Happened, &str, Option<&str>); 7] = [
        (|_, _| {}, "queued", None),
        (|it, now| it.begin(now).unwrap(), "queued", None),
        (
            |it, now| {
                it.begin(now).unwrap();
                it.fail("421 volte depois", true, now);
            },
            "retrying",
            Some("421 volte depois"),
        ),
        (
            |it, now| {
                it.begin(now).unwrap();
                it.sent(now);
            },
            "success",
            None,
        ),
        (
            |it, now| it.sent_uncertain("sem resposta", now),
            "failed",
            Some("Não se sabe se o cliente foi avisado"),
        ),
        (
            |it, now| it.fail("550 caixa inexistente", false, now),
            "failed",
            Some("Ninguém foi avisado: 550 caixa inexistente"),
        ),
        (
            |it, now| it.drop_because("O site não avisa o cliente por e-mail.", now),
            "failed",
            Some("Ninguém foi avisado: quando o aviso ia sair"),
        ),
    ];
    for (happened, state, error) in cases {
        for (notice, note) in [(ClientNotice::Mail, false), (ClientNotice::MailOnly, true)] {
            let app = TestApp::open().await;
            let id = published(&app, Some(notice), false).await;
            notified(&app, id, happened).await;
            let (step, _) = line(&app, id).await;
            assert_eq!(step["state"], state);
            let said = step["error"].as_str();
            assert_eq!(said.is_some(), error.is_some(), "{step}");
            assert!(
                said.unwrap_or_default()
                    .starts_with(error.unwrap_or_default())
            );
            assert_eq!(step["at"].is_string(), state == "success", "{step}");
            assert_eq!(step["next_attempt_at"].is_string(), state == "retrying");
            assert_eq!(step["note"] != json!(null), note, "{step}");
        }
    }
}

/// What happened to a notification.
type Happened = fn(&mut Notification, Timestamp);

fn sent(it: &mut Notification, now: Timestamp) {
    it.sent(now);
}

fn refused(it: &mut Notification, now: Timestamp) {
    it.fail("número recusado", false, now);
}

fn uncertain(it: &mut Notification, now: Timestamp) {
    it.sent_uncertain("sem resposta", now);
}

fn retrying(it: &mut Notification, now: Timestamp) {
    it.begin(now).unwrap();
    it.fail("421 volte depois", true, now);
}

fn queued(_: &mut Notification, _: Timestamp) {}

#[tokio::test]
async fn the_line_sums_up_both_channels() {
    let cases: [(Happened, Happened, &str, &[&str]); 7] = [
        (sent, sent, "success", &[]),
        (sent, queued, "queued", &[]),
        (
            sent,
            refused,
            "failed",
            &["E-mail: enviado.", "WhatsApp: não enviado. número recusado"],
        ),
        (
            uncertain,
            sent,
            "failed",
            &["E-mail: não se sabe", "WhatsApp: enviado."],
        ),
        (
            refused,
            refused,
            "failed",
            &["E-mail: não enviado.", "WhatsApp: não enviado."],
        ),
        (
            retrying,
            refused,
            "retrying",
            &["E-mail: nova tentativa", "WhatsApp: não enviado."],
        ),
        (
            refused,
            queued,
            "queued",
            &["E-mail: não enviado.", "WhatsApp: a caminho."],
        ),
    ];
    for (mail, message, state, words) in cases {
        let app = TestApp::open().await;
        let id = published(&app, Some(ClientNotice::MailAndMessage), false).await;
        let job_id = app.job(id).await.id;
        let post_id = id;
        notified_by(
            &app,
            NotificationKind::PostPublished { post_id, job_id },
            mail,
        )
        .await;
        notified_by(
            &app,
            NotificationKind::PublishedMessage { post_id, job_id },
            message,
        )
        .await;
        let (step, whole) = line(&app, id).await;
        assert_eq!(step["state"], state, "{step}");
        assert_eq!(step["error"].is_string(), !words.is_empty(), "{step}");
        for part in words {
            assert!(step["error"].as_str().unwrap().contains(part), "{step}");
        }
        assert_eq!(step["at"].is_string(), state == "success", "{step}");
        assert_eq!(whole, "success");
    }
}

#[tokio::test]
async fn a_notice_by_message_alone_has_the_same_line() {
    for (happened, state) in [(sent as Happened, "success"), (refused, "failed")] {
        for notice in [ClientNotice::Message, ClientNotice::MessageOnly] {
            let app = TestApp::open().await;
            let id = published(&app, Some(notice), false).await;
            let job_id = app.job(id).await.id;
            let kind = NotificationKind::PublishedMessage {
                post_id: id,
                job_id,
            };
            notified_by(&app, kind, happened).await;
            let (step, _) = line(&app, id).await;
            assert_eq!(step["state"], state, "{step}");
            let note = notice == ClientNotice::MessageOnly;
            assert_eq!(step["note"].is_string(), note, "{step}");
        }
    }
}
