//! Lists.

use items::ItemsError;

use crate::bucket::BucketCounts;
use crate::entry::{Record, StoredEntry};
use crate::filter::LogFilter;
use crate::merge::first_places;
use crate::segments::plan;
use crate::view::{StatusCounts, View};
use crate::{LogStore, keys};

/// Days whose counters are read with one request.
const DAYS_AT_ONCE: i32 = 4;

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

    /// The sums of the buckets of each month and generation, newest first.
    pub(crate) async fn months(&self) -> Result<Vec<BucketCounts>, ItemsError> {
        let stored = self.table.all_numbers(&keys::months()).await?;
        Ok(stored.iter().filter_map(BucketCounts::of).collect())
    }

    /// The counters that a page of the view needs: those of which the totals are sums, and those of the buckets in which
    /// the page lies, with the number of entries to skip in these.
    async fn counts_of_page(
        &self,
        view: &View<'_>,
        mut skip: u64,
        take: u64,
    ) -> Result<(StatusCounts, Vec<BucketCounts>, u64), ItemsError> {
        // A month is too coarse for the days of a filter, and for those of a clearing that is not carried out.
        let whole = |filter: &LogFilter| filter.from.is_none() && filter.to.is_none();
        let clearings = &view.state.clearings;
        if !whole(view.filter) || !clearings.iter().all(|clearing| whole(&clearing.filter)) {
            let buckets = self.counts(view.filter).await?;
            return Ok((view.status_counts(&buckets), buckets, skip));
        }
        let months = self.months().await?;
        let totals = view.status_counts(&months);
        let mut begin = None;
        for month in months.chunk_by(|a, b| a.bucket.day == b.bucket.day) {
            let total = view.total(month);
            if total > skip {
                begin = month.first().map(|counted| counted.bucket.day);
                break;
            }
            skip -= total;
        }
        let Some(begin) = begin else {
            return Ok((totals, Vec::new(), skip));
        };
        let query = keys::counts_until_month_of(begin).limit(DAYS_AT_ONCE);
        let (mut buckets, mut found, mut start) = (Vec::new(), 0, None);
        loop {
            let (stored, next) = self.table.numbers_page(&query, start.as_ref()).await?;
            let read: Vec<_> = stored.iter().filter_map(BucketCounts::of).collect();
            found += view.total(&read);
            buckets.extend(read);
            start = next;
            if start.is_none() || found >= skip + take {
                return Ok((totals, buckets, skip));
            }
        }
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
        let view = View {
            state: &state,
            filter,
        };
        let (counts, buckets, skip) = self.counts_of_page(&view, skip, take).await?;
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
