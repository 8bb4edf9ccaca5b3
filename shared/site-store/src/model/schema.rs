//! Tables of the read model's database.

use std::path::PathBuf;
use std::sync::Arc;

use rusqlite::Connection;
use rusqlite::config::DbConfig;

use super::work::{Work, observe};

/// Titles are folded (without case and accents); `title_key` is their sort key. Dates are local to the
/// site and stored as text, which sorts chronologically. `target` is the content and `target_term` the
/// term that a menu item links to, 0 for none. `listing` says whether sitemaps list the item
/// ([`super::public_items::listing`]). The index by date contains `protected`, so that lists and counts of public posts
/// without a password read no rows.
pub(super) const TABLES: &str = "
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
        target_term INTEGER NOT NULL,
        title_key BLOB NOT NULL DEFAULT x'',
        listing INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX content_by_date ON content (kind, status, date, id, protected);
    CREATE INDEX content_by_modified ON content (kind, status, modified, id);
    CREATE INDEX content_by_title ON content (kind, status, title_key, id);
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
    CREATE TABLE former_slug (
        slug TEXT NOT NULL,
        content INTEGER NOT NULL,
        PRIMARY KEY (slug, content)
    ) WITHOUT ROWID;
    CREATE INDEX former_slug_by_content ON former_slug (content);
";

/// Columns that only searches use, separate from those of lists to keep lists small. `grams` is a
/// trigram index; rows in `ungrammed` are not indexed yet, because indexing an item costs more than
/// storing it and most models never serve a search.
pub(super) const TEXTS: &str = "
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

/// Storage of the texts.
#[derive(Debug, Clone)]
pub(crate) enum TextsPlace {
    /// In memory, for models that serve requests.
    Memory,
    /// In a file, so that writing a snapshot needs little memory.
    File(PathBuf),
}

/// Opens a connection to an empty in-memory database, whose statements are counted.
pub(super) fn connect() -> rusqlite::Result<(Connection, Arc<Work>)> {
    let connection = Connection::open_in_memory()?;
    connection.set_prepared_statement_cache_capacity(256);
    // Without it SQLite prepares a statement again for each value of its LIMIT.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    let work = observe(&connection)?;
    Ok((connection, work))
}

/// Database of an empty model.
pub(super) fn open(place: &TextsPlace) -> rusqlite::Result<(Connection, Arc<Work>)> {
    let (connection, work) = connect()?;
    settle(&connection, "main")?;
    connection.execute_batch(TABLES)?;
    connection.execute_batch(super::index::TABLES)?;
    attach_texts(&connection, place)?;
    connection.execute_batch(TEXTS)?;
    Ok((connection, work))
}

/// Turns off journal and fsync: the database does not outlive the process.
pub(super) fn settle(connection: &Connection, database: &str) -> rusqlite::Result<()> {
    connection.execute_batch(&format!(
        "PRAGMA {database}.journal_mode = MEMORY; PRAGMA {database}.synchronous = OFF;
         PRAGMA temp_store = MEMORY;"
    ))
}

/// Attaches the database of the texts, creating an empty one where there is none.
pub(super) fn attach_texts(connection: &Connection, place: &TextsPlace) -> rusqlite::Result<()> {
    let path = match place {
        TextsPlace::Memory => ":memory:".to_owned(),
        TextsPlace::File(path) => path.to_string_lossy().into_owned(),
    };
    connection.execute("ATTACH ?1 AS texts", [path])?;
    settle(connection, "texts")
}

/// Detaches the database of the texts, if it is attached.
pub(super) fn detach_texts(connection: &Connection) -> rusqlite::Result<()> {
    connection.flush_prepared_statement_cache();
    let is_there: bool = connection.query_row(
        "SELECT EXISTS (SELECT 1 FROM pragma_database_list WHERE name = 'texts')",
        [],
        |row| row.get(0),
    )?;
    if is_there {
        connection.execute_batch("DETACH texts")?;
    }
    Ok(())
}
