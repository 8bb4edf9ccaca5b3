//! The stage of a post's job, in the post and in the list, whatever else changes the post meanwhile.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use domain::platform::id::{PostId, SiteId};
use domain::platform::post::{Post, PostFields, PostVersion};
use domain::platform::post_state::PostState;
use domain::platform::publication::{Job, JobKind, Stage, Step};
use domain::platform::site_record::Site;
use embedded::dynamo::Engine;
use embedded::random::SeededRandom;
use items::{ItemsError, Table};
use jiff::Timestamp;
use platform_store::{PlatformStore, PostChange, PostFilter};
use vault::password::PasswordHash;

fn now() -> Timestamp {
    "2026-11-20T12:00:00Z".parse().unwrap()
}

/// A store with a post whose publication was requested.
async fn requested() -> (PlatformStore, Post, Job) {
    let table = Table::new(Engine::memory().unwrap().client(), "platform");
    table.create().await.unwrap();
    let store = PlatformStore::new(table);
    let hash = PasswordHash::from_stored("unused");
    let (owner, _) = store
        .ensure_admin("Ana", "ana@agencia.example", hash, now())
        .await
        .unwrap();
    let site = Site::new(SiteId(1), owner.id, now());
    store.create_site(&site, None).await.unwrap();
    let post = Post::draft(
        PostId(1),
        owner.id,
        site.id,
        PostFields::default(),
        0,
        now(),
    );
    let version = PostVersion {
        number: 1,
        title: "Horta".into(),
        body: "<p>Um texto.</p>".into(),
        user_id: owner.id,
        created_at: now(),
    };
    store.create_post(&post, &version, &[]).await.unwrap();
    let post = store.post(post.id).await.unwrap().unwrap();
    let random = SeededRandom::new(3);
    let change = PostChange::of(&post, |_| {});
    let (post, job) = store
        .request_publication(change, JobKind::Publish, None, now(), &random)
        .await
        .unwrap();
    (store, post, job)
}

fn failed(job: &Job) -> Job {
    let mut failed = job.clone();
    failed.begin(now()).unwrap();
    failed.fail(Step::Media, "HTTP 401", false, None, now());
    failed
}

async fn shown(store: &PlatformStore) -> (Option<Stage>, PostState, String) {
    let post = store.post(PostId(1)).await.unwrap().unwrap();
    let (rows, _) = store
        .list_posts(&PostFilter::default(), 0, 9)
        .await
        .unwrap();
    let row = rows.into_iter().next().unwrap();
    assert_eq!(row.state(), post.state());
    assert_eq!(row.title, post.fields.title);
    (post.publication, row.state(), row.title)
}

#[tokio::test]
async fn a_stage_is_recorded_although_the_post_was_edited_meanwhile() {
    let (store, read, job) = requested().await;
    assert_eq!(read.publication, Some(Stage::Sending));
    let edit = PostChange::of(&read, |post| post.fields.title = "Horta em casa".into());
    store.save_post(edit).await.unwrap();
    let parked = failed(&job);
    let saved = store
        .save_job_of(&read, &parked, job.revision, Vec::new())
        .await
        .unwrap();
    assert_eq!(saved.publication, Some(Stage::Parked));
    let expected = (
        Some(Stage::Parked),
        PostState::Parked,
        "Horta em casa".to_owned(),
    );
    assert_eq!(shown(&store).await, expected);
    assert_eq!(store.job(job.id).await.unwrap().unwrap(), parked);
}

#[tokio::test]
async fn of_two_workers_one_records_its_stage() {
    let (store, post, job) = requested().await;
    let parked = failed(&job);
    let mut other = job.clone();
    other.begin(now()).unwrap();
    other.fail(Step::Media, "HTTP 503", true, None, now());
    let (one, two) = tokio::join!(
        store.save_job_of(&post, &parked, job.revision, Vec::new()),
        store.save_job_of(&post, &other, job.revision, Vec::new()),
    );
    let lost = [&one, &two].map(|saved| matches!(saved, Err(ItemsError::Conflict { .. })));
    assert_eq!(
        lost.iter().filter(|lost| **lost).count(),
        1,
        "{one:?} {two:?}"
    );
    let stored = store.job(job.id).await.unwrap().unwrap();
    assert_eq!(shown(&store).await.0, stored.stage());
}

#[tokio::test]
async fn a_job_that_the_post_left_behind_changes_nothing_in_it() {
    let (store, post, job) = requested().await;
    let parked = failed(&job);
    let post = store
        .save_job_of(&post, &parked, job.revision, Vec::new())
        .await
        .unwrap();
    let random = SeededRandom::new(4);
    let change = PostChange::of(&post, |_| {});
    let (_, next) = store
        .request_publication(change, JobKind::Publish, None, now(), &random)
        .await
        .unwrap();
    assert_eq!(shown(&store).await.0, Some(Stage::Sending));
    let superseded = store.job(job.id).await.unwrap().unwrap();
    let mut late = superseded.clone();
    late.revision += 1;
    store
        .save_job_of(&post, &late, superseded.revision, Vec::new())
        .await
        .unwrap();
    assert_eq!(shown(&store).await.0, next.stage());
}
