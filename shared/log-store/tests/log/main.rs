//! Behaviour of the central log's store.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may stop at the first surprise"
)]

mod append;
mod clearing;
mod flat;
mod model;
mod purge;
mod status;

use domain::platform::log::{LogEntry, LogLevel};
use embedded::dynamo::Engine;
use items::Table;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use log_store::{LogFilter, LogPage, LogStore, StoredEntry};

/// An empty store whose days are those of Brasília.
async fn store() -> LogStore {
    let table = Table::new(Engine::memory().unwrap().client(), "log");
    table.create().await.unwrap();
    LogStore::new(table, TimeZone::get("America/Sao_Paulo").unwrap())
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// A moment in the middle of a minute.
fn noon() -> Timestamp {
    at("2026-11-23T15:00:20Z")
}

fn seconds(n: i64) -> SignedDuration {
    SignedDuration::from_secs(n)
}

/// An event that happened once.
fn event(level: LogLevel, channel: &str, message: &str, at: Timestamp) -> LogEntry {
    let context = serde_json::json!({ "request_id": "4be1-77a0", "attempt": 3 });
    LogEntry {
        level,
        channel: channel.to_owned(),
        message: message.to_owned(),
        context: context.as_object().unwrap().clone(),
        source_ref: Some("steps.rs:12".to_owned()),
        count: 1,
        first_at: at,
        last_at: at,
    }
}

/// An error that happened once.
fn error(message: &str, at: Timestamp) -> LogEntry {
    event(LogLevel::Error, "publication-worker", message, at)
}

/// The whole list.
async fn all(store: &LogStore) -> Vec<StoredEntry> {
    page(store, &LogFilter::default()).await.entries
}

async fn page(store: &LogStore, filter: &LogFilter) -> LogPage {
    store.list(filter, 0, 10_000).await.unwrap()
}
