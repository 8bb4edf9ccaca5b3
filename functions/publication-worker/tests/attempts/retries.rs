//! Failures that pass within seconds are retried within the attempt; retries do not delay a date.

use domain::platform::publication::{BACKOFF, DATE_MARGIN, Job, JobKind, JobState};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use wiremock::ResponseTemplate;

use crate::app::{TestApp, answer, shown};

const POSTS: &str = "/rest/core/v2/posts";
const POST: &str = "/rest/core/v2/posts/31";
const MEDIA: &str = "/rest/core/v2/media";
const TEXTS: &str = "/rest/core/v2/media/7";

async fn app() -> TestApp {
    let app = TestApp::new().await;
    app.host_takes_media().await;
    app.host_creates(answer(201, &shown("draft", "x")), 1).await;
    app.host_turns("publish", "publish").await;
    app
}

/// One attempt at a publication, and how long it paused.
async fn published(app: &TestApp) -> (Job, SignedDuration) {
    let job = app.request(JobKind::Publish).await;
    let begun = app.now();
    let job = app.attempt(&job).await;
    (job, app.now().duration_since(begun))
}

fn seconds(seconds: i64) -> SignedDuration {
    SignedDuration::from_secs(seconds)
}

#[tokio::test]
async fn a_failure_of_seconds_costs_seconds_at_every_step() {
    for status in [429, 502, 503, 504] {
        for (verb, route) in [("POST", TEXTS), ("POST", POST), ("GET", POST)] {
            let app = app().await;
            app.host_fails(verb, route, ResponseTemplate::new(status), 2)
                .await;
            let (job, paused) = published(&app).await;
            let done = (JobState::Done, 1, seconds(3));
            assert_eq!(
                (job.state, job.attempts, paused),
                done,
                "{status} {verb} {route}"
            );
        }
    }
}

#[tokio::test]
async fn a_refusal_with_429_is_no_creation_and_is_tried_again() {
    for route in [POSTS, MEDIA] {
        let app = app().await;
        app.host_fails("POST", route, ResponseTemplate::new(429), 3)
            .await;
        let (job, paused) = published(&app).await;
        assert_eq!((job.state, paused), (JobState::Done, seconds(7)), "{route}");
    }
}

#[tokio::test]
async fn a_creation_in_doubt_is_looked_for_and_not_repeated() {
    let app = app().await;
    app.host_fails("POST", POSTS, ResponseTemplate::new(504), 1)
        .await;
    let job = app.request(JobKind::Publish).await;
    // The host shows its copy only at the third look.
    let marker = app.reread().await.host_marker.unwrap();
    app.host_fails("GET", POSTS, answer(200, &json!([])), 2)
        .await;
    app.host_finds(json!([shown("draft", &marker)])).await;
    let job = app.attempt(&job).await;
    assert_eq!((job.state, job.attempts), (JobState::Done, 1));
    assert_eq!(app.creations().await, 1);
}

#[tokio::test]
async fn a_creation_that_stays_in_doubt_waits_for_the_next_attempt() {
    let app = app().await;
    app.host_fails("POST", POSTS, ResponseTemplate::new(502), 1)
        .await;
    let job = app.request(JobKind::Publish).await;
    app.host_finds(json!([])).await;
    let job = app.attempt(&job).await;
    assert_eq!((job.state, app.creations().await), (JobState::Waiting, 1));
    assert!(job.error().unwrap().contains("502"), "{:?}", job.error());
    app.wait(BACKOFF);
    let job = app.attempt(&job).await;
    assert_eq!((job.state, app.creations().await), (JobState::Done, 2));
}

