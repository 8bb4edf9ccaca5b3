//! Reports of Lambda become entries, each line once.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use domain::platform::log::LogLevel;
use embedded::dynamo::Engine;
use items::Table;
use jiff::tz::TimeZone;
use log_intake::{Delivery, Line, Taken, take_in};
use log_store::{LogFilter, LogStore, StoredEntry};

async fn store() -> LogStore {
    let table = Table::new(Engine::memory().unwrap().client(), "log");
    table.create().await.unwrap();
    LogStore::new(table, TimeZone::UTC)
}

fn delivery(lines: &[(&str, &str)]) -> Delivery {
    let line = |(id, text): &(&str, &str)| Line {
        id: (*id).to_owned(),
        timestamp: 1_795_435_200_123,
        text: (*text).to_owned(),
    };
    Delivery {
        group: "/pauta/pauta-prod/publication-worker".to_owned(),
        stream: "2026/11/23/[$LATEST]0f1e2d3c".to_owned(),
        lines: lines.iter().map(line).collect(),
    }
}

async fn entries(store: &LogStore) -> Vec<StoredEntry> {
    let page = store.list(&LogFilter::default(), 0, 100).await.unwrap();
    let mut entries = page.entries;
    entries.sort_by_key(|entry| entry.id);
    entries
}

#[tokio::test]
async fn time_outs_are_errors_and_crashes_are_critical() {
    let store = store().await;
    let delivery = delivery(&[
        (
            "1",
            "2026-11-23T12:00:00.123Z 8f0f3c5e-1f6a-4f6e-9d0b-0d8c4b1a2f3e Task timed out after 140.02 seconds\n\n",
        ),
        (
            "2",
            "RequestId: 7a1e3c5e-1f6a-4f6e-9d0b-0d8c4b1a2f3e Error: Runtime exited with error: signal: killed\nRuntime.ExitError\n",
        ),
    ]);
    let taken = take_in(&store, &delivery).await.unwrap();
    assert_eq!(
        taken,
        Taken {
            entered: 2,
            ..Taken::default()
        }
    );
    let entries = entries(&store).await;
    let [late, killed] = entries.as_slice() else {
        panic!("{entries:?}")
    };
    assert_eq!(late.level, LogLevel::Error);
    assert_eq!(late.message, "Task timed out after 140.02 seconds");
    assert_eq!(late.channel, "publication-worker");
    assert_eq!(
        late.context["request_id"],
        "8f0f3c5e-1f6a-4f6e-9d0b-0d8c4b1a2f3e"
    );
    assert_eq!(late.context["log_stream"], delivery.stream);
    assert_eq!(late.created_at.as_millisecond(), 1_795_435_200_123);
    assert_eq!(killed.level, LogLevel::Critical);
    assert_eq!(killed.message, "Runtime exited with error: signal: killed");
    assert_eq!(
        killed.context["request_id"],
        "7a1e3c5e-1f6a-4f6e-9d0b-0d8c4b1a2f3e"
    );
}

#[tokio::test]
async fn a_line_that_is_delivered_again_is_entered_once() {
    let store = store().await;
    let delivery = delivery(&[(
        "1",
        "2026-11-23T12:00:00.123Z x Task timed out after 29.00 seconds",
    )]);
    take_in(&store, &delivery).await.unwrap();
    let again = take_in(&store, &delivery).await.unwrap();
    assert_eq!((again.entered, again.repeated), (0, 1));
    assert_eq!(entries(&store).await[0].count, 1);
}

#[tokio::test]
async fn lines_of_functions_that_quote_a_report_are_ignored() {
    let store = store().await;
    let delivery = delivery(&[
        (
            "1",
            r#"{"level":"WARN","message":"the host said: Task timed out after 3 seconds"}"#,
        ),
        (
            "2",
            "REPORT RequestId: 8f0f3c5e-1f6a-4f6e-9d0b-0d8c4b1a2f3e Duration: 3.00 ms",
        ),
        ("3", ""),
    ]);
    let taken = take_in(&store, &delivery).await.unwrap();
    assert_eq!((taken.entered, taken.ignored), (0, 3));
    assert_eq!(entries(&store).await.len(), 0);
}
