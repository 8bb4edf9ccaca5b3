#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use items::{Condition, Entry, ItemsError, Key, Table};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use ports::{BlobError, Blobs, LISTED_AT_ONCE, ListedBlob};
use serde::{Deserialize, Serialize};

/// Age up to which the record that names an object may still be written.
const AGE: SignedDuration = SignedDuration::from_hours(24);
/// Time between two looks of a process at whether the sweep of the day is done.
const LOOK: SignedDuration = SignedDuration::from_hours(1);
/// Parts of the list that one call examines; the next call goes on.
const PARTS: usize = 10;

/// Objects that were removed.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Removed {
    /// Number of objects.
    pub objects: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// The records that name objects.
#[async_trait]
pub trait Records: Send {
    /// Why the records could not be read.
    type Error: From<ItemsError> + From<BlobError>;

    /// The keys of those objects of a part of the list that no record names. What is not certain is named.
    async fn unnamed(&mut self, objects: &[ListedBlob]) -> Result<Vec<String>, Self::Error>;
}

/// How far the sweep of a day went.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Progress {
    /// When the last sweep began.
    began: Option<Timestamp>,
    /// The key behind which the next call goes on; `None` when that sweep is complete.
    after: Option<String>,
}

/// The daily removal of objects below a prefix. One instance a process.
#[derive(Debug, Clone)]
pub struct Sweep {
    prefix: &'static str,
    record: (&'static str, &'static str),
    /// Since when this process alone stores objects.
    alone_since: Option<Timestamp>,
    /// When this process may look again.
    next: Arc<Mutex<Option<Timestamp>>>,
}

impl Sweep {
    /// A sweep of the objects whose keys begin with `prefix`; the record with this partition and sort key tells how far it
    /// went.
    pub fn new(prefix: &'static str, record: (&'static str, &'static str)) -> Self {
        Self {
            prefix,
            record,
            alone_since: None,
            next: Arc::default(),
        }
    }

    /// The sweep of the only process that stores objects, since `start`: it examines what was stored before as well, and begins
    /// once more for it.
    #[must_use]
    pub const fn alone_since(mut self, start: Timestamp) -> Self {
        self.alone_since = Some(start);
        self
    }

    fn is_due(&self, now: Timestamp) -> bool {
        let next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        next.is_none_or(|next| now >= next)
    }

    /// Nothing is due for an hour.
    fn wait(&self, now: Timestamp) {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        *next = now.checked_add(LOOK).ok();
    }

    /// Examines the next objects, if the sweep of the day of `now` is not complete, and removes those that no record names.
    ///
    /// # Errors
    /// Those of the stores and of `records`; a later call begins with the same objects.
    pub async fn run<R: Records>(
        &self,
        table: &Table,
        blobs: &dyn Blobs,
        now: Timestamp,
        records: &mut R,
    ) -> Result<Removed, R::Error> {
        let mut removed = Removed::default();
        if !self.is_due(now) {
            return Ok(removed);
        }
        let key = Key::new(self.record.0, self.record.1);
        let progress: Option<Progress> = table.get(&key).await?;
        let mut progress = progress.unwrap_or_default();
        let is_before = |began: &Timestamp| self.alone_since.is_some_and(|start| *began < start);
        let is_anew = progress.began.is_none_or(|began| is_before(&began));
        if !is_anew
            && progress.after.is_none()
            && progress.began.is_some_and(|began| day(began) == day(now))
        {
            self.wait(now);
            return Ok(removed);
        }
        if is_anew || progress.after.is_none() {
            progress = Progress {
                began: Some(now),
                after: Some(String::new()),
            };
        }
        for _ in 0..PARTS {
            let after = progress.after.clone().unwrap_or_default();
            let part = blobs.list(self.prefix, &after).await?;
            removed.add(self.examine(blobs, now, &part, records).await?);
            let last = part.last().filter(|_| part.len() >= LISTED_AT_ONCE);
            progress.after = last.map(|last| last.key.clone());
            if progress.after.is_none() {
                break;
            }
        }
        table
            .put(Entry::new(key, &progress)?, Condition::Any)
            .await?;
        if progress.after.is_none() {
            self.wait(now);
        }
        Ok(removed)
    }

    async fn examine<R: Records>(
        &self,
        blobs: &dyn Blobs,
        now: Timestamp,
        part: &[ListedBlob],
        records: &mut R,
    ) -> Result<Removed, R::Error> {
        let is_old = |one: &&ListedBlob| {
            let is_former = self.alone_since.is_some_and(|start| one.stored_at < start);
            is_former || now.duration_since(one.stored_at) > AGE
        };
        let old: Vec<ListedBlob> = part.iter().filter(is_old).cloned().collect();
        let mut removed = Removed::default();
        if old.is_empty() {
            return Ok(removed);
        }
        let unnamed: HashSet<String> = records.unnamed(&old).await?.into_iter().collect();
        for object in old.iter().filter(|one| unnamed.contains(&one.key)) {
            blobs.delete(&object.key).await?;
            removed.add(Removed {
                objects: 1,
                bytes: object.length,
            });
        }
        Ok(removed)
    }
}

