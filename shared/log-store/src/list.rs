//! Lists.

use items::ItemsError;

use crate::bucket::BucketCounts;
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
    /// The counters of the buckets within the days of `filter`, newest first.
    pub(crate) async fn counts(&self, filter: &LogFilter) -> Result<Vec<BucketCounts>, ItemsError> {
        // The store refuses a range that ends before it begins.
        if let (Some(from), Some(to)) = (filter.from, filter.to)
            && to < from
        {
            return Ok(Vec::new());
        }
        let query = keys::counts_within(filter).newest_first();
        let stored = self.table.all_numbers(&query).await?;
        Ok(stored.iter().filter_map(BucketCounts::of).collect())
    }

    /// Page of the entries that match `filter`, newest first: at most `take` after the first `skip`, with exact
    /// totals.
    ///
    /// Reads the state, the counters of the days, the index records of the page and its entries; what lies before
    /// the page is not read, except within the day on which the page begins.
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
        let buckets = self.counts(filter).await?;
        let view = View {
            state: &state,
            filter,
        };
        let counts = view.status_counts(&buckets);
        let plan = plan(&buckets, &view, skip, take);
        let mut places = Vec::new();
        let mut missing = plan.skip + take;
        for segment in &plan.segments {
            let found = first_places(&self.table, segment, missing).await?;
            missing = missing.saturating_sub(found.len() as u64);
            places.extend(found);
        }
        let before = usize::try_from(plan.skip).unwrap_or(usize::MAX);
        let entry_keys: Vec<_> = places
            .iter()
            .skip(before)
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
