use domain::platform::id::LogId;
use domain::platform::log::{LogLevel, LogStatus, MESSAGE_LIMIT};
use log_store::LogFilter;
use serde_json::json;

use super::{all, at, error, event, noon, page, seconds, store};

#[tokio::test]
async fn an_entry_is_listed_as_it_was_written() {
    let store = store().await;
    let entry = event(
        LogLevel::Critical,
        "search-worker",
        "invalid_client",
        noon(),
    );
    store.append(std::slice::from_ref(&entry)).await.unwrap();
    let [stored] = all(&store).await.try_into().unwrap();
    assert_eq!(stored.id, LogId(1));
    assert_eq!(stored.level, entry.level);
    assert_eq!(stored.channel, entry.channel);
    assert_eq!(stored.message, entry.message);
    assert_eq!(stored.context, entry.context);
    assert_eq!(stored.source_ref, entry.source_ref);
    assert_eq!(stored.status, LogStatus::Open);
    assert_eq!((stored.count, stored.created_at), (1, entry.first_at));
    assert_eq!(stored.cleared_at, None);
}

#[tokio::test]
async fn equal_events_of_a_minute_are_one_entry_with_a_count() {
    let store = store().await;
    let mut many = error("recusado", noon() + seconds(2));
    many.count = 40;
    store
        .append(&[error("recusado", noon()), many, error("outro", noon())])
        .await
        .unwrap();
    let mut later = error("recusado", noon() + seconds(39));
    later.count = 2;
    store.append(&[later]).await.unwrap();
    // The next minute.
    store
        .append(&[error("recusado", noon() + seconds(40))])
        .await
        .unwrap();
    let counts: Vec<_> = all(&store)
        .await
        .into_iter()
        .map(|entry| (entry.message, entry.count))
        .collect();
    let expected = [("recusado", 1), ("outro", 1), ("recusado", 43)];
    let expected = expected.map(|(message, count)| (message.to_owned(), count));
    assert_eq!(counts.len(), 3);
    for one in expected {
        assert!(counts.contains(&one), "{one:?} {counts:?}");
    }
}

#[tokio::test]
async fn processes_that_write_at_the_same_time_lose_no_event() {
    let store = store().await;
    let writers: Vec<_> = (0..24)
        .map(|writer: u32| {
            let store = store.clone();
            tokio::spawn(async move {
                for _ in 0..4 {
                    let mut shared = error("de todos", noon());
                    shared.count = 3;
                    let own = error(&format!("de {writer}"), noon());
                    store.append(&[shared, own]).await.unwrap();
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    let listed = page(&store, &LogFilter::default()).await;
    assert_eq!((listed.total, listed.counts.open), (25, 25));
    let shared = listed.entries.iter().find(|one| one.message == "de todos");
    assert_eq!(shared.unwrap().count, 24 * 4 * 3);
    for entry in &listed.entries {
        assert!(entry.message == "de todos" || entry.count == 4, "{entry:?}");
    }
    let ids: std::collections::BTreeSet<_> = listed.entries.iter().map(|one| one.id).collect();
    assert_eq!(ids.len(), 25);
}

#[tokio::test]
async fn identifiers_follow_the_order_of_the_events() {
    let store = store().await;
    let events: Vec<_> = (0..60)
        .rev()
        .map(|n| error(&format!("evento {n}"), noon() + seconds(n)))
        .collect();
    store.append(&events).await.unwrap();
    let listed = all(&store).await;
    let ids: Vec<u64> = listed.iter().map(|entry| entry.id.0).collect();
    assert_eq!(ids, (1..=60).rev().collect::<Vec<_>>());
    assert_eq!(listed[0].message, "evento 59");
}

#[tokio::test]
async fn what_is_too_long_is_cut() {
    let store = store().await;
    let mut long = event(LogLevel::Error, &"c".repeat(70), &"á".repeat(600), noon());
    long.context.insert("first".into(), json!("kept"));
    long.context
        .insert("body".into(), json!("x".repeat(20_000)));
    store
        .append(&[long.clone(), event(LogLevel::Error, " ", "m", noon())])
        .await
        .unwrap();
    let listed = all(&store).await;
    let stored = listed.iter().find(|one| one.message != "m").unwrap();
    assert_eq!(stored.message.chars().count(), MESSAGE_LIMIT);
    assert_eq!(stored.channel, "c".repeat(64));
    assert_eq!(stored.context["first"], "kept");
    assert_eq!(stored.context["truncated"], true);
    assert!(stored.context.get("body").is_none());
    assert!(listed.iter().any(|one| one.channel == "other"));
    assert_eq!(
        store.channels().await.unwrap(),
        ["c".repeat(64), "other".to_owned()]
    );
}

#[tokio::test]
async fn days_are_those_of_the_time_zone() {
    let store = store().await;
    let late = error("23:59:59", at("2026-11-23T02:59:59Z"));
    let early = error("00:00:00", at("2026-11-23T03:00:00Z"));
    store.append(&[late, early]).await.unwrap();
    for (day, message) in [("2026-11-22", "23:59:59"), ("2026-11-23", "00:00:00")] {
        let day = Some(day.parse().unwrap());
        let filter = LogFilter {
            from: day,
            to: day,
            ..LogFilter::default()
        };
        let listed = page(&store, &filter).await;
        assert_eq!((listed.total, listed.counts.open), (1, 1));
        assert_eq!(listed.entries[0].message, message);
    }
}
