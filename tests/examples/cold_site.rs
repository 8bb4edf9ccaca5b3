//! Measures the first list and the first search of a process without a read model, in time and memory: from
//! the whole change log, and from a snapshot. Store and blobs are those of a data folder, in the same process.
//!
//! ```sh
//! cargo run --release -p pauta-tests --features measure --example generate_site -- --posts 10000 --data-dir site-10000
//! cargo run --release -p pauta-tests --features measure --example cold_site -- site-10000
//! ```
//!
//! Then the same with a snapshot in the first format, as during the deployment of a new version, and the conversion of that
//! snapshot: it passes all steps, those of later formats fewer. The program ends with an error when a process that has a
//! snapshot reads entries of the log, but for the texts that changed since their part of the snapshot was made.
//!
//! Each figure is the median of five processes (of two where the log is read whole); the table is written to
//! standard output. The folder must not be in use.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use axum::body::Body;
use http::Request;
use http_body_util::BodyExt;
use items::Condition;
use local::parts::{Data, Parts};
use local::site;
use pauta_tests::performance::questions::SEARCH;
use serde_json::Value;
use site_store::{SiteStore, Tenant};
use tower::ServiceExt;

#[path = "../../shared/site-store/tests/store/previous_format.rs"]
mod previous_format;

/// A measurement that a child process runs; it prints milliseconds, megabytes and entries of the log.
#[derive(Clone, Copy)]
enum Task {
    /// The first page of posts.
    List,
    /// The first page of posts, then a search.
    Search,
    /// Makes snapshots until one covers the whole log.
    Snapshot,
    /// Removes all snapshots.
    Forget,
    /// Replaces the snapshot by one in the first format.
    TurnBack,
}

const TASKS: [(&str, Task); 5] = [
    ("list", Task::List),
    ("search", Task::Search),
    ("snapshot", Task::Snapshot),
    ("forget", Task::Forget),
    ("turn-back", Task::TurnBack),
];

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let begun = Instant::now();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [folder] => report(Path::new(folder)),
        [folder, task] => {
            let (_, task) = TASKS.iter().find(|(name, _)| name == task).unwrap();
            perform(begun, PathBuf::from(folder), *task).await;
        }
        _ => {
            eprintln!("error: name one data folder");
            std::process::exit(2);
        }
    }
}

/// Peak resident memory, in MB.
fn peak_memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM"))
        .unwrap();
    let kilobytes: f64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    kilobytes * 1024.0 / 1e6
}

async fn perform(begun: Instant, folder: PathBuf, task: Task) {
    let nowhere = "http://localhost";
    let parts = Parts::new(&Data::Folder(folder), nowhere, nowhere)
        .await
        .unwrap();
    let opened = begun.elapsed();
    let (mut bytes, mut entries) = (0, 0);
    match task {
        Task::List => entries = first_page(&parts, "").await,
        Task::Search => entries = first_page(&parts, &format!("?{SEARCH}")).await,
        Task::Snapshot => bytes = snapshot(&store(&parts)).await,
        Task::Forget => {
            for (key, _) in previous_format::pointers(&parts.site_table).await {
                parts.site_table.delete(key, Condition::Any).await.unwrap();
            }
        }
        Task::TurnBack => {
            previous_format::turn_back(&parts.site_table, &*parts.site_blobs).await;
        }
    }
    let all = begun.elapsed();
    println!(
        "{} {} {} {bytes} {entries}",
        all.as_secs_f64() * 1e3,
        opened.as_secs_f64() * 1e3,
        peak_memory()
    );
}

fn store(parts: &Parts) -> SiteStore {
    site::records(parts).site(&Tenant::main()).unwrap()
}

/// Requests a page; returns the number of entries of the log that were read for it.
async fn first_page(parts: &Parts, query: &str) -> u64 {
    let request = Request::get(format!("/rest/core/v2/posts{query}"))
        .body(Body::empty())
        .unwrap();
    let sites = site::records(parts);
    let answer = site::assemble(parts, &sites)
        .oneshot(request)
        .await
        .unwrap();
    assert!(answer.status().is_success(), "{}", answer.status());
    let body = answer.into_body().collect().await.unwrap().to_bytes();
    let posts: Vec<Value> = serde_json::from_slice(&body).unwrap();
    assert!(!posts.is_empty(), "the site answers nothing to {query}");
    let store = sites.site(&Tenant::main()).unwrap();
    store.read_work().log_entries
}

/// Makes snapshots until one covers the whole log; returns the size of the last one's blobs in bytes.
async fn snapshot(store: &SiteStore) -> u64 {
    loop {
        let made = store.make_snapshot().await.unwrap().unwrap();
        eprintln!("{made:?}");
        if !made.more {
            return made.model_bytes + made.texts_bytes.unwrap_or_default();
        }
    }
}

/// The output of a child process.
#[derive(Clone, Copy)]
struct Figures {
    all: f64,
    opened: f64,
    memory: f64,
    bytes: f64,
    entries: f64,
}

fn figures(folder: &Path, task: &str, runs: usize) -> Figures {
    let mut all: Vec<Figures> = (0..runs).map(|_| run(folder, task)).collect();
    all.sort_by(|a, b| a.all.total_cmp(&b.all));
    all[runs / 2]
}

fn run(folder: &Path, task: &str) -> Figures {
    let output = Command::new(std::env::current_exe().unwrap())
        .arg(folder)
        .arg(task)
        .stderr(std::process::Stdio::inherit())
        .output()
        .unwrap();
    assert!(output.status.success(), "{task} failed");
    let text = String::from_utf8(output.stdout).unwrap();
    let numbers: Vec<f64> = text
        .split_whitespace()
        .map(|number| number.parse().unwrap())
        .collect();
    let [all, opened, memory, bytes, entries] = numbers[..] else {
        panic!("{text}");
    };
    Figures {
        all,
        opened,
        memory,
        bytes,
        entries,
    }
}

fn report(folder: &Path) {
    let row = |name: &str, figures: Figures| {
        println!(
            "| {name} | {:.0} | {:.0} | {:.0} | {:.0} |",
            figures.opened, figures.all, figures.memory, figures.entries
        );
    };
    // A snapshot keeps the texts of the former one until a twentieth of the items changed; a search reads those from the log.
    let from_snapshot = |name: &str, figures: Figures, most: f64| {
        row(name, figures);
        assert!(figures.entries <= most, "the snapshot was not used");
    };
    println!(
        "| {} | store open ms | answer ms | memory MB | log entries |",
        folder.display()
    );
    println!("|---|---|---|---|---|");
    run(folder, "forget");
    let whole = figures(folder, "list", 2);
    row("first list, log read whole", whole);
    let changed_texts = whole.entries / 20.0;
    let made = run(folder, "snapshot");
    from_snapshot(
        "first list, from a snapshot",
        figures(folder, "list", 5),
        0.0,
    );
    from_snapshot(
        "list and search, from a snapshot",
        figures(folder, "search", 5),
        changed_texts,
    );
    row("making the snapshot from the whole log", made);
    run(folder, "turn-back");
    from_snapshot(
        "first list, from a snapshot of the first format",
        figures(folder, "list", 5),
        0.0,
    );
    from_snapshot(
        "list and search, from a snapshot of the first format",
        figures(folder, "search", 5),
        changed_texts,
    );
    row(
        "making the snapshot from one of the first format",
        run(folder, "snapshot"),
    );
    println!("\nBytes of the snapshot: {:.1} MB", made.bytes / 1e6);
}
