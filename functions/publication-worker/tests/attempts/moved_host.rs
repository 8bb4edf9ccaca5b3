//! The site's address leads to another host than the one that has the post: that host stays unchanged.

use domain::platform::id::MediaId;
use domain::platform::publication::{Cause, Job, JobKind, JobState};
use jiff::SignedDuration;
use platform_store::{PostChange, SecretChange};
use serde_json::json;
use wiremock::MockServer;

use crate::app::TestApp;
use crate::pictures::with_picture;

impl TestApp {
    /// A post that its host has, as `status`.
    async fn on_host(status: &str) -> Self {
        let app = Self::new().await;
        app.host_accepts(status).await;
        let kind = match status {
            "future" => JobKind::Schedule {
                at: app.now() + SignedDuration::from_hours(24),
            },
            _ => JobKind::Publish,
        };
        let job = app.request(kind).await;
        assert_eq!(app.attempt(&job).await.state, JobState::Done);
        app
    }

    /// Replaces the host at the site's address by another one; returns the former host.
    async fn site_moves(&mut self) -> MockServer {
        let former = std::mem::replace(&mut self.host, MockServer::start().await);
        self.site_is_at(&format!("{}/rest/", self.host.uri())).await;
        former
    }

    async fn site_is_at(&self, rest_root: &str) {
        let store = &self.ports.store;
        let before = store.site(self.post.site_id).await.unwrap().unwrap();
        let mut after = before.clone();
        after.first_origin.get_or_insert(before.host_origin());
        after.rest_root = Some(rest_root.to_owned());
        after.version += 1;
        let keep = SecretChange::Keep;
        store.update_site(&before, &after, keep).await.unwrap();
    }

    async fn calls(&self) -> usize {
        self.host.received_requests().await.unwrap().len()
    }

    /// The post as it was stored before hosts were remembered.
    async fn forget_origins(&self) {
        let store = &self.ports.store;
        let change = PostChange::of(&self.reread().await, |post| post.host_origin = None);
        store.save_post(change).await.unwrap();
        let media = store.media(MediaId(1)).await.unwrap().unwrap();
        let mut older = media.clone();
        older.host_origin = None;
        older.version += 1;
        store.update_media(&media, &older).await.unwrap();
    }
}

fn is_parked_for_its_host(job: &Job) -> bool {
    job.state == JobState::Parked
        && job.cause == Some(Cause::HostMoved)
        && job.error().is_some_and(|error| error.contains("como novo"))
}

#[tokio::test]
async fn no_kind_of_publication_calls_the_host_that_took_the_place_of_another() {
    for with_origins in [true, false] {
        for (status, kind) in [
            ("publish", JobKind::Publish),
            ("future", JobKind::Settle),
            ("future", JobKind::Unschedule),
            ("future", JobKind::Publish),
        ] {
            let mut app = TestApp::on_host(status).await;
            if !with_origins {
                app.forget_origins().await;
            }
            let post = app.reread().await;
            app.site_moves().await;
            let job = app.request(kind).await;
            let job = app.attempt(&job).await;
            assert!(is_parked_for_its_host(&job), "{kind:?}: {job:?}");
            assert_eq!(app.calls().await, 0, "{kind:?}");
            let after = app.reread().await;
            assert_eq!(after.host_post_id, post.host_post_id);
            assert_eq!(after.status, post.status);
        }
    }
}

#[tokio::test]
async fn a_job_that_began_on_one_host_does_not_end_on_another() {
    let mut app = TestApp::new().await;
    app.host_takes_media().await;
    app.host_creates(wiremock::ResponseTemplate::new(502), 1)
        .await;
    let job = app.request(JobKind::Publish).await;
    app.host_finds(json!([])).await;
    assert_eq!(app.attempt(&job).await.state, JobState::Waiting);
    app.site_moves().await;
    app.wait(domain::platform::publication::BACKOFF);
    let job = app.attempt(&job).await;
    assert!(is_parked_for_its_host(&job), "{job:?}");
    assert_eq!(app.calls().await, 0);
}

#[tokio::test]
async fn a_post_that_left_its_former_host_is_new_to_the_present_one() {
    let mut app = TestApp::on_host("publish").await;
    let former = app.reread().await;
    app.site_moves().await;
    app.host_publishes_with(58, &with_picture(58)).await;
    let store = &app.ports.store;
    let site = store.site(app.post.site_id).await.unwrap().unwrap();
    let change = PostChange::of(&app.reread().await, |post| post.leave_former_host(&site));
    store.save_post(change).await.unwrap();
    let job = app.request(JobKind::Publish).await;
    let job = app.attempt(&job).await;
    // Its category was chosen on the former host, and went with it.
    assert_eq!(job.state, JobState::Done, "{:?}", job.error());
    let post = app.reread().await;
    assert_eq!(post.host_origin, Some(site.host_origin()));
    assert_ne!(post.host_marker, former.host_marker);
    assert!(!job.findings.renewed);
    assert_eq!((app.uploads().await.len(), app.creations().await), (1, 1));
    let sent = app.update().await.unwrap();
    assert!(sent.get("categories").is_none());
    // The attachment of the former host has another number.
    assert_eq!(sent["featured_media"], 58);
    let media = store.media(MediaId(1)).await.unwrap().unwrap();
    assert_eq!(
        (media.host_media_id, media.host_origin),
        (Some(58), Some(site.host_origin()))
    );
}

#[tokio::test]
async fn categories_chosen_on_another_host_are_not_sent() {
    let mut app = TestApp::new().await;
    app.site_moves().await;
    app.host_accepts("publish").await;
    let job = app.request(JobKind::Publish).await;
    let job = app.attempt(&job).await;
    assert!(is_parked_for_its_host(&job), "{job:?}");
    assert_eq!(app.update().await, None);
}

#[tokio::test]
async fn a_record_without_its_host_belongs_to_the_present_one_and_learns_it() {
    let app = TestApp::on_host("publish").await;
    app.forget_origins().await;
    let job = app.request(JobKind::Publish).await;
    assert_eq!(app.attempt(&job).await.state, JobState::Done);
    let post = app.reread().await;
    let site = app.ports.store.site(post.site_id).await.unwrap().unwrap();
    assert_eq!(post.host_origin, Some(site.host_origin()));
    assert_eq!(app.creations().await, 1);
}

#[tokio::test]
async fn another_form_of_the_same_address_is_the_same_host() {
    let app = TestApp::on_host("publish").await;
    let root = format!("{}/index.php?rest_route=/", app.host.uri());
    app.site_is_at(&root).await;
    let job = app.request(JobKind::Publish).await;
    let job = app.attempt(&job).await;
    assert_ne!(job.cause, Some(Cause::HostMoved), "{job:?}");
}
