//! Lists of posts with any combination of filters and exact totals. Every save of a post appends its row to a change
//! log. A writer needs only the last number of the log; a reader keeps a model in memory, which begins with a
//! snapshot of the rows and follows the log (docs/decisions/0017-snapshots-of-the-list-of-posts.md). Listing costs one
//! small query, usually empty, for the new entries.

use std::fmt;
use std::sync::Arc;

use domain::platform::post::Post;
use domain::platform::time_zone::zone_of;
use items::{ItemsError, Write, retry_on_conflict};
use jiff::tz::TimeZone;
use journal::Journal;
use ports::Blobs;
use tokio::sync::Mutex;

use crate::PlatformStore;

mod by_creation;
mod by_edit;
mod columns;
mod filter;
mod model;
mod page;
mod row;
mod snapshot;
mod summary;

pub use filter::{Days, HistoryFilter, PostFilter};
pub use model::{HistoryRows, SiteCount};
pub use row::PostRow;
pub(crate) use snapshot::unavailable;
pub use snapshot::{PostsSnapshot, SnapshotTerms};
pub use summary::{PostSummary, SiteStates, StateCounts};

use model::Model;

/// The list in memory, shared by clones of a store.
pub(crate) struct PostList {
    journal: Journal,
    /// Number of the last known entry of the log, for writers; 0 when unknown.
    head: Mutex<u64>,
    model: Mutex<Model>,
    /// Where snapshots are read from; without it, models are built from the whole log.
    snapshots: Option<Arc<dyn Blobs>>,
    zone: TimeZone,
}

impl fmt::Debug for PostList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostList")
            .field("journal", &self.journal)
            .field("zone", &self.zone)
            .finish_non_exhaustive()
    }
}

impl PostList {
    /// A list without snapshots, in the default time zone.
    pub(crate) fn new(journal: Journal) -> Self {
        Self::with(journal, None, zone_of(None).unwrap_or(TimeZone::UTC))
    }

    fn with(journal: Journal, snapshots: Option<Arc<dyn Blobs>>, zone: TimeZone) -> Self {
        Self {
            journal,
            head: Mutex::default(),
            model: Mutex::new(Model::new(zone.clone())),
            snapshots,
            zone,
        }
    }
}

impl PlatformStore {
    /// The store with lists that begin with the snapshots in `blobs` and count days in `zone`. Its list in memory is
    /// not shared with `self`.
    #[must_use]
    pub fn with_lists(self, blobs: Arc<dyn Blobs>, zone: TimeZone) -> Self {
        let journal = self.posts.journal.clone();
        Self {
            posts: Arc::new(PostList::with(journal, Some(blobs), zone)),
            ..self
        }
    }

    /// Brings the model up to the end of the log.
    async fn follow(&self, model: &mut Model) -> Result<(), ItemsError> {
        let list = &self.posts;
        let mut looked = false;
        if model.seq == 0 {
            looked = true;
            self.begin(model).await?;
        }
        loop {
            let (changes, more) = list.journal.page::<PostRow>(model.seq).await?;
            for change in changes {
                model.take(change.seq, change.what);
            }
            if !more {
                return Ok(());
            }
            // A model that is more than a page behind may have a newer snapshot.
            if !std::mem::replace(&mut looked, true) {
                self.begin(model).await?;
            }
        }
    }

    /// Replaces the model by that of the latest snapshot, if that is newer.
    async fn begin(&self, model: &mut Model) -> Result<(), ItemsError> {
        let list = &self.posts;
        if let Some(blobs) = &list.snapshots {
            let newer = self.model_of_snapshot(blobs, &list.zone, model.seq).await?;
            if let Some(newer) = newer {
                *model = newer;
            }
        }
        Ok(())
    }

    /// Page of the posts that match `filter`, most recently edited first: at most `take` after the
    /// first `skip`, with the total number of matches.
    pub async fn list_posts(
        &self,
        filter: &PostFilter,
        skip: usize,
        take: usize,
    ) -> Result<(Vec<PostRow>, u64), ItemsError> {
        let mut model = self.posts.model.lock().await;
        self.follow(&mut model).await?;
        Ok(model.page(filter, skip as u64, take as u64))
    }

    /// Counts of the posts that match `filter`, with at most `take` of those that wait for the client longest and at most
    /// `take` of the parked ones.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn summarize_posts(
        &self,
        filter: &PostFilter,
        take: usize,
    ) -> Result<PostSummary, ItemsError> {
        let mut model = self.posts.model.lock().await;
        self.follow(&mut model).await?;
        Ok(model.summary(filter, take))
    }

    /// Page of the history: the posts that match `filter`, deleted or not, newest first; at most `take` after the
    /// first `skip`.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn post_history(
        &self,
        filter: &HistoryFilter,
        skip: u64,
        take: u64,
    ) -> Result<HistoryRows, ItemsError> {
        let mut model = self.posts.model.lock().await;
        self.follow(&mut model).await?;
        Ok(model.history(filter, skip, take))
    }

    /// The years, in the platform's time zone, in which posts were created, newest first.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn post_years(&self) -> Result<Vec<i16>, ItemsError> {
        let mut model = self.posts.model.lock().await;
        self.follow(&mut model).await?;
        Ok(model.years())
    }

    /// Commits `writes` together with the log entry of `post`. Indices in a returned
    /// [`ItemsError::Conflict`] refer to `writes`, without the log entry.
    pub(crate) async fn commit_post(
        &self,
        post: &Post,
        writes: Vec<Write>,
    ) -> Result<(), ItemsError> {
        let row = PostRow::from(post);
        let (row, writes, list) = (&row, &writes, &self.posts);
        let seq = retry_on_conflict(|| async move {
            let mut head = list.head.lock().await;
            if *head == 0 {
                *head = list.journal.last().await?;
            }
            let seq = *head + 1;
            let mut all = vec![list.journal.append(seq, row)?];
            all.extend(writes.iter().cloned());
            match self.table.transact(all).await {
                Ok(()) => {
                    *head = seq;
                    Ok(Some(seq))
                }
                Err(ItemsError::Conflict { failed }) => {
                    let own: Vec<usize> = failed
                        .iter()
                        .filter_map(|place| place.checked_sub(1))
                        .collect();
                    if !own.is_empty() {
                        return Err(ItemsError::Conflict { failed: own });
                    }
                    *head = list.journal.last().await?;
                    Ok(None)
                }
                Err(error) => Err(error),
            }
        })
        .await?;
        // Saves the next list of this process a row. A model that is in use, or behind, reads it from the log.
        if let Ok(mut model) = list.model.try_lock()
            && model.seq + 1 == seq
        {
            model.take(seq, row.clone());
        }
        Ok(())
    }
}
