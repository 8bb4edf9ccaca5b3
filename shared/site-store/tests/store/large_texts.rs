//! Texts that are too large for the table: of a write that ends at any point, no blob stays that no record names, and none is
//! removed that a record names.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use domain::site::{Kind, Status};
use items::Query;
use jiff::SignedDuration;
use ports::{Blob, BlobError, Blobs, ListedBlob};
use serde::Deserialize;
use serde_json::Value;
use site_store::{Content, ContentChange, Freshness, StoreError, anything};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use crate::snapshots::perform_tasks;
use crate::support::{TestSite, status, titled};

/// Operation of the blob store at which a writer is paused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Point {
    /// The blob is stored.
    Stored,
    /// The blob is about to be removed.
    Removing,
}

/// Blob store that pauses one operation until it is released, or for ever.
struct Paused {
    behind: Arc<dyn Blobs>,
    /// The point, and how many of its operations pass before.
    at: Mutex<Option<(Point, usize)>>,
    is_reached: Notify,
    go: Notify,
}

impl Paused {
    async fn pass(&self, point: Point) {
        let is_here = {
            let mut at = self.at.lock().unwrap();
            match &mut *at {
                Some((here, 0)) if *here == point => at.take().is_some(),
                Some((here, before)) if *here == point => {
                    *before -= 1;
                    false
                }
                _ => false,
            }
        };
        if is_here {
            self.is_reached.notify_one();
            self.go.notified().await;
        }
    }
}

#[async_trait]
impl Blobs for Paused {
    async fn put(&self, key: &str, blob: Blob) -> Result<(), BlobError> {
        self.behind.put(key, blob).await?;
        self.pass(Point::Stored).await;
        Ok(())
    }

    async fn get(&self, key: &str) -> Result<Option<Blob>, BlobError> {
        self.behind.get(key).await
    }

    async fn list(&self, prefix: &str, after: &str) -> Result<Vec<ListedBlob>, BlobError> {
        self.behind.list(prefix, after).await
    }

    async fn delete(&self, key: &str) -> Result<(), BlobError> {
        self.pass(Point::Removing).await;
        self.behind.delete(key).await
    }
}

type Writing = JoinHandle<Result<Arc<Content>, StoreError>>;

/// A site of which one process, that of `store`, can be paused.
async fn pausable() -> (TestSite, Arc<Paused>) {
    let mut blobs = None;
    let site = TestSite::holding(|behind| {
        let paused = Arc::new(Paused {
            behind,
            at: Mutex::new(None),
            is_reached: Notify::new(),
            go: Notify::new(),
        });
        blobs = Some(Arc::clone(&paused));
        paused
    })
    .await;
    (site, blobs.unwrap())
}

