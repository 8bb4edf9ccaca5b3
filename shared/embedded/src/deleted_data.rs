//! Removes what was deleted from the store's file (docs/decisions/0034-erasure.md).
//!
//! SQLite leaves deleted rows in the free space of pages, and former pages in the write-ahead log. The library is built to
//! overwrite the former (`.cargo/config.toml`); the log is moved into the file and emptied here.

use std::path::Path;

use rusqlite::Connection;

use crate::store_file::{StoreFault, open};

/// Application number of a file in which nothing remains of what was deleted before it was marked: "Paut".
const MARK: i64 = 0x5061_7574;

/// Rebuilds a file of a release that left deleted rows in it, once. Returns whether it did.
///
/// # Errors
/// [`StoreFault`] when the file cannot be read or written; it is as it was then.
pub(crate) fn rebuild_once(file: &Path) -> Result<bool, StoreFault> {
    let connection = open(file)?;
    let mark: i64 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    if mark == MARK {
        return Ok(false);
    }
    let count = "SELECT count(*) FROM sqlite_schema WHERE name NOT LIKE '\\_%' ESCAPE '\\'";
    let has_tables: bool = connection.query_row(count, [], |row| Ok(row.get::<_, i64>(0)? > 0))?;
    if has_tables {
        connection.execute_batch("VACUUM")?;
    }
    connection.pragma_update(None, "application_id", MARK)?;
    empty_log(&connection)?;
    Ok(has_tables)
}

/// Removes former pages, and with a library that does not overwrite deleted rows these as well.
///
/// # Errors
/// [`StoreFault`] when the file cannot be read or written.
pub(crate) fn clear(file: &Path) -> Result<(), StoreFault> {
    let connection = open(file)?;
    if !overwrites(&connection)? {
        connection.execute_batch("VACUUM")?;
    }
    empty_log(&connection)
}

/// Whether the library overwrites deleted rows.
///
/// # Errors
/// [`StoreFault`] when the file cannot be read.
pub(crate) fn is_overwritten(file: &Path) -> Result<bool, StoreFault> {
    overwrites(&open(file)?)
}

fn overwrites(connection: &Connection) -> Result<bool, StoreFault> {
    let setting: i64 = connection.query_row("PRAGMA secure_delete", [], |row| row.get(0))?;
    Ok(setting == 1)
}

/// Moves the write-ahead log into the file and empties it. What others are reading stays in it.
fn empty_log(connection: &Connection) -> Result<(), StoreFault> {
    let sql = "PRAGMA wal_checkpoint(TRUNCATE)";
    let is_busy: bool = connection.query_row(sql, [], |row| row.get(0))?;
    if is_busy {
        let reason = "the write-ahead log is in use";
        return Err(StoreFault::Unreadable(reason.to_owned()));
    }
    Ok(())
}

/// Removes what a release that overwrote nothing left of deleted records. A store that is damaged, or a disk that is full, is found
/// by the operations on it.
pub(crate) fn clear_former(file: &Path) {
    match rebuild_once(file) {
        Ok(true) => {
            tracing::info!(target: "store", "the store was rebuilt without what was deleted from it")
        }
        Ok(false) => {}
        Err(error) => {
            tracing::warn!(target: "store", %error, "the store was not rebuilt: it still has what was deleted before");
        }
    }
    if let Ok(false) = is_overwritten(file) {
        tracing::warn!(
            target: "store",
            "this build does not overwrite deleted records at once: build it in its own folder, whose .cargo/config.toml says so"
        );
    }
}

#[cfg(test)]
mod tests {
    use items::{Condition, Entry, Key, Table};

    use super::*;
    use crate::dynamo::Engine;

    fn raw(file: &Path) -> Vec<u8> {
        ["", "-wal", "-shm"]
            .iter()
            .flat_map(|end| {
                let mut path = file.as_os_str().to_owned();
                path.push(end);
                std::fs::read(path).unwrap_or_default()
            })
            .collect()
    }

    fn holds(file: &Path, text: &str) -> bool {
        raw(file)
            .windows(text.len())
            .any(|part| part == text.as_bytes())
    }

    #[tokio::test]
    async fn nothing_remains_of_deleted_records() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("store.db");
        let engine = Engine::open(&file).unwrap();
        let table = Table::new(engine.client(), "site");
        table.create().await.unwrap();
        let key = |number: usize| Key::new("canary-key", format!("{number:03}"));
        for number in 0..60 {
            // Some need several pages.
            let text = "canary-text ".repeat(1 + number * number);
            let entry = Entry::new(key(number), &text).unwrap();
            let entry = entry
                .due("canary-kind", 7)
                .listed("canary-list", "canary-place");
            table.put(entry, Condition::Any).await.unwrap();
        }
        engine.clear_deleted().unwrap();
        for canary in ["canary-text", "canary-key", "canary-kind", "canary-list"] {
            assert!(holds(&file, canary), "{canary}");
        }
        for number in 0..60 {
            if number % 2 == 0 {
                table.delete(key(number), Condition::Any).await.unwrap();
            } else {
                let entry = Entry::new(key(number), &"other").unwrap();
                table.put(entry, Condition::Any).await.unwrap();
            }
        }
        engine.clear_deleted().unwrap();
        for canary in ["canary-text", "canary-kind", "canary-list"] {
            assert!(!holds(&file, canary), "{canary}");
        }
        assert!(holds(&file, "canary-key"), "of what remains");
    }

    #[test]
    fn a_file_of_an_earlier_release_is_rebuilt_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("store.db");
        drop(Engine::open(&file).unwrap());
        assert!(!rebuild_once(&file).unwrap(), "a new file is not rebuilt");
        let earlier = "PRAGMA secure_delete = OFF; PRAGMA application_id = 0;
            CREATE TABLE site (text TEXT); INSERT INTO site VALUES ('canary-text'), ('other');
            DELETE FROM site WHERE text LIKE 'canary%'; PRAGMA wal_checkpoint(TRUNCATE);";
        Connection::open(&file)
            .unwrap()
            .execute_batch(earlier)
            .unwrap();
        assert!(holds(&file, "canary-text"));
        drop(Engine::open(&file).unwrap());
        assert!(!holds(&file, "canary-text") && holds(&file, "other"));
        assert!(!rebuild_once(&file).unwrap());
    }

    #[test]
    fn the_library_overwrites_what_it_deletes() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("store.db");
        drop(Engine::open(&file).unwrap());
        assert!(is_overwritten(&file).unwrap(), "see .cargo/config.toml");
    }
}
