//! The behaviour that callers rely on, tested against the embedded engine or against the emulated cloud
//! that `PAUTA_CLOUD_URL` names (tests/cloud/run.sh sets it).
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may stop at the first surprise"
)]

use std::sync::atomic::{AtomicU32, Ordering};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{BehaviorVersion, Config, Credentials, Region};
use embedded::dynamo::Engine;
use items::{Condition, Cursor, Entry, ItemsError, Key, Query, Table, Write};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Note {
    text: String,
    #[serde(with = "items::packed")]
    body: String,
    tags: Vec<u64>,
}

fn note(text: &str) -> Note {
    Note {
        text: text.into(),
        body: "corpo ".repeat(100),
        tags: vec![1, 2],
    }
}

fn key(name: &str) -> Key {
    Key::new("NOTE", name)
}

fn entry(name: &str, revision: u64) -> Entry {
    Entry::new(key(name), &note(name))
        .unwrap()
        .revision(revision)
}

fn client() -> Client {
    let Ok(url) = std::env::var("PAUTA_CLOUD_URL") else {
        return Engine::memory().unwrap().client();
    };
    let config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("sa-east-1"))
        .credentials_provider(Credentials::new("test", "test", None, None, "test"))
        .endpoint_url(url)
        .build();
    Client::from_conf(config)
}

async fn table() -> Table {
    // Each test uses its own table, because all tests share one emulated cloud.
    static TABLES: AtomicU32 = AtomicU32::new(0);
    let name = format!(
        "contract-{}-{}",
        std::process::id(),
        TABLES.fetch_add(1, Ordering::Relaxed)
    );
    let table = Table::new(client(), name);
    table.create().await.unwrap();
    table.create().await.unwrap();
    table
}

fn conflict(result: Result<(), ItemsError>) -> Vec<usize> {
    match result {
        Err(ItemsError::Conflict { failed }) => failed,
        other => panic!("not a conflict: {other:?}"),
    }
}

#[tokio::test]
async fn put_and_get_round_trip() {
    let table = table().await;
    assert_eq!(table.get::<Note>(&key("a")).await.unwrap(), None);
    table.put(entry("a", 1), Condition::Absent).await.unwrap();
    assert_eq!(table.get::<Note>(&key("a")).await.unwrap(), Some(note("a")));
    assert_eq!(
        conflict(table.put(entry("a", 1), Condition::Absent).await),
        [0]
    );
}

#[tokio::test]
async fn a_stale_revision_writes_nothing() {
    let table = table().await;
    table.put(entry("a", 1), Condition::Absent).await.unwrap();
    table
        .put(entry("a", 2), Condition::Revision(1))
        .await
        .unwrap();
    assert_eq!(
        conflict(table.put(entry("a", 2), Condition::Revision(1)).await),
        [0]
    );
}

#[tokio::test]
async fn a_transaction_is_atomic() {
    let table = table().await;
    table.put(entry("b", 1), Condition::Absent).await.unwrap();
    let writes = vec![
        Write::Put(entry("a", 1), Condition::Absent),
        Write::Put(entry("b", 1), Condition::Absent),
        Write::Check(key("c"), Condition::Present),
    ];
    assert_eq!(conflict(table.transact(writes).await), [1, 2]);
    assert_eq!(table.get::<Note>(&key("a")).await.unwrap(), None);
}

#[tokio::test]
async fn a_floor_holds_under_concurrency() {
    let table = table().await;
    let counter = Key::new("COUNT", "admins");
    table.add(&counter, 3).await.unwrap();
    let takers: Vec<_> = (0..8)
        .map(|_| {
            let (table, key) = (table.clone(), counter.clone());
            tokio::spawn(async move {
                table
                    .transact(vec![Write::Add {
                        key,
                        by: -1,
                        floor: Some(1),
                    }])
                    .await
                    .is_ok()
            })
        })
        .collect();
    let mut taken = 0;
    for taker in takers {
        taken += usize::from(taker.await.unwrap());
    }
    assert_eq!(taken, 2);
}

