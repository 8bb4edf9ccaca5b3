//! Operations on the store's file as a whole: integrity check, and a consistent copy while a process writes
//! to it.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use url::Url;

/// Time that a connection waits for a lock.
const LOCK_TIMEOUT: Duration = Duration::from_secs(30);
/// Size in bytes of a read of the whole file.
const READ_AHEAD: usize = 1024 * 1024;
/// Length in bytes of the header of a database.
const HEADER: usize = 100;
/// Result of `PRAGMA integrity_check` for an intact database.
const INTACT: &str = "ok";
/// How its lines on an index that differs from its table begin, beside those on a row.
const DIFFERENCES: [&str; 2] = ["wrong # of entries in index ", "non-unique entry in index "];

/// Why a store's file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreFault {
    /// The file is not an SQLite database.
    #[error("it is not a database")]
    NotADatabase,
    /// The file ends before its last page does; contains the number of missing bytes.
    #[error("its last {0} bytes are missing")]
    Cut(u64),
    /// The pages of the database are inconsistent.
    #[error("its pages do not fit together")]
    Damaged,
    /// Indexes differ from their tables; contains their names. The tables are whole, and an index can be built anew from its table.
    #[error("its indexes differ from their tables: {0}")]
    Indexes(String),
    /// The database lacks the store's tables.
    #[error("it holds none of the tables that a store has")]
    NoTables,
    /// Reading or writing failed; contains the message of SQLite or of the operating system.
    #[error("{0}")]
    Unreadable(String),
}

/// SQLite's message, without the statement.
pub(crate) fn message(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqlInputError { error, .. } => error.to_string(),
        other => other.to_string(),
    }
}

/// What an error of SQLite means for a person. Its own message can hold the address of the file with SQLite's parameters.
fn reason(error: &rusqlite::Error) -> String {
    let known = match error.sqlite_error_code() {
        Some(ErrorCode::CannotOpen) => "it cannot be opened",
        Some(ErrorCode::PermissionDenied | ErrorCode::ReadOnly) => "this user may not write it",
        Some(ErrorCode::SystemIoFailure) => "the disk cannot read or write it",
        Some(ErrorCode::DiskFull) => "there is no space left on the disk",
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => "another program uses it",
        _ => return message(error),
    };
    known.to_owned()
}

impl From<rusqlite::Error> for StoreFault {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::NotADatabase,
            Some(ErrorCode::DatabaseCorrupt) => {
                let error = message(&error);
                tracing::debug!(target: "store", error, "SQLite finds damage");
                Self::Damaged
            }
            _ => Self::Unreadable(reason(&error)),
        }
    }
}

/// Opens an existing file that other connections may use.
pub(crate) fn open(file: &Path) -> rusqlite::Result<Connection> {
    // Reading a database with a write-ahead log requires write access to its index.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(LOCK_TIMEOUT)?;
    Ok(connection)
}

/// Bytes of a store's file that hold nothing.
pub(crate) fn free_bytes(file: &Path) -> rusqlite::Result<u64> {
    let connection = open(file)?;
    let number = |sql| connection.query_row(sql, [], |row| row.get::<_, u64>(0));
    Ok(number("PRAGMA freelist_count")?.saturating_mul(number("PRAGMA page_size")?))
}

/// Path of the file whose name is that of `file` with `ending` behind it.
pub(crate) fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut path = file.to_owned().into_os_string();
    path.push(ending);
    path.into()
}

/// Whether there is a write-ahead log with something in it.
fn has_log(file: &Path) -> bool {
    std::fs::metadata(beside(file, "-wal")).is_ok_and(|about| about.len() > 0)
}

/// Opens an existing file that no other connection uses, without modifying it or the files next to it.
pub(crate) fn open_unchanged(file: &Path) -> Result<Connection, StoreFault> {
    let unreadable = |error: std::io::Error| StoreFault::Unreadable(error.to_string());
    let file = file.canonicalize().map_err(unreadable)?;
    if has_log(&file) {
        let connection = open(&file)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        return Ok(connection);
    }
    // Without a write-ahead log, no index of it must be created.
    let mut address = Url::from_file_path(&file)
        .map_err(|()| StoreFault::Unreadable("its path is not absolute".to_owned()))?;
    address.set_query(Some("immutable=1"));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Ok(Connection::open_with_flags(address.as_str(), flags)?)
}

