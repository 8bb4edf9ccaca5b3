//! Maintenance: the snapshot of the list of posts, and the removal of cleared events.

use domain::platform::access::Role;
use domain::platform::event::EventKind;
use domain::platform::working_copy::{WorkingContent, WorkingCopy};
use items::Table;
use platform_store::{NewUser, PackedCopy, PostFilter, content_event};
use serde_json::json;

use super::*;

async fn record(app: &TestApp, post: PostId, at: Timestamp) {
    let token = at.as_second().to_string();
    let event = content_event(post, EventKind::Restored, None, json!({}), at, &token);
    app.ports.store.record_event(&event).await.unwrap();
}

#[tokio::test]
async fn the_tick_makes_a_snapshot_after_enough_changes() {
    let app = app().await;
    let ahead = SignedDuration::from_hours(24);
    let mut post = app.scheduled(ahead).await;
    // With the creation and the schedule these are 127 changes.
    for number in 0..125 {
        let change = PostChange::of(&post, |post| post.fields.title = format!("Horta {number}"));
        post = app.ports.store.save_post(change).await.unwrap();
    }
    let report = run(&app.ports).await.unwrap();
    assert_eq!(report.post_changes_in_snapshot, 0);
    let change = PostChange::of(&post, |post| post.fields.title = "Horta".into());
    app.ports.store.save_post(change).await.unwrap();
    let report = run(&app.ports).await.unwrap();
    assert_eq!(report.post_changes_in_snapshot, 128);

    let zone = domain::platform::time_zone::zone_of(None).unwrap();
    let table = Table::new(app.engine.client(), "platform");
    let cold = PlatformStore::new(table).with_lists(app.ports.blobs.clone(), zone);
    let (rows, total) = cold
        .list_posts(&PostFilter::default(), 0, 10)
        .await
        .unwrap();
    assert_eq!((rows[0].title.as_str(), total), ("Horta", 1));
    let usage = cold.table().meter().take();
    assert!(usage.read_units <= 2.0, "{usage:?}");
}

#[tokio::test]
async fn the_tick_removes_cleared_events() {
    let app = app().await;
    let post = app.scheduled(SignedDuration::from_hours(24)).await;
    let now = app.now();
    for seconds in 0..5 {
        record(&app, post.id, now + SignedDuration::from_secs(seconds)).await;
    }
    assert_eq!(run(&app.ports).await.unwrap().events_removed, 0);
    let until = now + SignedDuration::from_secs(2);
    app.ports
        .store
        .clear_history(UserId(1), until)
        .await
        .unwrap();
    assert_eq!(run(&app.ports).await.unwrap().events_removed, 3);
    assert_eq!(run(&app.ports).await.unwrap().events_removed, 0);
    let (events, total) = app
        .ports
        .store
        .post_events_page(post.id, 0, 10)
        .await
        .unwrap();
    assert_eq!((events.len(), total), (2, 2));
}

#[tokio::test]
async fn the_tick_removes_working_copies_of_deleted_users() {
    let app = app().await;
    let ahead = SignedDuration::from_hours(24);
    let posts = [app.scheduled(ahead).await, app.scheduled(ahead).await];
    let store = &app.ports.store;
    let new = |name: &str| NewUser {
        name: name.into(),
        email: format!("{name}@agencia.test"),
        role: Role::Gerente,
        active: true,
    };
    let (gone, stays) = (
        store
            .create_user(new("dora"), None, app.now())
            .await
            .unwrap(),
        store
            .create_user(new("eva"), None, app.now())
            .await
            .unwrap(),
    );
    for post in &posts {
        for user in [&gone, &stays] {
            let copy = WorkingCopy {
                post_id: post.id,
                user_id: user.id,
                version: 1,
                saved_at: app.now(),
                content: WorkingContent::default(),
            };
            let packed = PackedCopy::of(&copy).unwrap();
            store.keep_working_copy(post, &packed).await.unwrap();
        }
    }
    let deleted = store.delete_user(gone.id, app.now()).await.unwrap();
    assert_eq!(deleted, ["dora@agencia.test"]);
    run(&app.ports).await.unwrap();
    for post in &posts {
        assert_eq!(store.working_copy(post.id, gone.id).await.unwrap(), None);
        let copy = store.working_copy(post.id, stays.id).await.unwrap();
        assert!(copy.is_some());
    }
}

#[tokio::test]
async fn a_blob_store_that_fails_does_not_stop_the_removal() {
    let mut app = app().await;
    let post = app.scheduled(SignedDuration::from_hours(24)).await;
    record(&app, post.id, app.now()).await;
    for _ in 0..130 {
        let change = PostChange::of(&app.reread(&post).await, |post| {
            post.fields.seo_title = "SEO".into()
        });
        app.ports.store.save_post(change).await.unwrap();
    }
    app.ports.blobs = Arc::new(Broken);
    let now = app.now();
    app.ports.store.clear_history(UserId(1), now).await.unwrap();
    run(&app.ports).await.unwrap_err();
    let (_, total) = app
        .ports
        .store
        .post_events_page(post.id, 0, 10)
        .await
        .unwrap();
    assert_eq!(total, 0);
    assert_eq!(app.last_tick().await, Some(now));
    assert_eq!(
        app.ports
            .store
            .remove_cleared_events(std::time::Duration::from_secs(60))
            .await
            .unwrap(),
        0,
        "the tick removed them"
    );
}

/// A blob store that fails.
struct Broken;

#[async_trait::async_trait]
impl ports::Blobs for Broken {
    async fn put(&self, _: &str, _: ports::Blob) -> Result<(), ports::BlobError> {
        Err(ports::BlobError::Failed("out of order".into()))
    }

    async fn get(&self, _: &str) -> Result<Option<ports::Blob>, ports::BlobError> {
        Err(ports::BlobError::Failed("out of order".into()))
    }

    async fn list(&self, _: &str, _: &str) -> Result<Vec<ports::ListedBlob>, ports::BlobError> {
        Err(ports::BlobError::Failed("out of order".into()))
    }

    async fn delete(&self, _: &str) -> Result<(), ports::BlobError> {
        Err(ports::BlobError::Failed("out of order".into()))
    }
}
