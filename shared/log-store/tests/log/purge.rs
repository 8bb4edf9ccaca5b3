use domain::platform::id::LogId;
use domain::platform::log::LogStatus;
use items::Query;
use jiff::SignedDuration;
use log_store::{LastPurge, LogFilter};

use super::{all, error, noon, page, seconds, store};

#[tokio::test]
async fn entries_are_deleted_30_days_after_they_were_cleared() {
    let store = store().await;
    let entries: Vec<_> = (0..60)
        .map(|n| error(&format!("erro {n}"), noon()))
        .collect();
    store.append(&entries).await.unwrap();
    store
        .append(&[error("mais tarde", noon() + seconds(600))])
        .await
        .unwrap();
    let days = |n: i64| noon() + SignedDuration::from_hours(24 * n);
    for id in 1..=60 {
        store
            .set_status(LogId(id), LogStatus::Cleared, days(0))
            .await
            .unwrap();
    }
    store
        .set_status(LogId(61), LogStatus::Cleared, days(1))
        .await
        .unwrap();

    assert_eq!(
        store
            .purge(days(30) - seconds(1), 1000)
            .await
            .unwrap()
            .entries,
        0
    );
    let first = store.purge(days(30), 30).await.unwrap();
    assert!(
        first.remaining && first.entries >= 30 && first.entries < 60,
        "{first:?}"
    );
    let second = store.purge(days(30), 1000).await.unwrap();
    assert_eq!(
        (first.entries + second.entries, second.remaining),
        (60, false)
    );
    let listed = page(&store, &LogFilter::default()).await;
    assert_eq!(
        (listed.total, listed.entries[0].message.as_str()),
        (1, "mais tarde")
    );
    assert_eq!(store.purge(days(31), 1000).await.unwrap().entries, 1);

    // Nothing is left of them, not even their counters.
    assert!(all(&store).await.is_empty());
    let counters = ["WHOLE_DAYS", "TEN_MINUTES"];
    let of_channel = counters.map(|name| format!("{name}#publication-worker"));
    let counters = counters.map(str::to_owned).into_iter().chain(of_channel);
    for partition in counters.chain(["MONTHS".to_owned()]) {
        let counters = Query::prefix(partition, "");
        let counters = store.table().all_numbers(&counters).await.unwrap();
        assert!(counters.is_empty(), "{counters:?}");
    }
    let index = Query::prefix("BY#cleared#error", "");
    assert!(
        store
            .table()
            .key_page(&index, None)
            .await
            .unwrap()
            .keys
            .is_empty()
    );
}

#[tokio::test]
async fn what_was_not_cleared_is_kept_forever() {
    let store = store().await;
    store
        .append(&[error("um", noon()), error("dois", noon())])
        .await
        .unwrap();
    store
        .set_status(LogId(1), LogStatus::Resolved, noon())
        .await
        .unwrap();
    let years = noon() + SignedDuration::from_hours(24 * 365 * 5);
    assert_eq!(store.purge(years, 1000).await.unwrap().entries, 0);
    assert_eq!(all(&store).await.len(), 2);
}

#[tokio::test]
async fn the_last_purge_is_recorded() {
    let store = store().await;
    assert_eq!(store.last_purge().await.unwrap(), None);
    let purge = LastPurge {
        day: "2026-11-23".parse().unwrap(),
    };
    store.record_purge(purge).await.unwrap();
    assert_eq!(store.last_purge().await.unwrap(), Some(purge));
}
