//! Snapshots in the format of the previous release.

use std::io::Read;

use items::{Condition, Entry, Key, Query, Table};
use ports::{Blob, Blobs};
use rusqlite::Connection;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Tables of the previous release's read model.
const TABLES: &str = "
    CREATE TABLE content (
        id INTEGER PRIMARY KEY,
        seq INTEGER NOT NULL,
        kind TEXT NOT NULL,
        status TEXT NOT NULL,
        slug TEXT NOT NULL,
        date TEXT NOT NULL,
        modified TEXT NOT NULL,
        author INTEGER NOT NULL,
        parent INTEGER NOT NULL,
        menu_order INTEGER NOT NULL,
        featured INTEGER NOT NULL,
        sticky INTEGER NOT NULL,
        protected INTEGER NOT NULL,
        format TEXT NOT NULL,
        mime TEXT,
        file TEXT,
        title TEXT NOT NULL,
        target INTEGER NOT NULL,
        target_term INTEGER NOT NULL
    );
    CREATE INDEX content_by_date ON content (kind, status, date, id);
    CREATE INDEX content_by_modified ON content (kind, status, modified, id);
    CREATE INDEX content_by_slug ON content (slug);
    CREATE INDEX content_by_author ON content (author, kind, status);
    CREATE INDEX content_by_parent ON content (parent);
    CREATE INDEX content_by_featured ON content (featured) WHERE featured <> 0;
    CREATE INDEX content_by_file ON content (file) WHERE file IS NOT NULL;
    CREATE INDEX content_sticky ON content (kind, date) WHERE sticky = 1;
    CREATE TABLE content_term (
        term INTEGER NOT NULL,
        content INTEGER NOT NULL,
        taxonomy TEXT NOT NULL,
        PRIMARY KEY (term, content)
    ) WITHOUT ROWID;
    CREATE INDEX content_term_by_content ON content_term (content);
";
/// Tables of its texts.
const TEXTS: &str = "
    CREATE TABLE texts.text (
        id INTEGER PRIMARY KEY,
        excerpt TEXT NOT NULL,
        content TEXT NOT NULL
    );
    CREATE TABLE texts.ungrammed (id INTEGER PRIMARY KEY);
    CREATE VIRTUAL TABLE texts.grams USING fts5(
        body, content='', contentless_delete=1, detail=none,
        tokenize='trigram case_sensitive 1'
    );
";
const VERSION: u32 = 1;

/// Copies the present rows into the previous tables.
const ROWS: &str = "
    INSERT INTO main.content SELECT id, seq, kind, status, slug, date, modified, author, parent,
        menu_order, featured, sticky, protected, format, mime, file, title, target, target_term
        FROM present.content;
    INSERT INTO main.content_term SELECT term, content, taxonomy FROM present.content_term;
";

/// Name of the previous format.
pub fn form() -> String {
    let digest = Sha256::new()
        .chain_update(VERSION.to_le_bytes())
        .chain_update(TABLES)
        .chain_update(TEXTS)
        .finalize();
    hex::encode(&digest[..8])
}

/// Key of the previous release's snapshot.
pub fn key() -> Key {
    Key::new("main#SNAPSHOT", "LATEST")
}

/// Table items of the latest snapshots.
pub async fn pointers(table: &Table) -> Vec<(Key, Value)> {
    let query = Query::prefix("main#SNAPSHOT", "LATEST");
    let found: Vec<Value> = table.query(&query).await.unwrap();
    let named = found.into_iter().map(|one| {
        let format = one["format"].as_str().unwrap();
        let sort = match format {
            first if first == form() => "LATEST".to_owned(),
            other => format!("LATEST#{other}"),
        };
        (Key::new("main#SNAPSHOT", sort), one)
    });
    named.collect()
}

/// Writes such an item as the store writes it.
pub async fn point(table: &Table, key: Key, latest: &Value) {
    let entry = Entry::new(key, latest)
        .unwrap()
        .revision(latest["revision"].as_u64().unwrap())
        .listed("SITE_SNAPSHOTS", "main");
    table.put(entry, Condition::Any).await.unwrap();
}

/// Maps and database pages of a snapshot's blob.
pub fn parts(packed: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let mut plain = zstd::Decoder::new(packed).unwrap();
    let mut part = || {
        let mut length = [0; 8];
        plain.read_exact(&mut length).unwrap();
        let mut bytes = vec![0; usize::try_from(u64::from_le_bytes(length)).unwrap()];
        plain.read_exact(&mut bytes).unwrap();
        bytes
    };
    (part(), part())
}

/// Replaces the only snapshot, in the present format, by one in the previous format: the state when a new
/// release is deployed.
pub async fn turn_back(table: &Table, blobs: &dyn Blobs) {
    let mut found = pointers(table).await;
    let (present_key, mut latest) = found.pop().unwrap();
    assert!(found.is_empty() && present_key != key());
    let image = latest["manifest"]["model"]["blob"]
        .as_str()
        .unwrap()
        .to_owned();
    let packed = blobs.get(&image).await.unwrap().unwrap().bytes;
    let (maps, pages) = parts(&packed);

    let mut connection = Connection::open_in_memory().unwrap();
    connection.execute_batch(TABLES).unwrap();
    connection
        .execute_batch("ATTACH ':memory:' AS present")
        .unwrap();
    connection
        .deserialize_read_exact("present", &pages[..], pages.len(), false)
        .unwrap();
    connection.execute_batch(ROWS).unwrap();
    let pages = connection.serialize("main").unwrap();

    let mut plain = Vec::new();
    for part in [&maps[..], &pages[..]] {
        plain.extend((part.len() as u64).to_le_bytes());
        plain.extend(part);
    }
    let packed = zstd::encode_all(&plain[..], 3).unwrap();
    let name = "snapshots/main/previous";
    latest["manifest"]["model"] = serde_json::json!({
        "blob": name, "length": packed.len(), "sha256": hex::encode(Sha256::digest(&packed)),
    });
    let blob = Blob {
        bytes: packed.into(),
        content_type: "application/zstd".to_owned(),
    };
    blobs.put(name, blob).await.unwrap();
    blobs.delete(&image).await.unwrap();
    latest["manifest"]["texts"]
        .as_object_mut()
        .unwrap()
        .remove("form");
    latest.as_object_mut().unwrap().remove("since");
    latest["format"] = form().into();
    let texts = latest["manifest"]["texts"]["packed"]["blob"].clone();
    latest["blobs"] = serde_json::json!([name, texts]);
    table.delete(present_key, Condition::Any).await.unwrap();
    point(table, key(), &latest).await;
}
