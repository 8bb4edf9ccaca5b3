//! The number of the last acknowledged writes, in the store and in a file beside it. A start compares the two: a store whose
//! number is lower lacks writes, as when its write-ahead log was deleted or an older copy was put in its place.
//!
//! The file is written after each transaction and before its answers, and is not synced: it survives a killed process, and after
//! a power cut it is at most older than the store, which was synced before. It is made whole before the first write, and always
//! has the same length, so that one of another form is damaged. Without the file, as in a restored backup, nothing is compared.

use std::fs::{self, File};
use std::io::{Error, ErrorKind, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use durable_files::Readers;
use dynoxide::DynoxideError;
use jiff::Timestamp;
use ports::Clock as _;
use rusqlite::OptionalExtension as _;
use serde_json::{Value, json};

use crate::clock::SystemClock;
use crate::store_file::{StoreFault, beside, open_unchanged};

/// Table of the number.
const TABLE: &str = "acknowledged";
/// Its only record.
const RECORD: &str = "LAST";
/// Added to the name of the store's file.
const SUFFIX: &str = "-acknowledged";
/// Added to the name of the store's file for the file that is being made.
const UNFINISHED: &str = "-acknowledged.part";

/// Acknowledged writes that a store lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingWrites {
    /// The last ones.
    Last {
        /// Their number.
        count: u64,
        /// When the last one was acknowledged.
        until: Timestamp,
    },
    /// It cannot be known, as the file with the number of the last one is damaged.
    Unknown,
}

/// The number and the instant in the file beside the store.
enum Noted {
    Last(u64, Timestamp),
    Damaged,
    NoFile,
}

/// The content of the file.
fn line(number: u64, now: Timestamp) -> String {
    let now = now.to_string();
    format!("{number:020} {now:<30}\n")
}

fn noted(store: &Path) -> Result<Noted, Error> {
    let bytes = match fs::read(beside(store, SUFFIX)) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Noted::NoFile),
        Err(error) => return Err(error),
    };
    let read = || {
        let text = std::str::from_utf8(&bytes).ok()?;
        let (number, instant) = text.split_once(' ')?;
        let (number, instant) = (number.parse().ok()?, instant.trim_end().parse().ok()?);
        (text == line(number, instant)).then_some(Noted::Last(number, instant))
    };
    Ok(read().unwrap_or(Noted::Damaged))
}

/// The acknowledged writes that the store in `store`, which no other connection uses, lacks.
///
/// # Errors
/// [`StoreFault`] when store or file cannot be read.
pub fn missing(store: &Path) -> Result<Option<MissingWrites>, StoreFault> {
    let noted = noted(store).map_err(|error| StoreFault::Unreadable(error.to_string()))?;
    let (number, until) = match noted {
        Noted::Last(number, until) => (number, until),
        Noted::Damaged => return Ok(Some(MissingWrites::Unknown)),
        Noted::NoFile => return Ok(None),
    };
    let connection = open_unchanged(store)?;
    let is_there: bool = connection.query_row(
        "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1)",
        [TABLE],
        |row| row.get(0),
    )?;
    let stored: Option<u64> = if is_there {
        let statement = format!(
            "SELECT CAST(json_extract(item_json, '$.n.N') AS INTEGER) FROM {TABLE} WHERE pk LIKE '%{RECORD}'"
        );
        let stored = connection.query_row(&statement, [], |row| row.get::<_, i64>(0));
        stored
            .optional()?
            .and_then(|stored| u64::try_from(stored).ok())
    } else {
        None
    };
    let count = number.saturating_sub(stored.unwrap_or_default());
    Ok((count > 0).then_some(MissingWrites::Last { count, until }))
}

/// Forgets what was acknowledged: the store is taken as it is.
///
/// # Errors
/// Errors of the file system.
pub fn forget(store: &Path) -> Result<(), Error> {
    durable_files::remove_if_there(&beside(store, SUFFIX))
}

/// Counts the writes of a store.
pub(crate) struct Acknowledged {
    last: u64,
    file: File,
}

