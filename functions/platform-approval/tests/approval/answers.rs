//! The client's answer is recorded once, completely and with its consequences.

use axum::http::StatusCode;
use domain::platform::approval::{ApprovalStatus, COMMENT_LIMIT, Label};
use domain::platform::event::EventKind;
use domain::platform::notification::{Notification, NotificationKind};
use domain::platform::publication::{Job, JobKind};
use jiff::{SignedDuration, Timestamp};
use ports::WorkMessage;

use crate::app::{CLIENT, NOW, TestApp};

async fn job(app: &TestApp) -> Option<Job> {
    match app.reread().await.job_id {
        Some(id) => app.ports.store.job(id).await.unwrap(),
        None => None,
    }
}

async fn author_mail(app: &TestApp, round: u32) -> Option<Notification> {
    app.notification(&format!("client-decision-{}-{round}", app.post))
        .await
}

fn under_way(notification: &Notification) -> Option<bool> {
    match notification.kind {
        NotificationKind::ClientDecision { under_way, .. } => Some(under_way),
        _ => None,
    }
}

#[tokio::test]
async fn an_approval_publishes_at_once() {
    let app = TestApp::new().await;
    let page = app.request_approval().await;
    app.messages();
    let answer = app.post(&format!("{page}/aprovar"), "version=1").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert!(answer.text.contains("Post aprovado") && answer.text.contains("em instantes"));
    assert!(answer.text.contains("Como escolher o pão"), "which one");
    let post = app.reread().await;
    assert!(
        post.aprovado_pelo_cliente && !post.ajustes_solicitados && !post.rejeitado_pelo_cliente
    );
    assert_eq!(
        (post.approval_label(), post.pending_approval),
        (Some(Label::Aprovado), false)
    );
    let round = app.rounds().await.remove(0);
    assert_eq!(round.status, ApprovalStatus::Approved);
    assert_eq!(round.respondent_ip.as_deref(), Some(CLIENT));
    assert_eq!(round.closed_at, Some(NOW.parse().unwrap()));
    let job = job(&app).await.unwrap();
    assert_eq!((job.kind, job.requested_by), (JobKind::Publish, None));
    let notification = author_mail(&app, 1).await.unwrap();
    assert_eq!(under_way(&notification), Some(true));
    let messages = app.messages();
    assert!(messages.contains(&WorkMessage::Publication { job_id: job.id }));
    assert!(messages.contains(&WorkMessage::Notification {
        notification_id: notification.id
    }));
    assert_eq!(messages.len(), 2);
    assert_eq!(app.events_of(EventKind::ApprovalAnswered).await.len(), 1);
    let events = app.events.0.lock().unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].name, "approval.answered");
    assert_eq!(events[0].detail["decision"], "approved");
}

#[tokio::test]
async fn an_approval_with_a_date_ahead_schedules() {
    let app = TestApp::new().await;
    let at: Timestamp = "2027-01-20T12:30:00Z".parse().unwrap();
    app.alter(|post| post.scheduled_at = Some(at)).await;
    let page = app.request_approval().await;
    let shown = app.get(&page).await;
    assert!(
        shown
            .text
            .contains("20 de janeiro de 2027, às 9h30 (horário de Brasília)")
    );
    let answer = app.post(&format!("{page}/aprovar"), "").await;
    assert!(
        answer.text.contains("20 de janeiro de 2027, às 9h30"),
        "{}",
        answer.text
    );
    assert_eq!(job(&app).await.unwrap().kind, JobKind::Schedule { at });
}

#[tokio::test]
async fn an_approval_after_the_date_publishes() {
    let app = TestApp::new().await;
    app.alter(|post| post.scheduled_at = Some("2027-01-15T09:00:00Z".parse().unwrap()))
        .await;
    let page = app.request_approval().await;
    app.clock.advance(SignedDuration::from_hours(2));
    app.post(&format!("{page}/aprovar"), "").await;
    assert_eq!(job(&app).await.unwrap().kind, JobKind::Publish);
}

#[tokio::test]
async fn an_approval_of_what_is_no_longer_complete_is_kept_and_needs_the_author() {
    let app = TestApp::new().await;
    let page = app.request_approval().await;
    app.alter(|post| post.featured_media_id = None).await;
    let answer = app.post(&format!("{page}/aprovar"), "").await;
    assert_eq!(answer.status, StatusCode::OK);
    assert!(answer.text.contains("Ana Souza vai cuidar da publicação"));
    assert!(app.reread().await.aprovado_pelo_cliente);
    assert!(job(&app).await.is_none());
    assert_eq!(under_way(&author_mail(&app, 1).await.unwrap()), Some(false));
}

