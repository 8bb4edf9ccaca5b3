//! Tables of the read model.

use rusqlite::Connection;

/// Titles come folded (without case and accents). Dates are wall clocks of the site as text, which
/// sorts as it should.
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
        title TEXT NOT NULL
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

/// What only searches ask for lies apart from what lists ask for, so that lists stay small. `grams`
/// says which items have which three letters in a row; those in `ungrammed` are not in it yet, as
/// taking an item in costs more than storing it and most models never see a search.
const TEXTS: &str = "
    ATTACH ':memory:' AS texts;
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

pub(super) fn open() -> rusqlite::Result<Connection> {
    let connection = Connection::open_in_memory()?;
    connection.execute_batch(
        "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;",
    )?;
    connection.execute_batch(TABLES)?;
    connection.execute_batch(TEXTS)?;
    connection.set_prepared_statement_cache_capacity(256);
    Ok(connection)
}
