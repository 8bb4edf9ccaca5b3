//! Measures pages of lists in logs with 1,000 and 100,000 entries over thirty days: read units and time, each with the
//! ratio of the two logs. Prints a Markdown table.
//!
//! `cargo run --release -p log-store --example list_cost`
//!
//! With a number of milliseconds as its argument, each request of a measured page takes at least that long, as over a
//! network; requests that the store is sent together wait together.
#![expect(
    clippy::print_stdout,
    reason = "the table that it prints is its purpose"
)]

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use domain::platform::id::LogId;
use domain::platform::log::{LogEntry, LogLevel, LogStatus};
use embedded::dynamo::{Engine, InjectedFault};
use items::Table;
use jiff::civil::date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use log_store::{LogFilter, LogStore};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Entries of the two logs.
const SIZES: [u32; 2] = [1_000, 100_000];
/// The name of a page, and which of its places in logs of so many entries.
type PageOf = (&'static str, fn(u64) -> Vec<u64>);

/// Delay of the store's responses in milliseconds; 0 for none.
static DELAY: AtomicU64 = AtomicU64::new(0);

const DAYS: u32 = 30;
const PAGE: u64 = 20;
/// Measurements of each page, in turn in the two logs. The table has the medians of the times, and the means of the
/// processor's times, which other work on the machine affects less.
const REPETITIONS: usize = 45;
/// Share of each hour of a day, in thousandths: few entries at night, most of them in the hours of work.
const HOURS: [u32; 24] = [
    12, 8, 6, 6, 8, 12, 20, 38, 62, 76, 78, 74, 60, 66, 78, 80, 76, 66, 50, 38, 30, 24, 18, 14,
];

fn begin() -> Outcome<Timestamp> {
    Ok("2026-10-01T03:00:00Z".parse()?)
}

/// The time of the entry at `place` among `number` in a day, in milliseconds.
fn millisecond_of_day(place: u32, number: u32) -> i64 {
    let mut thousandths = 1000.0 * f64::from(place) / f64::from(number);
    for (hour, share) in (0u32..).zip(HOURS) {
        if thousandths < f64::from(share) {
            let within = thousandths / f64::from(share);
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a day has fewer milliseconds than either type"
            )]
            return ((f64::from(hour) + within) * 3_600_000.0) as i64;
        }
        thousandths -= f64::from(share);
    }
    86_399_999
}

