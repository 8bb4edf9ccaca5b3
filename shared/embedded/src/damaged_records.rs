//! Records of a store's file that a damaged disk changed: each is restored from its copy in an index, or set aside, so that
//! queries, which read all rows of their range, go on without it.

use std::borrow::Cow;
use std::path::Path;

use dynoxide::{AttributeValue, Item};
use rusqlite::{Connection, OptionalExtension as _, Transaction, TransactionBehavior, params};

use crate::store_file::{StoreFault, open, open_unchanged};

/// Table of records that were set aside.
const ASIDE: &str = "CREATE TABLE IF NOT EXISTS _damaged_records (
    table_name TEXT NOT NULL, pk TEXT NOT NULL, sk TEXT NOT NULL, item_json BLOB NOT NULL,
    found_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
)";
/// Between the names of a table and of its index in the name of the index's rows.
const INDEX: &str = "::gsi::";

/// Attributes that are the keys of a record.
const KEYS: [&str; 2] = ["pk", "sk"];

/// A damaged record.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct DamagedRecord {
    /// Table.
    pub table: String,
    /// Partition key.
    pub pk: String,
    /// Sort key.
    pub sk: String,
    /// Whether an intact copy is in an index of the table, or, for an index, in the table.
    pub has_copy: bool,
}

/// Whether the engine can read the text of a record, and its keys are those of the row.
fn is_intact(text: &[u8], keys: [&str; 2]) -> bool {
    serde_json::from_slice::<Item>(text).is_ok_and(|item| {
        KEYS.iter().zip(keys).all(|(name, key)| {
            let own = item.get(*name).and_then(AttributeValue::to_key_string);
            own.is_none_or(|own| own == key)
        })
    })
}

/// Name of an SQLite table in a statement.
pub(crate) fn quoted(table: &str) -> String {
    format!("\"{}\"", table.replace('"', "\"\""))
}

/// Names of the tables with records, those of indexes included.
pub(crate) fn tables(connection: &Connection) -> Result<Vec<String>, StoreFault> {
    let mut statement = connection.prepare(
        "SELECT name FROM sqlite_schema AS t WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'
         AND EXISTS (SELECT 1 FROM pragma_table_info(t.name) WHERE name = 'item_json') ORDER BY name",
    )?;
    let names = statement.query_map([], |row| row.get(0))?;
    Ok(names.collect::<Result<_, _>>()?)
}

/// A damaged row and where it stands.
pub(crate) struct Row {
    /// Table of the row, or of the index it belongs to.
    table: String,
    /// SQLite table of the row.
    stored_in: String,
    rowid: i64,
    pk: String,
    sk: String,
    text: Vec<u8>,
}

/// The damaged rows of a table or index.
pub(crate) fn damaged_rows(
    connection: &Connection,
    stored_in: &str,
) -> Result<Vec<Row>, StoreFault> {
    let (table, keys) = match stored_in.split_once(INDEX) {
        Some((table, _)) => (table, "table_pk, table_sk"),
        None => (stored_in, "pk, sk"),
    };
    let mut statement = connection.prepare(&format!(
        "SELECT rowid, {keys}, CAST(item_json AS BLOB) FROM {}",
        quoted(stored_in)
    ))?;
    let mut rows = statement.query([])?;
    let mut damaged = Vec::new();
    while let Some(row) = rows.next()? {
        let text = row.get_ref(3)?.as_blob().unwrap_or_default();
        let key = |place| -> rusqlite::Result<Cow<'_, str>> {
            let bytes = row.get_ref(place)?.as_bytes().unwrap_or_default();
            Ok(String::from_utf8_lossy(bytes))
        };
        let (pk, sk) = (key(1)?, key(2)?);
        if !is_intact(text, [&pk, &sk]) {
            damaged.push(Row {
                table: table.to_owned(),
                stored_in: stored_in.to_owned(),
                rowid: row.get(0)?,
                pk: pk.into_owned(),
                sk: sk.into_owned(),
                text: text.to_owned(),
            });
        }
    }
    Ok(damaged)
}

/// An intact copy of the record of a row: in the table, or in an index of it. Indexes hold whole records.
fn intact_copy(
    connection: &Connection,
    tables: &[String],
    row: &Row,
) -> Result<Option<String>, StoreFault> {
    let index = format!("{}{INDEX}", row.table);
    for other in tables {
        let keys = if other == &row.table {
            "pk = ?1 AND sk = ?2"
        } else if other.starts_with(&index) {
            "table_pk = ?1 AND table_sk = ?2"
        } else {
            continue;
        };
        let statement = format!(
            "SELECT CAST(item_json AS BLOB) FROM {} WHERE {keys}",
            quoted(other)
        );
        let text: Option<Vec<u8>> = connection
            .query_row(&statement, params![row.pk, row.sk], |found| found.get(0))
            .optional()?;
        if let Some(text) = text.filter(|text| is_intact(text, [&row.pk, &row.sk])) {
            return Ok(String::from_utf8(text).ok());
        }
    }
    Ok(None)
}

