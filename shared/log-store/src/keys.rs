//! Keys of the table (docs/data-model.md).

use domain::platform::log::{LogEntry, LogLevel, LogStatus};
use items::{Key, Query};
use jiff::Timestamp;
use jiff::civil::Date;
use sha2::{Digest, Sha256};

use crate::bucket::Bucket;
use crate::filter::LogFilter;
use crate::span::{Part, Span, second};

/// Sequence of the identifiers.
pub(crate) const SEQUENCE: &str = "LOG";
/// Kind of cleared entries in the index of due records.
pub(crate) const CLEARED: &str = "CLEARED_LOG";
/// Partition of the sums of the buckets of a month.
const MONTHS: &str = "MONTHS";
/// Partition in which earlier releases counted the entries of a day, with numbers for every channel.
const FORMER_DAYS: &str = "DAYS";
/// Sorts behind every digit and `#`.
const LAST: char = '~';

/// Key of the state.
pub(crate) fn state() -> Key {
    Key::new("LOG_STATE", "LOG_STATE")
}

/// Key of the record of the purge.
pub(crate) fn purge() -> Key {
    Key::new("TICK", "LOG")
}

/// Key of an entry.
pub(crate) fn entry(id: u64) -> Key {
    Key::new(format!("ENTRY#{id}"), "ENTRY")
}

/// Key of the pointer from an event and its minute to the entry that counts it.
pub(crate) fn same(entry: &LogEntry) -> Key {
    let mut hash = Sha256::new();
    let source = entry.source_ref.as_deref().unwrap_or_default();
    for part in [entry.level.name(), &entry.channel, &entry.message, source] {
        hash.update(part.len().to_be_bytes());
        hash.update(part.as_bytes());
    }
    hash.update([u8::from(entry.source_ref.is_some())]);
    let hash: String = hash
        .finalize()
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let minute = entry.first_at.as_second().div_euclid(60);
    Key::new(format!("SAME#{minute}"), hash)
}

/// Partition of the counters of a part of the days, in one channel or in all together.
pub(crate) fn counters(part: Part, channel: Option<&str>) -> String {
    let name = match part {
        Part::Day => "WHOLE_DAYS",
        Part::TenMinutes => "TEN_MINUTES",
    };
    match channel {
        None => name.to_owned(),
        Some(channel) => format!("{name}#{channel}"),
    }
}

/// Number of records that count an entry: two for each part, and its month.
pub(crate) const COUNTERS: usize = 2 * Part::ALL.len() + 1;

/// Keys of the counters of an entry by part, in its channel and in all.
pub(crate) fn counters_of(
    bucket: Bucket,
    at: Timestamp,
    channel: &str,
) -> impl Iterator<Item = Key> {
    Part::ALL.into_iter().flat_map(move |part| {
        let name = Span::around(bucket, at, part).name();
        [None, Some(channel)].map(|channel| Key::new(counters(part, channel), name.clone()))
    })
}

/// Key of the counters of an earlier release of the days of a bucket.
pub(crate) fn former_day(bucket: Bucket) -> Key {
    Key::new(FORMER_DAYS, bucket.to_string())
}

/// The counters of earlier releases.
pub(crate) fn former_days() -> Query {
    Query::prefix(FORMER_DAYS, "")
}

/// Key of the record that orders the counting of entries of earlier releases.
pub(crate) fn counting() -> Key {
    Key::new("LOG_COUNTING", "LOG_COUNTING")
}

/// Key of the sums of the buckets of a month and generation.
pub(crate) fn month(bucket: Bucket) -> Key {
    Key::new(MONTHS, bucket.of_month().to_string())
}

/// The sums of all months, newest first.
pub(crate) fn months() -> Query {
    Query::prefix(MONTHS, "").newest_first()
}

/// The counters of the buckets of a month and of earlier ones in a partition of counters, newest first.
pub(crate) fn counts_until_month_of(partition: &str, day: Date) -> Query {
    let end = day.last_of_month();
    Query::between(partition, "0", format!("{end}{LAST}")).newest_first()
}

/// The counters of the buckets within the days of a filter in a partition of counters, newest first.
pub(crate) fn counts_within(partition: &str, filter: &LogFilter) -> Query {
    // No sort key is empty, and every day begins with a digit.
    let from = filter
        .from
        .map_or_else(|| "0".to_owned(), |day| day.to_string());
    let query = match filter.to {
        None => Query::after(partition, from),
        Some(to) => Query::between(partition, from, format!("{to}{LAST}")),
    };
    query.newest_first()
}

