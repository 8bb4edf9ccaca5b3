//! Stored results of attempts, for each behaviour of the host.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod app;
mod body_forms;
mod content;
mod moved_host;
mod notices;
mod pictures;
mod reports;
mod retries;
mod searches;
mod unapproved_content;

use app::{TestApp, answer, shown};
use aws_lambda_events::event::sqs::{SqsEvent, SqsMessage};
use domain::platform::notification::NotificationKind;
use domain::platform::post::PostStatus;
use domain::platform::publication::{BACKOFF, Cause, JobKind, JobState, Step, StepState};
use jiff::SignedDuration;
use publication_worker::handle;
use serde_json::json;
use wiremock::ResponseTemplate;

#[tokio::test]
async fn a_post_goes_online_and_the_client_is_notified() {
    let app = TestApp::new().await;
    app.host_accepts("publish").await;
    let job = app.request(JobKind::Publish).await;
    let job = app.attempt(&job).await;
    assert_eq!(job.state, JobState::Done, "{:?}", job.error());
    let post = app.reread().await;
    assert_eq!(post.status, PostStatus::Published);
    assert_eq!(
        post.published_at,
        Some("2027-01-15T08:00:05Z".parse().unwrap())
    );
    assert_eq!(post.host_post_id, Some(31));
    assert_eq!(
        post.host_post_url.as_deref(),
        Some("https://cliente.example/horta/")
    );
    let notice = NotificationKind::PostPublished {
        post_id: post.id,
        job_id: job.id,
    };
    assert!(app.notification(notice).await.is_some());
    let again = app.attempt(&job).await;
    assert_eq!((again, app.creations().await), (job, 1));
}

#[tokio::test]
async fn a_picture_goes_out_as_webp_and_an_animation_as_it_is_unless_the_host_cannot_take_it() {
    // A gateway's answer, which is not the interface's, and a host's.
    let too_large = answer(413, &json!({ "message": "Request Too Long" }));
    let no_webp = answer(
        500,
        &json!({ "code": "rest_upload_sideload_error", "message": "Sem WebP." }),
    );
    for (mime, refusal, sent) in [
        ("image/jpeg", None, vec!["image/webp"]),
        (
            "image/jpeg",
            Some(no_webp.clone()),
            vec!["image/webp", "image/jpeg"],
        ),
        ("image/gif", None, vec!["image/gif"]),
        (
            "image/gif",
            Some(too_large.clone()),
            vec!["image/gif", "image/webp"],
        ),
    ] {
        let app = TestApp::new().await;
        app.picture_is(mime).await;
        if let Some(refusal) = refusal {
            app.host_refuses_media(refusal).await;
        }
        app.host_accepts("publish").await;
        let job = app.request(JobKind::Publish).await;
        let job = app.attempt(&job).await;
        assert_eq!(job.state, JobState::Done, "{:?}", job.error());
        assert_eq!(app.uploads().await, sent);
    }
    // Nothing is smaller than the rendition but an original of another type.
    let app = TestApp::new().await;
    app.host_refuses_media(too_large).await;
    let job = app.request(JobKind::Publish).await;
    let job = app.attempt(&job).await;
    assert_eq!((job.state, job.attempts), (JobState::Parked, 1));
    assert_eq!(app.uploads().await, ["image/webp"]);
}

#[tokio::test]
async fn a_host_without_webp_gets_a_jpeg_of_any_picture() {
    let refused = |mime: &str| {
        let words = format!("Sem {mime}.");
        answer(
            500,
            &json!({ "code": "rest_upload_sideload_error", "message": words }),
        )
    };
    for (mime, taken, sent) in [
        ("image/jpeg", "image/jpeg", vec!["image/webp", "image/jpeg"]),
        ("image/png", "image/png", vec!["image/webp", "image/png"]),
        ("image/webp", "image/jpeg", vec!["image/webp", "image/jpeg"]),
        (
            "image/gif",
            "image/jpeg",
            vec!["image/gif", "image/webp", "image/jpeg"],
        ),
    ] {
        let app = TestApp::new().await;
        app.picture_is(mime).await;
        for mime in &sent {
            if *mime != taken {
                app.host_refuses_media(refused(mime)).await;
            }
        }
        app.host_accepts("publish").await;
        let job = app.request(JobKind::Publish).await;
        let job = app.attempt(&job).await;
        assert_eq!(job.state, JobState::Done, "{mime}: {:?}", job.error());
        assert_eq!(app.uploads().await, sent);
        let (name, bytes) = app.last_upload().await;
        let is_jpeg = bytes.starts_with(&[0xff, 0xd8, 0xff]);
        let is_made = !sent.contains(&mime) || mime == "image/gif" || mime == "image/webp";
        assert_eq!(is_jpeg, is_made, "{mime}");
        let extension = if is_made { ".jpg\"" } else { "" };
        assert!(name.contains(extension), "{name}");
    }
}