/// Reads all records of a store that no other connection uses; returns the damaged ones.
///
/// # Errors
/// [`StoreFault`] when the file cannot be read.
pub fn find(file: &Path) -> Result<Vec<DamagedRecord>, StoreFault> {
    let connection = open_unchanged(file)?;
    let tables = tables(&connection)?;
    let mut found = Vec::new();
    for table in &tables {
        for row in damaged_rows(&connection, table)? {
            found.push(described(
                &row,
                intact_copy(&connection, &tables, &row)?.is_some(),
            ));
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// Records that were set aside, of a store that no other connection uses.
///
/// # Errors
/// [`StoreFault`] when the file cannot be read.
pub fn aside(file: &Path) -> Result<Vec<DamagedRecord>, StoreFault> {
    let connection = open_unchanged(file)?;
    if !has_aside(&connection)? {
        return Ok(Vec::new());
    }
    let mut statement =
        connection.prepare("SELECT table_name, pk, sk FROM _damaged_records ORDER BY rowid")?;
    let rows = statement.query_map([], |row| {
        Ok(DamagedRecord {
            table: row.get(0)?,
            pk: row.get(1)?,
            sk: row.get(2)?,
            has_copy: false,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Whether there is the table of records that were set aside.
pub(crate) fn has_aside(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row(
        "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '_damaged_records')",
        [],
        |row| row.get(0),
    )
}

fn described(row: &Row, has_copy: bool) -> DamagedRecord {
    DamagedRecord {
        table: row.table.clone(),
        pk: row.pk.clone(),
        sk: row.sk.clone(),
        has_copy,
    }
}

/// Restores each damaged record from its copy, or moves it into a table beside. Returns those that were damaged.
///
/// # Errors
/// [`StoreFault`] when the file cannot be read or written; the records are unchanged then.
pub(crate) fn set_aside(file: &Path) -> Result<Vec<DamagedRecord>, StoreFault> {
    let mut connection = open(file)?;
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let tables = tables(&change)?;
    let mut found = Vec::new();
    for table in &tables {
        for row in damaged_rows(&change, table)? {
            let copy = intact_copy(&change, &tables, &row)?;
            match &copy {
                Some(copy) => {
                    let statement = format!(
                        "UPDATE {} SET item_json = ?1 WHERE rowid = ?2",
                        quoted(&row.stored_in)
                    );
                    change.execute(&statement, params![copy, row.rowid])?;
                }
                None => move_aside(&change, &tables, &row)?,
            }
            found.push(described(&row, copy.is_some()));
        }
    }
    change.commit()?;
    Ok(found)
}

/// Moves a record of which no copy is intact, with its rows in the indexes, into the table beside.
fn move_aside(change: &Transaction<'_>, tables: &[String], row: &Row) -> Result<(), StoreFault> {
    change.execute_batch(ASIDE)?;
    change.execute(
        "INSERT INTO _damaged_records (table_name, pk, sk, item_json) VALUES (?1, ?2, ?3, ?4)",
        params![row.table, row.pk, row.sk, row.text],
    )?;
    let index = format!("{}{INDEX}", row.table);
    for table in tables {
        let statement = if table == &row.table {
            format!("DELETE FROM {} WHERE pk = ?1 AND sk = ?2", quoted(table))
        } else if table.starts_with(&index) {
            let table = quoted(table);
            format!("DELETE FROM {table} WHERE table_pk = ?1 AND table_sk = ?2")
        } else {
            continue;
        };
        change.execute(&statement, params![row.pk, row.sk])?;
    }
    // By its place too: the key can be what was damaged.
    let statement = format!("DELETE FROM {} WHERE rowid = ?1", quoted(&row.stored_in));
    change.execute(&statement, [row.rowid])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use items::{Condition, Entry, Key, Query, Table};

    use super::*;
    use crate::dynamo::Engine;

    /// A store with ten records that are also in an index, each once.
    async fn filled(file: &Path) -> (Engine, Table) {
        let engine = Engine::open(file).unwrap();
        let table = Table::new(engine.client(), "platform");
        table.create().await.unwrap();
        for number in 0..10_u64 {
            let key = Key::new("p", number.to_string());
            let entry = Entry::new(key, &number).unwrap();
            let entry = if number < 5 {
                entry.listed("LIST", number.to_string())
            } else {
                entry
            };
            table.put(entry, Condition::Absent).await.unwrap();
        }
        (engine, table)
    }

    /// Changes a byte of a record's text, as a disk does.
    fn damage(file: &Path, table: &str, place: &str, byte: &str) {
        let connection = Connection::open(file).unwrap();
        let statement = format!(
            "UPDATE {} SET item_json = CAST({byte} || substr(CAST(item_json AS BLOB), 2) AS TEXT) WHERE {place}",
            quoted(table)
        );
        assert!(connection.execute(&statement, []).unwrap() > 0);
    }

    async fn numbers(table: &Table) -> Vec<u64> {
        table.query(&Query::prefix("p", "")).await.unwrap()
    }

    #[tokio::test]
    async fn a_damaged_record_costs_that_record_only() {
        for byte in ["'x'", "x'ff'"] {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("store.db");
            let (engine, table) = filled(&file).await;
            damage(&file, "platform", "sk LIKE '%7'", byte);
            let listed = numbers(&table).await;
            assert_eq!(listed, [0, 1, 2, 3, 4, 5, 6, 8, 9], "{byte}");
            engine.sweep().unwrap();
            let aside: i64 = Connection::open(&file)
                .unwrap()
                .query_row("SELECT count(*) FROM _damaged_records", [], |row| {
                    row.get(0)
                })
                .unwrap();
            assert_eq!(aside, 1);
            drop(engine);
            let named = super::aside(&file).unwrap();
            assert_eq!(named.len(), 1);
            assert!(named[0].sk.ends_with('7'), "{named:?}");
            let table = Table::new(Engine::open(&file).unwrap().client(), "platform");
            // The key is free again.
            let entry = Entry::new(Key::new("p", "7"), &70_u64).unwrap();
            table.put(entry, Condition::Absent).await.unwrap();
            assert_eq!(numbers(&table).await.len(), 10);
        }
    }

    #[tokio::test]
    async fn a_record_that_was_set_aside_is_deleted_with_its_key_or_after_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("store.db");
        let (engine, table) = filled(&file).await;
        for number in [6, 7, 8] {
            damage(&file, "platform", &format!("sk LIKE '%{number}'"), "'x'");
        }
        engine.inspect().unwrap();
        let aside = || super::aside(&file).unwrap().len();
        assert_eq!(aside(), 3);
        table
            .delete(Key::new("p", "7"), Condition::Any)
            .await
            .unwrap();
        assert_eq!(aside(), 2);
        let writes = vec![items::Write::Delete(Key::new("p", "8"), Condition::Any)];
        table.transact(writes).await.unwrap();
        assert_eq!(aside(), 1);
        engine.clear_deleted().unwrap();
        assert_eq!(aside(), 1);
        let old = "UPDATE _damaged_records SET found_at = datetime('now', '-31 days')";
        Connection::open(&file).unwrap().execute(old, []).unwrap();
        engine.clear_deleted().unwrap();
        assert_eq!(aside(), 0);
    }

    #[tokio::test]
    async fn a_record_under_another_key_than_its_own_is_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("store.db");
        let (engine, _table) = filled(&file).await;
        let change = "UPDATE platform SET sk = 'S:x' WHERE sk = 'S:7'";
        Connection::open(&file)
            .unwrap()
            .execute(change, [])
            .unwrap();
        drop(engine);
        let found = find(&file).unwrap();
        assert_eq!((found.len(), found[0].sk.as_str()), (1, "S:x"));
    }

    #[tokio::test]
    async fn a_damaged_record_of_which_no_operation_tells_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("store.db");
        let (engine, table) = filled(&file).await;
        engine.inspect().unwrap();
        damage(&file, "platform", "sk LIKE '%7'", "'x'");
        let read = table.get::<u64>(&Key::new("p", "7")).await.unwrap();
        assert!(read.is_none());
        engine.inspect().unwrap();
        drop(engine);
        assert_eq!(super::aside(&file).unwrap().len(), 1);
    }

    #[tokio::test]
    async fn a_damaged_record_is_restored_from_its_copy() {
        for stored_in in ["platform", "platform::gsi::by_listing"] {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("store.db");
            let (_engine, table) = filled(&file).await;
            let place = if stored_in == "platform" {
                "sk LIKE '%3'"
            } else {
                "table_sk LIKE '%3'"
            };
            damage(&file, stored_in, place, "'x'");
            let found = find(&file).unwrap();
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(found[0].has_copy);
            assert_eq!(numbers(&table).await.len(), 10);
            let listed: Vec<u64> = table.query(&Query::listed("LIST")).await.unwrap();
            assert_eq!(listed, [0, 1, 2, 3, 4]);
            assert_eq!(find(&file).unwrap(), []);
        }
    }
}
