//! The daily purge and the clearings, with the clock moved, against the embedded engine or against the emulated cloud that
//! `PAUTA_CLOUD_URL` names (tests/cloud/run.sh sets it).
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{BehaviorVersion, Config, Credentials, Region};
use domain::platform::id::LogId;
use domain::platform::log::{LogEntry, LogLevel, LogStatus};
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use items::Table;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use log_store::{LogFilter, LogStore};
use log_tick::{Ports, Report, run};
use ports::Clock;

struct TestApp {
    ports: Ports,
    clock: Arc<SettableClock>,
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

/// A table of its own, because all tests share one emulated cloud.
async fn table() -> Table {
    static TABLES: AtomicU32 = AtomicU32::new(0);
    let number = TABLES.fetch_add(1, Ordering::Relaxed);
    let table = Table::new(
        client(),
        format!("log-tick-{}-{number}", std::process::id()),
    );
    table.create().await.unwrap();
    table
}

/// 03:00 of the time zone is 06:00 UTC.
async fn app(start: &str) -> TestApp {
    let table = table().await;
    let zone = TimeZone::get("America/Sao_Paulo").unwrap();
    let clock = Arc::new(SettableClock::at(start.parse().unwrap()));
    TestApp {
        ports: Ports {
            logs: LogStore::new(table, zone.clone()),
            clock: clock.clone(),
            zone,
        },
        clock,
    }
}

impl TestApp {
    fn set(&self, text: &str) {
        let at: Timestamp = text.parse().unwrap();
        self.clock.set(at);
    }

    async fn append(&self, number: usize) {
        let now = self.clock.now();
        let entries: Vec<_> = (0..number)
            .map(|n| LogEntry {
                level: LogLevel::Error,
                channel: "publication-worker".to_owned(),
                message: format!("falha {n}"),
                context: serde_json::Map::new(),
                source_ref: None,
                count: 1,
                first_at: now,
                last_at: now,
            })
            .collect();
        self.ports.logs.append(&entries).await.unwrap();
    }

    async fn total(&self) -> u64 {
        let filter = LogFilter::default();
        let listed = self.ports.logs.list(&filter, 0, 1).await;
        listed.unwrap().total
    }

    async fn run(&self) -> Report {
        run(&self.ports).await.unwrap()
    }
}

#[tokio::test]
async fn the_purge_runs_once_a_day_from_three_o_clock_on() {
    let app = app("2026-11-01T15:00:00Z").await;
    app.append(2).await;
    let now = app.clock.now();
    for id in [1, 2] {
        let cleared = app
            .ports
            .logs
            .set_status(LogId(id), LogStatus::Cleared, now);
        cleared.await.unwrap();
    }
    // The retention ends on 1 December at 15:00 UTC.
    app.set("2026-12-01T06:00:00Z");
    assert_eq!(
        app.run().await,
        Report {
            purge_done: true,
            ..Report::default()
        }
    );
    app.set("2026-12-01T20:00:00Z");
    assert_eq!(app.run().await.purged, 0, "the day's purge is over");
    app.set("2026-12-02T05:59:59Z");
    assert_eq!(app.run().await, Report::default(), "before three o'clock");
    assert_eq!(app.total().await, 2);
    app.set("2026-12-02T06:00:00Z");
    let done = Report {
        purged: 2,
        purge_done: true,
        ..Report::default()
    };
    assert_eq!(app.run().await, done);
    assert_eq!(app.total().await, 0);
    assert_eq!(app.run().await.purged, 0);
}

#[tokio::test]
async fn a_missed_run_is_made_up_for() {
    let app = app("2026-11-01T15:00:00Z").await;
    app.append(1).await;
    let now = app.clock.now();
    let cleared = app.ports.logs.set_status(LogId(1), LogStatus::Cleared, now);
    cleared.await.unwrap();
    // No run between 03:00 and 21:40.
    app.set("2026-12-03T00:40:00Z");
    assert_eq!(app.run().await.purged, 1);
}

#[tokio::test]
async fn clearings_are_carried_out_and_then_purged() {
    let app = app("2026-11-01T15:00:00Z").await;
    app.append(300).await;
    let now = app.clock.now();
    let cleared = app.ports.logs.clear_all(&LogFilter::default(), now).await;
    assert_eq!(cleared.unwrap(), 300);
    assert_eq!(app.run().await.cleared, 300);
    assert_eq!(app.run().await.cleared, 0);
    app.clock.advance(SignedDuration::from_hours(24 * 31));
    assert_eq!(app.run().await.purged, 300);
    assert_eq!(app.total().await, 0);
}

#[tokio::test]
async fn open_and_resolved_entries_are_never_deleted() {
    let app = app("2026-11-01T15:00:00Z").await;
    app.append(2).await;
    let now = app.clock.now();
    let resolved = app
        .ports
        .logs
        .set_status(LogId(1), LogStatus::Resolved, now);
    resolved.await.unwrap();
    app.clock.advance(SignedDuration::from_hours(24 * 400));
    assert_eq!(app.run().await.purged, 0);
    assert_eq!(app.total().await, 2);
}
