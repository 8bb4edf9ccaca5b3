//! Serialised read model without its texts: the maps as JSON, then the pages of the SQLite database,
//! each part preceded by its length (64 bits, little-endian).

use std::io::{Read, Write};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::formats::upgrade_tables;
use super::schema::{TEXTS, attach_texts, connect, settle};
use super::{Model, Texts, TextsPlace};
use crate::comment::Comment;
use crate::error::StoreError;
use crate::revision::RevisionSummary;
use crate::settings::Settings;
use crate::snippet::Snippet;
use crate::term::Term;
use crate::user::{AppPassword, User};

/// Upper bound of a part's length, above any function's memory; a larger value means damage.
const MOST_BYTES: u64 = 8 * 1024 * 1024 * 1024;

/// Maps of the model. New members need a serde default, as images of earlier formats lack them.
#[derive(Serialize, Deserialize)]
struct Maps {
    head: u64,
    changed: u64,
    last_content: u64,
    #[serde(default)]
    outside_ids: u64,
    last_term: u64,
    last_user: u64,
    last_comment: u64,
    #[serde(default)]
    last_snippet: u64,
    /// `None` in images of formats without an index.
    #[serde(default)]
    last_index_record: Option<u64>,
    counts: Vec<(u64, i64)>,
    terms: Vec<Arc<Term>>,
    users: Vec<Arc<User>>,
    app_passwords: Vec<Arc<AppPassword>>,
    revisions: Vec<Arc<RevisionSummary>>,
    comments: Vec<Arc<Comment>>,
    #[serde(default)]
    snippets: Vec<Arc<Snippet>>,
    settings: Arc<Settings>,
}

/// Condition for the rows of a table that count something; all rows of a table without counts.
fn counting(table: &str) -> &'static str {
    match table {
        "index_count" => "texts <> 0",
        // Links to what was deleted lead nowhere.
        "index_incoming" => {
            "links <> 0 AND EXISTS (SELECT 1 FROM index_record AS r
                WHERE r.kind = index_incoming.kind AND r.id = index_incoming.id)"
        }
        _ => "1",
    }
}

/// Reads a length prefix.
fn length(from: &mut impl Read) -> Result<u64, StoreError> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)
        .map_err(StoreError::unreadable)?;
    match u64::from_le_bytes(bytes) {
        length if length <= MOST_BYTES => Ok(length),
        length => Err(StoreError::unreadable(format!("{length} bytes"))),
    }
}

fn write_part(bytes: &[u8], to: &mut impl Write) -> Result<(), StoreError> {
    to.write_all(&(bytes.len() as u64).to_le_bytes())
        .and_then(|()| to.write_all(bytes))
        .map_err(StoreError::unreadable)
}

impl Model {
    /// Number of items.
    pub(crate) fn items(&self) -> Result<u64, StoreError> {
        let count: i64 = self
            .connection
            .query_row("SELECT count(*) FROM content", [], |row| row.get(0))?;
        Ok(super::from_sql_id(count))
    }

    /// Removes remnants of deleted rows from the pages of the database.
    pub(crate) fn clear_free_space(&self) -> Result<(), StoreError> {
        self.connection.flush_prepared_statement_cache();
        Ok(self.connection.execute_batch("VACUUM main")?)
    }

    /// Writes the model without its texts.
    pub(crate) fn write_image(&self, to: &mut impl Write) -> Result<(), StoreError> {
        write_part(&serde_json::to_vec(&self.maps())?, to)?;
        write_part(&self.connection.serialize("main")?, to)
    }

    fn maps(&self) -> Maps {
        Maps {
            head: self.head,
            changed: self.changed,
            last_content: self.last_content,
            outside_ids: self.outside_ids,
            last_term: self.last_term,
            last_user: self.last_user,
            last_comment: self.last_comment,
            last_snippet: self.last_snippet,
            last_index_record: Some(self.last_index_record),
            counts: self.counts.iter().map(|(id, n)| (*id, *n)).collect(),
            terms: self.terms.values().cloned().collect(),
            users: self.users.values().cloned().collect(),
            app_passwords: self
                .app_passwords
                .values()
                .flat_map(|of| of.iter().cloned())
                .collect(),
            revisions: self.revisions.all().cloned().collect(),
            comments: self.comments.values().cloned().collect(),
            snippets: self.snippets.values().cloned().collect(),
            settings: Arc::clone(&self.settings),
        }
    }

