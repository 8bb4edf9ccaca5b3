//! A system with a data folder, and the search of all that it stores.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use aws_sdk_dynamodb::types::AttributeValue;
use embedded::clock::SystemClock;
use local::work::{Workers, erase_mails_now};
use pauta_tests::app::TestApp;
use pauta_tests::canaries::{of_table, records_of};
use ports::Clock as _;
use site_mail::SiteMails;
use site_store::Tenant;

/// Beginning of every canary.
pub const MARK: &str = "zq7canary";
/// Address of the visitors' network. It is searched as a canary.
pub const ADDRESS: &str = "203.0.113.77";

/// A canary. It is one word in lower case, which stays as it is in slugs, logins and file names.
pub fn canary(name: &str) -> String {
    format!("{MARK}{name}")
}

pub fn email(name: &str) -> String {
    format!("{MARK}{name}@example.com")
}

/// A system in a data folder.
pub struct Erasing {
    pub app: TestApp,
    pub folder: PathBuf,
    pub workers: Workers,
}

impl Erasing {
    /// A system in `folder`, whose ticks run when the test says so.
    pub async fn start(folder: PathBuf) -> Self {
        let app = TestApp::in_folder(&folder, |parts| parts.sleeper = Arc::new(SystemClock)).await;
        let workers = Workers::of(&app.parts, &local::site::records(&app.parts));
        Self {
            app,
            folder,
            workers,
        }
    }

    /// Everything that is stored, by its place.
    pub async fn everything(&self) -> Vec<(String, Vec<u8>)> {
        self.app.parts.engine.clear_deleted().unwrap();
        let mut all = Vec::new();
        for file in files(&self.folder) {
            let bytes = std::fs::read(&file).unwrap();
            let place = file
                .strip_prefix(&self.folder)
                .unwrap()
                .display()
                .to_string();
            if let Ok(plain) = zstd::decode_all(&bytes[..]) {
                all.push((format!("{place}, decompressed"), plain));
            }
            all.push((place.clone(), place.into_bytes()));
            all.push((file.display().to_string(), bytes));
        }
        for table in TABLES {
            for piece in of_table(&self.app, table).await {
                all.push((piece.place, piece.bytes));
            }
        }
        all
    }

    /// The places of each canary.
    pub async fn found(&self) -> BTreeSet<(String, String)> {
        let mut found = BTreeSet::new();
        for (place, bytes) in self.everything().await {
            let text = String::from_utf8_lossy(&bytes).to_lowercase();
            if text.contains(ADDRESS) {
                found.insert((ADDRESS.to_owned(), place.clone()));
            }
            for (at, _) in text.match_indices(MARK) {
                let word = text.get(at..).unwrap_or_default();
                let end = word.find(|c: char| !c.is_ascii_alphanumeric());
                let word = word.get(..end.unwrap_or(word.len())).unwrap_or_default();
                found.insert((word.to_owned(), place.clone()));
            }
        }
        found
    }

    /// Runs what the local run does every minute and every hour.
    pub async fn work(&self) {
        site_tick::run(&self.workers.site).await.unwrap();
        publishing_tick::run(&self.workers.publishing)
            .await
            .unwrap();
        let mails = SiteMails::new(self.workers.site.parts.clone(), Tenant::main());
        erase_mails_now(&self.app.parts.outbox, &mails)
            .await
            .unwrap();
    }

    /// Deletes the records whose time has passed, as the store does.
    pub async fn expire(&self) {
        let now = self.app.clock.now().as_second();
        let client = self.app.parts.engine.client();
        for table in TABLES {
            for record in records_of(&self.app, table).await {
                if record.expires_at.is_some_and(|at| at <= now) {
                    let delete = client.delete_item().table_name(table);
                    let delete = delete.key("pk", AttributeValue::S(record.pk));
                    let delete = delete.key("sk", AttributeValue::S(record.sk));
                    delete.send().await.unwrap();
                }
            }
        }
    }
}

/// The tables.
pub const TABLES: [&str; 3] = ["platform", "site", "log"];

/// All files below a folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(files(&path));
        } else {
            all.push(path);
        }
    }
    all
}