/// Reads the file sequentially into the page cache. The check reads in key order, which takes several times
/// as long on a cold disk.
fn read_ahead(file: &Path) -> std::io::Result<()> {
    let mut file = File::open(file)?;
    let mut chunk = vec![0; READ_AHEAD];
    while file.read(&mut chunk)? > 0 {}
    Ok(())
}

/// Checks that a file whose write-ahead log is empty is as long as its header says: the check of the pages takes missing bytes of
/// long values for zeros (SQLite's "Database File Format", sections 1.3.7 and 1.3.8).
fn check_length(file: &Path) -> Result<(), StoreFault> {
    let unreadable = |error: std::io::Error| StoreFault::Unreadable(error.to_string());
    let mut header = [0; HEADER];
    let mut opened = File::open(file).map_err(unreadable)?;
    match opened.read_exact(&mut header) {
        // An empty database.
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => return Ok(()),
        read => read.map_err(unreadable)?,
    }
    let number = |at: usize| -> u64 {
        let bytes = header.get(at..at + 4).unwrap_or_default();
        bytes
            .iter()
            .fold(0, |number, byte| number << 8 | u64::from(*byte))
    };
    // The number of pages is valid when the last writer was a version that keeps it.
    if number(24) != number(92) {
        return Ok(());
    }
    let page = match number(16) >> 16 {
        1 => 65_536,
        page => page,
    };
    let length = opened.metadata().map_err(unreadable)?.len();
    match (number(28) * page).saturating_sub(length) {
        0 => Ok(()),
        missing => Err(StoreFault::Cut(missing)),
    }
}

/// Checks the structure of every page, and compares each index with its table.
fn check_pages(connection: &Connection) -> Result<(), StoreFault> {
    let mut statement = connection.prepare("PRAGMA integrity_check")?;
    let found = statement.query_map([], |row| row.get::<_, String>(0))?;
    let mut indexes = BTreeSet::new();
    for line in found {
        let line = line?;
        match differing_index(&line) {
            _ if line == INTACT => {}
            Some(index) => {
                indexes.insert(index.to_owned());
            }
            None => {
                tracing::debug!(target: "store", line, "SQLite finds damage");
                return Err(StoreFault::Damaged);
            }
        }
    }
    match Vec::from_iter(indexes).as_slice() {
        [] => Ok(()),
        names => Err(StoreFault::Indexes(names.join(", "))),
    }
}

/// The index that differs from its table, of a line of `PRAGMA integrity_check`.
fn differing_index(line: &str) -> Option<&str> {
    let is_of_index = line.starts_with("row ") || DIFFERENCES.iter().any(|it| line.starts_with(it));
    let (_, index) = line.rsplit_once(" index ").filter(|_| is_of_index)?;
    Some(index)
}

/// Builds the indexes of `file`, which no other connection uses, anew from their tables, when [`check`] finds that they differ.
///
/// # Errors
/// [`StoreFault::Damaged`] when the tables do not have what the indexes demand, as two records of one key.
pub fn rebuild_indexes(file: &Path) -> Result<(), StoreFault> {
    match open(file)?.execute_batch("REINDEX") {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
            Err(StoreFault::Damaged)
        }
        done => Ok(done?),
    }
}

/// Checks that `file`, which no other connection uses, is an intact store with these tables. Reads the whole file: the structure of
/// every page, and indexes against tables. Values inside a page have no checksum, so changed values are not detected.
///
/// # Errors
/// [`StoreFault`] describes the damage.
pub fn check(file: &Path, tables: &[&str]) -> Result<(), StoreFault> {
    let connection = open_unchanged(file)?;
    read_ahead(file).map_err(|error| StoreFault::Unreadable(error.to_string()))?;
    // Before SQLite reads the file: it tells a file that was cut only as a damaged one.
    if !has_log(file) {
        check_length(file)?;
    }
    // Fails for a file that is no database.
    connection.query_row("PRAGMA schema_version", [], |_| Ok(()))?;
    check_pages(&connection)?;
    let listed: bool = connection.query_row(
        "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '_tables')",
        [],
        |row| row.get(0),
    )?;
    if !listed {
        return Err(StoreFault::NoTables);
    }
    for table in tables {
        let known: bool = connection.query_row(
            "SELECT EXISTS (SELECT 1 FROM _tables WHERE table_name = ?1)",
            [table],
            |row| row.get(0),
        )?;
        if !known {
            return Err(StoreFault::NoTables);
        }
    }
    Ok(())
}