    /// Digest of the state: two models with the same digest answer alike. Texts are left out, how many rows were changed on the
    /// way, and counts of 0, which only changes leave that were taken out of the log since ([`crate::erasure`]).
    pub(crate) fn digest(&self) -> Result<String, StoreError> {
        let mut maps = self.maps();
        maps.changed = 0;
        maps.counts.retain(|(_, count)| *count != 0);
        maps.counts.sort_unstable();
        let mut digest = Sha256::new();
        digest.update(serde_json::to_vec(&maps)?);
        let mut tables = self.connection.prepare(
            "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
        )?;
        let names = tables.query_map([], |row| row.get::<_, String>(0))?;
        for name in names.collect::<Result<Vec<_>, _>>()? {
            digest.update(name.as_bytes());
            let table = format!("SELECT * FROM main.\"{name}\" WHERE {}", counting(&name));
            let columns = self.connection.prepare(&table)?.column_count();
            let order: Vec<String> = (1..=columns).map(|column| column.to_string()).collect();
            let mut rows = self
                .connection
                .prepare(&format!("{table} ORDER BY {}", order.join(",")))?;
            let mut rows = rows.query([])?;
            while let Some(row) = rows.next()? {
                for column in 0..columns {
                    digest.update(format!("{:?}\n", row.get_ref(column)?));
                }
            }
        }
        Ok(hex::encode(digest.finalize()))
    }

    /// Reads an image written by [`Model::write_image`] of this release or of an earlier release with
    /// this format. The texts are absent.
    pub(crate) fn read_image(
        mut from: impl Read,
        format: &str,
        texts_place: TextsPlace,
    ) -> Result<Self, StoreError> {
        let maps: Maps = {
            let length = length(&mut from)?;
            let mut bytes = Vec::new();
            from.by_ref()
                .take(length)
                .read_to_end(&mut bytes)
                .map_err(StoreError::unreadable)?;
            serde_json::from_slice(&bytes)?
        };
        let length = usize::try_from(length(&mut from)?).map_err(StoreError::unreadable)?;
        let (mut connection, work) = connect()?;
        connection.deserialize_read_exact("main", from, length, false)?;
        // A model whose migration fails is discarded, so no rollback journal is needed.
        connection.execute_batch("PRAGMA main.journal_mode = OFF")?;
        upgrade_tables(&connection, format)?;
        settle(&connection, "main")?;
        attach_texts(&connection, &texts_place)?;
        connection.execute_batch(TEXTS)?;
        let mut model = Self::over((connection, work), texts_place, Texts::Absent);
        model.take_maps(maps)?;
        // Detects a damaged database now instead of in the first query.
        model.items()?;
        Ok(model)
    }

    fn take_maps(&mut self, maps: Maps) -> Result<(), StoreError> {
        self.head = maps.head;
        self.changed = maps.changed;
        self.last_content = maps.last_content;
        self.outside_ids = maps.outside_ids;
        self.last_term = maps.last_term;
        self.last_user = maps.last_user;
        self.last_comment = maps.last_comment;
        self.last_snippet = maps.last_snippet;
        self.counts = maps.counts.into_iter().collect();
        self.terms = maps.terms.into_iter().map(|one| (one.id, one)).collect();
        self.users = maps.users.into_iter().map(|one| (one.id, one)).collect();
        for password in maps.app_passwords {
            self.put_app_password(password);
        }
        for revision in maps.revisions {
            self.revisions.put(revision);
        }
        for comment in maps.comments {
            self.take_comment(comment);
        }
        for snippet in maps.snippets {
            self.put_snippet(snippet);
        }
        self.zone = maps.settings.zone();
        self.settings = maps.settings;
        match maps.last_index_record {
            Some(last) => self.last_index_record = last,
            None => {
                for term in self.terms.values() {
                    self.queue_term(term)?;
                }
            }
        }
        Ok(())
    }
}
