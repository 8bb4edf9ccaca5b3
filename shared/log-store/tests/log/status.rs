use domain::platform::id::LogId;
use domain::platform::log::LogStatus;
use log_store::{LogFilter, StatusError};

use super::{all, error, noon, page, seconds, store};

#[tokio::test]
async fn an_entry_is_resolved_then_cleared_and_never_goes_back() {
    let store = store().await;
    store
        .append(&[error("um", noon()), error("dois", noon())])
        .await
        .unwrap();
    let id = all(&store).await[0].id;
    let later = noon() + seconds(5);
    let set = async |status| store.set_status(id, status, later).await;
    assert_eq!(set(LogStatus::Open).await.unwrap().status, LogStatus::Open);
    let resolved = set(LogStatus::Resolved).await.unwrap();
    assert_eq!(
        (resolved.status, resolved.cleared_at),
        (LogStatus::Resolved, None)
    );
    assert!(matches!(
        set(LogStatus::Open).await,
        Err(StatusError::NotReachable(LogStatus::Resolved))
    ));
    let cleared = set(LogStatus::Cleared).await.unwrap();
    assert_eq!(
        (cleared.status, cleared.cleared_at),
        (LogStatus::Cleared, Some(later))
    );
    for status in [LogStatus::Open, LogStatus::Resolved] {
        assert!(matches!(
            set(status).await,
            Err(StatusError::NotReachable(LogStatus::Cleared))
        ));
    }
    assert_eq!(set(LogStatus::Cleared).await.unwrap(), cleared);
    let counts = page(&store, &LogFilter::default()).await.counts;
    assert_eq!((counts.open, counts.resolved, counts.cleared), (1, 0, 1));
    assert!(matches!(
        store
            .set_status(LogId(99), LogStatus::Resolved, later)
            .await,
        Err(StatusError::NotFound)
    ));
}

#[tokio::test]
async fn events_after_a_resolution_are_a_new_entry() {
    let store = store().await;
    store.append(&[error("recusado", noon())]).await.unwrap();
    store
        .set_status(LogId(1), LogStatus::Resolved, noon())
        .await
        .unwrap();
    for _ in 0..2 {
        store
            .append(&[error("recusado", noon() + seconds(1))])
            .await
            .unwrap();
    }
    let listed: Vec<_> = all(&store)
        .await
        .into_iter()
        .map(|entry| (entry.status, entry.count))
        .collect();
    assert_eq!(listed, [(LogStatus::Open, 2), (LogStatus::Resolved, 1)]);
}

#[tokio::test]
async fn a_status_change_loses_no_event_that_arrives_meanwhile() {
    for _ in 0..5 {
        let store = store().await;
        store.append(&[error("recusado", noon())]).await.unwrap();
        let writers: Vec<_> = (0..8)
            .map(|_| {
                let store = store.clone();
                tokio::spawn(async move { store.append(&[error("recusado", noon())]).await })
            })
            .collect();
        store
            .set_status(LogId(1), LogStatus::Resolved, noon())
            .await
            .unwrap();
        for writer in writers {
            writer.await.unwrap().unwrap();
        }
        let listed = page(&store, &LogFilter::default()).await;
        let events: u64 = listed.entries.iter().map(|entry| entry.count).sum();
        assert_eq!(events, 9, "{:?}", listed.entries);
        assert_eq!(listed.counts.resolved, 1);
    }
}

#[tokio::test]
async fn two_people_who_change_an_entry_leave_exact_counts() {
    let store = store().await;
    store.append(&[error("recusado", noon())]).await.unwrap();
    let changes: Vec<_> = (0..8)
        .map(|n| {
            let store = store.clone();
            let status = if n % 2 == 0 {
                LogStatus::Resolved
            } else {
                LogStatus::Cleared
            };
            tokio::spawn(async move { store.set_status(LogId(1), status, noon()).await })
        })
        .collect();
    for change in changes {
        let changed = change.await.unwrap();
        assert!(
            matches!(changed, Ok(_) | Err(StatusError::NotReachable(_))),
            "{changed:?}"
        );
    }
    let counts = page(&store, &LogFilter::default()).await.counts;
    assert_eq!((counts.open, counts.resolved, counts.cleared), (0, 0, 1));
}
