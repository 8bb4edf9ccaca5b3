//! Notifications of changes that wait for the client's approval.

use domain::platform::approval::Decision;
use domain::platform::notification::NotificationKind;
use jiff::Timestamp;
use notification_worker::{Outcome, process};

use crate::app::TestApp;

const AT: &str = "2027-01-20T12:30:00Z";

async fn queued(app: &TestApp) -> String {
    let at: Timestamp = AT.parse().unwrap();
    let kind = NotificationKind::ChangesHeld {
        post_id: app.post,
        at,
        user_id: domain::platform::id::UserId(1),
    };
    app.alter(|post| {
        post.fields.approval_required = true;
        post.decide(Decision::Approve);
        post.mark_scheduled(at);
        post.content_digest = Some("outro".into());
    })
    .await;
    app.queue(kind).await
}

#[tokio::test]
async fn the_person_hears_that_the_date_comes_without_the_changes() {
    let app = TestApp::new().await;
    let id = queued(&app).await;
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Sent);
    let mail = app.sent().remove(0);
    assert_eq!(mail.to, "ana@agencia.example");
    assert_eq!(
        mail.subject,
        "Alterações sem aprovação: Como escolher o pão"
    );
    for words in [
        "20 de janeiro de 2027, às 9h30",
        "Padaria Bom Pão",
        "nova aprovação",
    ] {
        assert!(
            mail.text.contains(words) && mail.html.contains(words),
            "{words}"
        );
    }
}

#[tokio::test]
async fn nothing_is_said_when_nothing_waits_any_more() {
    for way in 0..3 {
        let app = TestApp::new().await;
        let id = queued(&app).await;
        app.alter(|post| match way {
            0 => post.confirm_changes(),
            1 => post.mark_unscheduled(),
            _ => post.mark_scheduled("2027-01-21T12:30:00Z".parse().unwrap()),
        })
        .await;
        assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Dropped);
        assert!(app.sent().is_empty());
    }
}
