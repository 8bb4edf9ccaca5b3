//! Random operations on the store and on a plain list, which must agree after each of them.

use std::collections::{BTreeMap, BTreeSet};

use domain::platform::id::LogId;
use domain::platform::log::{CLEARED_RETENTION, LogLevel, LogStatus};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use log_store::{LogFilter, LogStore, StatusError};
use proptest::prelude::*;

use super::{event, noon, store};

const CHANNELS: [&str; 3] = ["platform-posts", "site-core", "a#b"];

#[derive(Debug, Clone)]
enum Operation {
    Append(Vec<(LogLevel, usize, u8, i64)>),
    SetStatus(usize, LogStatus),
    Clear(LogFilter),
    CarryOut(u64),
    Purge(u64),
    Wait(i64),
}

#[derive(Debug, Clone)]
struct Known {
    level: LogLevel,
    channel: String,
    message: String,
    status: LogStatus,
    count: u64,
    day: Date,
    cleared_at: Option<Timestamp>,
}

impl Known {
    fn matches(&self, filter: &LogFilter, with_status: bool) -> bool {
        filter
            .channel
            .as_ref()
            .is_none_or(|one| *one == self.channel)
            && filter.level.is_none_or(|one| one == self.level)
            && (!with_status || filter.status.is_none_or(|one| one == self.status))
            && filter.from.is_none_or(|day| day <= self.day)
            && filter.to.is_none_or(|day| self.day <= day)
    }
}

type Event = (LogLevel, usize, u8, i64);

#[derive(Default)]
struct Model {
    entries: BTreeMap<u64, Known>,
    /// The entry that counts an event of a minute.
    counting: BTreeMap<Event, u64>,
    clearings: u64,
}

fn levels() -> impl Strategy<Value = LogLevel> {
    prop::sample::select(LogLevel::ALL.to_vec())
}

fn statuses() -> impl Strategy<Value = LogStatus> {
    prop::sample::select(LogStatus::ALL.to_vec())
}

fn filters() -> impl Strategy<Value = LogFilter> {
    let day = || {
        prop::option::weighted(
            0.3,
            (18i8..=26).prop_map(|day| jiff::civil::date(2026, 11, day)),
        )
    };
    (
        prop::option::weighted(0.4, 0..CHANNELS.len()),
        prop::option::weighted(0.3, levels()),
        prop::option::weighted(0.5, statuses()),
        day(),
        day(),
    )
        .prop_map(|(channel, level, status, from, to)| LogFilter {
            channel: channel.map(|place| CHANNELS[place].to_owned()),
            level,
            status,
            from,
            to,
        })
}

fn operations() -> impl Strategy<Value = Operation> {
    let events =
        prop::collection::vec((levels(), 0..CHANNELS.len(), 0u8..6, -4000i64..4000), 1..12);
    prop_oneof![
        4 => events.prop_map(Operation::Append),
        3 => (any::<usize>(), statuses()).prop_map(|(place, status)| Operation::SetStatus(place, status)),
        2 => filters().prop_map(Operation::Clear),
        1 => (1u64..20).prop_map(Operation::CarryOut),
        1 => (1u64..20).prop_map(Operation::Purge),
        1 => (1i64..40).prop_map(Operation::Wait),
    ]
}

async fn append(store: &LogStore, model: &mut Model, events: Vec<Event>) {
    let zone = TimeZone::get("America/Sao_Paulo").unwrap();
    // Entries are told apart by the minute; all are near the beginning of the test.
    let minute = |minutes: i64| noon() + SignedDuration::from_mins(minutes);
    let entries: Vec<_> = events
        .iter()
        .map(|(level, channel, message, minutes)| {
            event(
                *level,
                CHANNELS[*channel],
                &message.to_string(),
                minute(*minutes),
            )
        })
        .collect();
    let before: BTreeSet<u64> = model.entries.keys().copied().collect();
    store.append(&entries).await.unwrap();
    let listed = store.list(&LogFilter::default(), 0, 100_000).await.unwrap();
    let mut new: BTreeMap<Event, u64> = BTreeMap::new();
    for entry in listed.entries {
        if !before.contains(&entry.id.0) && model.entries.keys().all(|id| *id != entry.id.0) {
            let minutes = entry.created_at.duration_since(noon()).as_mins();
            let channel = CHANNELS
                .iter()
                .position(|one| *one == entry.channel)
                .unwrap();
            new.insert(
                (
                    entry.level,
                    channel,
                    entry.message.parse().unwrap(),
                    minutes,
                ),
                entry.id.0,
            );
        }
    }
    for (level, channel, message, minutes) in events {
        let key = (level, channel, message, minutes);
        let id = *model.counting.entry(key).or_insert_with(|| new[&key]);
        let known = model.entries.entry(id).or_insert(Known {
            level,
            channel: CHANNELS[channel].to_owned(),
            message: message.to_string(),
            status: LogStatus::Open,
            count: 0,
            day: zone.to_datetime(minute(minutes)).date(),
            cleared_at: None,
        });
        known.count += 1;
    }
}