/// Checks that this process may write to the store in `file`, which no other connection uses, and moves its write-ahead log into
/// it.
///
/// # Errors
/// [`StoreFault::Unreadable`] with the reason of SQLite, or of the operating system; [`StoreFault::Cut`].
pub fn check_writable(file: &Path) -> Result<(), StoreFault> {
    let unreadable = |error: std::io::Error| StoreFault::Unreadable(error.to_string());
    File::options().write(true).open(file).map_err(unreadable)?;
    let connection = open(file)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.execute_batch("BEGIN IMMEDIATE; ROLLBACK")?;
    match connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())) {
        // The pages that have no room stay in the log.
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::DiskFull) => Ok(()),
        Err(error) => Err(error.into()),
        Ok(()) => check_length(file),
    }
}

/// Copies the store in `from` to the new file `to`, with SQLite's online backup, as it is at one instant.
/// Processes that use the store continue to read and write.
///
/// # Errors
/// [`StoreFault`] when the store cannot be read or the copy cannot be written.
pub fn copy(from: &Path, to: &Path) -> Result<(), StoreFault> {
    match copy_pages(from, to) {
        // SQLite tells a file that was cut only as a damaged one.
        Err(StoreFault::Damaged) if !has_log(from) => {
            check_length(from).and(Err(StoreFault::Damaged))
        }
        copied => copied,
    }
}

