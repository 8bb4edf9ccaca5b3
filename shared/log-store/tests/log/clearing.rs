use domain::platform::id::LogId;
use domain::platform::log::{LogLevel, LogStatus};
use log_store::{CarriedOut, ClearError, LogFilter, StatusError};

use super::{all, error, event, noon, page, seconds, store};

fn channel(name: &str) -> LogFilter {
    LogFilter {
        channel: Some(name.to_owned()),
        ..LogFilter::default()
    }
}

#[tokio::test]
async fn a_clearing_is_seen_at_once_and_carried_out_in_portions() {
    let store = store().await;
    let entries: Vec<_> = (0..50)
        .map(|n| {
            let name = if n % 5 == 0 { "mail" } else { "site-core" };
            event(
                LogLevel::Warning,
                name,
                &format!("aviso {n}"),
                noon() + seconds(n),
            )
        })
        .collect();
    store.append(&entries).await.unwrap();
    store
        .set_status(LogId(2), LogStatus::Resolved, noon())
        .await
        .unwrap();
    let before = store.table().meter().take();
    assert!(before.total() > 0);
    assert_eq!(
        store
            .clear_all(&channel("site-core"), noon())
            .await
            .unwrap(),
        40
    );
    let usage = store.table().meter().take();
    assert_eq!(
        usage.operations.get("TransactWriteItems"),
        Some(&1),
        "one write"
    );

    let seen = page(&store, &LogFilter::default()).await;
    assert_eq!((seen.counts.open, seen.counts.cleared), (10, 40));
    let cleared = |entry: &log_store::StoredEntry| entry.cleared_at == Some(noon());
    let mut previous = seen;
    let mut entries = 0;
    loop {
        let done = store.carry_out(10).await.unwrap();
        entries += done.entries;
        let now = page(&store, &LogFilter::default()).await;
        assert_eq!(now, previous, "carrying out changes nothing that is seen");
        assert_eq!(now.entries.iter().filter(|one| cleared(one)).count(), 40);
        previous = now;
        if !done.remaining {
            assert_eq!(done.clearings, 1);
            break;
        }
    }
    assert_eq!(entries, 40);
    assert_eq!(store.carry_out(10).await.unwrap(), CarriedOut::default());
    assert_eq!(
        store
            .clear_all(&channel("site-core"), noon())
            .await
            .unwrap(),
        0
    );
}

#[tokio::test]
async fn entries_written_after_a_clearing_stay_open() {
    let store = store().await;
    store.append(&[error("recusado", noon())]).await.unwrap();
    assert_eq!(
        store
            .clear_all(&LogFilter::default(), noon())
            .await
            .unwrap(),
        1
    );
    store
        .append(&[error("recusado", noon() + seconds(1))])
        .await
        .unwrap();
    let listed: Vec<_> = all(&store)
        .await
        .into_iter()
        .map(|one| (one.status, one.count))
        .collect();
    assert_eq!(listed, [(LogStatus::Open, 1), (LogStatus::Cleared, 1)]);
    store.carry_out(100).await.unwrap();
    let counts = page(&store, &LogFilter::default()).await.counts;
    assert_eq!((counts.open, counts.cleared), (1, 1));
}

#[tokio::test]
async fn an_entry_of_a_pending_clearing_is_cleared_for_everyone() {
    let store = store().await;
    store
        .append(&[error("um", noon()), error("dois", noon())])
        .await
        .unwrap();
    store
        .clear_all(&LogFilter::default(), noon())
        .await
        .unwrap();
    assert!(matches!(
        store
            .set_status(LogId(1), LogStatus::Resolved, noon())
            .await,
        Err(StatusError::NotReachable(LogStatus::Cleared))
    ));
    let again = store
        .set_status(LogId(1), LogStatus::Cleared, noon() + seconds(9))
        .await;
    assert_eq!(again.unwrap().cleared_at, Some(noon()));
}

#[tokio::test]
async fn an_entry_resolved_after_a_clearing_of_resolved_ones_is_not_cleared() {
    let store = store().await;
    store
        .append(&[error("um", noon()), error("dois", noon())])
        .await
        .unwrap();
    store
        .set_status(LogId(1), LogStatus::Resolved, noon())
        .await
        .unwrap();
    let resolved = LogFilter {
        status: Some(LogStatus::Resolved),
        ..LogFilter::default()
    };
    assert_eq!(store.clear_all(&resolved, noon()).await.unwrap(), 1);
    let second = store
        .set_status(LogId(2), LogStatus::Resolved, noon())
        .await
        .unwrap();
    assert_eq!(second.status, LogStatus::Resolved);
    store.carry_out(100).await.unwrap();
    let counts = page(&store, &LogFilter::default()).await.counts;
    assert_eq!((counts.open, counts.resolved, counts.cleared), (0, 1, 1));
}

#[tokio::test]
async fn cleared_entries_are_never_cleared_again() {
    let store = store().await;
    store.append(&[error("um", noon())]).await.unwrap();
    let cleared = LogFilter {
        status: Some(LogStatus::Cleared),
        ..LogFilter::default()
    };
    assert_eq!(store.clear_all(&cleared, noon()).await.unwrap(), 0);
    assert_eq!(page(&store, &LogFilter::default()).await.counts.open, 1);
}

#[tokio::test]
async fn too_many_pending_clearings_are_refused_until_they_are_carried_out() {
    let store = store().await;
    for n in 0..16 {
        store
            .append(&[error(&format!("erro {n}"), noon())])
            .await
            .unwrap();
        assert_eq!(
            store
                .clear_all(&LogFilter::default(), noon())
                .await
                .unwrap(),
            1
        );
    }
    store.append(&[error("mais um", noon())]).await.unwrap();
    let refused = store.clear_all(&LogFilter::default(), noon()).await;
    assert!(matches!(refused, Err(ClearError::Busy)));
    assert_eq!(store.carry_out(100).await.unwrap().clearings, 16);
    assert_eq!(
        store
            .clear_all(&LogFilter::default(), noon())
            .await
            .unwrap(),
        1
    );
}

#[tokio::test]
async fn a_clearing_during_writes_loses_nothing_and_counts_exactly() {
    let store = store().await;
    let writers: Vec<_> = (0..6)
        .map(|writer: u32| {
            let store = store.clone();
            tokio::spawn(async move {
                for n in 0..12 {
                    let entry = error(&format!("{writer} {n}"), noon());
                    store.append(&[entry]).await.unwrap();
                }
            })
        })
        .collect();
    let mut cleared = 0;
    for _ in 0..5 {
        tokio::task::yield_now().await;
        cleared += store
            .clear_all(&LogFilter::default(), noon())
            .await
            .unwrap();
        store.carry_out(7).await.unwrap();
    }
    for writer in writers {
        writer.await.unwrap();
    }
    let counts = page(&store, &LogFilter::default()).await.counts;
    assert_eq!(counts.open + counts.cleared, 72);
    assert_eq!(counts.cleared, cleared);
    store.carry_out(1000).await.unwrap();
    assert_eq!(page(&store, &LogFilter::default()).await.counts, counts);
}
