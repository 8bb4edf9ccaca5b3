//! Measures requests while 10,000 entries a minute arrive in the central log, beside requests without them, and counts
//! the stored entries. Prints a Markdown table.
//!
//! `cargo run --release -p pauta-tests --features measure --example log_storm -- --only site`

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};
use embedded::clock::SystemClock;
use http::Method;
use local::daily_files::DailyFiles;
use local::logs;
use local::parts::Data;
use local::system::{Options, System};
use log_store::{LogFilter, LogStore};
use pauta_tests::performance::load::{Ask, Found, load};
use serde_json::Value;
use tokio::runtime::{Builder, Handle};

/// Entries of a storm in a minute.
const A_MINUTE: u32 = 10_000;

/// The halves of the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    Platform,
    Site,
}

#[derive(Debug, Parser)]
struct Arguments {
    /// Rounds; each measures a request once without and once with a storm, in turn as the first. An odd number has a
    /// median of its own.
    #[arg(long, default_value_t = 21)]
    rounds: usize,
    /// Duration of each measurement, in seconds.
    #[arg(long, default_value_t = 3)]
    seconds: u64,
    /// Measures one half of the system only; the other one in another run.
    #[arg(long)]
    only: Option<Part>,
}

/// Logs entries at the rate of a storm while it is on: nine of ten are repetitions.
fn storm(on: &AtomicBool, over: &Receiver<()>, logged: &AtomicU64) {
    let pause = Duration::from_secs(60) / A_MINUTE;
    let mut next = Instant::now();
    loop {
        next = Instant::now().max(next + pause);
        let wait = next.saturating_duration_since(Instant::now());
        if over.recv_timeout(wait) != Err(RecvTimeoutError::Timeout) {
            return;
        }
        if !on.load(Ordering::Relaxed) {
            continue;
        }
        let number = logged.fetch_add(1, Ordering::Relaxed);
        match number % 10 {
            0 => tracing::error!(target: "hosts", number, "host {number} did not answer"),
            kind => {
                tracing::warn!(target: "publication", kind, number, "step {kind} will be retried")
            }
        }
    }
}

/// The sum of the counts of all entries of the two channels of the storm.
async fn stored(log: &LogStore) -> u64 {
    let mut sum = 0;
    for channel in ["hosts", "publication"] {
        let filter = LogFilter {
            channel: Some(channel.to_owned()),
            ..LogFilter::default()
        };
        let mut seen = 0;
        loop {
            let page = log.list(&filter, seen, 100).await.unwrap();
            sum += page.entries.iter().map(|entry| entry.count).sum::<u64>();
            seen += page.entries.len() as u64;
            if page.entries.is_empty() {
                break;
            }
        }
    }
    sum
}

/// A request: where it goes, and its path with a number.
#[derive(Clone, Copy)]
struct Kind {
    part: Part,
    name: &'static str,
    to: SocketAddr,
    path: &'static str,
}

async fn measure(kind: Kind, seconds: u64, clients: &Handle) -> Found {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let begin = NEXT.fetch_add(10_000_000, Ordering::Relaxed);
    let ask = move |number: u64| Ask {
        method: Method::GET,
        address: kind.path.replace("{}", &(begin + number).to_string()),
        body: Value::Null,
        login: None,
    };
    let lasting = Duration::from_secs(seconds);
    let running = clients.spawn(load(kind.to, 2, lasting, ask));
    running.await.unwrap()
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Measures one request without and with a storm, and prints the medians and by how much the storm changes them.
async fn compare(kind: Kind, arguments: &Arguments, on: &AtomicBool, clients: &Handle) {
    let mut found: [[Vec<f64>; 4]; 2] = Default::default();
    let mut shares = Vec::new();
    for round in 0..arguments.rounds {
        let mut rates = [0.0; 2];
        // In turn, so that a machine that becomes slower or faster does not favour one of them.
        for place in [round % 2, 1 - round % 2] {
            on.store(place == 1, Ordering::Relaxed);
            let one = measure(kind, arguments.seconds, clients).await;
            rates[place] = one.per_second();
            let [rate, p50, p95, p99] = &mut found[place];
            rate.push(one.per_second());
            p50.push(one.quantile(0.5));
            p95.push(one.quantile(0.95));
            p99.push(one.quantile(0.99));
        }
        shares.push(rates[1] / rates[0]);
    }
    on.store(false, Ordering::Relaxed);
    for (what, columns) in ["quiet", "storm"].into_iter().zip(&mut found) {
        let [rate, p50, p95, p99] = columns.each_mut().map(|values| median(values));
        println!(
            "| {} | {what} | {rate:.0} | {p50:.3} | {p95:.3} | {p99:.3} |",
            kind.name
        );
    }
    println!(
        "| {} | storm / quiet of a round | {:.3} | | | |",
        kind.name,
        median(&mut shares)
    );
}

async fn run(arguments: Arguments, clients: Handle) {
    let folder = tempfile::tempdir().unwrap();
    let clock = Arc::new(SystemClock);
    let files = DailyFiles::new(folder.path().join("logs"), jiff::tz::TimeZone::UTC, clock);
    let collector = logs::start(Some(files.unwrap()));
    let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
    let mut system = System::prepare(Options {
        platform: anywhere,
        site: anywhere,
        host_names: Vec::new(),
        data: Data::Folder(folder.path().to_owned()),
    })
    .await
    .unwrap();
    system.write_log(collector);
    system.serve().unwrap();
    let address = |url: &str| url.trim_start_matches("http://").parse().unwrap();
    let kinds = [
        Kind {
            part: Part::Platform,
            name: "platform: health",
            to: address(system.platform_url()),
            path: "/api/v1/health?n={}",
        },
        Kind {
            part: Part::Site,
            name: "site: list, not cached",
            to: address(system.site_url()),
            path: "/rest/core/v2/posts?search={}",
        },
    ];
    let (end, over) = channel();
    let (on, logged) = (
        Arc::new(AtomicBool::default()),
        Arc::new(AtomicU64::default()),
    );
    let storming = std::thread::spawn({
        let (on, logged) = (on.clone(), logged.clone());
        move || storm(&on, &over, &logged)
    });
    println!("| request | | per second | p50 ms | p95 ms | p99 ms |\n|---|---|---|---|---|---|");
    let wanted = |kind: &Kind| arguments.only.is_none_or(|part| part == kind.part);
    for kind in kinds.into_iter().filter(wanted) {
        compare(kind, &arguments, &on, &clients).await;
    }
    end.send(()).unwrap();
    storming.join().unwrap();
    let log = system.parts().logs.clone();
    system.stop().await;
    let (logged, stored) = (logged.load(Ordering::Relaxed), stored(&log).await);
    println!("\n{logged} entries logged, {stored} counted in the central log");
    assert_eq!(logged, stored);
}

fn main() {
    let arguments = Arguments::parse();
    let servers = Builder::new_multi_thread().enable_all().build().unwrap();
    let clients = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    servers.block_on(run(arguments, clients.handle().clone()));
    clients.shutdown_background();
    servers.shutdown_background();
}
