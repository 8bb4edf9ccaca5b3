//! Lists.

use futures_util::future::try_join_all;
use items::ItemsError;

use crate::entry::{Record, StoredEntry};
use crate::filter::LogFilter;
use crate::merge::first_places;
use crate::segments::plan;
use crate::view::{StatusCounts, View};
use crate::{LogStore, keys};

/// A page of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct LogPage {
    /// The entries, newest first.
    pub entries: Vec<StoredEntry>,
    /// Number of entries that match the filter.
    pub total: u64,
    /// Number of entries for each status that match the rest of the filter.
    pub counts: StatusCounts,
}

impl LogStore {
    /// Page of the entries that match `filter`, newest first: at most `take` after the first `skip`, with exact
    /// totals.
    ///
    /// Reads the state, counters, the index records of the page and its entries; of what lies before the page, only
    /// the index records of the same ten minutes are read.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn list(
        &self,
        filter: &LogFilter,
        skip: u64,
        take: u64,
    ) -> Result<LogPage, ItemsError> {
        // The state is read before the counters: entries of a clearing that is carried out in between are cleared in
        // both.
        let state = self.state().await?.state;
        let view = View {
            state: &state,
            filter,
        };
        let found = self.counts_of_page(&view, skip, take).await?;
        let (counts, counted) = (found.totals, found.counted);
        let plan = plan(&counted, &view, found.skip, take);
        let mut missing = plan.skip.saturating_add(take);
        let reads = plan.segments.iter().map(|segment| {
            let wanted = missing;
            missing = missing.saturating_sub(segment.total());
            first_places(&self.table, segment, wanted)
        });
        let places = try_join_all(reads).await?.concat();
        let before = usize::try_from(plan.skip).unwrap_or(usize::MAX);
        let entry_keys: Vec<_> = places
            .iter()
            .skip(before)
            .take(usize::try_from(take).unwrap_or(usize::MAX))
            .filter_map(|place| Some(keys::entry(keys::id_of(place)?)))
            .collect();
        let stored = self.table.get_many_revised::<Record>(&entry_keys).await?;
        let entries = stored.into_iter().flatten();
        Ok(LogPage {
            entries: entries
                .map(|stored| StoredEntry::of(stored, &state))
                .collect(),
            total: counts.of(filter.status),
            counts,
        })
    }
}
