//! Snapshots of the rows of all posts, from which a cold function begins its list
//! (docs/decisions/0017-snapshots-of-the-list-of-posts.md).
//!
//! A snapshot consists of pages, blobs that are never rewritten, and one item that names them. A new snapshot
//! replaces only the pages with changed rows. The log remains the source of truth: a snapshot that is missing or
//! damaged costs time only.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use futures_util::{StreamExt, stream};
use items::{Condition, Entry, ItemsError, Key, Write};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use ports::{Blob, BlobError, Blobs, Random};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::model::Model;
use super::page;
use crate::PlatformStore;

/// Form of manifest and pages. Snapshots of another form are not read.
const FORM: u32 = 1;
/// Upper limit of the pages that one snapshot replaces, which limits its memory and time.
const PAGES_AT_ONCE: usize = 8;
/// Upper limit of log entries that one snapshot adds.
const ENTRIES_AT_ONCE: usize = 8192;
/// Pages that are read at the same time.
const READS_AT_ONCE: usize = 8;
/// How long replaced pages are retained for readers that have just read the previous manifest.
const GRACE: SignedDuration = SignedDuration::from_mins(10);

/// A page of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct PageRef {
    page: u64,
    blob: String,
}

/// The item that names the latest snapshot.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Manifest {
    form: u32,
    revision: u64,
    /// Last log entry in the snapshot.
    seq: u64,
    /// Pages in ascending order.
    pages: Vec<PageRef>,
}

impl Manifest {
    const fn empty(revision: u64) -> Self {
        Self {
            form: FORM,
            revision,
            seq: 0,
            pages: Vec::new(),
        }
    }

    fn blob(&self, page: u64) -> Option<&String> {
        self.pages
            .iter()
            .find(|one| one.page == page)
            .map(|one| &one.blob)
    }

    /// Sets the blob of a page, and returns the one that it replaces.
    fn set(&mut self, page: u64, blob: String) -> Option<String> {
        match self.pages.binary_search_by_key(&page, |one| one.page) {
            Ok(place) => self
                .pages
                .get_mut(place)
                .map(|one| std::mem::replace(&mut one.blob, blob)),
            Err(place) => {
                self.pages.insert(place, PageRef { page, blob });
                None
            }
        }
    }
}

/// A blob that is deleted when the grace period after `at` has passed.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Retired {
    blob: String,
    at: Timestamp,
}

/// The blobs that belong to no snapshot. Every blob is entered before it is stored, so that a maker that fails
/// leaves none behind.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct LooseBlobs {
    revision: u64,
    /// Blobs that a maker stores at present, or stored before it failed.
    pending: Vec<String>,
    retired: Vec<Retired>,
}

/// What a run of the maker needs.
#[derive(Clone, Copy)]
pub struct SnapshotTerms<'a> {
    /// Where the pages are stored.
    pub blobs: &'a dyn Blobs,
    /// Makes the names of pages.
    pub random: &'a dyn Random,
    /// The present time.
    pub now: Timestamp,
    /// Least number of log entries after the latest snapshot for which a new one is made.
    pub least: u64,
    /// Time after which the run makes no further snapshot; the next run continues.
    pub within: Duration,
}

/// Result of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PostsSnapshot {
    /// Last log entry in the latest snapshot.
    pub seq: u64,
    /// Log entries that this run added.
    pub added: u64,
}

fn manifest_key() -> Key {
    Key::new("SNAPSHOT#posts", "LATEST")
}

fn loose_key() -> Key {
    Key::new("SNAPSHOT#posts", "BLOBS")
}

pub(crate) fn unavailable(error: BlobError) -> ItemsError {
    match error {
        BlobError::Full(reason) => ItemsError::StorageFull(reason),
        BlobError::Unreadable(reason) => ItemsError::Defect(reason),
        BlobError::Failed(reason) => ItemsError::Unavailable(reason),
    }
}

/// Write of `loose` in place of revision `before`.
fn loose_write(loose: &mut LooseBlobs, before: Option<u64>) -> Result<Write, ItemsError> {
    loose.revision = before.unwrap_or_default() + 1;
    let condition = before.map_or(Condition::Absent, Condition::Revision);
    let entry = Entry::new(loose_key(), loose)?.revision(loose.revision);
    Ok(Write::Put(entry, condition))
}

