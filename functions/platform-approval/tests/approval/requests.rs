//! Approval requests, and how colleagues see them.

use axum::http::{Method, StatusCode};
use domain::platform::access::Role;
use domain::platform::approval::ApprovalStatus;
use domain::platform::event::EventKind;
use domain::platform::id::SiteId;
use domain::platform::notification::NotificationState;
use domain::platform::publication::{Job, JobKind, JobState, Step};
use domain::platform::site_record::Site;
use jiff::SignedDuration;
use platform_store::PostChange;
use ports::{Clock, WorkMessage};
use secrecy::SecretString;
use settings::{Changes, Saved, SettingKey};

use crate::app::TestApp;

fn path(app: &TestApp, what: &str) -> String {
    format!("/api/v1/posts/{}/{what}", app.post)
}

#[tokio::test]
async fn a_request_opens_a_round_and_queues_one_message() {
    let app = TestApp::new().await;
    let token = app.token(&app.author).await;
    let page = app
        .call(
            Method::POST,
            &path(&app, "request-approval"),
            Some(&token),
            "",
        )
        .await;
    assert_eq!(page.status, StatusCode::ACCEPTED, "{}", page.text);
    let round = page.json;
    assert_eq!(round["round"], 1);
    assert_eq!(round["status"], "pending");
    assert_eq!(round["channel"], "email");
    assert_eq!(round["contacts"][0], "c•••@padaria.example");
    assert_eq!(round["requested_at"], "2027-01-15T08:00:00Z");
    assert_eq!(round["delivery"], "queued");
    assert!(app.reread().await.pending_approval);
    let link = round["link"].as_str().unwrap();
    let page = link.strip_prefix("https://pauta.example").unwrap();
    assert_eq!(app.get(page).await.status, StatusCode::OK);
    assert_eq!(
        app.messages(),
        [WorkMessage::Notification {
            notification_id: "approval-request-1-1".into()
        }]
    );
    let stored = app.notification("approval-request-1-1").await.unwrap();
    assert_eq!(stored.state, NotificationState::Queued);
    assert_eq!(app.events_of(EventKind::ApprovalRequested).await.len(), 1);
}

#[tokio::test]
async fn a_second_request_supersedes_the_first() {
    let app = TestApp::new().await;
    let first = app.request_approval().await;
    app.clock.advance(SignedDuration::from_mins(5));
    let second = app.request_approval().await;
    let states: Vec<_> = app
        .rounds()
        .await
        .into_iter()
        .map(|round| (round.round, round.status))
        .collect();
    assert_eq!(
        states,
        [
            (2, ApprovalStatus::Pending),
            (1, ApprovalStatus::Superseded)
        ]
    );
    for part in ["", "/aprovar", "/ajustes", "/rejeitar", "/imagem"] {
        let page = app.get(&format!("{first}{part}")).await;
        assert_eq!(page.status, StatusCode::GONE, "{part}");
        assert!(page.text.contains("Há um pedido mais novo"), "{part}");
    }
    let page = app.post(&format!("{first}/aprovar"), "").await;
    assert_eq!(page.status, StatusCode::GONE);
    assert_eq!(app.get(&second).await.status, StatusCode::OK);
    assert!(!app.reread().await.aprovado_pelo_cliente);
}

/// Requests a publication as a person of the agency does.
async fn publish(app: &TestApp, kind: JobKind) -> Job {
    let change = PostChange::of(&app.reread().await, |_| {});
    let (store, now) = (&app.ports.store, app.clock.now());
    let by = Some(app.author.id);
    store
        .request_publication(change, kind, by, now, &*app.ports.random)
        .await
        .unwrap()
        .1
}

