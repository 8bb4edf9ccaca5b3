//! Logs as earlier releases left them.

use std::collections::BTreeMap;

use domain::platform::log::{LogEntry, LogLevel, LogStatus};
use embedded::clock::SettableClock;
use embedded::dynamo::{Engine, InjectedFault};
use items::{Condition, Entry, Key, Query, Revised, Table, Write};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use log_store::{LogFilter, LogStore};
use migrations::{Migrated, MigrationError, Migrations};
use ports::Clock;
use serde_json::Value;

pub const CHANNELS: [&str; 3] = ["platform-posts", "site-core", "a#b"];

pub fn instant(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// Runs the steps that are left.
pub async fn migrate(store: &LogStore) -> Result<Migrated, MigrationError> {
    let clock = SettableClock::at(instant("2027-01-15T08:00:00Z"));
    Migrations::migrate_log(store, &clock as &dyn Clock).await
}

/// A store on `engine` whose answers `faults` decides.
pub fn with_faults(
    engine: &Engine,
    faults: impl Fn(&str) -> InjectedFault + Send + Sync + 'static,
) -> LogStore {
    let client = engine.client_with_faults(std::sync::Arc::new(faults));
    LogStore::new(Table::new(client, "log"), TimeZone::UTC)
}

pub async fn open(engine: &Engine) -> LogStore {
    let table = Table::new(engine.client(), "log");
    table.create().await.unwrap();
    LogStore::new(table, TimeZone::UTC)
}

/// An event of its own kind.
pub fn event(n: u64) -> LogEntry {
    let minutes = i64::try_from(n).unwrap() * 13;
    let at = instant("2026-10-30T21:04:05Z") + SignedDuration::from_mins(minutes);
    let context = serde_json::json!({ "attempt": n });
    let place = usize::try_from(n).unwrap();
    LogEntry {
        level: LogLevel::ALL[place % 5 % 3],
        channel: CHANNELS[place % 7 % 3].to_owned(),
        message: format!("evento {n}"),
        context: context.as_object().unwrap().clone(),
        source_ref: Some(format!("steps.rs:{n}")),
        count: 1 + n % 3,
        first_at: at,
        last_at: at,
    }
}

/// Fills a log with `number` entries of all statuses.
pub async fn fill(store: &LogStore, number: u64) {
    let events: Vec<_> = (1..=number).map(event).collect();
    store.append(&events).await.unwrap();
    let listed = store.list(&LogFilter::default(), 0, number).await.unwrap();
    assert_eq!(listed.entries.len() as u64, number);
    for entry in listed.entries {
        let status = match entry.id.0 % 6 {
            1 => LogStatus::Resolved,
            2 => LogStatus::Cleared,
            _ => continue,
        };
        let now = instant("2026-12-01T10:00:00Z");
        store.set_status(entry.id, status, now).await.unwrap();
    }
}

/// The counters of all partitions by key and name, without those that are zero.
pub type Counters = BTreeMap<(String, String), BTreeMap<String, i64>>;

fn partitions() -> Vec<String> {
    let parts = ["WHOLE_DAYS", "HOURS", "TEN_MINUTES"];
    let of_part = |part: &str| {
        let of_channels = CHANNELS.map(|channel| format!("{part}#{channel}"));
        [part.to_owned()].into_iter().chain(of_channels)
    };
    parts.into_iter().flat_map(of_part).collect()
}

pub async fn counters(store: &LogStore) -> Counters {
    let mut counters = Counters::new();
    let others = ["MONTHS".to_owned(), "DAYS".to_owned()];
    for partition in partitions().into_iter().chain(others) {
        let query = Query::prefix(&partition, "");
        for numbers in store.table().all_numbers(&query).await.unwrap() {
            let named = numbers.iter().filter(|(_, n)| *n != 0);
            let named: BTreeMap<_, _> = named.map(|(name, n)| (name.to_owned(), n)).collect();
            if !named.is_empty() {
                counters.insert((numbers.key.pk.clone(), numbers.key.sk.clone()), named);
            }
        }
    }
    counters
}

/// The letters that the numbers of counters begin with.
fn letters(record: &Value) -> String {
    let letter = |name: &str| match record[name].as_str().unwrap() {
        "aberto" => 'o',
        "resolvido" => 'r',
        "warning" => 'w',
        "error" => 'e',
        // `limpo` and `critical`
        _ => 'c',
    };
    format!("{}{}", letter("status"), letter("level"))
}

/// Puts the log into the form of an earlier release: only days are counted, with numbers for each channel.
pub async fn make_earlier(store: &LogStore) {
    let table = store.table();
    for partition in partitions() {
        let query = Query::prefix(&partition, "");
        for numbers in table.all_numbers(&query).await.unwrap() {
            table.delete(numbers.key, Condition::Any).await.unwrap();
        }
    }
    let mut days: Counters = BTreeMap::new();
    for id in 1..=store.last_id().await.unwrap() {
        let key = Key::new(format!("ENTRY#{id}"), "ENTRY");
        let stored: Option<Revised<Value>> = table.get_revised(&key).await.unwrap();
        let Some(Revised {
            mut record,
            revision,
        }) = stored
        else {
            continue;
        };
        assert_eq!(
            record.as_object_mut().unwrap().remove("counted"),
            Some(true.into())
        );
        let bucket = &record["bucket"];
        let (day, generation) = (bucket["day"].as_str().unwrap(), &bucket["generation"]);
        let day = format!("{day}#{:08}", generation.as_u64().unwrap());
        let channel = record["channel"].as_str().unwrap();
        let name = format!("{}#{channel}", letters(&record));
        let counts = days.entry(("DAYS".to_owned(), day)).or_default();
        *counts.entry(name).or_default() += 1;
        *counts.entry("n".to_owned()).or_default() += 1;
        let mut entry = Entry::new(key, &record).unwrap().revision(revision);
        if let Some(at) = record["cleared_at"].as_str() {
            entry = entry.due("CLEARED_LOG", instant(at).as_second() + 30 * 24 * 60 * 60);
        }
        table.put(entry, Condition::Any).await.unwrap();
    }
    for ((pk, sk), counts) in days {
        let counts = counts.into_iter().collect();
        let key = Key::new(pk, sk);
        table
            .transact(vec![Write::AddCounts { key, counts }])
            .await
            .unwrap();
    }
}

/// Lists of several filters, as pages.
pub async fn lists(store: &LogStore) -> Vec<log_store::LogPage> {
    let mut filters = vec![LogFilter::default()];
    filters.extend(LogStatus::ALL.map(|status| LogFilter {
        status: Some(status),
        ..LogFilter::default()
    }));
    filters.extend(CHANNELS.map(|channel| LogFilter {
        channel: Some(channel.to_owned()),
        from: Some(jiff::civil::date(2026, 10, 31)),
        ..LogFilter::default()
    }));
    let mut lists = Vec::new();
    for filter in filters {
        for skip in [0, 7, 31] {
            lists.push(store.list(&filter, skip, 20).await.unwrap());
        }
    }
    lists
}