/// The changed rows of the log, by identifier.
type Changed = BTreeMap<u64, BTreeMap<u64, Value>>;

impl PlatformStore {
    async fn manifest(&self) -> Result<Option<Manifest>, ItemsError> {
        self.table.get(&manifest_key()).await
    }

    /// The model of the latest snapshot; `None` when there is none after `seq`, or it cannot be read.
    pub(super) async fn model_of_snapshot(
        &self,
        blobs: &Arc<dyn Blobs>,
        zone: &TimeZone,
        seq: u64,
    ) -> Result<Option<Model>, ItemsError> {
        let manifest = self.manifest().await?;
        let Some(manifest) = manifest.filter(|one| one.form == FORM && one.seq > seq) else {
            return Ok(None);
        };
        let mut model = Model::new(zone.clone());
        let mut pages = stream::iter(manifest.pages)
            .map(|page| {
                let blobs = blobs.clone();
                async move { blobs.get(&page.blob).await }
            })
            .buffered(READS_AT_ONCE);
        while let Some(page) = pages.next().await {
            let rows = match page {
                Ok(Some(blob)) => page::rows(blob.bytes),
                Ok(None) => Err(ItemsError::Defect("a page is missing".to_owned())),
                Err(BlobError::Unreadable(reason)) => Err(ItemsError::Defect(reason)),
                Err(error) => return Err(unavailable(error)),
            };
            match rows {
                Ok(rows) => rows.into_iter().for_each(|row| model.insert(row)),
                Err(error) => {
                    tracing::error!(target: "store", severity = "critical", %error, "the snapshot of the list of posts is not used");
                    return Ok(None);
                }
            }
            tokio::task::yield_now().await;
        }
        model.seq = manifest.seq;
        Ok(Some(model))
    }

    /// Makes snapshots of the list of posts until the latest one is fewer than `terms.least` entries behind the log,
    /// or the time has passed. The run may end at any point, and several may run at the same time: a snapshot is
    /// published in one conditional transaction.
    ///
    /// # Errors
    /// The table or the blob store failed; the latest snapshot stays valid.
    pub async fn snapshot_posts(
        &self,
        terms: SnapshotTerms<'_>,
    ) -> Result<PostsSnapshot, ItemsError> {
        let begun = Instant::now();
        let mut made = PostsSnapshot::default();
        loop {
            let (manifest, last) = tokio::try_join!(self.manifest(), self.posts.journal.last())?;
            let readable = match manifest {
                Some(one) if one.form == FORM => one,
                // A form of another release is left to that release.
                Some(other) => {
                    made.seq = other.seq;
                    return Ok(made);
                }
                None => Manifest::empty(0),
            };
            made.seq = readable.seq;
            let behind = last.saturating_sub(readable.seq);
            if behind < terms.least.max(1) || begun.elapsed() >= terms.within {
                return Ok(made);
            }
            match self.advance(terms, &readable).await {
                Ok(added) => made.added += added,
                // Another run published first.
                Err(ItemsError::Conflict { .. }) => return Ok(made),
                Err(error) => return Err(error),
            }
        }
    }

    /// The rows of the first log entries after `seq`, and the number of the last of them.
    async fn changed_after(&self, mut seq: u64) -> Result<(Changed, u64), ItemsError> {
        let (mut changed, mut entries) = (Changed::new(), 0);
        loop {
            let (changes, more) = self.posts.journal.page::<Value>(seq).await?;
            for change in changes {
                let id = page::id_of(&change.what)?;
                let page = page::number(id);
                let is_new = !changed.contains_key(&page);
                if entries == ENTRIES_AT_ONCE || (is_new && changed.len() == PAGES_AT_ONCE) {
                    return Ok((changed, seq));
                }
                changed.entry(page).or_default().insert(id, change.what);
                seq = change.seq;
                entries += 1;
            }
            if !more {
                return Ok((changed, seq));
            }
        }
    }

