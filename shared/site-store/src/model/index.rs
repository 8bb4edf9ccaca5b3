//! Index of the site's pages in the read model: records, work that is left and links.
//!
//! `index_work` holds the objects that changed after their record was made, so a job reads its next portion
//! without looking at the others. `index_count` holds the number of published texts by score, so counting
//! does not read the texts.

use domain::site::{Kind, Status, Taxonomy};
use rusqlite::{Connection, OptionalExtension, params};

use super::{Model, from_sql_id, sql_id};
use crate::content::Content;
use crate::error::StoreError;
use crate::fold::fold;
use crate::index::{IndexEntry, IndexLinks, IndexObject, IndexScores, IndexTask};
use crate::term::Term;

/// Tables of the index. `kind` and `id` name an object ([`IndexObject::columns`]). In `index_count`, `scope`
/// is 0 for all texts, 1 for those of an author, 2 for those of a category; `measure` is 0 for search
/// engines and 1 for readability; a missing score is -1, a text without a record -2.
pub(super) const TABLES: &str = "
    CREATE TABLE index_record (
        kind INTEGER NOT NULL,
        id INTEGER NOT NULL,
        number INTEGER NOT NULL,
        created INTEGER NOT NULL,
        updated INTEGER NOT NULL,
        seo INTEGER,
        readability INTEGER,
        noindex INTEGER NOT NULL,
        links INTEGER,
        PRIMARY KEY (kind, id)
    ) WITHOUT ROWID;
    CREATE TABLE index_work (
        task INTEGER NOT NULL,
        kind INTEGER NOT NULL,
        id INTEGER NOT NULL,
        PRIMARY KEY (task, kind, id)
    ) WITHOUT ROWID;
    CREATE TABLE index_link (
        kind INTEGER NOT NULL,
        id INTEGER NOT NULL,
        to_kind INTEGER NOT NULL,
        to_id INTEGER NOT NULL,
        links INTEGER NOT NULL,
        PRIMARY KEY (kind, id, to_kind, to_id)
    ) WITHOUT ROWID;
    CREATE TABLE index_incoming (
        kind INTEGER NOT NULL,
        id INTEGER NOT NULL,
        links INTEGER NOT NULL,
        PRIMARY KEY (kind, id)
    ) WITHOUT ROWID;
    CREATE TABLE index_count (
        scope INTEGER NOT NULL,
        scope_id INTEGER NOT NULL,
        text_kind TEXT NOT NULL,
        measure INTEGER NOT NULL,
        noindex INTEGER NOT NULL,
        score INTEGER NOT NULL,
        texts INTEGER NOT NULL,
        PRIMARY KEY (scope, scope_id, text_kind, measure, noindex, score)
    ) WITHOUT ROWID;
";

/// Creates the tables for an image of a format without them: all texts are left to be indexed.
pub(super) fn add_tables(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(TABLES)?;
    connection.execute_batch(
        "INSERT INTO index_work SELECT task.value, 0, content.id FROM content, json_each('[0,1]') AS task
             WHERE kind IN ('post', 'page') AND status NOT IN ('trash', 'auto-draft');
         INSERT INTO index_count SELECT 0, 0, kind, 0, 0, -2, count(*) FROM content
             WHERE kind IN ('post', 'page') AND status = 'publish' GROUP BY kind;
         INSERT INTO index_count SELECT 1, author, kind, 0, 0, -2, count(*) FROM content
             WHERE kind = 'post' AND status = 'publish' GROUP BY author;",
    )
}

/// Counts texts without a record also by readability and by category, for an image of the format without these counts.
pub(super) fn count_texts_without_record(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "INSERT INTO index_count SELECT 0, 0, kind, 1, 0, -2, count(*) FROM content
             WHERE kind IN ('post', 'page') AND status = 'publish'
                AND NOT EXISTS (SELECT 1 FROM index_record AS r WHERE r.kind = 0 AND r.id = content.id)
             GROUP BY kind;
         INSERT INTO index_count
             SELECT 2, t.term, c.kind, measure.value, 0, -2, count(*)
             FROM content AS c JOIN content_term AS t ON t.content = c.id, json_each('[0,1]') AS measure
             WHERE t.taxonomy = 'category' AND c.kind IN ('post', 'page') AND c.status = 'publish'
                AND NOT EXISTS (SELECT 1 FROM index_record AS r WHERE r.kind = 0 AND r.id = c.id)
             GROUP BY t.term, c.kind, measure.value;",
    )
}

const fn task_column(task: IndexTask) -> i64 {
    match task {
        IndexTask::Record => 0,
        IndexTask::Links => 1,
    }
}

