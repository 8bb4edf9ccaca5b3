//! Reads counters: sums of months, and the counters of days, hours and ten minutes.

use std::collections::BTreeMap;

use futures_util::future::try_join_all;
use items::{ItemsError, Query};

use crate::LogStore;
use crate::counted::Counted;
use crate::filter::LogFilter;
use crate::keys;
use crate::span::{Part, Span};
use crate::view::{StatusCounts, View};

/// Days of a month, whose counters one request reads at most.
const DAYS: u64 = 31;
/// Days that are read beside those in which a page is expected.
const MORE_DAYS: u64 = 3;
/// Most entries before a page, within an hour, that are passed over in the index: about a read unit, which the counters
/// of ten minutes would cost as well.
const PASSED_OVER: u64 = 24;

/// What a page of a list is found with.
#[derive(Debug)]
pub(crate) struct CountsOfPage {
    /// The exact totals.
    pub(crate) totals: StatusCounts,
    /// Counters of the spans from the one in which the page begins, newest first.
    pub(crate) counted: Vec<Counted>,
    /// Entries of the first spans that precede the page.
    pub(crate) skip: u64,
}

/// The counters of several channels as those of their common spans, newest first.
fn merged(of_channels: Vec<Vec<Counted>>) -> Vec<Counted> {
    let mut spans: BTreeMap<Span, Counted> = BTreeMap::new();
    for counted in of_channels.into_iter().flatten() {
        spans
            .entry(counted.span)
            .and_modify(|known| known.classes.extend(counted.classes.clone()))
            .or_insert(counted);
    }
    spans.into_values().rev().collect()
}

/// Number of days to read of a month with `total` entries, for the first `wanted` of them.
fn days_for(wanted: u64, total: u64) -> i32 {
    let expected = DAYS.saturating_mul(wanted) / total.max(1);
    let days = expected.saturating_add(1 + MORE_DAYS).min(DAYS);
    i32::try_from(days).unwrap_or(i32::MAX)
}

/// Removes the spans that lie before a page whole; returns what remains to skip.
fn pass_over(counted: &mut Vec<Counted>, view: &View<'_>, mut skip: u64) -> u64 {
    let mut passed = 0;
    for one in counted.iter() {
        let total = view.total(std::slice::from_ref(one));
        if skip < total {
            break;
        }
        skip -= total;
        passed += 1;
    }
    counted.drain(..passed);
    skip
}

impl LogStore {
    /// The sums of the buckets of each month and generation, newest first.
    pub(crate) async fn months(&self) -> Result<Vec<Counted>, ItemsError> {
        let stored = self.table.all_numbers(&keys::months()).await?;
        Ok(stored.iter().filter_map(Counted::of_month).collect())
    }

    /// The channels whose counters a view needs. None stands for all together, which is enough unless a pending clearing
    /// concerns some of them only.
    async fn counted_channels(&self, view: &View<'_>) -> Result<Vec<Option<String>>, ItemsError> {
        let clearings = &view.state.clearings;
        if view.filter.channel.is_none() && clearings.iter().any(|one| one.filter.channel.is_some())
        {
            return Ok(self.channels().await?.into_iter().map(Some).collect());
        }
        Ok(vec![view.filter.channel.clone()])
    }

    /// The counters that `query` finds in the partition of each of these channels.
    async fn parts(
        &self,
        channels: &[Option<String>],
        part: Part,
        query: impl Fn(&str) -> Query,
    ) -> Result<Vec<Counted>, ItemsError> {
        let reads = channels.iter().map(|channel| {
            let channel = channel.as_deref();
            let query = query(&keys::counters(part, channel));
            async move {
                let stored = self.table.all_numbers(&query).await?;
                let counted = stored
                    .iter()
                    .filter_map(|one| Counted::of_part(one, part, channel));
                Ok::<_, ItemsError>(counted.collect())
            }
        });
        Ok(merged(try_join_all(reads).await?))
    }

    /// The counters of all days of a view, newest first.
    pub(crate) async fn days(&self, view: &View<'_>) -> Result<Vec<Counted>, ItemsError> {
        let channels = self.counted_channels(view).await?;
        self.days_of(view, &channels).await
    }

    async fn days_of(
        &self,
        view: &View<'_>,
        channels: &[Option<String>],
    ) -> Result<Vec<Counted>, ItemsError> {
        // The store refuses a range that ends before it begins.
        if let (Some(from), Some(to)) = (view.filter.from, view.filter.to)
            && to < from
        {
            return Ok(Vec::new());
        }
        let within = |partition: &str| keys::counts_within(partition, view.filter);
        self.parts(channels, Part::Day, within).await
    }

