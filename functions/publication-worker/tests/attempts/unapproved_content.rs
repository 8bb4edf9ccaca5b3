//! Content that the client has not approved is not sent without confirmation.

use domain::platform::approval::Decision;
use domain::platform::post::{Post, PostStatus};
use domain::platform::publication::{Cause, JobKind, JobState, Step};
use jiff::SignedDuration;
use platform_store::PostChange;

use crate::app::TestApp;

impl TestApp {
    /// The client approves the post as it is, and has to.
    async fn approve(&self) {
        let change = PostChange::of(&self.reread().await, |post| {
            post.fields.approval_required = true;
            post.decide(Decision::Approve);
        });
        self.ports.store.save_post(change).await.unwrap();
    }
}

#[tokio::test]
async fn a_change_between_the_approval_and_the_attempt_is_parked_and_sent_once_it_is_confirmed() {
    let app = TestApp::new().await;
    app.host_accepts("publish").await;
    app.approve().await;
    let job = app.request(JobKind::Publish).await;
    app.edit("<p>Jardim</p>").await;
    let mut job = app.attempt(&job).await;
    assert_eq!(
        (job.state, job.cause),
        (JobState::Parked, Some(Cause::Approval))
    );
    assert_eq!(job.next_step(), Some(Step::Update));
    assert_eq!(app.update().await, None);
    assert_eq!(app.reread().await.status, PostStatus::Draft);
    let confirmed = PostChange::of(&app.reread().await, Post::confirm_changes);
    app.ports.store.save_post(confirmed).await.unwrap();
    let stored = job.revision;
    assert!(job.retry(app.now()));
    app.ports.store.save_job(&job, stored).await.unwrap();
    let job = app.attempt(&job).await;
    assert_eq!(job.state, JobState::Done, "{:?}", job.error());
    assert_eq!(app.update().await.unwrap()["content"], "<p>Jardim</p>");
}

#[tokio::test]
async fn the_date_brings_what_the_client_approved_and_not_what_came_after() {
    for status in ["publish", "future"] {
        let app = TestApp::new().await;
        app.approve().await;
        let job = app.schedule_in(SignedDuration::from_mins(1)).await;
        assert_eq!(job.state, JobState::Done);
        app.edit("<p>Jardim</p>").await;
        app.wait(SignedDuration::from_mins(3));
        app.host.reset().await;
        app.host_turns(status, "publish").await;
        let job = app.request(JobKind::Settle).await;
        let job = app.attempt(&job).await;
        assert_eq!(job.state, JobState::Done, "{:?}", job.error());
        let sent = app.update().await.unwrap_or_default();
        assert!(sent.get("content").is_none(), "{status}: {sent}");
        let post = app.reread().await;
        assert_eq!(post.status, PostStatus::Published);
        assert!(post.host_is_behind() && post.changes_await_approval());
    }
}