/// The day in UTC.
fn day(at: Timestamp) -> jiff::civil::Date {
    TimeZone::UTC.to_datetime(at).date()
}

impl Removed {
    fn add(&mut self, other: Self) {
        self.objects += other.objects;
        self.bytes += other.bytes;
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use embedded::clock::SystemClock;
    use embedded::dynamo::Engine;
    use embedded::memory_blobs::MemoryBlobs;
    use ports::{Blob, Clock as _};

    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("a store failed")]
    struct Failed;

    impl From<ItemsError> for Failed {
        fn from(_: ItemsError) -> Self {
            Self
        }
    }

    impl From<BlobError> for Failed {
        fn from(_: BlobError) -> Self {
            Self
        }
    }

    /// Records that name the keys that end with 0; the number of objects examined, and whether the next examination fails.
    #[derive(Default)]
    struct Tens {
        examined: usize,
        fails: bool,
    }

    #[async_trait]
    impl Records for Tens {
        type Error = Failed;

        async fn unnamed(&mut self, objects: &[ListedBlob]) -> Result<Vec<String>, Failed> {
            if std::mem::take(&mut self.fails) {
                return Err(Failed);
            }
            self.examined += objects.len();
            let keys = objects.iter().map(|one| one.key.clone());
            Ok(keys.filter(|key| !key.ends_with('0')).collect())
        }
    }

    struct Stage {
        table: Table,
        blobs: MemoryBlobs,
        records: Tens,
    }

    impl Stage {
        async fn of(objects: usize) -> Self {
            let table = Table::new(Engine::memory().unwrap().client(), "platform");
            table.create().await.unwrap();
            let blobs = MemoryBlobs::default();
            for number in 0..objects {
                for prefix in ["posts", "private"] {
                    let blob = Blob {
                        bytes: Bytes::from_static(b"abc"),
                        content_type: "image/png".to_owned(),
                    };
                    blobs
                        .put(&format!("{prefix}/{number:05}"), blob)
                        .await
                        .unwrap();
                }
            }
            Self {
                table,
                blobs,
                records: Tens::default(),
            }
        }

        async fn run(&mut self, sweep: &Sweep, hours: i64) -> Result<Removed, Failed> {
            let now = SystemClock.now() + SignedDuration::from_hours(hours);
            let (table, blobs) = (&self.table, &self.blobs);
            sweep.run(table, blobs, now, &mut self.records).await
        }
    }

    fn sweep() -> Sweep {
        Sweep::new("posts/", ("SWEEP", "POSTS"))
    }

    #[tokio::test]
    async fn objects_without_record_are_removed_after_a_day() {
        let mut stage = Stage::of(25).await;
        let young = stage.run(&sweep(), 23).await.unwrap();
        assert_eq!((young, stage.records.examined), (Removed::default(), 0));
        let old = stage.run(&sweep(), 48).await.unwrap();
        assert_eq!((old.objects, old.bytes), (22, 66));
        let left = stage.blobs.list("posts/", "").await.unwrap();
        let left: Vec<&str> = left.iter().map(|one| one.key.as_str()).collect();
        assert_eq!(left, ["posts/00000", "posts/00010", "posts/00020"]);
        assert_eq!(stage.blobs.list("private/", "").await.unwrap().len(), 25);
    }

    #[tokio::test]
    async fn a_day_has_one_sweep_in_parts() {
        let objects = LISTED_AT_ONCE * (PARTS + 1) + 5;
        let mut stage = Stage::of(objects).await;
        let one = sweep();
        stage.run(&one, 48).await.unwrap();
        assert_eq!(stage.records.examined, LISTED_AT_ONCE * PARTS);
        // Another process goes on where the first one stopped.
        stage.run(&sweep(), 48).await.unwrap();
        assert_eq!(stage.records.examined, objects);
        for process in [&one, &sweep()] {
            stage.run(process, 48).await.unwrap();
        }
        assert_eq!(stage.records.examined, objects);
        stage.run(&one, 72).await.unwrap();
        let named = objects.div_ceil(10);
        assert_eq!(stage.records.examined, objects + named);
    }

    #[tokio::test]
    async fn a_process_that_is_alone_examines_at_once_what_others_left() {
        let mut stage = Stage::of(25).await;
        let now = SystemClock.now();
        let hour = SignedDuration::from_hours(1);
        assert_eq!(stage.run(&sweep(), 0).await.unwrap().objects, 0);
        let before = sweep().alone_since(now - hour);
        assert_eq!(stage.run(&before, 0).await.unwrap().objects, 0);
        let after = sweep().alone_since(now + hour);
        assert_eq!(stage.run(&after, 2).await.unwrap().objects, 22);
        let examined = stage.records.examined;
        stage.run(&after.clone(), 2).await.unwrap();
        assert_eq!(stage.records.examined, examined, "once");
    }

    #[tokio::test]
    async fn a_failure_removes_nothing_and_is_made_up_for() {
        let mut stage = Stage::of(25).await;
        let sweep = sweep();
        stage.records.fails = true;
        assert!(stage.run(&sweep, 48).await.is_err());
        assert_eq!(stage.blobs.keys().len(), 50);
        assert_eq!(stage.run(&sweep, 48).await.unwrap().objects, 22);
    }
}