/// A change with a text that barely compresses.
fn large(title: &str) -> ContentChange {
    let words = (0_u64..60_000).map(|n| format!("{:x}", n.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
    ContentChange {
        content: Some(words.collect()),
        ..titled(title, Status::Publish)
    }
}

/// Starts to create a post, and waits until it is at `point`.
async fn creating(site: &TestSite, blobs: &Paused, point: (Point, usize)) -> Writing {
    *blobs.at.lock().unwrap() = Some(point);
    let store = site.store.clone();
    let writing = tokio::spawn(async move { store.create(Kind::Post, 1, &large("grande")).await });
    blobs.is_reached.notified().await;
    writing
}

/// Performs the tasks that are due when all of them are.
async fn after_two_hours(site: &TestSite) {
    site.wait(SignedDuration::from_hours(2).as_secs());
    let other = site.other_sites();
    for task in other.snapshot_tasks(100).await.unwrap() {
        other.perform(&task).await.unwrap();
    }
}

/// Record of an item or a revision, or entry of the log.
#[derive(Deserialize)]
struct Stored {
    record: Option<Packed>,
    what: Option<Packed>,
}

#[derive(Deserialize)]
struct Packed {
    b: Option<String>,
}

/// Keys of the blobs that records of any kind name.
async fn named(site: &TestSite) -> BTreeSet<String> {
    let mut partitions = vec!["main#LOG".to_owned(), "main#ERASURE".to_owned()];
    partitions.extend((1..20).map(|id| format!("main#CONTENT#{id}")));
    let mut named = BTreeSet::new();
    for partition in partitions {
        let query = Query::prefix(partition, "");
        for record in site.table.query::<Stored>(&query).await.unwrap() {
            let packed = record.record.into_iter().chain(record.what);
            named.extend(packed.filter_map(|packed| packed.b));
        }
    }
    named
}

async fn assert_all_named(site: &TestSite, case: &str) {
    let stored: BTreeSet<String> = site.blobs.keys().into_iter().collect();
    assert_eq!(stored, named(site).await, "{case}");
    let tasks = Query::prefix("main#SNAPSHOT", "BLOB#");
    let tasks: Vec<Value> = site.table.query(&tasks).await.unwrap();
    assert!(tasks.is_empty(), "{case}: {tasks:?}");
}

#[tokio::test]
async fn a_write_that_is_killed_leaves_no_blob() {
    for stored in 0..2 {
        let (site, blobs) = pausable().await;
        let writing = creating(&site, &blobs, (Point::Stored, stored)).await;
        writing.abort();
        assert_eq!(site.blobs.keys().len(), stored + 1);
        // The writer might be at work as yet.
        site.wait(SignedDuration::from_mins(50).as_secs());
        perform_tasks(&site).await;
        assert_eq!(site.blobs.keys().len(), stored + 1);
        after_two_hours(&site).await;
        assert_eq!(site.blobs.keys(), [""; 0], "{stored}");
        assert_all_named(&site, "killed").await;
    }
}

#[tokio::test]
async fn a_write_that_is_killed_after_its_transaction_leaves_no_replaced_blob() {
    for case in ["updated", "deleted", "revision", "autosave"] {
        let (site, blobs) = pausable().await;
        let store = site.store.clone();
        let id = store.create(Kind::Post, 1, &large("um")).await.unwrap().id;
        let update = ContentChange {
            editor: 1,
            ..large("dois")
        };
        store
            .update(Kind::Post, id, &update, &anything)
            .await
            .unwrap();
        let unsaved = ContentChange {
            editor: 1,
            ..large("salvo")
        };
        store
            .autosave(Kind::Post, id, &unsaved, &anything)
            .await
            .unwrap();
        let revision = store.history(id).1.unwrap();
        let before = site.blobs.keys().len();
        *blobs.at.lock().unwrap() = Some((Point::Removing, 0));
        let writing = tokio::spawn(async move {
            match case {
                "updated" => {
                    let change = titled("três", Status::Publish);
                    store
                        .update(Kind::Post, id, &change, &anything)
                        .await
                        .map(drop)
                }
                "deleted" => store.delete(Kind::Post, id, &anything).await.map(drop),
                "revision" => store.delete_revision(id, revision).await,
                _ => {
                    let change = ContentChange {
                        editor: 1,
                        ..titled("outro", Status::Publish)
                    };
                    store
                        .autosave(Kind::Post, id, &change, &anything)
                        .await
                        .map(drop)
                }
            }
        });
        blobs.is_reached.notified().await;
        writing.abort();
        assert!(site.blobs.keys().len() >= before, "{case}");
        after_two_hours(&site).await;
        if case != "deleted" {
            assert_all_named(&site, case).await;
            continue;
        }
        // The records of its revisions are removed with the log.
        for _ in 0..3 {
            for task in site.sites.erasure_tasks(9).await.unwrap() {
                site.sites.erase(&task).await.unwrap();
            }
            after_two_hours(&site).await;
        }
        assert_eq!(site.blobs.keys(), [""; 0]);
        assert_all_named(&site, case).await;
    }
}

#[tokio::test]
async fn a_slow_write_whose_blobs_were_removed_stores_them_again() {
    let (site, blobs) = pausable().await;
    let writing = creating(&site, &blobs, (Point::Stored, 1)).await;
    after_two_hours(&site).await;
    assert_eq!(site.blobs.keys(), [""; 0]);
    blobs.go.notify_one();
    let post = writing.await.unwrap().unwrap();
    let cold = site.other_process().await;
    let read = cold.get(post.id).await.unwrap().unwrap();
    assert_eq!(read.content, large("").content.unwrap());
    after_two_hours(&site).await;
    assert_eq!(site.blobs.keys().len(), 2);
    assert_all_named(&site, "slow").await;
}

#[tokio::test]
async fn a_task_that_was_read_before_the_write_committed_removes_nothing() {
    let (site, blobs) = pausable().await;
    let writing = creating(&site, &blobs, (Point::Stored, 1)).await;
    site.wait(SignedDuration::from_hours(2).as_secs());
    let tasks = site.sites.snapshot_tasks(9).await.unwrap();
    assert_eq!(tasks.len(), 1);
    blobs.go.notify_one();
    writing.await.unwrap().unwrap();
    site.sites.perform(&tasks[0]).await.unwrap();
    assert_eq!(site.blobs.keys().len(), 2);
    assert_all_named(&site, "read before").await;
}

#[tokio::test]
async fn a_task_that_is_delivered_twice_is_performed_once() {
    let (site, blobs) = pausable().await;
    creating(&site, &blobs, (Point::Stored, 1)).await.abort();
    site.wait(SignedDuration::from_hours(2).as_secs());
    let tasks = site.sites.snapshot_tasks(9).await.unwrap();
    assert_eq!(tasks.len(), 1);
    // The first worker ends after it has claimed the task.
    *blobs.at.lock().unwrap() = Some((Point::Removing, 1));
    let (sites, task) = (Arc::new(site.sites), tasks[0].clone());
    let first = tokio::spawn({
        let (sites, task) = (Arc::clone(&sites), task.clone());
        async move { sites.perform(&task).await }
    });
    blobs.is_reached.notified().await;
    first.abort();
    assert_eq!(site.blobs.keys().len(), 1);
    sites.perform(&task).await.unwrap();
    assert!(sites.snapshot_tasks(9).await.unwrap().is_empty());
    assert_eq!(site.blobs.keys().len(), 1, "another worker has it");
    site.clock.advance(SignedDuration::from_mins(11));
    let again = sites.snapshot_tasks(9).await.unwrap();
    for task in again.iter().chain(&again) {
        sites.perform(task).await.unwrap();
    }
    assert_eq!(site.blobs.keys(), [""; 0]);
    assert!(sites.snapshot_tasks(9).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_writer_that_was_not_first_leaves_no_blob() {
    let (site, blobs) = pausable().await;
    let other = site.other_process().await;
    let writing = creating(&site, &blobs, (Point::Stored, 1)).await;
    let first = titled("primeiro", Status::Publish);
    other.create(Kind::Post, 1, &first).await.unwrap();
    blobs.go.notify_one();
    let post = writing.await.unwrap().unwrap();
    assert_eq!(site.blobs.keys().len(), 2);
    assert_all_named(&site, "second").await;
    other.refresh(Freshness::Asked).await.unwrap();
    let trash = status(Status::Trash);
    other
        .update(Kind::Post, post.id, &trash, &anything)
        .await
        .unwrap();
    assert_all_named(&site, "trashed").await;
}

#[tokio::test]
async fn short_texts_need_no_task() {
    let site = TestSite::new().await;
    site.table.meter().take();
    site.post(titled("curto", Status::Publish)).await;
    let usage = site.table.meter().take();
    assert_eq!(usage.operations, [("TransactWriteItems", 1)].into());
}