fn entry(n: u32, number: u32) -> Outcome<LogEntry> {
    let of_day = number.div_ceil(DAYS);
    let at = begin()?
        + SignedDuration::from_hours(24) * i32::try_from(n / of_day)?
        + SignedDuration::from_millis(millisecond_of_day(n % of_day, of_day));
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

/// Open entries, of which every tenth is resolved.
async fn log_of(number: u32) -> Outcome<LogStore> {
    let client =
        Engine::memory()?.client_with_faults(Arc::new(|_| match DELAY.load(Ordering::Relaxed) {
            0 => InjectedFault::None,
            milliseconds => InjectedFault::Delay(Duration::from_millis(milliseconds)),
        }));
    let table = Table::new(client, "log");
    table.create().await?;
    let store = LogStore::new(table, TimeZone::get("America/Sao_Paulo")?);
    let begun = Instant::now();
    let entries: Vec<_> = (0..number)
        .map(|n| entry(n, number))
        .collect::<Outcome<_>>()?;
    for portion in entries.chunks(1000) {
        store.append(portion).await?;
    }
    let units = store.table().meter().take().write_units;
    println!(
        "{number} entries written in {:.1?}, {:.1} write units each",
        begun.elapsed(),
        units / f64::from(number)
    );
    for id in (3..=u64::from(number)).step_by(10) {
        store
            .set_status(LogId(id), LogStatus::Resolved, begin()?)
            .await?;
    }
    Ok(store)
}

fn of_status(status: LogStatus) -> LogFilter {
    LogFilter {
        status: Some(status),
        ..LogFilter::default()
    }
}

/// Filters with their names.
fn filters() -> Vec<(&'static str, LogFilter)> {
    let all = LogFilter::default();
    let open = of_status(LogStatus::Open);
    let channel = Some("function-3".to_owned());
    let days = |filter: &LogFilter| LogFilter {
        from: Some(date(2026, 10, 20)),
        to: Some(date(2026, 10, 26)),
        ..filter.clone()
    };
    let of_channel = |filter: &LogFilter| LogFilter {
        channel: channel.clone(),
        ..filter.clone()
    };
    let errors = LogFilter {
        level: Some(LogLevel::Error),
        ..open.clone()
    };
    vec![
        ("none", all.clone()),
        ("open", open.clone()),
        ("resolved", of_status(LogStatus::Resolved)),
        ("cleared", of_status(LogStatus::Cleared)),
        ("open errors", errors.clone()),
        ("channel", of_channel(&all)),
        ("open errors, channel", of_channel(&errors)),
        ("seven days", days(&all)),
        ("open, seven days", days(&open)),
        ("channel, seven days", days(&of_channel(&all))),
    ]
}

/// What a page took: requests to the store, time, time of the processor, and read units.
struct Measured {
    requests: f64,
    elapsed: f64,
    processor: f64,
    units: f64,
}

/// The time in milliseconds that this thread, on which the engine runs as well, has had of a processor. Where the system
/// does not tell it, the time since `begun`.
fn processor_time(begun: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat");
    let nanoseconds: Option<f64> = told
        .ok()
        .and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| begun.elapsed().as_secs_f64() * 1000.0, |n| n / 1e6)
}

async fn measured(store: &LogStore, filter: &LogFilter, skip: u64) -> Outcome<Measured> {
    store.table().meter().take();
    let begun = Instant::now();
    let before = processor_time(begun);
    store.list(filter, skip, PAGE).await?;
    let elapsed = begun.elapsed().as_secs_f64() * 1000.0;
    let processor = processor_time(begun) - before;
    let usage = store.table().meter().take();
    Ok(Measured {
        requests: f64::from(u32::try_from(usage.total())?),
        elapsed,
        processor,
        units: usage.read_units,
    })
}

/// The pages after the first. As of the middle, several: a page may happen to begin where a day begins, which saves
/// requests, and one alone would not represent the others.
fn near(_total: u64) -> Vec<u64> {
    (1..=4).map(|page| page * PAGE).collect()
}

/// Nine pages around the middle, whose places are the same shares of a log of any length; none where the log has no page
/// between the first and the last.
fn middle(total: u64) -> Vec<u64> {
    let last = total.saturating_sub(PAGE);
    (46..=54)
        .map(|hundredths| last * hundredths / 100)
        .filter(|place| (PAGE..last).contains(place))
        .collect()
}

/// Measures a page in both logs, whose places are the same shares of their lengths.
async fn compare(
    stores: &[LogStore; 2],
    name: &str,
    filter: &LogFilter,
    page: PageOf,
) -> Outcome<()> {
    let mut places = [const { Vec::new() }; 2];
    for (store, places) in stores.iter().zip(&mut places) {
        let total = store.list(filter, 0, 1).await?.total;
        let has_page = |skip: &u64| total.saturating_sub(*skip) >= PAGE;
        *places = page.1(total).into_iter().filter(has_page).collect();
    }
    if places.iter().any(Vec::is_empty) {
        return Ok(());
    }
    let mut found = [const { Vec::new() }; 2];
    for round in 0..REPETITIONS {
        for ((store, found), places) in stores.iter().zip(&mut found).zip(&places) {
            let place = places.iter().cycle().nth(round);
            found.push(measured(store, filter, place.copied().unwrap_or_default()).await?);
        }
    }
    let [few, many] = found.map(summary);
    println!(
        "| {name} | {} | {:.0} | {:.0} | {:.1} | {:.1} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} |",
        page.0,
        few.requests,
        many.requests,
        few.units,
        many.units,
        many.units / few.units,
        few.elapsed,
        many.elapsed,
        many.elapsed / few.elapsed,
        few.processor,
        many.processor,
        many.processor / few.processor,
    );
    Ok(())
}