/// Stops the publication until a person looks at it.
async fn park(app: &TestApp, job: &Job) {
    let mut parked = job.clone();
    let now = app.clock.now();
    parked.begin(now).unwrap();
    parked.fail(Step::Media, "HTTP 403", false, None, now);
    app.ports
        .store
        .save_job(&parked, job.revision)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_publication_without_the_answer_closes_the_round() {
    let app = TestApp::new().await;
    let asked = app.request_approval().await;
    publish(&app, JobKind::Publish).await;
    let post = app.reread().await;
    assert_eq!(
        (post.pending_approval, post.approval_label()),
        (false, None)
    );
    assert_eq!(
        app.rounds().await.remove(0).status,
        ApprovalStatus::Superseded
    );
    for part in ["", "/aprovar", "/ajustes", "/rejeitar", "/imagem"] {
        let page = app.get(&format!("{asked}{part}")).await;
        assert_eq!(page.status, StatusCode::GONE, "{part}");
        assert!(page.text.contains("Este pedido foi encerrado"), "{part}");
    }
    let page = app.post(&format!("{asked}/aprovar"), "version=1").await;
    assert_eq!(page.status, StatusCode::GONE);
    assert!(page.text.contains("Este pedido foi encerrado"));
    assert!(!app.reread().await.aprovado_pelo_cliente);
}

#[tokio::test]
async fn no_approval_is_requested_during_a_publication() {
    let app = TestApp::new().await;
    let token = app.token(&app.author).await;
    let path = path(&app, "request-approval");
    let job = publish(&app, JobKind::Publish).await;
    let page = app.call(Method::POST, &path, Some(&token), "").await;
    assert_eq!(
        (page.status, page.json["code"].as_str()),
        (StatusCode::CONFLICT, Some("publication_in_progress"))
    );
    park(&app, &job).await;
    let page = app.call(Method::POST, &path, Some(&token), "").await;
    assert_eq!(page.status, StatusCode::ACCEPTED, "{}", page.text);
    let ended = app.ports.store.job(job.id).await.unwrap().unwrap();
    assert_eq!(ended.state, JobState::Superseded);
}

#[tokio::test]
async fn no_approval_is_requested_for_a_post_that_the_host_may_hold() {
    let app = TestApp::new().await;
    let token = app.token(&app.author).await;
    let path = path(&app, "request-approval");
    let at = app.clock.now() + SignedDuration::from_hours(9);
    let job = publish(&app, JobKind::Schedule { at }).await;
    park(&app, &job).await;
    app.alter(|post| post.host_post_id = Some(31)).await;
    let page = app.call(Method::POST, &path, Some(&token), "").await;
    assert_eq!(page.status, StatusCode::CONFLICT);
    assert!(page.text.contains("cancele o agendamento"), "{}", page.text);
    app.alter(|post| post.host_post_id = None).await;
    let page = app.call(Method::POST, &path, Some(&token), "").await;
    assert_eq!(page.status, StatusCode::ACCEPTED);
}

#[tokio::test]
async fn what_is_missing_is_said() {
    let mut app = TestApp::new().await;
    let token = app.token(&app.author).await;
    let path = path(&app, "request-approval");
    app.ports.mail_configured = false;
    app.reroute();
    let page = app.call(Method::POST, &path, Some(&token), "").await;
    assert_eq!(
        (page.status, page.json["code"].as_str()),
        (StatusCode::CONFLICT, Some("mail_not_configured"))
    );

    app.ports.mail_configured = true;
    app.reroute();
    let before = app
        .ports
        .store
        .site(domain::platform::id::SiteId(1))
        .await
        .unwrap()
        .unwrap();
    let mut after = before.clone();
    (after.email, after.version) = (None, 2);
    app.ports
        .store
        .update_site(&before, &after, platform_store::SecretChange::Keep)
        .await
        .unwrap();
    let page = app.call(Method::POST, &path, Some(&token), "").await;
    assert_eq!(
        (page.status, page.json["code"].as_str()),
        (StatusCode::CONFLICT, Some("no_contact"))
    );

    app.alter(|post| post.body_chars = 10).await;
    let page = app.call(Method::POST, &path, Some(&token), "").await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(page.json["message"], "Conteúdo incompleto");
    assert_eq!(page.json["issues"][0]["code"], "body_too_short");

    app.alter(|post| {
        post.mark_published(
            "https://padaria.example/a".into(),
            "2027-01-15T08:00:00Z".parse().unwrap(),
        )
    })
    .await;
    let page = app.call(Method::POST, &path, Some(&token), "").await;
    assert_eq!(
        (page.status, page.json["code"].as_str()),
        (StatusCode::CONFLICT, Some("not_draft"))
    );
    assert!(app.rounds().await.is_empty() && app.messages().is_empty());
}

#[tokio::test]
async fn only_those_who_may_ask_do() {
    let app = TestApp::new().await;
    let stranger = app.colleague("Rita Lima", Role::Editor).await;
    let gerente = app.colleague("Gil Reis", Role::Gerente).await;
    for what in ["request-approval", "approvals"] {
        let method = if what == "approvals" {
            Method::GET
        } else {
            Method::POST
        };
        let path = path(&app, what);
        let page = app.call(method.clone(), &path, None, "").await;
        assert_eq!(page.status, StatusCode::UNAUTHORIZED, "{what}");
        let token = app.token(&stranger).await;
        let page = app.call(method.clone(), &path, Some(&token), "").await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{what}");
    }
    let token = app.token(&gerente).await;
    let page = app
        .call(
            Method::POST,
            &path(&app, "request-approval"),
            Some(&token),
            "",
        )
        .await;
    assert_eq!(page.status, StatusCode::ACCEPTED);
    let page = app
        .call(
            Method::POST,
            "/api/v1/posts/99/request-approval",
            Some(&token),
            "",
        )
        .await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_rounds_tell_decision_comment_and_delivery() {
    let app = TestApp::new().await;
    let page = app.request_approval().await;
    let answer = app
        .post(&format!("{page}/ajustes"), "comment=Troquem+a+foto")
        .await;
    assert_eq!(answer.status, StatusCode::OK);
    app.clock.advance(SignedDuration::from_mins(1));
    let open = app.request_approval().await;
    let token = app.token(&app.author).await;
    let page = app
        .call(Method::GET, &path(&app, "approvals"), Some(&token), "")
        .await;
    let list = page.json;
    assert_eq!(
        (list["total"].as_u64(), list["page"].as_u64()),
        (Some(2), Some(1))
    );
    assert_eq!(list["items"][0]["status"], "pending");
    assert!(list["items"][0]["decision"].is_null());
    let link = list["items"][0]["link"].as_str().unwrap();
    assert_eq!(link, format!("https://pauta.example{open}"));
    assert!(list["items"][1]["link"].is_null(), "the round is closed");
    let old = &list["items"][1];
    assert_eq!(old["decision"], "adjustments");
    assert_eq!(old["comment"], "Troquem a foto");
    assert_eq!(old["answered_at"], "2027-01-15T08:00:00Z");
    assert_eq!(old["respondent_ip"], crate::app::CLIENT);
    assert_eq!(old["delivery"], "queued");
    assert!(old["sent_at"].is_null());
}

#[tokio::test]
async fn of_many_requests_in_the_same_moment_one_opens_a_round() {
    let app = TestApp::new().await;
    let token = app.token(&app.author).await;
    let path = path(&app, "request-approval");
    let asked = futures_util::future::join_all(
        (0..6).map(|_| app.call(Method::POST, &path, Some(&token), "")),
    )
    .await;
    let mut statuses: Vec<_> = asked.iter().map(|page| page.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [202, 429, 429, 429, 429, 429]);
    let rounds = app.rounds().await;
    assert_eq!(rounds.len(), 1);
    assert!(rounds[0].open().is_ok() && app.reread().await.pending_approval);
}

#[tokio::test]
async fn a_post_gets_one_round_a_minute() {
    let app = TestApp::new().await;
    let token = app.token(&app.author).await;
    let path = path(&app, "request-approval");
    let first = app.request_approval().await;
    app.clock.advance(SignedDuration::from_secs(20));
    let page = app.call(Method::POST, &path, Some(&token), "").await;
    assert_eq!(page.status, StatusCode::TOO_MANY_REQUESTS, "{}", page.text);
    assert_eq!(page.headers["retry-after"], "40");
    assert_eq!(page.json["code"], "too_many_requests");
    assert_eq!(app.rounds().await.len(), 1);
    assert_eq!(app.get(&first).await.status, StatusCode::OK);
    // The client's answer does not end the pause between requests.
    app.post(&format!("{first}/ajustes"), "comment=Troquem+a+foto")
        .await;
    let page = app.call(Method::POST, &path, Some(&token), "").await;
    assert_eq!(page.status, StatusCode::TOO_MANY_REQUESTS);
    app.clock.advance(SignedDuration::from_secs(40));
    let page = app.call(Method::POST, &path, Some(&token), "").await;
    assert_eq!(page.status, StatusCode::ACCEPTED, "{}", page.text);
}

/// Sets the client's contacts.
async fn contacts(app: &TestApp, email: Option<&str>, number: Option<&str>) {
    let change = |site: &mut Site| {
        site.email = email.map(str::to_owned);
        site.whatsapp = number.map(str::to_owned);
    };
    platform_testkit::change_site(&app.ports.store, SiteId(1), change).await;
}

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
async fn the_request_takes_every_channel_that_contacts_and_settings_allow() {
    const MAIL: Option<&str> = Some("contato@padaria.example");
    const NUMBER: Option<&str> = Some("+5511988887777");
    for (email, number, mail, messaging, expected) in [
        (
            MAIL,
            NUMBER,
            true,
            true,
            Ok(("both", vec!["request", "message"])),
        ),
        (MAIL, NUMBER, true, false, Ok(("email", vec!["request"]))),
        (MAIL, NUMBER, false, true, Ok(("whatsapp", vec!["message"]))),
        (None, NUMBER, true, true, Ok(("whatsapp", vec!["message"]))),
        (MAIL, None, true, true, Ok(("email", vec!["request"]))),
        (None, NUMBER, true, false, Err("messaging_not_configured")),
        (MAIL, NUMBER, false, false, Err("mail_not_configured")),
        (None, None, true, true, Err("no_contact")),
    ] {
        let mut app = TestApp::new().await;
        app.ports.mail_configured = mail;
        app.reroute();
        contacts(&app, email, number).await;
        if messaging {
            save_messaging(&app).await;
        }
        let token = app.token(&app.author).await;
        let path = path(&app, "request-approval");
        let page = app.call(Method::POST, &path, Some(&token), "").await;
        let (channel, kinds) = match expected {
            Ok(expected) => expected,
            Err(code) => {
                assert_eq!((page.status, page.code()), (StatusCode::CONFLICT, code));
                assert!(app.messages().is_empty());
                continue;
            }
        };
        assert_eq!(page.status, StatusCode::ACCEPTED, "{}", page.text);
        assert_eq!(page.json["channel"], channel);
        let deliveries = page.json["deliveries"].as_array().unwrap();
        assert_eq!(deliveries.len(), kinds.len());
        let shown = page.json["contacts"].to_string();
        assert_eq!(
            shown.contains("c•••@padaria.example"),
            channel != "whatsapp"
        );
        assert_eq!(shown.contains("•••7777"), channel != "email");
        let queued: Vec<_> = kinds
            .iter()
            .map(|kind| WorkMessage::Notification {
                notification_id: format!("approval-{kind}-1-1"),
            })
            .collect();
        assert_eq!(app.messages(), queued);
    }
}

#[tokio::test]
async fn each_channel_of_a_round_has_its_delivery() {
    let app = TestApp::new().await;
    let (mail, number) = ("contato@padaria.example", "+5511988887777");
    contacts(&app, Some(mail), Some(number)).await;
    save_messaging(&app).await;
    app.request_approval().await;
    let store = &app.ports.store;
    let now = app.clock.now();
    for (id, is_mail) in [
        ("approval-request-1-1", true),
        ("approval-message-1-1", false),
    ] {
        let mut notification = app.notification(id).await.unwrap();
        let revision = notification.revision;
        notification.begin(now).unwrap();
        if is_mail {
            notification.sent(now);
        } else {
            notification.fail("número recusado", false, now);
        }
        store
            .save_notification(&notification, revision)
            .await
            .unwrap();
    }
    let token = app.token(&app.author).await;
    let path = path(&app, "approvals");
    let page = app.call(Method::GET, &path, Some(&token), "").await;
    let round = &page.json["items"][0];
    assert_eq!(
        round["deliveries"],
        serde_json::json!([
            { "channel": "email", "delivery": "sent", "sent_at": "2027-01-15T08:00:00Z", "error": null },
            { "channel": "whatsapp", "delivery": "failed", "sent_at": null, "error": "número recusado" },
        ])
    );
    assert_eq!(round["delivery"], "sent", "the client has the request");
    assert_eq!(round["sent_at"], "2027-01-15T08:00:00Z");
    assert_eq!(round["delivery_error"], "número recusado");
}