/// The counters of the parts of a span in a partition of counters, newest first.
pub(crate) fn counts_of_parts(partition: &str, span: Span) -> Query {
    Query::between(partition, span.begin(), span.end()).newest_first()
}

/// Partition of the index of entries with a status and level, in one channel or in all.
pub(crate) fn index(status: LogStatus, level: LogLevel, channel: Option<&str>) -> String {
    match channel {
        None => format!("BY#{status}#{level}"),
        Some(channel) => format!("BY#{status}#{level}#{channel}"),
    }
}

/// Sort key of an entry in its index partitions: day, generation, time, identifier.
pub(crate) fn place(bucket: Bucket, at: Timestamp, id: u64) -> String {
    format!("{bucket}#{:012}#{id:016}", second(at))
}

/// The identifier in a sort key of an index partition.
pub(crate) fn id_of(place: &str) -> Option<u64> {
    place.rsplit('#').next()?.parse().ok()
}

/// The index records of the spans from `oldest` to `newest`, newest first.
pub(crate) fn index_between(partition: &str, oldest: Span, newest: Span) -> Query {
    Query::between(partition, oldest.begin(), newest.end()).newest_first()
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;
    use jiff::civil::date;

    use super::*;

    #[test]
    fn places_sort_by_day_generation_time_and_identifier() {
        let bucket = |day, generation| Bucket {
            day: date(2026, 11, day),
            generation,
        };
        let at = |second| Timestamp::from_second(second).unwrap();
        let places = [
            place(bucket(9, 3), at(999_999_999), 99),
            place(bucket(10, 1), at(5), 8),
            place(bucket(10, 2), at(4), 10),
            place(bucket(10, 2), at(4), 11),
            place(bucket(10, 2), at(1_000_000_000), 9),
        ];
        assert!(places.is_sorted(), "{places:?}");
        assert_eq!(id_of(&places[3]), Some(11));
    }

    #[test]
    fn events_are_the_same_within_a_minute_only() {
        let event = |second| LogEntry {
            level: LogLevel::Error,
            channel: "a".to_owned(),
            message: "bc".to_owned(),
            context: serde_json::Map::new(),
            source_ref: None,
            count: 1,
            first_at: Timestamp::from_second(second).unwrap(),
            last_at: Timestamp::from_second(second).unwrap(),
        };
        assert_eq!(same(&event(60)), same(&event(119)));
        assert_ne!(same(&event(60)), same(&event(120)));
        let mut other = event(60);
        (other.channel, other.message) = ("ab".to_owned(), "c".to_owned());
        assert_ne!(same(&event(60)), same(&other));
        other = event(60);
        other.source_ref = Some(String::new());
        assert_ne!(same(&event(60)), same(&other));
    }

    #[test]
    fn a_span_has_the_places_of_its_time_and_no_others() {
        let bucket = Bucket {
            day: date(2026, 11, 3),
            generation: 12,
        };
        let at = |text: &str| -> Timestamp { text.parse().unwrap() };
        let place_at = |text| place(bucket, at(text), 4182);
        let (first, last) = ("2026-11-03T09:40:00Z", "2026-11-03T09:49:59Z");
        let part = Part::TenMinutes;
        let span = Span::around(bucket, at("2026-11-03T09:43:07Z"), part);
        assert!(span.begin() <= place_at(first) && place_at(last) <= span.end());
        let before = at(first) - SignedDuration::from_secs(1);
        assert!(place(bucket, before, u64::MAX) < span.begin());
        let after = at(last) + SignedDuration::from_secs(1);
        assert!(span.end() < place(bucket, after, 0));
        assert_eq!(Span::of(&span.name(), part), Some(span));
        let day = Span::whole(bucket);
        assert!(day.begin() < span.name() && span.name() < day.end());
        let day = Span::around(bucket, at("2026-11-03T09:43:07Z"), Part::Day);
        assert_eq!(day, Span::whole(bucket));
        assert_eq!(Span::of("2026-11-03#00000012", Part::Day), Some(day));
        assert_eq!(Span::of("2026-11-03#00000012", part), None);
        assert_eq!(Span::of("2026-11-03", Part::Day), None);
    }
}
