//! Reads counters: sums of months, and the counters of days and of ten minutes.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::future::try_join_all;
use items::{Cursor, ItemsError, Query, Table};
use jiff::civil::Date;

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

/// The counters of all channels together, newest first, with those of single channels counted apart from the rest.
fn apart(all: Vec<Counted>, of_channels: Vec<Vec<Counted>>) -> Vec<Counted> {
    let mut spans: BTreeMap<Span, Counted> = all.into_iter().map(|one| (one.span, one)).collect();
    for counted in of_channels.into_iter().flatten() {
        let Some(span) = spans.get_mut(&counted.span) else {
            continue;
        };
        for (class, n) in counted.classes {
            let of_all = class.in_channel(None);
            // The two were not read at the same moment.
            let rest = span.classes.get(&of_all).copied().unwrap_or_default();
            match rest.saturating_sub(n) {
                0 => span.classes.remove(&of_all),
                rest => span.classes.insert(of_all, rest),
            };
            span.classes.insert(class, n);
        }
    }
    spans.into_values().rev().collect()
}

/// The days of a partition of counters that were read so far, newest first.
struct Days {
    channel: Option<String>,
    query: Query,
    counted: Vec<Counted>,
    next: Option<Cursor>,
    ended: bool,
}

impl Days {
    fn until_month_of(channel: Option<String>, day: Date) -> Self {
        let partition = keys::counters(Part::Day, channel.as_deref());
        Self {
            query: keys::counts_until_month_of(&partition, day),
            channel,
            counted: Vec::new(),
            next: None,
            ended: false,
        }
    }

    async fn read_on(&mut self, table: &Table, at_once: i32) -> Result<(), ItemsError> {
        let query = self.query.clone().limit(at_once);
        let (stored, next) = table.numbers_page(&query, self.next.as_ref()).await?;
        let channel = self.channel.as_deref();
        let read = stored
            .iter()
            .filter_map(|one| Counted::of_part(one, Part::Day, channel));
        self.counted.extend(read);
        self.ended = next.is_none();
        self.next = next;
        Ok(())
    }

    /// Whether days that `other` has may not have been read.
    fn is_behind(&self, other: &Self) -> bool {
        let last = |days: &Self| days.counted.last().map(|one| one.span);
        !self.ended && (other.ended || last(self) > last(other))
    }
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

    /// The channels whose counters a view needs: that of its filter, or all together (none) and those that a pending
    /// clearing concerns alone.
    fn counted_channels(view: &View<'_>) -> Vec<Option<String>> {
        if view.filter.channel.is_some() {
            return vec![view.filter.channel.clone()];
        }
        let clearings = view.state.clearings.iter();
        let single = clearings.filter_map(|clearing| clearing.filter.channel.clone());
        let channels: BTreeSet<Option<String>> = single.map(Some).chain([None]).collect();
        channels.into_iter().collect()
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
        let mut read = try_join_all(reads).await?.into_iter();
        let all = read.next().unwrap_or_default();
        Ok(apart(all, read.collect()))
    }

    /// The counters of all days of a view, newest first.
    pub(crate) async fn days(&self, view: &View<'_>) -> Result<Vec<Counted>, ItemsError> {
        let channels = Self::counted_channels(view);
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
        let begun = |channel: &Option<String>| Days::until_month_of(channel.clone(), begin);
        let mut channels = channels.iter();
        let Some(mut all) = channels.next().map(begun) else {
            return Ok(Vec::new());
        };
        let mut single: Vec<Days> = channels.map(begun).collect();
        let wanted = skip.saturating_add(take);
        let mut at_once = days_for(wanted, total);
        loop {
            let reads = [&mut all].into_iter().chain(&mut single);
            let unread = reads.filter(|days| !days.ended);
            try_join_all(unread.map(|days| days.read_on(&self.table, at_once))).await?;
            while single.iter().any(|days| days.is_behind(&all)) {
                let behind = single.iter_mut().filter(|days| days.is_behind(&all));
                try_join_all(behind.map(|days| days.read_on(&self.table, at_once))).await?;
            }
            let of_single = single.iter().map(|days| days.counted.clone());
            let counted = apart(all.counted.clone(), of_single.collect());
            if all.ended || view.total(&counted) >= wanted {
                return Ok(counted);
            }
            at_once = days_for(total, total);
        }
    }

    /// The counters with which a page of the view is found. Of the day in which it begins, those of ten minutes are
    /// read, so that few entries are to skip. One request reads the whole day: hours first would be one more request
    /// to wait for.
    pub(crate) async fn counts_of_page(
        &self,
        view: &View<'_>,
        mut skip: u64,
        take: u64,
    ) -> Result<CountsOfPage, ItemsError> {
        let channels = Self::counted_channels(view);
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
        skip = pass_over(&mut counted, view, skip);
        if skip > 0
            && let Some(span) = counted.first().map(|first| first.span)
        {
            let of_day = |partition: &str| keys::counts_of_parts(partition, span);
            let parts = self.parts(&channels, Part::TenMinutes, of_day).await?;
            counted.splice(..1, parts);
            skip = pass_over(&mut counted, view, skip);
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
    fn counters_of_a_channel_are_taken_from_those_of_all() {
        let all = vec![counted(9, "", 5), counted(8, "", 6), counted(7, "", 4)];
        let of_mail = vec![
            counted(9, "mail", 5),
            counted(7, "mail", 3),
            counted(6, "mail", 2),
        ];
        let apart = apart(all, vec![of_mail]);
        let found: Vec<(i8, Vec<(&str, u64)>)> = apart
            .iter()
            .map(|one| {
                let classes = one.classes.iter();
                let named = classes.map(|(class, n)| (class.channel.as_str(), *n));
                (one.span.bucket.day.day(), named.collect())
            })
            .collect();
        assert_eq!(
            found,
            [
                (9, vec![("mail", 5)]),
                (8, vec![("", 6)]),
                (7, vec![("", 1), ("mail", 3)]),
            ]
        );
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