impl Acknowledged {
    /// Reads the number of the store in `store`, whose operations `perform` performs, and makes its table and the file beside it
    /// where there are none.
    pub(crate) fn open(
        store: &Path,
        perform: impl Fn(&str, &[u8]) -> Result<Vec<u8>, DynoxideError>,
    ) -> Result<Self, Error> {
        let table = json!({
            "TableName": TABLE, "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
        });
        match perform("CreateTable", table.to_string().as_bytes()) {
            Ok(_) | Err(DynoxideError::ResourceInUseException(_)) => {}
            Err(error) => return Err(Error::other(error.to_string())),
        }
        let asked = json!({"TableName": TABLE, "Key": {"pk": {"S": RECORD}}}).to_string();
        let found = perform("GetItem", asked.as_bytes())
            .map_err(|error| Error::other(error.to_string()))?;
        let found: Value = serde_json::from_slice(&found)?;
        let last = found
            .pointer("/Item/n/N")
            .and_then(Value::as_str)
            .and_then(|number| number.parse().ok())
            .unwrap_or_default();
        let path = beside(store, SUFFIX);
        if !matches!(noted(store)?, Noted::Last(..)) {
            let unfinished = beside(store, UNFINISHED);
            durable_files::remove_if_there(&unfinished)?;
            let line = line(last, SystemClock.now());
            durable_files::put(&path, unfinished, Readers::Owner, |file| {
                file.write_all(line.as_bytes())
            })?;
        }
        let file = File::options().write(true).open(path)?;
        let mut acknowledged = Self { last, file };
        acknowledged.note()?;
        Ok(acknowledged)
    }

    /// The write that numbers `count` writes of the same transaction.
    pub(crate) fn write(&self, count: usize) -> Value {
        let number = self.last.saturating_add(count as u64).to_string();
        json!({"Put": {"TableName": TABLE, "Item": {"pk": {"S": RECORD}, "n": {"N": number}}}})
    }

    /// Notes that `count` writes are stored, with the number of [`Self::write`].
    pub(crate) fn stored(&mut self, count: usize) {
        self.last = self.last.saturating_add(count as u64);
        if let Err(error) = self.note() {
            tracing::error!(target: "store", %error, "the number of the last write was not noted beside the store");
        }
    }

    /// Overwrites the file, which has the same length each time.
    fn note(&mut self) -> Result<(), Error> {
        let line = line(self.last, SystemClock.now());
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(line.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use items::{Condition, Entry, Key, Table};

    use super::*;
    use crate::dynamo::Engine;

    async fn write(store: &Path, keys: std::ops::Range<u64>) {
        let engine = Engine::open(store).unwrap();
        let table = Table::new(engine.client(), "platform");
        table.create().await.unwrap();
        for key in keys {
            let entry = Entry::new(Key::new("p", key.to_string()), &key).unwrap();
            table.put(entry, Condition::Absent).await.unwrap();
        }
    }

    #[tokio::test]
    async fn a_store_that_lacks_acknowledged_writes_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("store.db");
        let earlier = folder.path().join("earlier.db");
        write(&store, 0..3).await;
        assert_eq!(missing(&store).unwrap(), None);
        fs::copy(&store, &earlier).unwrap();
        write(&store, 3..8).await;
        assert_eq!(missing(&store).unwrap(), None);
        fs::copy(&earlier, &store).unwrap();
        let lacking = missing(&store).unwrap();
        assert!(
            matches!(lacking, Some(MissingWrites::Last { count: 5, .. })),
            "{lacking:?}"
        );
        forget(&store).unwrap();
        assert_eq!(missing(&store).unwrap(), None);
        write(&store, 3..4).await;
        assert_eq!(missing(&store).unwrap(), None);
    }

    #[tokio::test]
    async fn a_damaged_file_is_found_and_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("store.db");
        write(&store, 0..3).await;
        let path = beside(&store, SUFFIX);
        let whole = fs::read_to_string(&path).unwrap();
        let longer = format!("{whole}\n");
        for text in [
            "",
            "\0\0\0",
            "99",
            "99 yesterday",
            "x 2026-11-29T10:00:00Z",
            whole.trim_end(),
            &whole[..30],
            &longer,
        ] {
            fs::write(&path, text).unwrap();
            assert_eq!(
                missing(&store).unwrap(),
                Some(MissingWrites::Unknown),
                "{text:?}"
            );
        }
        fs::write(&path, [0xff; 52]).unwrap();
        assert_eq!(missing(&store).unwrap(), Some(MissingWrites::Unknown));
        write(&store, 3..4).await;
        assert_eq!(missing(&store).unwrap(), None);
        fs::remove_file(&path).unwrap();
        assert_eq!(missing(&store).unwrap(), None);
    }
}