#[tokio::test]
async fn a_ceiling_holds_under_concurrency() {
    let table = table().await;
    for (ceiling, expected) in [(0, 0), (1, 1), (5, 5)] {
        let key = Key::new("COUNT", format!("images-{ceiling}"));
        let takers: Vec<_> = (0..8)
            .map(|_| {
                let (table, key) = (table.clone(), key.clone());
                let by = 1;
                tokio::spawn(async move {
                    let write = Write::AddUpTo { key, by, ceiling };
                    table.transact(vec![write]).await
                })
            })
            .collect();
        let mut taken = 0;
        for taker in takers {
            match taker.await.unwrap() {
                Ok(()) => taken += 1,
                other => assert_eq!(conflict(other), [0]),
            }
        }
        assert_eq!(taken, expected);
        assert_eq!(table.numbers(&key).await.unwrap().get("n"), expected);
    }
}

#[tokio::test]
async fn named_numbers_lose_no_addition_under_concurrency() {
    let table = table().await;
    let add = |model: &str, tokens: i64| Write::AddNumbers {
        key: Key::new("USAGE", model),
        numbers: vec![("tokens", tokens), ("count", 1)],
    };
    let writers: Vec<_> = (1..=50)
        .map(|tokens| {
            let table = table.clone();
            let writes = vec![add("a", tokens), add("b", 1_000_000_000_000_000)];
            tokio::spawn(async move { table.transact(writes).await })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap().unwrap();
    }
    let all = table
        .all_numbers(&Query::prefix("USAGE", ""))
        .await
        .unwrap();
    let found: Vec<_> = all
        .iter()
        .map(|one| (one.key.sk.as_str(), one.get("tokens"), one.get("count")))
        .collect();
    assert_eq!(found, [("a", 1275, 50), ("b", 50_000_000_000_000_000, 50)]);
    let none = table.numbers(&Key::new("USAGE", "c")).await.unwrap();
    assert_eq!((none.get("tokens"), none.key.sk.as_str()), (0, "c"));
}

#[tokio::test]
async fn a_counter_is_removed_at_zero_only() {
    let table = table().await;
    let counter = Key::new("COUNT", "posts");
    let remove = || {
        let writes = vec![Write::Delete(counter.clone(), Condition::Zero)];
        table.transact(writes)
    };
    remove().await.unwrap();
    table.add(&counter, 1).await.unwrap();
    assert_eq!(conflict(remove().await), [0]);
    table.add(&counter, -1).await.unwrap();
    remove().await.unwrap();
    assert_eq!(table.add(&counter, 1).await.unwrap(), 1);
}

#[tokio::test]
async fn get_many_returns_records_in_key_order() {
    let table = table().await;
    for n in 0..130 {
        table
            .put(entry(&format!("{n:03}"), 1), Condition::Absent)
            .await
            .unwrap();
    }
    let keys: Vec<_> = (0..131).rev().map(|n| key(&format!("{n:03}"))).collect();
    let notes = table.get_many::<Note>(&keys).await.unwrap();
    assert_eq!(notes.first().unwrap(), &None);
    assert_eq!(notes.get(1).unwrap().as_ref().unwrap().text, "129");
    assert_eq!(notes.last().unwrap().as_ref().unwrap().text, "000");
}

#[tokio::test]
async fn queries_select_order_and_limit() {
    let table = table().await;
    for name in ["a1", "a2", "b1"] {
        table
            .put(entry(name, 1).listed("LIST", name), Condition::Absent)
            .await
            .unwrap();
    }
    let texts = |notes: Vec<Note>| notes.into_iter().map(|note| note.text).collect::<Vec<_>>();
    let some = table
        .query(&Query::prefix("NOTE", "a").newest_first())
        .await
        .unwrap();
    assert_eq!(texts(some), ["a2", "a1"]);
    let rest = table.query(&Query::after("NOTE", "a1")).await.unwrap();
    assert_eq!(texts(rest), ["a2", "b1"]);
    let first = table.query(&Query::listed("LIST").limit(1)).await.unwrap();
    assert_eq!(texts(first), ["a1"]);
}

#[tokio::test]
async fn due_queries_find_due_records_only() {
    let table = table().await;
    for (name, at) in [("early", 50), ("late", 150)] {
        table
            .put(entry(name, 1).due("JOB", at), Condition::Absent)
            .await
            .unwrap();
    }
    table
        .put(entry("never", 1), Condition::Absent)
        .await
        .unwrap();
    let due: Vec<Note> = table.query(&Query::due("JOB", 100)).await.unwrap();
    assert_eq!(due, [note("early")]);
}

#[tokio::test]
async fn sequences_count_from_one_and_use_is_metered() {
    let table = table().await;
    table.meter().take();
    assert_eq!(table.next_id("posts").await.unwrap(), 1);
    assert_eq!(table.next_id("posts").await.unwrap(), 2);
    let usage = table.meter().take();
    assert_eq!(usage.operations.get("UpdateItem"), Some(&2));
    assert!(usage.write_units >= 2.0);
    assert_eq!(table.meter().take().total(), 0);
}

#[tokio::test]
async fn batches_continue_from_a_stored_cursor_and_report_unreadable_records() {
    let table = table().await;
    for number in 0..25_u64 {
        let key = Key::new(format!("P#{number:02}"), "P");
        let entry = if number == 7 {
            Entry::new(key, &"no number")
        } else {
            Entry::new(key, &number)
        };
        // Several records with the same due time, as with schedules.
        let entry = entry.unwrap().due("P", 60 + i64::from(number > 20));
        table.put(entry, Condition::Any).await.unwrap();
    }
    let query = Query::due("P", 100).limit(10);
    let mut found = Vec::new();
    let mut unreadable = Vec::new();
    let mut start: Option<Cursor> = None;
    loop {
        let batch = table.batch::<u64>(&query, start.as_ref()).await.unwrap();
        for item in batch.items {
            match item {
                Ok(number) => found.push(number),
                Err(error) => unreadable.push((error.key.pk, error.due_at)),
            }
        }
        let Some(next) = batch.next else { break };
        // The cursor is serialised, and the record at its position may be deleted meanwhile.
        let text = serde_json::to_string(&next).unwrap();
        start = Some(serde_json::from_str(&text).unwrap());
        let last = Key::new(format!("P#{:02}", found.last().unwrap()), "P");
        table.delete(last, Condition::Any).await.unwrap();
    }
    found.sort_unstable();
    let expected: Vec<u64> = (0..25).filter(|number| *number != 7).collect();
    assert_eq!(found, expected);
    assert_eq!(unreadable, [("P#07".to_owned(), Some(60))]);
}

/// Counts the records that are deserialised completely.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Loaded {
    number: u64,
    #[serde(deserialize_with = "counted")]
    text: String,
}

