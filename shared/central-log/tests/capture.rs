//! What events become: entries with level, channel, context and count.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;
use std::sync::Mutex;

use central_log::{Capture, Collector, LogEntry, LogLevel, MASK, MAX_ENTRIES, MESSAGE_LIMIT};
use jiff::{SignedDuration, Timestamp};
use ports::Clock;
use tracing_subscriber::layer::SubscriberExt as _;

/// A clock that advances by a second with every reading.
#[derive(Debug)]
struct Seconds(Mutex<Timestamp>);

impl Clock for Seconds {
    fn now(&self) -> Timestamp {
        let mut now = self.0.lock().unwrap();
        *now += SignedDuration::from_secs(1);
        *now
    }
}

fn start() -> Timestamp {
    "2026-11-23T12:00:00Z".parse().unwrap()
}

fn collector() -> Collector {
    Collector::new(Arc::new(Seconds(Mutex::new(start()))))
}

fn captured(work: impl FnOnce()) -> Vec<LogEntry> {
    let collector = collector();
    let subscriber = tracing_subscriber::registry().with(Capture::layer(collector.clone()));
    tracing::subscriber::with_default(subscriber, work);
    collector.take()
}

#[test]
fn warnings_errors_and_critical_events_are_captured_and_no_others() {
    let entries = captured(|| {
        tracing::debug!("detail");
        tracing::info!("answered");
        tracing::warn!("retried");
        tracing::error!("not sent");
        tracing::error!(severity = "critical", "cannot be opened");
        tracing::warn!(severity = "critical", "only errors are critical");
    });
    let seen: Vec<_> = entries
        .iter()
        .map(|entry| (entry.level, entry.message.as_str()))
        .collect();
    assert_eq!(
        seen,
        [
            (LogLevel::Warning, "retried"),
            (LogLevel::Error, "not sent"),
            (LogLevel::Critical, "cannot be opened"),
            (LogLevel::Warning, "only errors are critical"),
        ]
    );
}

#[test]
fn the_channel_is_the_field_of_the_event_or_of_its_span_or_the_crate() {
    let entries = captured(|| {
        tracing::warn!(target: "publication_worker::run", "by target");
        tracing::warn!(target: "publication", channel = "mail", "by field");
        let span = tracing::info_span!("delivery", channel = "notification-worker");
        span.in_scope(|| tracing::warn!(target: "publication", "by span"));
        tracing::warn!("by crate");
    });
    let channels: Vec<_> = entries.iter().map(|entry| entry.channel.as_str()).collect();
    assert_eq!(
        channels,
        [
            "publication-worker",
            "mail",
            "notification-worker",
            "capture"
        ]
    );
}

#[test]
fn the_context_has_the_fields_of_event_and_spans_and_the_inner_ones_win() {
    let entries = captured(|| {
        let outer = tracing::info_span!("invocation", request_id = "lambda-1", attempt = 3);
        outer.in_scope(|| {
            let inner = tracing::info_span!(
                "request",
                request_id = "req-2",
                status = tracing::field::Empty
            );
            inner.in_scope(|| {
                inner.record("status", 502);
                tracing::error!(post_id = 7_u64, late = true, error = %"gone", "not published");
            });
        });
    });
    let [entry] = entries.as_slice() else {
        panic!("{entries:?}")
    };
    assert_eq!(
        serde_json::Value::Object(entry.context.clone()),
        serde_json::json!({
            "post_id": 7, "late": true, "error": "gone", "request_id": "req-2", "status": 502, "attempt": 3,
        })
    );
    let source = entry.source_ref.as_deref().unwrap();
    assert!(source.contains("tests/capture.rs:"), "{source}");
}

#[test]
fn secrets_are_masked_in_fields_spans_and_messages() {
    let entries = captured(|| {
        let span =
            tracing::info_span!("call", authorization = "Basic canary-1", host = "a.example");
        span.in_scope(|| {
            tracing::warn!(
                host_password = "canary-2",
                error = %"GET https://a.example/?api_key=canary-3 failed",
                token = ?Some("canary-4"),
                "refused with client_secret=canary-5",
            );
        });
    });
    let text = format!("{entries:?}");
    assert!(!text.contains("canary"), "{text}");
    assert_eq!(entries[0].context["host_password"], MASK);
    assert_eq!(entries[0].context["host"], "a.example");
}

#[test]
fn messages_are_cut_at_500_characters_and_an_event_without_one_is_named_after_its_place() {
    let entries = captured(|| {
        tracing::warn!("{}", "ã".repeat(700));
        tracing::error!(code = 1);
    });
    assert_eq!(entries[0].message.chars().count(), MESSAGE_LIMIT);
    assert!(entries[1].message.starts_with("event "), "{:?}", entries[1]);
}

#[test]
fn equal_events_are_one_entry_with_their_count_and_the_first_context() {
    let entries = captured(|| {
        for attempt in 1..=10_000 {
            tracing::warn!(target: "hosts", source_ref = "client", attempt, "a call failed");
        }
        tracing::warn!(target: "hosts", source_ref = "elsewhere", "a call failed");
    });
    let [many, one] = entries.as_slice() else {
        panic!("{} entries", entries.len())
    };
    assert_eq!((many.count, one.count), (10_000, 1));
    assert_eq!(many.context["attempt"], 1);
    assert_eq!(many.first_at, start() + SignedDuration::from_secs(1));
    assert_eq!(many.last_at, start() + SignedDuration::from_secs(10_000));
}

#[test]
fn what_does_not_fit_is_counted_by_level_and_channel() {
    let different = MAX_ENTRIES as u64 + 500;
    let entries = captured(|| {
        for number in 0..different {
            tracing::error!(target: "hosts", "failure {number}");
        }
    });
    assert_eq!(entries.len(), MAX_ENTRIES + 1);
    let total: u64 = entries.iter().map(|entry| entry.count).sum();
    assert_eq!(total, different);
    let rest = entries.last().unwrap();
    assert_eq!(
        (rest.level, rest.channel.as_str(), rest.count),
        (LogLevel::Error, "hosts", 500)
    );
}

#[test]
fn no_count_is_lost_between_threads_while_entries_are_taken() {
    let collector = collector();
    let subscriber = tracing_subscriber::registry().with(Capture::layer(collector.clone()));
    let dispatch = tracing::Dispatch::new(subscriber);
    let mut taken = 0;
    std::thread::scope(|scope| {
        let writers: Vec<_> = (0..4)
            .map(|_| {
                let dispatch = dispatch.clone();
                scope.spawn(move || {
                    tracing::dispatcher::with_default(&dispatch, || {
                        for number in 0..2_500 {
                            tracing::warn!("kind {}", number % 5);
                        }
                    });
                })
            })
            .collect();
        while writers.iter().any(|writer| !writer.is_finished()) {
            taken += collector
                .take()
                .iter()
                .map(|entry| entry.count)
                .sum::<u64>();
        }
    });
    taken += collector
        .take()
        .iter()
        .map(|entry| entry.count)
        .sum::<u64>();
    assert_eq!(taken, 10_000);
}
