//! The store's file as a whole: whether it is sound, and a consistent copy of it while a process writes to it.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use url::Url;

/// Time for which a connection waits for a lock that another one holds.
const LOCK_TIMEOUT: Duration = Duration::from_secs(30);
/// Bytes that are read at once from a file that is read as a whole.
const READ_AHEAD: usize = 1024 * 1024;
/// What `PRAGMA quick_check` answers about a sound database.
const SOUND: &str = "ok";

/// Why a store's file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreFault {
    /// Its content is no SQLite database.
    #[error("it is not a database")]
    NotADatabase,
    /// Pages of the database contradict each other; the words are SQLite's.
    #[error("SQLite finds: {0}")]
    Damaged(String),
    /// It is a database without the store's tables.
    #[error("it holds none of the tables that a store has")]
    NoTables,
    /// It cannot be read or written; the words are those of SQLite or of the operating system.
    #[error("{0}")]
    Unreadable(String),
}

impl From<rusqlite::Error> for StoreFault {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::NotADatabase,
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged(error.to_string()),
            _ => Self::Unreadable(error.to_string()),
        }
    }
}

/// Opens an existing file that other connections may use.
fn open(file: &Path) -> rusqlite::Result<Connection> {
    // Reading a database with a write-ahead log needs write access to its index.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(LOCK_TIMEOUT)?;
    Ok(connection)
}

/// Opens an existing file that no other connection uses, so that looking at it leaves it, and what lies beside
/// it, as they are.
fn open_unchanged(file: &Path) -> Result<Connection, StoreFault> {
    let unreadable = |error: std::io::Error| StoreFault::Unreadable(error.to_string());
    let file = file.canonicalize().map_err(unreadable)?;
    let mut log = file.clone().into_os_string();
    log.push("-wal");
    if std::fs::metadata(log).is_ok_and(|about| about.len() > 0) {
        let connection = open(&file)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        return Ok(connection);
    }
    // Without a log to read there is no reason to make an index of one.
    let mut address = Url::from_file_path(&file)
        .map_err(|()| StoreFault::Unreadable("its path is not absolute".to_owned()))?;
    address.set_query(Some("immutable=1"));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Ok(Connection::open_with_flags(address.as_str(), flags)?)
}

/// Reads the file once from its beginning to its end. The check follows the order of keys, which on a disk that
/// nothing was read from yet takes several times as long.
fn read_ahead(file: &Path) -> std::io::Result<()> {
    let mut file = File::open(file)?;
    let mut chunk = vec![0; READ_AHEAD];
    while file.read(&mut chunk)? > 0 {}
    Ok(())
}

/// Checks that `file`, which no other connection uses, is an intact store with these tables. Reads the whole file: `PRAGMA quick_check` looks at
/// the structure of every page. Values inside a page have no checksum, so a changed letter is not found.
///
/// # Errors
/// [`StoreFault`] says what is wrong.
pub fn check(file: &Path, tables: &[&str]) -> Result<(), StoreFault> {
    let connection = open_unchanged(file)?;
    read_ahead(file).map_err(|error| StoreFault::Unreadable(error.to_string()))?;
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if found != SOUND {
        return Err(StoreFault::Damaged(found));
    }
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

/// Copies the store in `from` to the new file `to`, as it is at one instant, by SQLite's online backup. A process
/// that uses the store goes on reading and writing meanwhile.
///
/// # Errors
/// [`StoreFault`] when the store cannot be read or the copy cannot be written.
pub fn copy(from: &Path, to: &Path) -> Result<(), StoreFault> {
    let source = open(from)?;
    let mut target = Connection::open(to)?;
    let backup = Backup::new(&source, &mut target)?;
    // All pages in one step: one read transaction, which a write of another process neither waits for nor
    // makes begin again.
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

    /// A store with some hundred pages.
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
    fn a_store_has_its_tables() {
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
    fn damage_of_any_page_is_found() {
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
    fn a_copy_is_of_one_instant_while_another_connection_writes() {
        let folder = tempfile::tempdir().unwrap();
        let (file, copied) = (
            folder.path().join("store.db"),
            folder.path().join("copy.db"),
        );
        filled(&file);
        let write = |connection: &Connection, round: u32| {
            // Both rows in one transaction: a copy has both of the same round.
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
