//! Search engines are told of each publication once, for every kind of job that found the post online.

use domain::platform::publication::{JobKind, JobState};
use domain::platform::search_task::{SearchTask, SearchTaskState};
use jiff::SignedDuration;
use platform_store::PostChange;
use ports::WorkMessage;

use crate::app::TestApp;
use crate::notices::prepared;

impl TestApp {
    /// Every task of the post that is due within a day.
    async fn tasks(&self) -> Vec<SearchTask> {
        let ever = self.now() + SignedDuration::from_hours(24);
        let due = self.ports.store.due_search_tasks(ever, None, 100).await;
        due.unwrap().items.into_iter().map(Result::unwrap).collect()
    }
}

#[tokio::test]
async fn every_kind_of_job_that_finds_the_post_online_tells_search_engines_once() {
    for (name, held) in [
        ("publish", false),
        ("schedule", false),
        ("settle", true),
        ("unschedule", true),
    ] {
        let app = prepared(held).await;
        assert_eq!(app.tasks().await, [], "{name}");
        app.host_turns("publish", "publish").await;
        let kind = match name {
            "publish" => JobKind::Publish,
            "settle" => JobKind::Settle,
            "unschedule" => JobKind::Unschedule,
            _ => JobKind::Schedule {
                at: app.now() + SignedDuration::from_secs(1),
            },
        };
        let job = app.request(kind).await;
        let job = app.attempt(&job).await;
        assert_eq!(job.state, JobState::Done, "{name}: {:?}", job.error());
        let tasks = app.tasks().await;
        assert_eq!(tasks.len(), 1, "{name}");
        let post = app.reread().await;
        let task = tasks.first().unwrap();
        assert_eq!((task.post_id, task.job_id), (post.id, job.id), "{name}");
        assert_eq!(Some(&task.url), post.host_post_url.as_ref(), "{name}");
        assert_eq!(task.site_id, post.site_id, "{name}");
        assert_eq!(task.state, SearchTaskState::Queued, "{name}");
        let message = WorkMessage::Search {
            post_id: post.id,
            job_id: job.id,
        };
        assert_eq!(app.searches.try_next(), Some(message), "{name}");
        // An update of a post that is online tells nothing new.
        let again = app.request(JobKind::Publish).await;
        assert_eq!(app.attempt(&again).await.state, JobState::Done, "{name}");
        assert_eq!(app.tasks().await, tasks, "{name}");
        assert_eq!(app.searches.try_next(), None, "{name}");
    }
}

#[tokio::test]
async fn a_post_at_another_address_is_told_again() {
    let app = prepared(false).await;
    app.host_turns("publish", "publish").await;
    let job = app.request(JobKind::Publish).await;
    app.attempt(&job).await;
    // The host has moved the post since.
    let post = app.reread().await;
    let change = PostChange::of(&post, |post| {
        post.host_post_url = Some("https://cliente.example/antes/".into());
    });
    app.ports.store.save_post(change).await.unwrap();
    let again = app.request(JobKind::Publish).await;
    let again = app.attempt(&again).await;
    assert_eq!(again.state, JobState::Done);
    assert!(again.findings.renewed);
    let tasks = app.tasks().await;
    assert_eq!(tasks.len(), 2);
    assert!(tasks.iter().any(|task| task.job_id == again.id));
}

#[tokio::test]
async fn a_schedule_and_its_cancellation_tell_nothing() {
    let app = prepared(true).await;
    assert_eq!(app.tasks().await, []);
    app.host_shows("future").await;
    let job = app.request(JobKind::Unschedule).await;
    assert_eq!(app.attempt(&job).await.state, JobState::Done);
    assert_eq!(app.tasks().await, []);
    assert_eq!(app.searches.try_next(), None);
}