/// The median of the times, and the means of the others.
fn summary(found: Vec<Measured>) -> Measured {
    let mean = |sum: f64| sum / f64::from(u32::try_from(found.len()).unwrap_or(1));
    let mut times: Vec<f64> = found.iter().map(|one| one.elapsed).collect();
    times.sort_by(f64::total_cmp);
    Measured {
        requests: mean(found.iter().map(|one| one.requests).sum()),
        elapsed: times.get(times.len() / 2).copied().unwrap_or_default(),
        processor: mean(found.iter().map(|one| one.processor).sum()),
        units: mean(found.iter().map(|one| one.units).sum()),
    }
}

async fn compare_all(stores: &[LogStore; 2], title: &str) -> Outcome<()> {
    let pages: [PageOf; 4] = [
        ("first", |_| vec![0]),
        ("second to fifth", near),
        ("middle", middle),
        ("last", |total| vec![total.saturating_sub(PAGE)]),
    ];
    println!("\n{title}\n");
    println!(
        "| filter | page | requests, 1,000 | 100,000 | read units, 1,000 | 100,000 | ratio | ms, 1,000 | 100,000 | ratio | processor ms, 1,000 | 100,000 | ratio |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    let delay = std::env::args().nth(1).map_or(Ok(0), |text| text.parse())?;
    DELAY.store(delay, Ordering::Relaxed);
    for (name, filter) in filters() {
        for page in pages {
            compare(stores, name, &filter, page).await?;
        }
    }
    // What happens between the measurements is not measured.
    DELAY.store(0, Ordering::Relaxed);
    Ok(())
}

/// Clears entries that match `filter` in both logs and measures what readers see before it is carried out.
async fn clear(stores: &[LogStore; 2], title: &str, filter: &LogFilter) -> Outcome<()> {
    println!();
    for store in stores {
        store.table().meter().take();
        let begun = Instant::now();
        let cleared = store.clear_all(filter, begin()?).await?;
        let usage = store.table().meter().take();
        println!(
            "{title}: {cleared} cleared in {:.1?}, {} read units, {} write units",
            begun.elapsed(),
            usage.read_units,
            usage.write_units
        );
    }
    compare_all(stores, title).await
}

async fn carry_out(stores: &[LogStore; 2]) -> Outcome<()> {
    println!();
    for store in stores {
        let (begun, mut entries) = (Instant::now(), 0);
        loop {
            let done = store.carry_out(10_000).await?;
            entries += done.entries;
            if !done.remaining {
                break;
            }
        }
        println!("{entries} carried out in {:.1?}", begun.elapsed());
    }
    compare_all(stores, "after the clearings").await
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    let [few, many] = SIZES;
    let stores = [log_of(few).await?, log_of(many).await?];
    compare_all(&stores, "without a clearing").await?;
    let old = LogFilter {
        to: Some(date(2026, 10, 10)),
        ..LogFilter::default()
    };
    clear(&stores, "a pending clearing of ten days", &old).await?;
    carry_out(&stores).await?;
    let channel = LogFilter {
        channel: Some("function-5".to_owned()),
        ..LogFilter::default()
    };
    clear(&stores, "a pending clearing of a channel", &channel).await?;
    for store in stores {
        let begun = Instant::now();
        let later = begin()? + SignedDuration::from_hours(24 * 30);
        let purged = store.purge(later, u64::MAX).await?;
        println!("{} purged in {:.1?}", purged.entries, begun.elapsed());
    }
    Ok(())
}