    /// The counters of the days of a page, newest first, when neither the view nor a pending clearing names days.
    /// `skip` becomes what precedes the page in them.
    async fn days_of_page(
        &self,
        view: &View<'_>,
        channels: &[Option<String>],
        months: &[Counted],
        (skip, take): (&mut u64, u64),
    ) -> Result<Vec<Counted>, ItemsError> {
        let mut begin = None;
        for month in months.chunk_by(|a, b| a.span.bucket.day == b.span.bucket.day) {
            let total = view.total(month);
            if total > *skip {
                begin = month.first().map(|one| (one.span.bucket.day, total));
                break;
            }
            *skip -= total;
        }
        let Some((begin, total)) = begin else {
            return Ok(Vec::new());
        };
        let until = |partition: &str| keys::counts_until_month_of(partition, begin);
        let [channel] = channels else {
            return self.parts(channels, Part::Day, until).await;
        };
        let channel = channel.as_deref();
        let query = until(&keys::counters(Part::Day, channel));
        let mut at_once = days_for(skip.saturating_add(take), total);
        let (mut counted, mut found, mut start) = (Vec::new(), 0, None);
        loop {
            let query = query.clone().limit(at_once);
            let (stored, next) = self.table.numbers_page(&query, start.as_ref()).await?;
            let of_day = |one| Counted::of_part(one, Part::Day, channel);
            let read: Vec<_> = stored.iter().filter_map(of_day).collect();
            found += view.total(&read);
            counted.extend(read);
            (start, at_once) = (next, days_for(total, total));
            if start.is_none() || found >= skip.saturating_add(take) {
                return Ok(counted);
            }
        }
    }

    /// The counters with which a page of the view is found. Of the day in which it begins, those of the hours are
    /// read, and of an hour with many entries those of ten minutes, so that few entries are to skip.
    pub(crate) async fn counts_of_page(
        &self,
        view: &View<'_>,
        mut skip: u64,
        take: u64,
    ) -> Result<CountsOfPage, ItemsError> {
        let channels = self.counted_channels(view).await?;
        // A month is too coarse for the days of a filter, and for those of a clearing that is not carried out.
        let whole = |filter: &LogFilter| filter.from.is_none() && filter.to.is_none();
        let clearings = &view.state.clearings;
        let (totals, mut counted) =
            if whole(view.filter) && clearings.iter().all(|clearing| whole(&clearing.filter)) {
                let months = self.months().await?;
                let page = (&mut skip, take);
                let days = self.days_of_page(view, &channels, &months, page).await?;
                (view.status_counts(&months), days)
            } else {
                let days = self.days_of(view, &channels).await?;
                (view.status_counts(&days), days)
            };
        for part in [Part::Hour, Part::TenMinutes] {
            skip = pass_over(&mut counted, view, skip);
            let Some(span) = counted.first().map(|first| first.span) else {
                break;
            };
            if skip == 0 || (part == Part::TenMinutes && skip <= PASSED_OVER) {
                break;
            }
            let of_span = |partition: &str| keys::counts_of_parts(partition, span);
            let parts = self.parts(&channels, part, of_span).await?;
            counted.splice(..1, parts);
        }
        Ok(CountsOfPage {
            totals,
            counted,
            skip,
        })
    }
}

#[cfg(test)]
mod tests {
    use domain::platform::log::{LogLevel, LogStatus};
    use jiff::civil::date;

    use super::*;
    use crate::bucket::{Bucket, Class};
    use crate::state::State;

    fn counted(day: i8, channel: &str, n: u64) -> Counted {
        let class = Class {
            status: LogStatus::Open,
            level: LogLevel::Error,
            channel: channel.to_owned(),
        };
        Counted {
            span: Span::whole(Bucket {
                day: date(2026, 11, day),
                generation: 3,
            }),
            classes: BTreeMap::from([(class, n)]),
        }
    }

    #[test]
    fn counters_of_channels_become_those_of_their_common_days_newest_first() {
        let of_mail = vec![counted(9, "mail", 5), counted(7, "mail", 2)];
        let of_site = vec![counted(8, "site-core", 6), counted(7, "site-core", 4)];
        let merged = merged(vec![of_mail, of_site]);
        let days: Vec<_> = merged
            .iter()
            .map(|one| (one.span.bucket.day.day(), one.classes.values().sum::<u64>()))
            .collect();
        assert_eq!(days, [(9, 5), (8, 6), (7, 6)]);
    }

    #[test]
    fn as_many_days_are_read_as_a_page_is_expected_to_need() {
        for (wanted, total, days) in [
            (20, 100_000, 4),
            (40, 1_000, 5),
            (50_020, 100_000, 19),
            (1_000, 1_000, 31),
            (u64::MAX, 1_000, 31),
            (20, 0, 31),
        ] {
            assert_eq!(days_for(wanted, total), days, "{wanted} of {total}");
        }
    }

    #[test]
    fn spans_before_a_page_are_passed_over_whole() {
        let (state, filter) = (State::default(), LogFilter::default());
        let view = View {
            state: &state,
            filter: &filter,
        };
        for (skip, days, rest) in [
            (0, vec![9, 8, 7], 0),
            (4, vec![9, 8, 7], 4),
            (5, vec![8, 7], 0),
            (12, vec![7], 1),
            (14, vec![], 1),
        ] {
            let mut all = vec![counted(9, "", 5), counted(8, "", 6), counted(7, "", 2)];
            assert_eq!(pass_over(&mut all, &view, skip), rest, "{skip}");
            let left: Vec<_> = all.iter().map(|one| one.span.bucket.day.day()).collect();
            assert_eq!(left, days, "{skip}");
        }
    }
}