/// Whether texts of the kind are part of the index.
pub(crate) const fn is_indexed_kind(kind: Kind) -> bool {
    matches!(kind, Kind::Post | Kind::Page)
}

/// Whether terms of the taxonomy are part of the index.
pub(crate) const fn is_indexed_taxonomy(taxonomy: Taxonomy) -> bool {
    matches!(taxonomy, Taxonomy::Category | Taxonomy::PostTag)
}

impl Model {
    /// Next objects of a task, of content or of terms, newest first.
    pub(crate) fn index_work(
        &self,
        task: IndexTask,
        of_terms: bool,
        limit: usize,
    ) -> Result<Vec<u64>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.ids(
            "SELECT id FROM index_work WHERE task = ?1 AND kind = ?2 ORDER BY id DESC LIMIT ?3",
            params![task_column(task), i64::from(of_terms), limit],
        )
    }

    /// Whether a task is left to do for an object. Objects that do not change are done once.
    pub(crate) fn has_index_work(
        &self,
        task: IndexTask,
        object: IndexObject,
    ) -> Result<bool, StoreError> {
        let (kind, id) = object.columns();
        if IndexObject::GENERAL.contains(&object) {
            return Ok(self.index_entry(object)?.is_none());
        }
        Ok(self
            .connection
            .prepare_cached(
                "SELECT EXISTS (SELECT 1 FROM index_work WHERE task = ?1 AND kind = ?2 AND id = ?3)",
            )?
            .query_row(params![task_column(task), kind, sql_id(id)], |row| row.get(0))?)
    }

    /// What is stored of the record of an object.
    pub(crate) fn index_entry(
        &self,
        object: IndexObject,
    ) -> Result<Option<IndexEntry>, StoreError> {
        let (kind, id) = object.columns();
        let found = self
            .connection
            .prepare_cached(
                "SELECT number, created, updated, seo, readability, noindex, links,
                 (SELECT links FROM index_incoming AS i WHERE i.kind = ?1 AND i.id = ?2)
                 FROM index_record WHERE kind = ?1 AND id = ?2",
            )?
            .query_row(params![kind, sql_id(id)], |row| {
                let link_count: Option<u32> = row.get(6)?;
                let incoming: Option<i64> = row.get(7)?;
                let incoming = u32::try_from(incoming.unwrap_or_default()).unwrap_or_default();
                Ok(IndexEntry {
                    object,
                    number: from_sql_id(row.get(0)?),
                    created: time(row.get(1)?),
                    updated: time(row.get(2)?),
                    scores: IndexScores {
                        seo: row.get(3)?,
                        readability: row.get(4)?,
                        noindex: row.get(5)?,
                    },
                    link_count,
                    incoming_link_count: link_count.map(|_| incoming),
                })
            });
        Ok(found.optional()?)
    }

    /// Number of the next record. Numbers of deleted records are not used again.
    pub(crate) const fn next_index_record(&self) -> u64 {
        self.last_index_record + 1
    }

    /// Published texts without password whose title contains `search`, the last changed first.
    pub(crate) fn published_texts(
        &self,
        kind: Kind,
        search: &str,
        limit: usize,
    ) -> Result<Vec<u64>, StoreError> {
        self.ids(
            "SELECT c.id FROM content AS c INDEXED BY content_by_modified
             WHERE c.kind = ?1 AND c.status = 'publish' AND c.protected = 0
                AND (?2 = '' OR holds(c.title, ?2))
             ORDER BY c.modified DESC, c.id DESC LIMIT ?3",
            params![
                kind.name(),
                fold(search.trim()),
                i64::try_from(limit).unwrap_or(i64::MAX)
            ],
        )
    }

    /// Indexed texts with a focus keyword, newest first; only such texts have a score for search engines.
    pub(crate) fn index_with_phrase(&self, limit: usize) -> Result<Vec<u64>, StoreError> {
        self.ids(
            "SELECT r.id FROM index_record AS r JOIN content AS c ON c.id = r.id
             WHERE r.kind = 0 AND r.seo IS NOT NULL AND c.status <> 'trash'
             ORDER BY r.id DESC LIMIT ?1",
            params![i64::try_from(limit).unwrap_or(i64::MAX)],
        )
    }

    /// Adds the tasks of a text that was written.
    pub(super) fn queue_content(&self, content: &Content) -> Result<(), StoreError> {
        if !is_indexed_kind(content.kind) {
            return Ok(());
        }
        let object = IndexObject::Content(content.id);
        if matches!(content.status, Status::Trash | Status::AutoDraft) {
            return self.drop_work(object);
        }
        self.queue(object)
    }

    /// Adds the tasks of a term that was written.
    pub(super) fn queue_term(&self, term: &Term) -> Result<(), StoreError> {
        if is_indexed_taxonomy(term.taxonomy) {
            self.queue(IndexObject::Term(term.id))?;
        }
        Ok(())
    }

    fn queue(&self, object: IndexObject) -> Result<(), StoreError> {
        let (kind, id) = object.columns();
        self.connection
            .prepare_cached("INSERT OR IGNORE INTO index_work VALUES (0, ?1, ?2), (1, ?1, ?2)")?
            .execute(params![kind, sql_id(id)])?;
        Ok(())
    }

    fn drop_work(&self, object: IndexObject) -> Result<(), StoreError> {
        let (kind, id) = object.columns();
        self.connection
            .prepare_cached(
                "DELETE FROM index_work WHERE task IN (0, 1) AND kind = ?1 AND id = ?2",
            )?
            .execute(params![kind, sql_id(id)])?;
        Ok(())
    }

    /// Enters a record that was made, and its links if they were counted.
    pub(super) fn put_index_entry(
        &mut self,
        entry: &IndexEntry,
        links: Option<&IndexLinks>,
    ) -> Result<(), StoreError> {
        self.last_index_record = self.last_index_record.max(entry.number);
        let (kind, id) = entry.object.columns();
        if let IndexObject::Content(id) = entry.object {
            self.tally(id, -1)?;
        }
        self.connection
            .prepare_cached(
                "INSERT INTO index_record VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, NULL)
                 ON CONFLICT DO UPDATE SET updated = ?5, seo = ?6, readability = ?7, noindex = ?8",
            )?
            .execute(params![
                kind,
                sql_id(id),
                sql_id(entry.number),
                entry.created.as_second(),
                entry.updated.as_second(),
                entry.scores.seo,
                entry.scores.readability,
                entry.scores.noindex,
            ])?;
        if let IndexObject::Content(id) = entry.object {
            self.tally(id, 1)?;
        }
        self.connection
            .prepare_cached("DELETE FROM index_work WHERE task = 0 AND kind = ?1 AND id = ?2")?
            .execute(params![kind, sql_id(id)])?;
        match links {
            Some(links) => self.put_links(entry.object, links),
            None => Ok(()),
        }
    }

    fn put_links(&self, object: IndexObject, links: &IndexLinks) -> Result<(), StoreError> {
        let (kind, id) = object.columns();
        self.remove_links(object)?;
        for (target, count) in &links.targets {
            let (to_kind, to_id) = target.columns();
            self.connection
                .prepare_cached("INSERT OR REPLACE INTO index_link VALUES (?1, ?2, ?3, ?4, ?5)")?
                .execute(params![kind, sql_id(id), to_kind, sql_id(to_id), count])?;
            self.connection
                .prepare_cached(
                    "INSERT INTO index_incoming VALUES (?1, ?2, ?3)
                     ON CONFLICT DO UPDATE SET links = links + ?3",
                )?
                .execute(params![to_kind, sql_id(to_id), count])?;
        }
        self.connection
            .prepare_cached("UPDATE index_record SET links = ?3 WHERE kind = ?1 AND id = ?2")?
            .execute(params![kind, sql_id(id), links.count])?;
        self.connection
            .prepare_cached("DELETE FROM index_work WHERE task = 1 AND kind = ?1 AND id = ?2")?
            .execute(params![kind, sql_id(id)])?;
        Ok(())
    }

    /// Removes the links of an object, also from the counts of their targets.
    fn remove_links(&self, object: IndexObject) -> Result<(), StoreError> {
        let (kind, id) = object.columns();
        self.connection
            .prepare_cached(
                "UPDATE index_incoming AS i SET links = i.links - l.links FROM index_link AS l
                 WHERE l.kind = ?1 AND l.id = ?2 AND l.to_kind = i.kind AND l.to_id = i.id",
            )?
            .execute(params![kind, sql_id(id)])?;
        self.connection
            .prepare_cached("DELETE FROM index_link WHERE kind = ?1 AND id = ?2")?
            .execute(params![kind, sql_id(id)])?;
        Ok(())
    }

    /// Removes the record of a deleted object. A text must have been taken out of the counts before.
    pub(super) fn remove_from_index(&self, object: IndexObject) -> Result<(), StoreError> {
        self.drop_work(object)?;
        self.remove_links(object)?;
        let (kind, id) = object.columns();
        for statement in [
            "DELETE FROM index_record WHERE kind = ?1 AND id = ?2",
            "DELETE FROM index_incoming WHERE kind = ?1 AND id = ?2",
        ] {
            self.connection
                .prepare_cached(statement)?
                .execute(params![kind, sql_id(id)])?;
        }
        Ok(())
    }
}

fn time(seconds: i64) -> jiff::Timestamp {
    jiff::Timestamp::from_second(seconds).unwrap_or_default()
}