async fn set_status(
    store: &LogStore,
    model: &mut Model,
    (place, status): (usize, LogStatus),
    now: Timestamp,
) {
    let Some(id) = model
        .entries
        .keys()
        .nth(place % model.entries.len().max(1))
        .copied()
    else {
        return;
    };
    let known = model.entries.get_mut(&id).unwrap();
    let result = store.set_status(LogId(id), status, now).await;
    if known.status.may_become(status) {
        assert_eq!(result.unwrap().status, status);
        if known.status != status {
            known.status = status;
            known.cleared_at = (status == LogStatus::Cleared).then_some(now);
            let (level, channel, message) =
                (known.level, known.channel.clone(), known.message.clone());
            let of_entry = |event: &Event| {
                (event.0, CHANNELS[event.1], event.2.to_string())
                    == (level, &channel, message.clone())
            };
            model
                .counting
                .retain(|event, counting| *counting != id || !of_entry(event));
        }
    } else {
        assert!(matches!(result, Err(StatusError::NotReachable(_))));
    }
}

async fn clear(store: &LogStore, model: &mut Model, filter: LogFilter, now: Timestamp) {
    let mut cleared = 0;
    if model.clearings < 14 {
        for known in model.entries.values_mut() {
            if known.status != LogStatus::Cleared && known.matches(&filter, true) {
                known.status = LogStatus::Cleared;
                known.cleared_at = Some(now);
                cleared += 1;
            }
        }
        assert_eq!(store.clear_all(&filter, now).await.unwrap(), cleared);
    }
    if cleared > 0 {
        model.clearings += 1;
        model.counting.clear();
    }
}

async fn purge(store: &LogStore, model: &mut Model, most: u64, now: Timestamp) {
    // Only entries that have their status are found by the purge.
    while store.carry_out(1000).await.unwrap().remaining {}
    model.clearings = 0;
    let purged = store.purge(now, most).await.unwrap();
    let all = store.list(&LogFilter::default(), 0, 100_000).await.unwrap();
    let left: BTreeSet<u64> = all.entries.iter().map(|entry| entry.id.0).collect();
    let over = |known: &Known| {
        known
            .cleared_at
            .is_some_and(|at| now.duration_since(at) >= CLEARED_RETENTION)
    };
    let before = model.entries.len();
    let due = model.entries.values().filter(|known| over(known)).count();
    model
        .entries
        .retain(|id, known| left.contains(id) || !over(known));
    assert_eq!(
        before - model.entries.len(),
        usize::try_from(purged.entries).unwrap()
    );
    assert!(purged.remaining || usize::try_from(purged.entries).unwrap() == due);
}

async fn apply(store: &LogStore, model: &mut Model, operation: Operation, now: &mut Timestamp) {
    match operation {
        Operation::Append(events) => append(store, model, events).await,
        Operation::SetStatus(place, status) => {
            set_status(store, model, (place, status), *now).await;
        }
        Operation::Clear(filter) => clear(store, model, filter, *now).await,
        Operation::CarryOut(most) => {
            store.carry_out(most).await.unwrap();
        }
        Operation::Purge(most) => purge(store, model, most, *now).await,
        Operation::Wait(days) => *now += SignedDuration::from_hours(24 * days),
    }
}

async fn compare(store: &LogStore, model: &Model, filter: &LogFilter, size: u64) {
    let expected: BTreeMap<u64, &Known> = model
        .entries
        .iter()
        .filter(|(_, known)| known.matches(filter, true))
        .map(|(id, known)| (*id, known))
        .collect();
    let whole = store.list(filter, 0, 100_000).await.unwrap();
    assert_eq!(whole.total, expected.len() as u64, "{filter:?}");
    let listed: BTreeMap<u64, _> = whole.entries.iter().map(|one| (one.id.0, one)).collect();
    assert_eq!(
        listed.keys().collect::<Vec<_>>(),
        expected.keys().collect::<Vec<_>>(),
        "{filter:?}"
    );
    for (id, entry) in &listed {
        let known = expected[id];
        assert_eq!(
            (entry.status, entry.count),
            (known.status, known.count),
            "{entry:?}"
        );
        assert_eq!(entry.cleared_at, known.cleared_at, "{entry:?}");
    }
    let days: Vec<_> = whole
        .entries
        .iter()
        .map(|one| model.entries[&one.id.0].day)
        .collect();
    assert!(days.iter().rev().is_sorted(), "newest first");
    for status in LogStatus::ALL {
        let of_status = |known: &&Known| known.status == status && known.matches(filter, false);
        let number = model.entries.values().filter(of_status).count();
        assert_eq!(
            whole.counts.of(Some(status)),
            number as u64,
            "{status} {filter:?}"
        );
    }
    let mut pages = Vec::new();
    for skip in (0..=whole.total).step_by(usize::try_from(size).unwrap()) {
        let page = store.list(filter, skip, size).await.unwrap();
        assert_eq!((page.total, page.counts), (whole.total, whole.counts));
        pages.extend(page.entries);
    }
    assert_eq!(pages, whole.entries, "{filter:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 60,
        failure_persistence: None,
        ..ProptestConfig::default() })]

    #[test]
    fn the_store_agrees_with_a_plain_list(
        operations in prop::collection::vec(operations(), 1..25),
        filter in filters(),
        size in 1u64..9,
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let store = store().await;
            let (mut model, mut now) = (Model::default(), noon());
            for operation in operations {
                apply(&store, &mut model, operation, &mut now).await;
                compare(&store, &model, &LogFilter::default(), 7).await;
                compare(&store, &model, &filter, size).await;
            }
        });
    }
}
