//! The client is notified of each publication once, for every kind of job that found the post online.

use domain::platform::client_notice::ClientNotice;
use domain::platform::notification::NotificationKind;
use domain::platform::post::PostStatus;
use domain::platform::publication::{JobKind, JobState, LEASE, Step};
use domain::platform::site_record::NotificationChannel;
use jiff::SignedDuration;

use crate::app::{TestApp, answer, shown};

/// An app whose post the host holds for a date, or does not have yet.
pub async fn prepared(held: bool) -> TestApp {
    let app = TestApp::new().await;
    app.host_takes_media().await;
    app.host_creates(answer(201, &shown("draft", "x")), 1).await;
    if held {
        app.host_shows("future").await;
        let at = app.now() + SignedDuration::from_mins(10);
        let job = app.request(JobKind::Schedule { at }).await;
        assert_eq!(app.attempt(&job).await.state, JobState::Done);
        app.host.reset().await;
        app.host_takes_media().await;
    }
    app
}

#[tokio::test]
async fn every_kind_of_job_that_finds_the_post_online_tells_the_client_once() {
    let soon = |app: &TestApp| app.now() + SignedDuration::from_secs(1);
    for (name, held) in [
        ("publish", false),
        ("schedule", false),
        ("schedule again", true),
        ("settle", true),
        ("unschedule", true),
    ] {
        let app = prepared(held).await;
        // The host published it meanwhile, or at once because its date is past for the host.
        app.host_turns("publish", "publish").await;
        let kind = match name {
            "publish" => JobKind::Publish,
            "settle" => JobKind::Settle,
            "unschedule" => JobKind::Unschedule,
            _ => JobKind::Schedule { at: soon(&app) },
        };
        let job = app.request(kind).await;
        let job = app.attempt(&job).await;
        assert_eq!(job.state, JobState::Done, "{name}: {:?}", job.error());
        assert_eq!(app.reread().await.status, PostStatus::Published, "{name}");
        assert_eq!(job.steps.last().unwrap().step, Step::Notify, "{name}");
        assert_eq!(job.findings.notice, Some(ClientNotice::Mail), "{name}");
        let notices = app.client_notices().await;
        assert_eq!(notices.len(), 1, "{name}");
        // A post that is online already is not announced again.
        let again = app.request(JobKind::Publish).await;
        assert_eq!(app.attempt(&again).await.state, JobState::Done, "{name}");
        assert_eq!(app.client_notices().await, notices, "{name}");
    }
}

#[tokio::test]
async fn no_client_is_notified_of_a_schedule_or_its_cancellation() {
    for (held, kind) in [(false, "schedule"), (true, "unschedule")] {
        let app = prepared(held).await;
        app.host_shows("future").await;
        let at = app.now() + SignedDuration::from_hours(24);
        let kind = match kind {
            "schedule" => JobKind::Schedule { at },
            _ => JobKind::Unschedule,
        };
        let job = app.request(kind).await;
        let job = app.attempt(&job).await;
        assert_eq!(job.state, JobState::Done, "{:?}", job.error());
        assert!(job.steps.iter().all(|step| step.step != Step::Notify));
        assert_eq!(app.client_notices().await, []);
    }
}

#[tokio::test]
async fn a_request_that_takes_the_place_of_a_recorded_publication_loses_no_notice() {
    let app = prepared(false).await;
    app.host_turns("publish", "publish").await;
    let job = app.request(JobKind::Publish).await;
    let mut job = app.attempt(&job).await;
    // As if the worker had died between the record and the last step.
    let stored = job.revision;
    job.state = JobState::Running;
    job.next_at = Some(app.now() + LEASE);
    let last = job.steps.last_mut().unwrap();
    last.state = domain::platform::publication::StepState::Queued;
    job.revision += 1;
    app.ports.store.save_job(&job, stored).await.unwrap();
    app.wait(LEASE);
    let second = app.request(JobKind::Publish).await;
    let second = app.attempt(&second).await;
    assert_eq!(second.state, JobState::Done);
    assert!(second.findings.renewed);
    assert_eq!(app.client_notices().await.len(), 1);
}

#[tokio::test]
async fn the_job_keeps_how_the_client_hears_of_it() {
    for (channel, number, notice) in [
        (NotificationChannel::Email, true, ClientNotice::Mail),
        (
            NotificationChannel::Both,
            true,
            ClientNotice::MailAndMessage,
        ),
        (NotificationChannel::Both, false, ClientNotice::MailOnly),
        (NotificationChannel::Whatsapp, true, ClientNotice::Message),
        (NotificationChannel::Whatsapp, false, ClientNotice::NoNumber),
        (NotificationChannel::None, true, ClientNotice::NotWanted),
    ] {
        let app = prepared(false).await;
        app.channel(channel).await;
        app.number(number.then_some("+5511988887777")).await;
        app.host_turns("publish", "publish").await;
        let job = app.request(JobKind::Publish).await;
        let job = app.attempt(&job).await;
        assert_eq!(job.findings.notice, Some(notice), "{channel:?}");
        let notices = app.client_notices().await.len();
        assert_eq!(notices, usize::from(notice.by_mail()), "{channel:?}");
        let message = NotificationKind::PublishedMessage {
            post_id: job.post_id,
            job_id: job.id,
        };
        let message = app.notification(message).await;
        assert_eq!(message.is_some(), notice.by_message(), "{channel:?}");
    }
}