fn copy_pages(from: &Path, to: &Path) -> Result<(), StoreFault> {
    let source = open(from)?;
    let mut target = Connection::open(to)?;
    let backup = Backup::new(&source, &mut target)?;
    // All pages in one step: a single read transaction, which writes of other processes neither block nor
    // restart.
    match backup.step(-1)? {
        StepResult::Done => Ok(()),
        _ => Err(StoreFault::Unreadable("it is locked".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn database(file: &Path, sql: &str) {
        Connection::open(file).unwrap().execute_batch(sql).unwrap();
    }

    #[test]
    fn a_message_does_not_hold_the_statement() {
        let connection = Connection::open_in_memory().unwrap();
        let error = connection
            .prepare("SELECT secret FROM nowhere")
            .unwrap_err();
        let message = StoreFault::from(error).to_string();
        assert!(!message.contains("SELECT"), "{message}");
    }

    /// A store with a few hundred pages.
    fn filled(file: &Path) {
        let rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
            INSERT INTO site SELECT i, printf('%0400d', i) FROM n;";
        database(
            file,
            &format!(
                "PRAGMA journal_mode = WAL;
                CREATE TABLE _tables (table_name TEXT PRIMARY KEY);
                INSERT INTO _tables VALUES ('platform'), ('site');
                CREATE TABLE site (id INTEGER PRIMARY KEY, item TEXT);
                CREATE UNIQUE INDEX by_item ON site (item);
                {rows}"
            ),
        );
    }

    #[test]
    fn a_store_needs_its_tables() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("store.db");
        assert!(matches!(check(&file, &[]), Err(StoreFault::Unreadable(_))));
        assert!(!file.exists());
        std::fs::write(&file, b"").unwrap();
        assert!(matches!(check(&file, &[]), Err(StoreFault::NoTables)));
        std::fs::write(
            &file,
            "half a store, which is longer than a page's header".repeat(99),
        )
        .unwrap();
        assert!(matches!(check(&file, &[]), Err(StoreFault::NotADatabase)));
        std::fs::remove_file(&file).unwrap();
        filled(&file);
        check(&file, &["platform", "site"]).unwrap();
        assert!(matches!(
            check(&file, &["platform", "sites"]),
            Err(StoreFault::NoTables)
        ));
    }

    #[test]
    fn damage_of_any_page_is_detected() {
        let folder = tempfile::tempdir().unwrap();
        let whole = folder.path().join("whole.db");
        filled(&whole);
        let bytes = std::fs::read(&whole).unwrap();
        let page = usize::from(u16::from_be_bytes([bytes[16], bytes[17]]));
        let pages = bytes.len() / page;
        assert!(pages > 100, "{pages} pages");
        let file = folder.path().join("store.db");
        let found = |bytes: &[u8]| {
            std::fs::write(&file, bytes).unwrap();
            check(&file, &["platform", "site"]).is_err()
        };
        assert!(!found(&bytes));
        for number in 1..pages {
            let mut flipped = bytes.clone();
            for byte in &mut flipped[number * page..][..8] {
                *byte ^= 0xff;
            }
            assert!(found(&flipped), "page {number} was overwritten");
            if number % 16 == 0 {
                assert!(
                    found(&bytes[..number * page]),
                    "the end is missing from page {number}"
                );
                assert!(
                    found(&bytes[..number * page + 100]),
                    "the end is missing within page {number}"
                );
            }
        }
    }

    #[test]
    fn an_index_that_differs_from_its_table_is_built_anew() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("store.db");
        filled(&file);
        database(&file, "PRAGMA wal_checkpoint(TRUNCATE)");
        let mut bytes = std::fs::read(&file).unwrap();
        let value = format!("{:0400}", 1234);
        let places: Vec<usize> = bytes
            .windows(value.len())
            .enumerate()
            .filter(|(_, part)| *part == value.as_bytes())
            .map(|(place, _)| place)
            .collect();
        let [table, index] = places[..] else {
            panic!("{places:?}")
        };
        let (table, index) = if is_of_index(&file, &bytes, table) {
            (index, table)
        } else {
            (table, index)
        };
        bytes[index + 5] ^= 1;
        std::fs::write(&file, &bytes).unwrap();
        let fault = check(&file, &["site"]).unwrap_err();
        assert!(
            matches!(&fault, StoreFault::Indexes(names) if names == "by_item"),
            "{fault}"
        );
        rebuild_indexes(&file).unwrap();
        check(&file, &["site"]).unwrap();
        let found: i64 = Connection::open(&file)
            .unwrap()
            .query_row("SELECT id FROM site WHERE item = ?1", [&value], |row| {
                row.get(0)
            })
            .unwrap();
        assert_eq!((found, bytes[table]), (1234, b'0'));
    }

    /// Whether a page of the file belongs to an index: its type is 2 or 10 (SQLite's "Database File Format", section 1.6).
    fn is_of_index(file: &Path, bytes: &[u8], place: usize) -> bool {
        let page: usize = Connection::open(file)
            .unwrap()
            .query_row("PRAGMA page_size", [], |row| row.get(0))
            .unwrap();
        matches!(bytes[place / page * page], 2 | 10)
    }

    #[test]
    fn a_cut_off_end_of_a_long_value_is_detected() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("store.db");
        filled(&file);
        database(
            &file,
            "INSERT INTO site VALUES (9999, hex(zeroblob(50000)))",
        );
        check(&file, &["site"]).unwrap();
        let bytes = std::fs::read(&file).unwrap();
        std::fs::write(&file, &bytes[..bytes.len() - 100]).unwrap();
        assert!(matches!(check(&file, &["site"]), Err(StoreFault::Cut(100))));
        assert!(matches!(check_writable(&file), Err(StoreFault::Cut(100))));
    }

    #[test]
    fn a_copy_is_consistent_while_another_connection_writes() {
        let folder = tempfile::tempdir().unwrap();
        let (file, copied) = (
            folder.path().join("store.db"),
            folder.path().join("copy.db"),
        );
        filled(&file);
        let write = |connection: &Connection, round: u32| {
            // Both rows in one transaction: a copy contains both with the same value.
            let sql = format!(
                "BEGIN IMMEDIATE;
                INSERT OR REPLACE INTO site VALUES (1, 'first:{round}');
                INSERT OR REPLACE INTO site VALUES (2000, 'last:{round}');
                COMMIT;"
            );
            connection.execute_batch(&sql).unwrap();
        };
        let round = |id: i64| -> String {
            let item: String = Connection::open(&copied)
                .unwrap()
                .query_row("SELECT item FROM site WHERE id = ?1", [id], |row| {
                    row.get(0)
                })
                .unwrap();
            item.split_once(':').unwrap().1.to_owned()
        };
        write(&open(&file).unwrap(), 0);
        std::thread::scope(|scope| {
            let writer = scope.spawn(|| {
                let connection = open(&file).unwrap();
                (1..200).for_each(|round| write(&connection, round));
            });
            let mut last = false;
            while !last {
                last = writer.is_finished();
                copy(&file, &copied).unwrap();
                check(&copied, &["site"]).unwrap();
                assert_eq!(round(1), round(2000));
                for name in ["copy.db", "copy.db-wal", "copy.db-shm"] {
                    std::fs::remove_file(folder.path().join(name)).ok();
                }
            }
        });
    }
}
