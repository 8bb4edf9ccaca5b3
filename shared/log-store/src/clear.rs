//! Clearing with filters: one write, after which all matching entries count as cleared. Their records follow in
//! portions.

use domain::platform::log::LogStatus;
use items::{Contention, ItemsError, none_on_conflict, retry_on_conflict};
use jiff::Timestamp;

use crate::bucket::Class;
use crate::counted::Counted;
use crate::entry::{CountChanges, MAX_WRITES};
use crate::filter::LogFilter;
use crate::move_entry::moved;
use crate::span::Span;
use crate::state::{Clearing, State};
use crate::view::View;
use crate::{LogStore, keys};

/// Most clearings that wait to be carried out: each is considered by every list.
const PENDING_CLEARINGS: usize = 16;
/// Most entries that are moved by one transaction.
const AT_ONCE: i32 = 16;
/// Writes of a move beside those of the counters: the record, and four of the index.
const WRITES_OF_ONE: usize = 5;

/// Why nothing was cleared.
#[derive(Debug, thiserror::Error)]
pub enum ClearError {
    /// Too many earlier clearings are not carried out yet.
    #[error("earlier clearings are being carried out")]
    Busy,
    /// The store failed.
    #[error(transparent)]
    Items(#[from] ItemsError),
}

impl From<Contention> for ClearError {
    fn from(contention: Contention) -> Self {
        Self::Items(contention.into())
    }
}

/// Result of carrying out clearings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CarriedOut {
    /// Number of entries that got their status.
    pub entries: u64,
    /// Number of clearings that are complete.
    pub clearings: u64,
    /// Whether clearings remain.
    pub remaining: bool,
}

/// Number of open and resolved entries of a view.
fn clearable(days: &[Counted], view: &View<'_>) -> u64 {
    let counts = view.status_counts(days);
    match view.filter.status {
        None => counts.open + counts.resolved,
        Some(LogStatus::Cleared) => 0,
        status => counts.of(status),
    }
}

impl LogStore {
    /// Clears the open and resolved entries that match `filter` with one write, and returns their number. Entries that
    /// are written later are not concerned. [`LogStore::carry_out`] then gives the entries their status.
    ///
    /// # Errors
    /// [`ClearError`].
    pub async fn clear_all(&self, filter: &LogFilter, now: Timestamp) -> Result<u64, ClearError> {
        retry_on_conflict(|| self.try_clear_all(filter, now)).await
    }

    async fn try_clear_all(
        &self,
        filter: &LogFilter,
        now: Timestamp,
    ) -> Result<Option<u64>, ClearError> {
        let read = self.state().await?;
        let view = View {
            state: &read.state,
            filter,
        };
        let found = clearable(&self.days(&view).await?, &view);
        if found == 0 {
            return Ok(Some(0));
        }
        if read.state.clearings.len() >= PENDING_CLEARINGS {
            return Err(ClearError::Busy);
        }
        let mut next = read.state.clone();
        next.clearings.push(Clearing {
            generation: read.state.generation,
            filter: filter.clone(),
            at: now,
        });
        next.generation += 1;
        let written = self.table.transact(vec![read.replaced(&next)?]).await;
        if none_on_conflict(written)?.is_none() {
            return Ok(None);
        }
        // Entries may have been written between the first count and the clearing, which ended their generation.
        let mut ended = self.days(&view).await?;
        ended.retain(|counted| counted.span.bucket.generation <= read.state.generation);
        Ok(Some(found.max(clearable(&ended, &view))))
    }

    /// Gives up to about `most` entries of clearings the status that readers already see.
    ///
    /// # Errors
    /// See [`ItemsError`]; a later call continues.
    pub async fn carry_out(&self, most: u64) -> Result<CarriedOut, ItemsError> {
        let mut report = CarriedOut::default();
        loop {
            let read = self.state().await?;
            let Some(clearing) = read.state.clearings.first() else {
                return Ok(report);
            };
            if report.entries >= most {
                report.remaining = true;
                return Ok(report);
            }
            let most = most - report.entries;
            let entries = self.carry_out_one(&read.state, clearing, most).await?;
            report.entries += entries;
            if entries == 0 {
                // Entries that are not counted yet may be left.
                if self.has_past().await? {
                    report.remaining = true;
                    return Ok(report);
                }
                let mut next = read.state.clone();
                next.clearings.remove(0);
                let written = self.table.transact(vec![read.replaced(&next)?]).await;
                if none_on_conflict(written)?.is_some() {
                    report.clearings += 1;
                }
            }
        }
    }

    /// Moves up to about `most` entries of a clearing; returns 0 when none is left.
    async fn carry_out_one(
        &self,
        state: &State,
        clearing: &Clearing,
        most: u64,
    ) -> Result<u64, ItemsError> {
        let view = View {
            state,
            filter: &clearing.filter,
        };
        let mut done = 0;
        for counted in self.days(&view).await? {
            for class in counted.classes.keys() {
                let (span, channel) = (counted.span, class.channel.as_str());
                if !clearing.concerns(span.bucket, class.status, class.level, channel) {
                    continue;
                }
                loop {
                    let moved = retry_on_conflict(|| self.move_some(span, class, clearing));
                    match moved.await? {
                        0 => break,
                        moved => done += moved,
                    }
                    if done >= most {
                        return Ok(done);
                    }
                }
            }
        }
        Ok(done)
    }

    /// Moves some entries of a class; returns 0 when none is left, and none after a conflict.
    async fn move_some(
        &self,
        span: Span,
        class: &Class,
        clearing: &Clearing,
    ) -> Result<Option<u64>, ItemsError> {
        let partition = keys::index(class.status, class.level, class.one_channel());
        let query = keys::index_between(&partition, span, span).limit(AT_ONCE);
        let page = self.table.key_page(&query, None).await?;
        let entries: Vec<_> = page
            .keys
            .iter()
            .filter_map(|key| Some(keys::entry(keys::id_of(&key.sk)?)))
            .collect();
        let stored = self.counted_entries(&entries).await?;
        let (mut writes, mut changes) = (Vec::new(), CountChanges::default());
        let mut entries = 0;
        for before in stored.into_iter().flatten() {
            let (record, written) = (&before.record, writes.len() + changes.len());
            if written + WRITES_OF_ONE + keys::COUNTERS > MAX_WRITES {
                break;
            }
            // Another process may have moved it since the index was read.
            if record.status == class.status && record.bucket == span.bucket {
                let (status, bucket) = (LogStatus::Cleared, span.bucket);
                let (moves, _) = moved(&before, status, bucket, clearing.at, &mut changes)?;
                writes.extend(moves);
                entries += 1;
            }
        }
        if entries == 0 {
            return Ok(Some(0));
        }
        writes.extend(changes.writes());
        let written = none_on_conflict(self.table.transact(writes).await)?;
        Ok(written.map(|()| entries))
    }
}