#[tokio::test]
async fn adjustments_and_rejection_start_nothing() {
    for (choice, label, status) in [
        ("ajustes", Label::Ajustes, ApprovalStatus::Adjustments),
        ("rejeitar", Label::Rejeitado, ApprovalStatus::Rejected),
    ] {
        let app = TestApp::new().await;
        let page = app.request_approval().await;
        let answer = app
            .post(
                &format!("{page}/{choice}"),
                "comment=Troquem+a+foto%0D%0Ae+o+t%C3%ADtulo",
            )
            .await;
        assert_eq!(answer.status, StatusCode::OK);
        let round = app.rounds().await.remove(0);
        assert_eq!(round.status, status);
        assert_eq!(round.comment.as_deref(), Some("Troquem a foto\ne o título"));
        assert_eq!(app.reread().await.approval_label(), Some(label));
        assert!(job(&app).await.is_none());
        assert!(author_mail(&app, 1).await.is_some());
    }
}

#[tokio::test]
async fn a_rejection_needs_no_reason() {
    let app = TestApp::new().await;
    let page = app.request_approval().await;
    assert_eq!(
        app.post(&format!("{page}/rejeitar"), "comment=")
            .await
            .status,
        StatusCode::OK
    );
    assert_eq!(app.rounds().await[0].comment, None);
}

