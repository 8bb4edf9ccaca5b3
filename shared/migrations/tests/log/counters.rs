//! Entries of earlier releases are counted in days, hours and ten minutes, once.

use std::sync::atomic::{AtomicUsize, Ordering};

use domain::platform::id::LogId;
use domain::platform::log::LogStatus;
use embedded::dynamo::{Engine, InjectedFault};
use items::{Condition, Entry, Key};
use jiff::Timestamp;
use log_store::{LogFilter, LogStore};
use migrations::SchemaVersion;

use crate::earlier::{
    counters, event, fill, instant, lists, make_earlier, migrate, open, with_faults,
};

fn now() -> Timestamp {
    instant("2026-12-02T09:30:00Z")
}

async fn version(store: &LogStore) -> Option<SchemaVersion> {
    let key = Key::new("SCHEMA", "VERSION");
    store.table().get(&key).await.unwrap()
}

#[tokio::test]
async fn entries_of_earlier_releases_are_counted_as_those_of_this_one() {
    let store = open(&Engine::memory().unwrap()).await;
    // More than two portions.
    fill(&store, 430).await;
    let (counted, listed) = (counters(&store).await, lists(&store).await);
    make_earlier(&store).await;
    assert_ne!(counters(&store).await, counted);
    let (one, two) = tokio::join!(migrate(&store), migrate(&store));
    assert_eq!((one.unwrap().to, two.unwrap().to), (2, 2));
    assert_eq!(counters(&store).await, counted);
    assert_eq!(lists(&store).await, listed);
    let key = Key::new("SCHEMA", "VERSION");
    store.table().delete(key, Condition::Any).await.unwrap();
    migrate(&store).await.unwrap();
    assert_eq!(counters(&store).await, counted);
}

#[tokio::test]
async fn a_new_log_has_the_newest_version_without_a_step() {
    let store = open(&Engine::memory().unwrap()).await;
    let migrated = migrate(&store).await.unwrap();
    assert_eq!((migrated.from, migrated.to), (None, 2));
    assert!(migrated.steps.is_empty());
    assert_eq!(version(&store).await.unwrap().version, 2);
}

#[tokio::test]
async fn an_interruption_at_any_point_neither_loses_nor_repeats_a_count_of_entries() {
    let mut point = 0;
    loop {
        let engine = Engine::memory().unwrap();
        let store = open(&engine).await;
        fill(&store, 26).await;
        let counted = counters(&store).await;
        make_earlier(&store).await;
        let calls = AtomicUsize::new(0);
        // From the fault on, every call fails: the process is gone.
        let dying = with_faults(&engine, move |_| {
            match calls.fetch_add(1, Ordering::Relaxed) {
                call if call < point => InjectedFault::None,
                call if call == point && point % 2 == 1 => InjectedFault::LoseAnswer,
                _ => InjectedFault::LoseRequest,
            }
        });
        let first = migrate(&dying).await;
        assert_eq!(migrate(&store).await.unwrap().to, 2);
        assert_eq!(counters(&store).await, counted, "{point}");
        if first.is_ok() {
            return;
        }
        point += 1;
    }
}

/// What users and functions do to the entries.
async fn change(store: &LogStore) {
    for (id, status) in [
        (3, LogStatus::Resolved),
        (4, LogStatus::Cleared),
        (31, LogStatus::Cleared),
        (5, LogStatus::Resolved),
    ] {
        let changed = store.set_status(LogId(id), status, now()).await.unwrap();
        assert_eq!(changed.status, status);
    }
    // Some of these are further events of entries, and the others new ones.
    let events: Vec<_> = (50..70).map(event).collect();
    store.append(&events).await.unwrap();
}

#[tokio::test]
async fn changes_meanwhile_are_counted_once() {
    let expected = open(&Engine::memory().unwrap()).await;
    fill(&expected, 60).await;
    change(&expected).await;
    for order in 0..3 {
        let store = open(&Engine::memory().unwrap()).await;
        fill(&store, 60).await;
        make_earlier(&store).await;
        match order {
            0 => {
                change(&store).await;
                migrate(&store).await.unwrap();
            }
            1 => {
                migrate(&store).await.unwrap();
                change(&store).await;
            }
            _ => {
                let (migrated, (), again) =
                    tokio::join!(migrate(&store), change(&store), migrate(&store));
                assert_eq!((migrated.unwrap().to, again.unwrap().to), (2, 2));
            }
        }
        assert_eq!(counters(&store).await, counters(&expected).await, "{order}");
        assert_eq!(lists(&store).await, lists(&expected).await, "{order}");
    }
}

#[tokio::test]
async fn a_clearing_of_an_earlier_release_is_carried_out_after_the_count() {
    let store = open(&Engine::memory().unwrap()).await;
    fill(&store, 40).await;
    let filter = LogFilter {
        channel: Some("site-core".to_owned()),
        ..LogFilter::default()
    };
    assert!(store.clear_all(&filter, now()).await.unwrap() > 0);
    let listed = lists(&store).await;
    make_earlier(&store).await;
    assert!(store.carry_out(1000).await.unwrap().remaining);
    migrate(&store).await.unwrap();
    assert_eq!(lists(&store).await, listed);
    let done = store.carry_out(1000).await.unwrap();
    assert_eq!((done.remaining, done.clearings), (false, 1));
    assert_eq!(lists(&store).await, listed);
}

#[tokio::test]
async fn an_entry_that_cannot_be_read_is_left_and_the_others_are_counted() {
    let store = open(&Engine::memory().unwrap()).await;
    fill(&store, 30).await;
    make_earlier(&store).await;
    let key = Key::new("ENTRY#7", "ENTRY");
    let entry = Entry::new(key, &serde_json::json!({ "id": 7 })).unwrap();
    let replaced = store.table().put(entry.revision(1), Condition::Any).await;
    replaced.unwrap();
    assert_eq!(migrate(&store).await.unwrap().to, 2);
    let counted = counters(&store).await;
    let days = counted.iter().filter(|((pk, _), _)| pk == "WHOLE_DAYS");
    assert_eq!(days.map(|(_, named)| named["n"]).sum::<i64>(), 29);
    assert!(counted.keys().all(|(pk, _)| pk != "DAYS"));
}
