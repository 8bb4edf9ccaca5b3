//! Lists and saves of posts in a function that starts, and the snapshot with which such lists begin.

use std::time::Duration;

use domain::platform::id::PostId;
use http::Method;
use pauta_tests::costs::Cost;
use pauta_tests::prepared_app::PreparedApp;
use platform_store::{HistoryFilter, PlatformStore, PostChange, PostFilter, SnapshotTerms};
use ports::Clock;
use serde_json::json;

use super::Measuring;

/// Posts beside the prepared one.
const POSTS: usize = 40;

/// The store of a function that starts.
fn cold(prepared: &PreparedApp) -> PlatformStore {
    let parts = &prepared.app.parts;
    PlatformStore::new(parts.store.table().clone())
        .with_lists(parts.blobs.clone(), parts.zone.clone())
}

async fn snapshot(prepared: &PreparedApp) {
    let parts = &prepared.app.parts;
    let terms = SnapshotTerms {
        blobs: &*parts.blobs,
        random: &*parts.random,
        now: prepared.app.clock.now(),
        least: 1,
        within: Duration::from_secs(60),
    };
    let made = parts.store.snapshot_posts(terms).await.unwrap();
    assert!(made.added > 0);
}

/// Posts in a snapshot, with one change after it.
async fn with_snapshot() -> PreparedApp {
    let prepared = PreparedApp::new().await;
    for number in 0..POSTS {
        let input = json!({ "site_id": 1, "title": format!("Conteúdo {number}") });
        prepared.ask(Method::POST, "/posts", input).await;
    }
    snapshot(&prepared).await;
    change(&prepared.app.parts.store, prepared.objects.post).await;
    prepared.app.platform_cost();
    prepared
}

async fn change(store: &PlatformStore, id: PostId) {
    let post = store.post(id).await.unwrap().unwrap();
    let change = PostChange::of(&post, |post| post.fields.title = "Novo".into());
    store.save_post(change).await.unwrap();
}

async fn cold_list() -> Cost {
    let prepared = with_snapshot().await;
    let filter = PostFilter::default();
    let (_, total) = cold(&prepared).list_posts(&filter, 0, 20).await.unwrap();
    assert!(total > POSTS as u64);
    prepared.app.platform_cost()
}

async fn cold_history() -> Cost {
    let prepared = with_snapshot().await;
    let filter = HistoryFilter::default();
    let page = cold(&prepared).post_history(&filter, 0, 20).await.unwrap();
    assert_eq!(page.rows.len(), 20);
    prepared.app.platform_cost()
}

/// The read of the post and its save.
async fn cold_save() -> Cost {
    let prepared = with_snapshot().await;
    change(&cold(&prepared), prepared.objects.post).await;
    prepared.app.platform_cost()
}

async fn new_snapshot() -> Cost {
    let prepared = with_snapshot().await;
    snapshot(&prepared).await;
    prepared.app.platform_cost()
}

/// All measurements.
pub fn all() -> Vec<(String, Measuring)> {
    vec![
        ("posts: list, cold".into(), Box::pin(cold_list())),
        ("posts: history, cold".into(), Box::pin(cold_history())),
        ("posts: read and save, cold".into(), Box::pin(cold_save())),
        (
            "work: snapshot of the list of posts".into(),
            Box::pin(new_snapshot()),
        ),
    ]
}