thread_local! {
    static LOADED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

fn counted<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    LOADED.with(|loaded| loaded.set(loaded.get() + 1));
    String::deserialize(deserializer)
}

#[tokio::test]
async fn a_window_loads_only_its_records_and_counts_all() {
    let table = table().await;
    const ALL: u64 = 60;
    for number in 0..ALL {
        // 60 of these exceed one megabyte, after which the store paginates.
        let loaded = Loaded {
            number,
            text: "x".repeat(20_000),
        };
        let entry = Entry::new(key(&format!("{number:03}")), &loaded)
            .unwrap()
            .listed("ALL", format!("{number:03}"));
        table.put(entry, Condition::Absent).await.unwrap();
    }
    let newest = Query::prefix("NOTE", "").newest_first();
    let listed = Query::listed("ALL").newest_first();
    for query in [newest, listed] {
        for (skip, take, expected) in [
            (0, 5, 55..60),
            (0, 60, 0..60),
            (0, 61, 0..60),
            (0, 1_000, 0..60),
            (40, 7, 13..20),
            (55, 5, 0..5),
            (55, 6, 0..5),
            (58, 5, 0..2),
            (60, 5, 0..0),
            (u64::MAX, 5, 0..0),
        ] {
            LOADED.with(|loaded| loaded.set(0));
            let (window, total): (Vec<Loaded>, u64) =
                table.window(&query, skip, take).await.unwrap();
            let numbers: Vec<u64> = window.iter().map(|loaded| loaded.number).collect();
            assert_eq!(numbers, expected.rev().collect::<Vec<_>>(), "{skip} {take}");
            assert_eq!(total, ALL, "{skip} {take}");
            let loaded = LOADED.with(std::cell::Cell::get);
            assert!(loaded <= take + 1, "{loaded} records loaded for {take}");
        }
    }
    let none = Query::prefix("NOTE", "none");
    let (window, total): (Vec<Loaded>, u64) = table.window(&none, 0, 5).await.unwrap();
    assert_eq!((window, total), (Vec::new(), 0));
}

