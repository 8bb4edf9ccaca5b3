//! Flushing: nothing is lost when the store fails or is slow.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use central_log::{Capture, Collector, LogEntry, Sink, SinkError, flush};
use jiff::Timestamp;
use ports::Clock;
use tracing_subscriber::layer::SubscriberExt as _;

#[derive(Debug)]
struct Noon;

impl Clock for Noon {
    fn now(&self) -> Timestamp {
        "2026-11-23T12:00:00Z".parse().unwrap()
    }
}

/// A store that fails the given number of times, and logs as a real one does.
#[derive(Default)]
struct Store {
    failures: AtomicU32,
    hangs: bool,
    rows: Mutex<Vec<LogEntry>>,
}

#[async_trait]
impl Sink for Store {
    async fn append(&self, entries: &[LogEntry]) -> Result<(), SinkError> {
        if self.hangs {
            std::future::pending::<()>().await;
        }
        tracing::warn!("an attempt of the store");
        let left = self.failures.load(Ordering::Relaxed);
        if left > 0 {
            self.failures.store(left - 1, Ordering::Relaxed);
            return Err(SinkError("throttled".to_owned()));
        }
        self.rows.lock().unwrap().extend_from_slice(entries);
        Ok(())
    }
}

impl Store {
    fn counts(&self) -> u64 {
        self.rows.lock().unwrap().iter().map(|row| row.count).sum()
    }
}

fn collecting(events: impl FnOnce()) -> (Collector, tracing::subscriber::DefaultGuard) {
    let collector = Collector::new(Arc::new(Noon));
    let subscriber = tracing_subscriber::registry().with(Capture::layer(collector.clone()));
    let guard = tracing::subscriber::set_default(subscriber);
    events();
    (collector, guard)
}

#[tokio::test]
async fn everything_is_appended_in_batches_and_what_the_store_logs_is_not_captured() {
    let (collector, _guard) = collecting(|| {
        for number in (0..60).chain(0..60) {
            tracing::warn!("warning {number}");
        }
    });
    let store = Store::default();
    assert_eq!(flush(&collector, &store).await, 60);
    assert_eq!(store.counts(), 120);
    assert!(collector.is_empty());
    assert_eq!(flush(&collector, &store).await, 0);
}

#[tokio::test]
async fn what_was_not_appended_is_merged_with_what_comes_and_appended_by_the_next_flush() {
    let (collector, _guard) = collecting(|| {
        for number in 0..30 {
            tracing::warn!("warning {number}");
        }
    });
    let store = Store {
        failures: 1.into(),
        ..Store::default()
    };
    assert_eq!(flush(&collector, &store).await, 0);
    for number in 0..30 {
        tracing::warn!("warning {number}");
    }
    // The two events of each number are in different places of this file, so they are different entries.
    assert_eq!(flush(&collector, &store).await, 60);
    assert_eq!(store.counts(), 60);
}

#[tokio::test(start_paused = true)]
async fn a_store_that_hangs_does_not_hold_the_process_and_loses_nothing() {
    let (collector, _guard) = collecting(|| tracing::error!("not sent"));
    let hanging = Store {
        hangs: true,
        ..Store::default()
    };
    assert_eq!(flush(&collector, &hanging).await, 0);
    let store = Store::default();
    assert_eq!(flush(&collector, &store).await, 1);
    assert_eq!(store.counts(), 1);
}

#[tokio::test]
async fn entries_of_an_abandoned_flush_come_back() {
    let (collector, _guard) = collecting(|| tracing::error!("not sent"));
    let hanging = Store {
        hangs: true,
        ..Store::default()
    };
    tokio::select! {
        biased;
        _ = flush(&collector, &hanging) => panic!("the store hangs"),
        () = std::future::ready(()) => {}
    }
    let entries = collector.take();
    assert_eq!(entries.iter().map(|entry| entry.count).sum::<u64>(), 1);
}
