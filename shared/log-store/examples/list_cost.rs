//! Measures lists, clearings and purges of logs with 1,000 and 100,000 entries: read units and time.
//!
//! `cargo run --release -p log-store --example list_cost`
#![expect(
    clippy::print_stdout,
    reason = "the table that it prints is its purpose"
)]

use std::error::Error;
use std::time::{Duration, Instant};

use domain::platform::log::{LogEntry, LogLevel, LogStatus};
use embedded::dynamo::Engine;
use items::Table;
use jiff::civil::date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use log_store::{LogFilter, LogStore};

type Outcome<T> = Result<T, Box<dyn Error>>;

const DAYS: i64 = 30;
const REPETITIONS: usize = 21;

fn begin() -> Outcome<Timestamp> {
    Ok("2026-10-01T03:00:00Z".parse()?)
}

fn entry(n: u32, number: u32) -> Outcome<LogEntry> {
    let step = DAYS * 24 * 3600 * 1000 / i64::from(number);
    let at = begin()? + SignedDuration::from_millis(step * i64::from(n));
    let context = serde_json::json!({
        "request_id": "0199a1f2-6b1e-7c3a-9d55-51b7c4a1e0d3", "post_id": 4182, "step": "create",
        "attempt": 3, "host_status": 401, "detail": "Sorry, you are not allowed to create posts as this user.",
    });
    Ok(LogEntry {
        level: match n % 20 {
            0 => LogLevel::Critical,
            1..6 => LogLevel::Error,
            _ => LogLevel::Warning,
        },
        channel: format!("function-{}", (n / 7) % 12),
        message: format!("the host refused to create the post {n}, and the job is parked"),
        context: context.as_object().cloned().unwrap_or_default(),
        source_ref: Some("functions/publication-worker/src/steps.rs:118".to_owned()),
        count: 1,
        first_at: at,
        last_at: at,
    })
}

/// Open entries of thirty days; every tenth resolved, and those of the first ten days cleared.
async fn log_of(number: u32) -> Outcome<LogStore> {
    let table = Table::new(Engine::memory()?.client(), "log");
    table.create().await?;
    let store = LogStore::new(table, TimeZone::get("America/Sao_Paulo")?);
    let begun = Instant::now();
    let entries: Vec<_> = (0..number)
        .map(|n| entry(n, number))
        .collect::<Outcome<_>>()?;
    for portion in entries.chunks(1000) {
        store.append(portion).await?;
    }
    println!("{number} entries written in {:?}", begun.elapsed());
    for id in (3..=u64::from(number)).step_by(10) {
        let id = domain::platform::id::LogId(id);
        store.set_status(id, LogStatus::Resolved, begin()?).await?;
    }
    Ok(store)
}

async fn clear_and_carry_out(store: &LogStore) -> Outcome<()> {
    let old = LogFilter {
        to: Some(date(2026, 10, 10)),
        ..LogFilter::default()
    };
    store.table().meter().take();
    let begun = Instant::now();
    let cleared = store.clear_all(&old, begin()?).await?;
    let usage = store.table().meter().take();
    println!(
        "clear-all of {cleared}: {:?}, {} read units, {} write units",
        begun.elapsed(),
        usage.read_units,
        usage.write_units
    );
    measure(store, "pending clearing", &status(LogStatus::Cleared), 0).await?;
    measure(store, "pending clearing", &status(LogStatus::Open), 0).await?;
    let begun = Instant::now();
    while store.carry_out(10_000).await?.remaining {}
    println!("carried out in {:?}", begun.elapsed());
    Ok(())
}

fn status(status: LogStatus) -> LogFilter {
    LogFilter {
        status: Some(status),
        ..LogFilter::default()
    }
}

async fn measure(store: &LogStore, name: &str, filter: &LogFilter, skip: u64) -> Outcome<()> {
    let mut times = Vec::new();
    let mut units = 0.0;
    let mut total = 0;
    for _ in 0..REPETITIONS {
        store.table().meter().take();
        let begun = Instant::now();
        total = store.list(filter, skip, 20).await?.total;
        times.push(begun.elapsed());
        units = store.table().meter().take().read_units;
    }
    times.sort_unstable();
    let median = times
        .get(REPETITIONS / 2)
        .copied()
        .unwrap_or(Duration::ZERO);
    println!("{name:<34} skip {skip:>6} of {total:>6}: {units:>6.1} read units, {median:?}");
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    for number in [1_000, 100_000] {
        let store = log_of(number).await?;
        let all = LogFilter::default();
        let open = status(LogStatus::Open);
        let channel = Some("function-3".to_owned());
        let error = Some(LogLevel::Error);
        measure(&store, "no filter", &all, 0).await?;
        measure(&store, "no filter", &all, 20).await?;
        measure(&store, "no filter, middle", &all, u64::from(number) / 2).await?;
        measure(&store, "no filter, last page", &all, u64::from(number) - 20).await?;
        measure(&store, "aberto", &open, 0).await?;
        measure(&store, "resolvido", &status(LogStatus::Resolved), 0).await?;
        let filter = LogFilter {
            level: error,
            ..open.clone()
        };
        measure(&store, "aberto, error", &filter, 0).await?;
        let filter = LogFilter {
            channel: channel.clone(),
            ..all.clone()
        };
        measure(&store, "channel", &filter, 0).await?;
        let filter = LogFilter {
            channel,
            level: error,
            ..open.clone()
        };
        measure(&store, "aberto, error, channel", &filter, 0).await?;
        let filter = LogFilter {
            from: Some(date(2026, 10, 20)),
            to: Some(date(2026, 10, 26)),
            ..open
        };
        measure(&store, "aberto, seven days", &filter, 0).await?;
        clear_and_carry_out(&store).await?;
        let begun = Instant::now();
        let later = begin()? + SignedDuration::from_hours(24 * 30);
        let purged = store.purge(later, u64::MAX).await?;
        println!("{} purged in {:?}", purged.entries, begun.elapsed());
    }
    Ok(())
}