#[tokio::test]
async fn an_updated_post_is_not_announced_again() {
    let app = TestApp::new().await;
    app.host_accepts("publish").await;
    let first = app.request(JobKind::Publish).await;
    app.attempt(&first).await;
    let second = app.request(JobKind::Publish).await;
    let second = app.attempt(&second).await;
    assert_eq!((second.state, app.creations().await), (JobState::Done, 1));
    let notice = NotificationKind::PostPublished {
        post_id: app.post.id,
        job_id: second.id,
    };
    assert!(app.notification(notice).await.is_none());
}

#[tokio::test]
async fn a_refusal_waits_for_a_person_at_once_with_the_hosts_words() {
    let app = TestApp::new().await;
    app.host_takes_media().await;
    let refusal = json!({ "code": "rest_cannot_create", "message": "Sem direito de criar.", "data": { "status": 403 } });
    app.host_creates(answer(403, &refusal), 1).await;
    let job = app.request(JobKind::Publish).await;
    let job = app.attempt(&job).await;
    assert_eq!((job.state, job.attempts), (JobState::Parked, 1));
    assert_eq!(job.cause, Some(Cause::Access));
    assert!(
        job.error().unwrap().contains("Sem direito de criar."),
        "{:?}",
        job.error()
    );
    let notice = NotificationKind::PublicationParked {
        post_id: app.post.id,
        job_id: job.id,
        run: job.runs,
    };
    assert!(app.notification(notice).await.is_some());
    assert_eq!(app.reread().await.status, PostStatus::Draft);
}

#[tokio::test]
async fn a_creation_whose_answer_was_lost_is_found_again() {
    let app = TestApp::new().await;
    app.host_takes_media().await;
    // Without the copy at first: the host is still at it while the first attempt lasts.
    app.host_creates(
        ResponseTemplate::new(502).set_body_string("<html>proxy</html>"),
        1,
    )
    .await;
    let posts = "/rest/core/v2/posts";
    app.host_fails("GET", posts, answer(200, &json!([])), 3)
        .await;
    let job = app.request(JobKind::Publish).await;
    let job = app.attempt(&job).await;
    assert_eq!(job.state, JobState::Waiting);
    let create = job
        .steps
        .iter()
        .find(|record| record.step == Step::Create)
        .unwrap();
    assert!(matches!(
        create.state,
        StepState::Retrying { attempt: 1, .. }
    ));
    let marker = app.reread().await.host_marker.unwrap();
    app.host_finds(json!([shown("draft", &marker)])).await;
    app.host_shows("publish").await;
    app.wait(BACKOFF);
    let job = app.attempt(&job).await;
    assert_eq!((job.state, app.creations().await), (JobState::Done, 1));
}

#[tokio::test]
async fn three_failures_park_the_job_and_a_person_may_retry() {
    let app = TestApp::new().await;
    app.host_takes_media().await;
    app.host_creates(ResponseTemplate::new(500), 3).await;
    let mut job = app.request(JobKind::Publish).await;
    app.host_finds(json!([])).await;
    for _ in 0..3 {
        job = app.attempt(&job).await;
        app.wait(BACKOFF);
    }
    assert_eq!((job.state, job.attempts), (JobState::Parked, 3));
    assert_eq!(job.cause, Some(Cause::Host));
    app.host_creates(answer(201, &shown("draft", "x")), 1).await;
    app.host_shows("publish").await;
    let stored = job.revision;
    assert!(job.retry(app.now()));
    app.ports.store.save_job(&job, stored).await.unwrap();
    assert_eq!(app.attempt(&job).await.state, JobState::Done);
}

#[tokio::test]
async fn a_host_that_does_not_publish_has_a_cause_of_its_own() {
    let app = TestApp::new().await;
    app.host_accepts("pending").await;
    let job = app.request(JobKind::Publish).await;
    let job = app.attempt(&job).await;
    assert_eq!(job.state, JobState::Parked);
    assert!(job.error().unwrap().contains("pending"));
}