#[tokio::test]
async fn adjustments_without_words_are_asked_for_again_and_keep_what_was_written() {
    let app = TestApp::new().await;
    let page = app.request_approval().await;
    app.written();
    let empty = app.post(&format!("{page}/ajustes"), "comment=+++").await;
    assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(empty.text.contains("Escreva o que precisa mudar"));
    let long = format!("início {}", "é".repeat(COMMENT_LIMIT));
    let body = format!("comment={}", long.replace('é', "%C3%A9").replace(' ', "+"));
    let long_answer = app.post(&format!("{page}/ajustes"), &body).await;
    assert_eq!(long_answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(long_answer.text.contains(&long));
    let huge = format!("comment={}", "a".repeat(70 * 1024));
    assert_eq!(
        app.post(&format!("{page}/ajustes"), &huge).await.status,
        StatusCode::PAYLOAD_TOO_LARGE
    );
    assert!(app.written().abs() < f64::EPSILON);
    let most = format!("comment={}", "%C3%A9".repeat(COMMENT_LIMIT));
    assert_eq!(
        app.post(&format!("{page}/ajustes"), &most).await.status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn an_answer_is_given_once() {
    let app = TestApp::new().await;
    let page = app.request_approval().await;
    app.post(&format!("{page}/rejeitar"), "comment=Não+combina")
        .await;
    let echoed = app.get(&page).await.text;
    assert!(echoed.contains("Não combina</blockquote>"), "{echoed}");
    let before = app.reread().await;
    for choice in ["aprovar", "ajustes", "rejeitar"] {
        let form = "comment=Mudei+de+ideia";
        let again = app.post(&format!("{page}/{choice}"), form).await;
        assert_eq!(again.status, StatusCode::GONE, "{choice}");
        let unsent = again.text.contains("Mudei de ideia</blockquote>");
        assert!(unsent && again.text.contains("Como escolher o pão"));
        assert!(again.text.contains("fale com Ana Souza"));
        assert!(again.text.contains("Este pedido já foi respondido"));
        assert!(
            again
                .text
                .contains("a rejeição do post em 15 de janeiro de 2027, às 5h")
        );
        assert_eq!(
            app.get(&format!("{page}/{choice}")).await.status,
            StatusCode::GONE
        );
    }
    assert_eq!(app.get(&page).await.status, StatusCode::GONE);
    assert_eq!(app.reread().await, before);
}

#[tokio::test]
async fn an_answer_to_a_changed_text_is_refused() {
    let app = TestApp::new().await;
    let page = app.request_approval().await;
    app.clock.advance(SignedDuration::from_mins(3));
    let (now, author) = (ports::Clock::now(&*app.clock), app.author.id);
    let post = app.reread().await;
    let mut change = platform_store::PostChange::of(&post, |post| {
        (post.version, post.updated_at) = (2, now);
    });
    change.version = Some(domain::platform::post::PostVersion {
        number: 2,
        title: post.fields.title.clone(),
        body: "<p>Outro texto.</p>".into(),
        user_id: author,
        created_at: now,
    });
    app.ports.store.save_post(change).await.unwrap();
    for choice in ["ajustes", "rejeitar"] {
        let form = "version=1&comment=Troquem+%3Ca+foto%3E";
        let kept = app.post(&format!("{page}/{choice}"), form).await;
        assert_eq!(kept.status, StatusCode::CONFLICT);
        for part in [
            "Outro texto.",
            "Troquem &#60;a foto&#62;</textarea>",
            "name=\"version\" value=\"2\"",
            "o seu comentário continua no formulário",
        ] {
            assert!(kept.text.contains(part), "{part} is not in {}", kept.text);
        }
    }
    let stale = app.post(&format!("{page}/aprovar"), "version=1").await;
    assert_eq!(stale.status, StatusCode::CONFLICT);
    assert!(stale.text.contains("Outro texto."));
    assert!(stale.text.contains("O texto mudou enquanto você lia"));
    assert_eq!(app.rounds().await[0].status, ApprovalStatus::Pending);
    let shown = app.get(&page).await;
    assert!(
        shown.text.contains("Outro texto.")
            && shown.text.contains("O texto mudou depois do pedido")
    );
    assert_eq!(
        app.post(&format!("{page}/aprovar"), "version=2")
            .await
            .status,
        StatusCode::OK
    );
}

/// Of a hundred concurrent answers one is recorded, and its consequences occur once.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_hundred_answers_at_once_have_one_effect() {
    let app = std::sync::Arc::new(TestApp::new().await);
    let page = app.request_approval().await;
    app.messages();
    let answers: Vec<_> = (0..100)
        .map(|n| {
            let (app, page) = (app.clone(), page.clone());
            let choice = ["aprovar", "ajustes", "rejeitar"][n % 3];
            tokio::spawn(async move {
                app.post(&format!("{page}/{choice}"), &format!("comment=n{n}"))
                    .await
                    .status
            })
        })
        .collect();
    let mut statuses = Vec::new();
    for answer in answers {
        statuses.push(answer.await.unwrap());
    }
    let count = |status| statuses.iter().filter(|given| **given == status).count();
    assert_eq!(count(StatusCode::OK), 1, "{statuses:?}");
    assert_eq!(count(StatusCode::GONE), 99, "{statuses:?}");
    let post = app.reread().await;
    let flags = [
        post.aprovado_pelo_cliente,
        post.ajustes_solicitados,
        post.rejeitado_pelo_cliente,
    ];
    assert_eq!(flags.iter().filter(|flag| **flag).count(), 1);
    assert_eq!(app.events_of(EventKind::ApprovalAnswered).await.len(), 1);
    assert_eq!(app.events.0.lock().unwrap().len(), 1);
    let messages = app.messages();
    let mails = messages
        .iter()
        .filter(|message| matches!(message, WorkMessage::Notification { .. }))
        .count();
    assert_eq!(mails, 1);
    assert_eq!(
        messages.len() - mails,
        usize::from(post.aprovado_pelo_cliente)
    );
    let open = app.ports.store.open_jobs(None, 0, 9).await.unwrap().0;
    assert_eq!(open.len(), usize::from(post.aprovado_pelo_cliente));
}

#[tokio::test]
async fn every_answer_counts_once_in_the_report_of_its_month() {
    for (choice, adjustments, rejections) in
        [("aprovar", 0, 0), ("ajustes", 1, 0), ("rejeitar", 0, 1)]
    {
        let app = TestApp::new().await;
        let page = app.request_approval().await;
        app.clock
            .set(NOW.parse::<Timestamp>().unwrap() + SignedDuration::from_mins(90));
        let path = format!("{page}/{choice}");
        for status in [StatusCode::OK, StatusCode::GONE] {
            let answer = app.post(&path, "version=1&comment=Falta+o+forno").await;
            assert_eq!(answer.status, status, "{choice}: {}", answer.text);
        }
        let post = app.reread().await;
        let month = "2027-01".parse().unwrap();
        let figures = app
            .ports
            .store
            .monthly_figures(post.site_id, month)
            .await
            .unwrap();
        assert_eq!(
            (figures.adjustments, figures.rejections),
            (adjustments, rejections),
            "{choice}"
        );
        assert_eq!(
            (figures.decisions, figures.decision_seconds),
            (1, 5400),
            "{choice}"
        );
        assert!(app.rounds().await.remove(0).counted, "{choice}");
    }
}
