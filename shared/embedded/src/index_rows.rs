//! Compares the rows of the engine's indexes with the records of their tables: a record that an index lacks is in no list, and one
//! that only an index has is in a list for good.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use crate::damaged_records::quoted;
use crate::store_file::{StoreFault, open_unchanged};

/// The indexes of each table, with the attributes that are their keys (`items::Table::create`).
const INDEXES: [(&str, [&str; 2]); 2] = [
    ("by_listing", ["gsi1pk", "gsi1sk"]),
    ("by_due", ["due_kind", "due_at"]),
];

/// A record that an index has otherwise than its table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct IndexRow {
    /// Table and index.
    pub index: String,
    /// Partition key of the record.
    pub pk: String,
    /// Sort key of the record.
    pub sk: String,
}

/// An index, and the statements about it.
struct Index {
    name: String,
    /// The rows that the index should have: its keys, and those of the record.
    expected: String,
    /// The rows that it has.
    found: String,
    table: String,
}

/// The indexes of all tables of a store.
fn indexes(connection: &Connection) -> Result<Vec<Index>, StoreFault> {
    let mut statement = connection.prepare("SELECT table_name FROM _tables ORDER BY table_name")?;
    let tables = statement.query_map([], |row| row.get::<_, String>(0))?;
    let mut indexes = Vec::new();
    for table in tables {
        let table = table?;
        for (index, [hash, range]) in INDEXES {
            let name = format!("{table}::gsi::{index}");
            let is_there: bool = connection.query_row(
                "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1)",
                [&name],
                |row| row.get(0),
            )?;
            if !is_there {
                continue;
            }
            let text = |attribute| format!("json_extract(item_json, '$.{attribute}.S')");
            let (hash, range) = (text(hash), text(range));
            indexes.push(Index {
                expected: format!(
                    "SELECT 'S:' || {hash} AS one, 'S:' || {range} AS two, pk, sk FROM {}
                     WHERE json_valid(item_json) AND {hash} IS NOT NULL AND {range} IS NOT NULL",
                    quoted(&table)
                ),
                found: format!(
                    "SELECT gsi_pk AS one, gsi_sk AS two, table_pk AS pk, table_sk AS sk FROM {}",
                    quoted(&name)
                ),
                name,
                table: table.clone(),
            });
        }
    }
    Ok(indexes)
}

/// The records that an index has otherwise than its table.
fn differing_in(connection: &Connection, index: &Index) -> Result<Vec<IndexRow>, StoreFault> {
    let Index {
        name,
        expected,
        found,
        ..
    } = index;
    let mut statement = connection.prepare(&format!(
        "SELECT pk, sk FROM (SELECT * FROM ({expected}) EXCEPT SELECT * FROM ({found}))
         UNION SELECT pk, sk FROM (SELECT * FROM ({found}) EXCEPT SELECT * FROM ({expected}))"
    ))?;
    let rows = statement.query_map([], |row| {
        Ok(IndexRow {
            index: name.clone(),
            pk: row.get(0)?,
            sk: row.get(1)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Compares all indexes of a store that no other connection uses with their tables.
///
/// # Errors
/// [`StoreFault`] when the file cannot be read.
pub fn differing(file: &Path) -> Result<Vec<IndexRow>, StoreFault> {
    let connection = open_unchanged(file)?;
    let mut found = Vec::new();
    for index in indexes(&connection)? {
        found.extend(differing_in(&connection, &index)?);
    }
    Ok(found)
}

/// Gives each index the rows of its table. Returns the records that it had otherwise.
///
/// # Errors
/// [`StoreFault`] when the file cannot be read or written; the indexes are unchanged then.
pub(crate) fn repair(connection: &mut Connection) -> Result<Vec<IndexRow>, StoreFault> {
    let mut corrected = Vec::new();
    for index in indexes(connection)? {
        if differing_in(connection, &index)?.is_empty() {
            continue;
        }
        let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Others may have written since.
        for row in differing_in(&change, &index)? {
            let keys = [&row.pk, &row.sk];
            let (name, table) = (quoted(&index.name), quoted(&index.table));
            change.execute(
                &format!("DELETE FROM {name} WHERE table_pk = ?1 AND table_sk = ?2"),
                keys,
            )?;
            change.execute(
                &format!(
                    "INSERT INTO {name} (gsi_pk, gsi_sk, table_pk, table_sk, item_json)
                     SELECT one, two, pk, sk, (SELECT item_json FROM {table} AS record WHERE record.pk = ?1 AND record.sk = ?2)
                     FROM ({}) WHERE pk = ?1 AND sk = ?2",
                    index.expected
                ),
                keys,
            )?;
            corrected.push(row);
        }
        change.commit()?;
    }
    Ok(corrected)
}

#[cfg(test)]
mod tests {
    use items::{Condition, Entry, Key, Query, Table};

    use super::*;
    use crate::dynamo::Engine;

    #[tokio::test]
    async fn an_index_is_corrected_by_its_table() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("store.db");
        let engine = Engine::open(&file).unwrap();
        let table = Table::new(engine.client(), "platform");
        table.create().await.unwrap();
        for number in 0..6_u64 {
            let entry = Entry::new(Key::new("p", number.to_string()), &number).unwrap();
            let entry = if number < 4 {
                entry.listed("LIST", number.to_string()).due("KIND", 7)
            } else {
                entry
            };
            table.put(entry, Condition::Absent).await.unwrap();
        }
        assert_eq!(differing(&file).unwrap(), []);
        let damage =
            "UPDATE \"platform::gsi::by_listing\" SET gsi_pk = 'S:LISU' WHERE table_sk = 'S:1';
            UPDATE \"platform::gsi::by_listing\" SET table_sk = 'S:x' WHERE table_sk = 'S:2';
            DELETE FROM \"platform::gsi::by_due\" WHERE table_sk = 'S:3'";
        Connection::open(&file)
            .unwrap()
            .execute_batch(damage)
            .unwrap();
        let keys: Vec<String> = differing(&file)
            .unwrap()
            .into_iter()
            .map(|row| row.sk)
            .collect();
        assert_eq!(keys, ["S:1", "S:2", "S:x", "S:3"]);
        let listed = async || {
            let listed: Vec<u64> = table.query(&Query::listed("LIST")).await.unwrap();
            let due: Vec<u64> = table.query(&Query::due("KIND", 9)).await.unwrap();
            (listed, due.len())
        };
        assert_ne!(listed().await.0, [0, 1, 2, 3]);
        engine.inspect().unwrap();
        assert_eq!(listed().await, (vec![0, 1, 2, 3], 4));
        drop(engine);
        assert_eq!(differing(&file).unwrap(), []);
    }
}