#[tokio::test]
async fn ranges_include_both_ends() {
    let table = table().await;
    for name in ["a", "b", "c", "d"] {
        table.put(entry(name, 1), Condition::Absent).await.unwrap();
    }
    let range = Query::between("NOTE", "b", "c").newest_first();
    let found: Vec<Note> = table.query(&range).await.unwrap();
    let texts: Vec<_> = found.iter().map(|note| note.text.as_str()).collect();
    assert_eq!(texts, ["c", "b"]);
}

#[tokio::test]
async fn a_full_store_rejects_writes_without_retry_and_still_reads() {
    let engine = Engine::memory().unwrap();
    let table = Table::new(engine.client(), "full");
    table.create().await.unwrap();
    table.put(entry("a", 1), Condition::Absent).await.unwrap();
    let asked = std::sync::Arc::new(AtomicU32::new(0));
    let counted = asked.clone();
    let full = engine.client_with_faults(std::sync::Arc::new(move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
        embedded::dynamo::InjectedFault::Full
    }));
    let full = Table::new(full, "full");
    let refusals = [
        full.put(entry("b", 1), Condition::Absent).await,
        full.delete(key("a"), Condition::Any).await,
        full.transact(vec![Write::Put(entry("c", 1), Condition::Absent)])
            .await,
        full.next_id("notes").await.map(|_| ()),
    ];
    for refused in refusals {
        assert!(
            matches!(refused, Err(ItemsError::StorageFull(_))),
            "{refused:?}"
        );
    }
    assert_eq!(asked.load(Ordering::Relaxed), 4, "no write is repeated");
    assert_eq!(full.get::<Note>(&key("a")).await.unwrap(), Some(note("a")));
    let all: Vec<Note> = full.query(&Query::prefix("NOTE", "")).await.unwrap();
    assert_eq!(all.len(), 1, "nothing was written");
}

#[tokio::test]
async fn counts_are_named_at_run_time_and_listed() {
    let table = table().await;
    let add = |counts: &[(&str, i64)]| {
        let counts = counts.iter().map(|(name, by)| ((*name).to_owned(), *by));
        vec![Write::AddCounts {
            key: Key::new("DAYS", "2026-11-23"),
            counts: counts.collect(),
        }]
    };
    table
        .transact(add(&[("aw#a b.c", 3), ("ae#é", 1)]))
        .await
        .unwrap();
    table
        .transact(add(&[("aw#a b.c", -1), ("n", 2)]))
        .await
        .unwrap();
    let stored = table
        .numbers(&Key::new("DAYS", "2026-11-23"))
        .await
        .unwrap();
    let counts: Vec<_> = stored.iter().collect();
    assert_eq!(counts, [("ae#é", 1), ("aw#a b.c", 2), ("n", 2)]);
}

#[tokio::test]
async fn a_revision_that_counts_loses_no_addition_and_guards_the_record() {
    let table = table().await;
    assert_eq!(conflict(table.add_to_revision(&key("a"), 1).await), [0]);
    table.put(entry("a", 1), Condition::Absent).await.unwrap();
    let writers: Vec<_> = (1..=20)
        .map(|by| {
            let table = table.clone();
            tokio::spawn(async move { table.add_to_revision(&key("a"), by).await })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap().unwrap();
    }
    let found = table.get_revised::<Note>(&key("a")).await.unwrap().unwrap();
    assert_eq!((found.revision, &found.record), (211, &note("a")));
    assert_eq!(
        conflict(table.put(entry("a", 5), Condition::Revision(210)).await),
        [0]
    );
    table
        .put(entry("a", 211), Condition::Revision(211))
        .await
        .unwrap();
    let many = table
        .get_many_revised::<Note>(&[key("b"), key("a")])
        .await
        .unwrap();
    assert_eq!(many, [None, Some(found)]);
}

#[tokio::test]
async fn keys_are_read_page_by_page() {
    let table = table().await;
    for name in ["a", "b", "c"] {
        table.put(entry(name, 1), Condition::Absent).await.unwrap();
    }
    let query = Query::prefix("NOTE", "").newest_first().limit(2);
    let first = table.key_page(&query, None).await.unwrap();
    assert_eq!(first.keys, [key("c"), key("b")]);
    let second = table.key_page(&query, first.next.as_ref()).await.unwrap();
    assert_eq!(second.keys, [key("a")]);
    assert!(second.next.is_none());
}