#[tokio::test]
async fn a_post_is_not_online_without_an_address_that_people_can_open() {
    for link in [
        json!(null),
        json!(""),
        json!("/horta/"),
        json!("javascript:alert(1)"),
    ] {
        let app = TestApp::new().await;
        let mut post = shown("publish", "horta");
        post["link"] = link.clone();
        app.host_publishes_with(7, &post).await;
        let job = app.request(JobKind::Publish).await;
        let job = app.attempt(&job).await;
        assert_eq!(job.state, JobState::Waiting, "{link}");
        assert!(job.error().unwrap().contains("endereço"), "{link}");
        assert_eq!(app.reread().await.host_post_url, None, "{link}");
    }
    for kind in [JobKind::Settle, JobKind::Unschedule] {
        let app = TestApp::new().await;
        app.schedule_in(SignedDuration::from_mins(1)).await;
        app.wait(SignedDuration::from_mins(3));
        app.host.reset().await;
        let mut post = shown("publish", "horta");
        post["link"] = json!("javascript:alert(1)");
        app.host_publishes_with(7, &post).await;
        let job = app.request(kind).await;
        assert_eq!(app.attempt(&job).await.state, JobState::Waiting, "{kind:?}");
        assert_eq!(app.reread().await.host_post_url, None, "{kind:?}");
    }
}

#[tokio::test]
async fn a_schedule_is_held_by_the_host() {
    let app = TestApp::new().await;
    let at = app.now() + SignedDuration::from_hours(24);
    let job = app.schedule_in(SignedDuration::from_hours(24)).await;
    assert_eq!(job.state, JobState::Done);
    let post = app.reread().await;
    assert_eq!(
        (post.status, post.scheduled_at),
        (PostStatus::Scheduled, Some(at))
    );
    let sent = app.update().await.unwrap();
    assert_eq!(
        (&sent["status"], &sent["date_gmt"]),
        (&json!("future"), &json!("2027-01-16T08:00:00"))
    );
}

#[tokio::test]
async fn what_the_host_took_is_remembered_and_an_edit_meanwhile_is_not_lost() {
    let app = TestApp::new().await;
    app.host_accepts("future").await;
    let at = app.now() + SignedDuration::from_hours(24);
    let job = app.request(JobKind::Schedule { at }).await;
    app.edit("<p>Jardim</p>").await;
    assert!(app.reread().await.host_is_behind());
    app.attempt(&job).await;
    let post = app.reread().await;
    assert!(!post.host_is_behind(), "{:?}", post.host_copy);
    app.edit("<p>Pomar</p>").await;
    assert!(app.reread().await.host_is_behind());
}

#[tokio::test]
async fn an_edit_that_missed_the_time_is_sent_when_the_host_is_asked() {
    for status in ["publish", "future"] {
        let app = TestApp::new().await;
        app.schedule_in(SignedDuration::from_mins(1)).await;
        app.edit("<p>Jardim</p>").await;
        app.wait(SignedDuration::from_mins(3));
        app.host.reset().await;
        app.host_turns(status, "publish").await;
        let job = app.request(JobKind::Settle).await;
        let job = app.attempt(&job).await;
        assert_eq!(job.state, JobState::Done, "{:?}", job.error());
        let sent = app.update().await.unwrap();
        assert_eq!(sent["content"], "<p>Jardim</p>", "{status}");
        assert_eq!(sent.get("status").is_some(), status == "future");
        assert_eq!(job.findings.missed, status == "future");
        let post = app.reread().await;
        assert_eq!(post.status, PostStatus::Published);
        assert!(!post.host_is_behind());
    }
}

#[tokio::test]
async fn a_schedule_that_the_host_honoured_is_only_asked_about() {
    let app = TestApp::new().await;
    app.schedule_in(SignedDuration::from_mins(1)).await;
    app.wait(SignedDuration::from_mins(3));
    app.host.reset().await;
    app.host_turns("publish", "publish").await;
    let job = app.request(JobKind::Settle).await;
    assert_eq!(app.attempt(&job).await.state, JobState::Done);
    assert_eq!(app.update().await, None);
}

#[tokio::test]
async fn a_second_worker_leaves_a_held_job_alone() {
    let app = TestApp::new().await;
    let mut job = app.request(JobKind::Publish).await;
    let stored = job.revision;
    job.begin(app.now()).unwrap();
    app.ports.store.save_job(&job, stored).await.unwrap();
    assert_eq!(app.attempt(&job).await, job);
    assert_eq!(app.host.received_requests().await.unwrap().len(), 0);
}

#[tokio::test]
async fn an_unreadable_message_fails_alone() {
    let app = TestApp::new().await;
    let message = |id: &str, body: &str| {
        let mut message = SqsMessage::default();
        message.message_id = Some(id.to_owned());
        message.body = Some(body.to_owned());
        message
    };
    let mut event = SqsEvent::default();
    event.records = vec![
        message("a", "not json"),
        message("b", r#"{"kind":"publication","job_id":999}"#),
        message("c", r#"{"kind":"notification","notification_id":"x"}"#),
    ];
    let left: Vec<_> = handle(&app.ports, event)
        .await
        .batch_item_failures
        .into_iter()
        .map(|failure| failure.item_identifier)
        .collect();
    assert_eq!(left, ["a", "c"]);
}