    /// Publishes a snapshot with the next entries of the log; returns their number.
    async fn advance(
        &self,
        terms: SnapshotTerms<'_>,
        before: &Manifest,
    ) -> Result<u64, ItemsError> {
        let (changed, seq) = self.changed_after(before.seq).await?;
        let mut pages: Vec<(u64, String, Bytes)> = Vec::new();
        for (number, rows) in &changed {
            let stored = match before.blob(*number) {
                Some(blob) => match terms.blobs.get(blob).await {
                    Ok(Some(blob)) => Some(blob.bytes),
                    Ok(None) => return self.restart(terms, before, "a page is missing").await,
                    Err(BlobError::Unreadable(reason)) => {
                        return self.restart(terms, before, &reason).await;
                    }
                    Err(error) => return Err(unavailable(error)),
                },
                None => None,
            };
            match page::merged(stored, rows) {
                Ok(bytes) => {
                    let blob = format!("snapshots/posts/{}", terms.random.uuid());
                    pages.push((*number, blob, bytes));
                }
                Err(error) => return self.restart(terms, before, &error.to_string()).await,
            }
            tokio::task::yield_now().await;
        }
        self.publish(terms, before, pages, seq).await?;
        Ok(seq.saturating_sub(before.seq))
    }

    /// Replaces a damaged snapshot by an empty one, from which the next ones are made from the whole log.
    async fn restart(
        &self,
        terms: SnapshotTerms<'_>,
        damaged: &Manifest,
        reason: &str,
    ) -> Result<u64, ItemsError> {
        tracing::error!(target: "store", severity = "critical", reason, "the snapshot of the list of posts is made anew");
        let stored: Option<LooseBlobs> = self.table.get(&loose_key()).await?;
        let mut loose = stored.clone().unwrap_or_default();
        let blobs = damaged.pages.iter().map(|page| page.blob.clone());
        loose.retired.extend(blobs.map(|blob| Retired {
            blob,
            at: terms.now,
        }));
        let empty = Manifest::empty(damaged.revision + 1);
        let entry = Entry::new(manifest_key(), &empty)?.revision(empty.revision);
        let writes = vec![
            Write::Put(entry, Condition::Revision(damaged.revision)),
            loose_write(&mut loose, stored.map(|one| one.revision))?,
        ];
        self.table.transact(writes).await?;
        Ok(0)
    }

    async fn publish(
        &self,
        terms: SnapshotTerms<'_>,
        before: &Manifest,
        pages: Vec<(u64, String, Bytes)>,
        seq: u64,
    ) -> Result<(), ItemsError> {
        let stored: Option<LooseBlobs> = self.table.get(&loose_key()).await?;
        let mut loose = stored.clone().unwrap_or_default();
        // Another maker that still runs fails to publish, because the revision changes.
        let abandoned = std::mem::take(&mut loose.pending);
        let retire = |blob| Retired {
            blob,
            at: terms.now,
        };
        loose.retired.extend(abandoned.into_iter().map(retire));
        let (expired, retained): (Vec<_>, Vec<_>) = loose
            .retired
            .into_iter()
            .partition(|one| terms.now.duration_since(one.at) >= GRACE);
        for one in expired {
            terms.blobs.delete(&one.blob).await.map_err(unavailable)?;
        }
        loose.retired = retained;
        loose.pending = pages.iter().map(|(_, blob, _)| blob.clone()).collect();
        let first = loose_write(&mut loose, stored.map(|one| one.revision))?;
        self.table.transact(vec![first]).await?;
        let mut manifest = before.clone();
        manifest.revision += 1;
        manifest.seq = seq;
        for (number, blob, bytes) in pages {
            let stored = Blob {
                bytes,
                content_type: "application/zstd".to_owned(),
            };
            terms.blobs.put(&blob, stored).await.map_err(unavailable)?;
            let replaced = manifest.set(number, blob);
            loose.retired.extend(replaced.map(retire));
        }
        loose.pending.clear();
        let revision = loose.revision;
        let condition = match before.revision {
            0 => Condition::Absent,
            revision => Condition::Revision(revision),
        };
        let entry = Entry::new(manifest_key(), &manifest)?.revision(manifest.revision);
        let writes = vec![
            Write::Put(entry, condition),
            loose_write(&mut loose, Some(revision))?,
        ];
        self.table.transact(writes).await
    }
}
