//! Snapshots of the list: cold reads, damage, failures and concurrent makers.

use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use items::{Condition, Entry, Key};
use jiff::SignedDuration;
use ports::{Blob, BlobError, Blobs, ListedBlob};
use serde_json::{Value, json};

use super::*;

/// Blobs that fail after some writes.
struct Failing<'a> {
    blobs: &'a MemoryBlobs,
    writes_left: AtomicUsize,
}

#[async_trait]
impl Blobs for Failing<'_> {
    async fn put(&self, key: &str, blob: Blob) -> Result<(), BlobError> {
        let left = self.writes_left.load(Ordering::SeqCst);
        if left == 0 {
            return Err(BlobError::Failed("out of order".into()));
        }
        self.writes_left.store(left - 1, Ordering::SeqCst);
        self.blobs.put(key, blob).await
    }

    async fn get(&self, key: &str) -> Result<Option<Blob>, BlobError> {
        self.blobs.get(key).await
    }

    async fn list(&self, prefix: &str, after: &str) -> Result<Vec<ListedBlob>, BlobError> {
        self.blobs.list(prefix, after).await
    }

    async fn delete(&self, key: &str) -> Result<(), BlobError> {
        self.blobs.delete(key).await
    }
}

/// The blobs that the latest snapshot names.
async fn pages(app: &TestApp) -> Vec<String> {
    let key = Key::new("SNAPSHOT#posts", "LATEST");
    let manifest: Value = app.store.table().get(&key).await.unwrap().unwrap();
    let pages = manifest.get("pages").and_then(Value::as_array).unwrap();
    let blob = |page: &Value| page.get("blob")?.as_str().map(str::to_owned);
    pages.iter().map(|page| blob(page).unwrap()).collect()
}

/// The blobs that belong to no snapshot.
async fn loose(app: &TestApp) -> Value {
    let key = Key::new("SNAPSHOT#posts", "BLOBS");
    app.store.table().get(&key).await.unwrap().unwrap()
}

#[tokio::test]
async fn a_cold_writer_reads_only_the_last_number() {
    let app = TestApp::new().await;
    for id in 1..=30 {
        app.create(id, &"Um título que ocupa espaço ".repeat(20))
            .await;
    }
    let cold = app.cold();
    let post = cold.post(PostId(3)).await.unwrap().unwrap();
    cold.table().meter().take();
    let change = PostChange::of(&post, |post| post.fields.title = "Novo".into());
    cold.save_post(change).await.unwrap();
    let usage = cold.table().meter().take();
    assert!(usage.read_units <= 1.0, "{usage:?}");
    assert_eq!(usage.operations["Query"], 1, "{usage:?}");
    let rows = all(&app.cold()).await;
    assert!(
        rows.iter()
            .any(|row| row.id == PostId(3) && row.title == "Novo")
    );
}

#[tokio::test]
async fn a_cold_list_is_that_of_the_whole_log_and_reads_the_end_of_it() {
    let app = TestApp::new().await;
    let long = "Um título que ocupa espaço ".repeat(20);
    for id in [1, 2, 3, 5_000, 5_001, 12_000] {
        app.create(id, &long).await;
        app.change(id, |post| post.fields.title = format!("{id} {long}"))
            .await;
    }
    let made = app.snapshot().await;
    assert_eq!(made, PostsSnapshot { seq: 12, added: 12 });
    assert_eq!(pages(&app).await.len(), 3);
    app.change(2, |post| post.deleted_at = Some(now())).await;
    app.change(5_000, |post| post.fields.title = "Depois".into())
        .await;
    let cold = app.cold();
    let rows = all(&cold).await;
    let usage = cold.table().meter().take();
    assert!(usage.read_units <= 2.0, "{usage:?}");
    assert_eq!(rows, all(&app.without_snapshots()).await);
    assert_eq!(rows.len(), 5);
}

#[tokio::test]
async fn a_new_snapshot_replaces_only_the_pages_with_changes() {
    let app = TestApp::new().await;
    app.create(1, "Um").await;
    app.create(5_000, "Cinco mil").await;
    app.snapshot().await;
    let before = pages(&app).await;
    app.change(5_000, |post| post.fields.title = "Outro".into())
        .await;
    app.snapshot().await;
    let after = pages(&app).await;
    assert_eq!(before[0], after[0]);
    assert_ne!(before[1], after[1]);
    assert!(
        app.blobs.get(&before[1]).await.unwrap().is_some(),
        "retained"
    );
    assert_eq!(app.snapshot().await.added, 0, "nothing changed");

    app.change(1, |post| post.fields.title = "Tarde".into())
        .await;
    let later = SnapshotTerms {
        now: now() + SignedDuration::from_mins(11),
        ..app.terms()
    };
    app.store.snapshot_posts(later).await.unwrap();
    assert!(
        app.blobs.get(&before[1]).await.unwrap().is_none(),
        "deleted"
    );
    assert_eq!(all(&app.cold()).await, all(&app.without_snapshots()).await);
}

#[tokio::test]
async fn few_changes_make_no_snapshot() {
    let app = TestApp::new().await;
    for id in 1..=3 {
        app.create(id, "Um").await;
    }
    let terms = |least| SnapshotTerms {
        least,
        ..app.terms()
    };
    assert_eq!(app.store.snapshot_posts(terms(4)).await.unwrap().added, 0);
    assert_eq!(app.store.snapshot_posts(terms(3)).await.unwrap().added, 3);
}