#[tokio::test]
async fn the_host_is_given_the_time_it_asks_for_within_ten_seconds() {
    let asked =
        |status: u16, wait: &str| ResponseTemplate::new(status).insert_header("retry-after", wait);
    for status in [429, 503] {
        let app = app().await;
        app.host_fails("POST", POST, asked(status, "8"), 1).await;
        let (job, paused) = published(&app).await;
        assert_eq!((job.state, paused), (JobState::Done, seconds(8)));
        // A second time would be more than the attempt has.
        let app = self::app().await;
        app.host_fails("POST", POST, asked(status, "8"), 2).await;
        let (job, paused) = published(&app).await;
        assert_eq!((job.state, paused), (JobState::Waiting, seconds(8)));
        // What takes longer is left to the next attempt, which comes no sooner.
        let app = self::app().await;
        app.host_fails("POST", POST, asked(status, "900"), 1).await;
        let (job, paused) = published(&app).await;
        assert_eq!((job.state, paused), (JobState::Waiting, seconds(0)));
        assert_eq!(job.next_at, Some(app.now() + seconds(900)));
    }
}

#[tokio::test]
async fn what_does_not_pass_within_seconds_is_not_waited_for() {
    for status in [500, 403, 400] {
        let app = app().await;
        app.host_fails("POST", POST, ResponseTemplate::new(status), 1)
            .await;
        let (job, paused) = published(&app).await;
        assert_eq!(paused, seconds(0), "{status}");
        assert_ne!(job.state, JobState::Done, "{status}");
    }
}

#[tokio::test]
async fn all_pauses_of_an_attempt_together_are_ten_seconds_at_most() {
    let app = app().await;
    for (verb, route) in [("POST", TEXTS), ("POST", POST), ("GET", POST)] {
        app.host_fails(verb, route, ResponseTemplate::new(503), 2)
            .await;
    }
    let (job, paused) = published(&app).await;
    assert_eq!((job.state, paused), (JobState::Done, seconds(9)));
    let app = self::app().await;
    for (verb, route) in [("POST", TEXTS), ("POST", POST), ("GET", POST)] {
        app.host_fails(verb, route, ResponseTemplate::new(503), 3)
            .await;
    }
    let (job, paused) = published(&app).await;
    assert_eq!((job.state, paused), (JobState::Waiting, seconds(10)));
}

/// When a job of `kind`, whose post the host holds for `at`, is tried again after the host failed.
async fn next_attempt(withdraw: bool, ahead: SignedDuration) -> (Timestamp, Timestamp) {
    let app = TestApp::new().await;
    app.host_accepts("future").await;
    let at = app.now() + ahead;
    let mut kind = JobKind::Schedule { at };
    if withdraw {
        let job = app.request(kind).await;
        app.attempt(&job).await;
        kind = JobKind::Unschedule;
    }
    for verb in ["GET", "POST"] {
        app.host_fails(verb, POST, ResponseTemplate::new(500), 1)
            .await;
    }
    let job = app.request(kind).await;
    let job = app.attempt(&job).await;
    assert_eq!(job.state, JobState::Waiting, "{:?}", job.error());
    (job.next_at.unwrap(), at)
}

#[tokio::test]
async fn a_schedule_is_tried_before_its_date_and_so_is_its_withdrawal() {
    for withdraw in [false, true] {
        let (next, at) = next_attempt(withdraw, SignedDuration::from_mins(4)).await;
        assert_eq!(next, at - DATE_MARGIN, "withdraw: {withdraw}");
        let (next, at) = next_attempt(withdraw, SignedDuration::from_hours(4)).await;
        let usual = at - SignedDuration::from_hours(4) + BACKOFF;
        assert_eq!(next, usual, "withdraw: {withdraw}");
    }
}

#[tokio::test]
async fn a_creation_in_doubt_is_not_repeated_for_a_near_date() {
    for (status, found) in [(200, json!([])), (500, json!({}))] {
        let app = app().await;
        app.host_fails("POST", POSTS, ResponseTemplate::new(504), 1)
            .await;
        let at = app.now() + SignedDuration::from_mins(1);
        let job = app.request(JobKind::Schedule { at }).await;
        app.host_fails("GET", POSTS, answer(status, &found), 9)
            .await;
        let job = app.attempt(&job).await;
        assert_eq!(job.state, JobState::Waiting, "{status}");
        let earliest = app.now() + SignedDuration::from_mins(2);
        assert_eq!(job.next_at, Some(earliest), "{status}");
    }
}
