//! Snapshots in each format that a release wrote, kept as files in `formats/`. Each was written by the code of its time
//! from [`sample_site`], but that of the first format, whose rows are those of the second without their sort keys. A
//! folder is never changed.
//!
//! A change of the format makes [`the_present_format_is_kept`] fail until its snapshot is kept too:
//!
//! ```sh
//! KEEP_FORMAT=1 cargo test -p site-store --test store -- the_present_format_is_kept
//! ```

use std::path::{Path, PathBuf};

use domain::site::Kind;
use items::Key;
use journal::{Change, Journal};
use ports::{Blob, Blobs};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use site_store::{ContentFilter, Freshness, OrderBy, Search, SiteStore, Tenant};

use crate::previous_format::{point, pointers};
use crate::sample_site::sample_site;
use crate::snapshots::view;
use crate::support::TestSite;

/// Variable that makes the test write the snapshot of the present format.
const KEEP: &str = "KEEP_FORMAT";

/// Stored form of an entry.
#[derive(Serialize, Deserialize)]
struct Stored {
    #[serde(with = "items::packed")]
    p: String,
}

fn formats() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/store/formats")
}

/// Folders of the kept formats.
fn kept() -> Vec<PathBuf> {
    let folders = std::fs::read_dir(formats()).unwrap();
    let mut folders: Vec<_> = folders.map(|one| one.unwrap().path()).collect();
    folders.sort();
    folders
}

fn json(file: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap()
}

fn name(latest: &Value, part: &str) -> String {
    let manifest = &latest["manifest"];
    let packed = match part {
        "model" => &manifest["model"],
        _ => &manifest["texts"]["packed"],
    };
    packed["blob"].as_str().unwrap().to_owned()
}

/// Site with nothing but a kept snapshot: its log is empty, so that reading it finds nothing.
async fn with_snapshot(folder: &Path) -> TestSite {
    let site = TestSite::empty().await;
    let latest = json(&folder.join("latest.json"));
    let format = latest["format"].as_str().unwrap();
    assert!(folder.ends_with(format));
    for part in ["model", "texts"] {
        let bytes = std::fs::read(folder.join(format!("{part}.zst"))).unwrap();
        let blob = Blob {
            bytes: bytes.into(),
            content_type: "application/zstd".to_owned(),
        };
        site.blobs.put(&name(&latest, part), blob).await.unwrap();
    }
    // The first format's key does not name it.
    let sort = match format {
        "34a1d0bb3a84b726" => "LATEST".to_owned(),
        other => format!("LATEST#{other}"),
    };
    point(&site.table, Key::new("main#SNAPSHOT", sort), &latest).await;
    site
}

/// Site with nothing but the log of a kept snapshot.
async fn with_log(folder: &Path) -> TestSite {
    let site = TestSite::empty().await;
    let journal = Journal::at(site.table.clone(), "main#LOG");
    let entries = json(&folder.join("log.json"));
    for (seq, changes) in (1..).zip(entries.as_array().unwrap()) {
        let stored = Stored {
            p: changes.to_string(),
        };
        let entry = journal.append(seq, stored).unwrap();
        site.table.transact(vec![entry]).await.unwrap();
    }
    site
}

/// A process that has just started.
async fn cold(site: &TestSite) -> SiteStore {
    let store = site.other_sites().site(&Tenant::main()).unwrap();
    site.table.meter().take();
    store.refresh(Freshness::Asked).await.unwrap();
    store
}

#[tokio::test]
async fn a_snapshot_of_each_format_is_read_without_the_log() {
    assert!(kept().len() > 1, "no earlier format is kept");
    for folder in kept() {
        let format = folder.display();
        let site = with_snapshot(&folder).await;
        let store = cold(&site).await;
        let usage = site.table.meter().take();
        // One query for the latest snapshots, one for the rest of the log.
        assert_eq!(usage.operations, [("Query", 2)].into(), "{format}");
        assert!(usage.read_units <= 2.0, "{format}: {usage:?}");
        assert_eq!(store.read_work().log_entries, 0, "{format}");
        let posts = store.list(&ContentFilter::all(Kind::Post)).await.unwrap();
        assert_eq!(
            (posts.items, posts.total),
            (vec![4, 3, 2, 1], 4),
            "{format}"
        );
        let by_title = ContentFilter {
            order_by: OrderBy::Title,
            ascending: true,
            ..ContentFilter::all(Kind::Post)
        };
        let titles = store.list(&by_title).await.unwrap().items;
        assert_eq!(titles, [3, 2, 1, 4], "{format}");
        let search = ContentFilter {
            search: Some(Search {
                text: "jardim dois".to_owned(),
                columns: Vec::new(),
                exact: false,
            }),
            ..ContentFilter::all(Kind::Post)
        };
        assert_eq!(store.list(&search).await.unwrap().items, [3, 2], "{format}");
        // The texts come from the snapshot, too.
        assert_eq!(store.read_work().log_entries, 0, "{format}");
    }
}

#[tokio::test]
async fn a_snapshot_of_each_format_equals_the_model_of_its_log() {
    for folder in kept() {
        let snapshot = with_snapshot(&folder).await;
        let snapshot = cold(&snapshot).await;
        let log = with_log(&folder).await;
        let log = cold(&log).await;
        assert_eq!(
            view(&snapshot).await,
            view(&log).await,
            "{}",
            folder.display()
        );
    }
}

/// Writes the snapshot and the log of a site.
async fn keep(site: &TestSite, latest: &Value, folder: &Path) {
    std::fs::create_dir_all(folder).unwrap();
    let write =
        |file: &str, value: String| std::fs::write(folder.join(file), value + "\n").unwrap();
    write("latest.json", serde_json::to_string_pretty(latest).unwrap());
    for part in ["model", "texts"] {
        let blob = site.blobs.get(&name(latest, part)).await.unwrap().unwrap();
        std::fs::write(folder.join(format!("{part}.zst")), blob.bytes).unwrap();
    }
    let journal = Journal::at(site.table.clone(), "main#LOG");
    let log: Vec<Change<Stored>> = journal.after(0).await.unwrap();
    let log: Vec<Value> = log
        .iter()
        .map(|entry| serde_json::from_str(&entry.what.p).unwrap())
        .collect();
    write("log.json", serde_json::to_string_pretty(&log).unwrap());
}

#[tokio::test]
async fn the_present_format_is_kept() {
    let site = sample_site().await;
    site.store.make_snapshot().await.unwrap().unwrap();
    let (_, latest) = pointers(&site.table).await.remove(0);
    let folder = formats().join(latest["format"].as_str().unwrap());
    if std::env::var_os(KEEP).is_some() && !folder.exists() {
        keep(&site, &latest, &folder).await;
    }
    assert!(
        folder.exists(),
        "the format has changed: keep a snapshot of it with {KEEP}=1, and those of earlier formats as they are"
    );
}