#[tokio::test]
async fn a_damaged_or_missing_page_costs_time_only() {
    let app = TestApp::new().await;
    for id in [1, 5_000] {
        app.create(id, "Título").await;
    }
    for missing in [false, true] {
        app.snapshot().await;
        let page = pages(&app).await.remove(1);
        if missing {
            app.blobs.delete(&page).await.unwrap();
        } else {
            let blob = Blob {
                bytes: "damaged".into(),
                content_type: "application/zstd".into(),
            };
            app.blobs.put(&page, blob).await.unwrap();
        }
        assert_eq!(all(&app.cold()).await.len(), 2);
        // The next change of the page finds the damage, and the snapshot is made anew from the whole log.
        app.change(5_000, |post| post.fields.title = format!("{missing}"))
            .await;
        let made = app.snapshot().await;
        assert_eq!(made.added, made.seq);
        let cold = app.cold();
        assert_eq!(all(&cold).await, all(&app.without_snapshots()).await);
        let again = app.cold();
        assert_eq!(all(&again).await.len(), 2);
        let usage = again.table().meter().take();
        assert!(usage.read_units <= 2.0, "{usage:?}");
    }
}

#[tokio::test]
async fn a_maker_that_fails_leaves_no_blob_behind() {
    let app = TestApp::new().await;
    for id in [1, 5_000] {
        app.create(id, "Título").await;
    }
    let failing = Failing {
        blobs: &app.blobs,
        writes_left: AtomicUsize::new(1),
    };
    let terms = SnapshotTerms {
        blobs: &failing,
        ..app.terms()
    };
    app.store.snapshot_posts(terms).await.unwrap_err();
    let pending = loose(&app).await["pending"].clone();
    let stored = pending[0].as_str().unwrap();
    assert!(app.blobs.get(stored).await.unwrap().is_some());
    assert_eq!(all(&app.cold()).await.len(), 2, "read from the log");

    app.snapshot().await;
    app.change(1, |post| post.fields.title = "Novo".into())
        .await;
    let later = SnapshotTerms {
        now: now() + SignedDuration::from_mins(11),
        ..app.terms()
    };
    app.store.snapshot_posts(later).await.unwrap();
    assert!(app.blobs.get(stored).await.unwrap().is_none());
    assert_eq!(loose(&app).await["pending"], json!([]));
}

#[tokio::test]
async fn of_two_makers_one_publishes_and_both_lists_are_whole() {
    let app = TestApp::new().await;
    for id in 1..=20 {
        app.create(id, "Título").await;
    }
    let (one, other) = (app.cold(), app.cold());
    let (one, other) = tokio::join!(
        one.snapshot_posts(app.terms()),
        other.snapshot_posts(app.terms())
    );
    assert!(one.unwrap().added + other.unwrap().added >= 20);
    assert_eq!(all(&app.cold()).await, all(&app.without_snapshots()).await);
}

#[tokio::test]
async fn two_writers_of_different_processes_lose_no_change() {
    let app = TestApp::new().await;
    for id in 1..=6 {
        app.create(id, "Título").await;
    }
    let (one, other) = (app.cold(), app.cold());
    for round in 0..5 {
        tokio::join!(
            change(&one, 1 + round % 3, |post| post.fields.title =
                format!("Um {round}")),
            change(&other, 4 + round % 3, |post| post.fields.title =
                format!("Outro {round}")),
        );
    }
    let expected = all(&app.without_snapshots()).await;
    assert_eq!(all(&one).await, expected);
    assert_eq!(all(&other).await, expected);
    assert!(expected.iter().any(|row| row.title == "Outro 4"));
}

#[tokio::test]
async fn columns_of_another_release_are_read_and_retained() {
    let app = TestApp::new().await;
    let post = app.create(1, "Título").await;
    let mut row = serde_json::to_value(PostRow::from(&post)).unwrap();
    let members = row.as_object_mut().unwrap();
    // A row of an earlier release has no words; one of a later release has a column more.
    members.remove("words");
    members.insert("later".into(), json!("coluna"));
    let key = Key::new("LOG#posts", format!("{:016}", 2));
    let entry = Entry::new(key, &json!({ "seq": 2, "what": row })).unwrap();
    app.store
        .table()
        .put(entry, Condition::Absent)
        .await
        .unwrap();
    app.snapshot().await;
    app.create(2, "Vizinho").await;
    app.snapshot().await;
    let page = pages(&app).await.remove(0);
    let stored = app.blobs.get(&page).await.unwrap().unwrap().bytes;
    let text = zstd::decode_all(&*stored).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains(r#""later":"coluna""#), "{text}");
    let rows = all(&app.cold()).await;
    assert_eq!(rows.iter().map(|row| row.words).collect::<Vec<_>>(), [0, 0]);
}

#[tokio::test]
async fn a_process_that_is_far_behind_begins_with_the_newer_snapshot() {
    let app = TestApp::new().await;
    let late = app.cold();
    app.create(1, "Um").await;
    assert_eq!(all(&late).await.len(), 1);
    let long = "Um título que ocupa espaço ".repeat(400);
    for number in 0..250 {
        app.change(1, |post| post.fields.title = format!("{number} {long}"))
            .await;
    }
    app.snapshot().await;
    late.table().meter().take();
    assert_eq!(all(&late).await[0].title, format!("249 {long}"));
    let usage = late.table().meter().take();
    // One page of a megabyte, then the snapshot.
    assert!(usage.read_units < 300.0, "{usage:?}");
}
