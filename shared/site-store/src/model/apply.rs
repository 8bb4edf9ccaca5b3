//! Applies log entries to the read model.
//!
//! A deletion raises the last identifier itself, as the changes before it may have been taken out of the log
//! ([`crate::erasure`]).

use std::sync::Arc;

use domain::site::{Kind, Status, Taxonomy};
use rusqlite::{OptionalExtension, params};

use super::public_items::listing;
use super::{Model, Texts, sql_id, status_named};
use crate::collation::sort_key;
use crate::content::Content;
use crate::error::StoreError;
use crate::fold::fold;
use crate::index::{IndexObject, IndexScope};
use crate::log::Change;

impl Model {
    /// Applies the changes of entry `seq`. An entry that is already applied changes nothing; a gap in
    /// the sequence is a defect.
    pub(crate) fn apply(&mut self, seq: u64, changes: &[Change]) -> Result<(), StoreError> {
        if seq <= self.head {
            return Ok(());
        }
        if seq != self.head + 1 {
            return Err(StoreError::Model(format!(
                "change {seq} does not follow {}",
                self.head
            )));
        }
        self.query_cache.clear();
        self.connection.execute_batch("BEGIN")?;
        for change in changes {
            self.apply_one(change)?;
        }
        self.connection.execute_batch("COMMIT")?;
        self.head = seq;
        self.changed += changes.len() as u64;
        Ok(())
    }

    /// Goes on before entry `seq` without the entries that are missing until there; returns the first and the last of them.
    pub(crate) const fn pass_gap(&mut self, seq: u64) -> Option<(u64, u64)> {
        let first = self.head + 1;
        if first >= seq {
            return None;
        }
        self.head = seq - 1;
        Some((first, self.head))
    }

    fn apply_one(&mut self, change: &Change) -> Result<(), StoreError> {
        match change {
            Change::Content(content) => self.put_content(content)?,
            Change::ContentGone { id, heir } => {
                self.remove_content(*id, *heir)?;
                self.revisions.remove_of(*id);
                self.remove_comments_of(*id);
            }
            Change::ContentIdTaken { id } => {
                self.last_content = self.last_content.max(*id);
                self.outside_ids += 1;
            }
            Change::Revision(revision) => {
                self.last_content = self.last_content.max(revision.id);
                self.revisions.put(Arc::new((**revision).clone()));
            }
            Change::RevisionGone { id } => {
                self.last_content = self.last_content.max(*id);
                self.revisions.remove(*id);
            }
            Change::Term(term) => {
                self.last_term = self.last_term.max(term.id);
                self.queue_term(term)?;
                self.terms.insert(term.id, Arc::new((**term).clone()));
            }
            Change::TermGone {
                id,
                taxonomy,
                heir,
                fallback,
            } => {
                self.last_term = self.last_term.max(*id);
                self.remove_term(*id, *taxonomy, *heir, *fallback)?;
            }
            Change::User(user) => {
                self.last_user = self.last_user.max(user.id);
                self.users.insert(user.id, Arc::new((**user).clone()));
            }
            Change::UserGone { id, heir } => {
                self.last_user = self.last_user.max(*id);
                self.users.remove(id);
                self.app_passwords.remove(id);
                self.revisions.reassign(*id, *heir);
                self.forget_commenter(*id);
                self.connection
                    .prepare_cached("UPDATE content SET author = ?2 WHERE author = ?1")?
                    .execute(params![sql_id(*id), sql_id(*heir)])?;
                self.reassign_index_counts(*id, *heir)?;
            }
            Change::AppPassword(password) => {
                self.put_app_password(Arc::new((**password).clone()));
            }
            Change::AppPasswordGone { user, uuid } => {
                if let Some(passwords) = self.app_passwords.get_mut(user) {
                    passwords.retain(|password| password.uuid != *uuid);
                }
            }
            Change::Comment(comment) => self.put_comment(comment),
            Change::CommentGone { id, heir } => self.remove_comment(*id, *heir),
            Change::Snippet(snippet) => self.put_snippet(Arc::new((**snippet).clone())),
            Change::SnippetGone { id } => self.remove_snippet(*id),
            Change::Indexed { entry, links } => self.put_index_entry(entry, links.as_ref())?,
            Change::Settings(settings) => {
                self.zone = settings.zone();
                self.settings = Arc::new((**settings).clone());
            }
        }
        Ok(())
    }

    fn put_content(&mut self, content: &Content) -> Result<(), StoreError> {
        if content.kind != Kind::GlobalStyles {
            self.last_content = self.last_content.max(content.id);
        }
        self.uncount(content.id)?;
        self.tally(content.id, -1)?;
        if content.status == Status::Trash {
            self.trash_comments_of(content.id);
        }
        let media = content.media.as_ref();
        let title = fold(&content.title);
        self.connection
            .prepare_cached(
                "INSERT OR REPLACE INTO content VALUES
                 (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19,?20,?21)",
            )?
            .execute(params![
                sql_id(content.id),
                sql_id(content.seq),
                content.kind.name(),
                content.status.name(),
                content.slug,
                content.date.local.to_string(),
                content.modified.to_string(),
                sql_id(content.author),
                sql_id(content.parent),
                content.menu_order,
                sql_id(content.featured_media),
                content.sticky,
                !content.password.is_empty(),
                content.format.name(),
                media.map(|media| media.mime_type.as_str()),
                media.map(|media| fold(&media.path)),
                title,
                sql_id(target(content, "post_type")),
                sql_id(target(content, "taxonomy")),
                sort_key(&title),
                listing(content),
            ])?;
        if self.texts != Texts::Absent {
            self.put_text(content)?;
        }
        let id = sql_id(content.id);
        self.connection
            .prepare_cached("DELETE FROM content_term WHERE content = ?1")?
            .execute(params![id])?;
        for (taxonomy, terms) in &content.terms {
            for term in terms {
                self.connection
                    .prepare_cached("INSERT OR IGNORE INTO content_term VALUES (?1, ?2, ?3)")?
                    .execute(params![sql_id(*term), id, taxonomy.name()])?;
                if content.status == Status::Publish {
                    *self.counts.entry(*term).or_default() += 1;
                }
            }
        }
        self.put_former_slugs(content)?;
        self.tally(content.id, 1)?;
        self.queue_content(content)
    }

    fn put_former_slugs(&self, content: &Content) -> Result<(), StoreError> {
        let id = sql_id(content.id);
        self.connection
            .prepare_cached("DELETE FROM former_slug WHERE content = ?1")?
            .execute(params![id])?;
        for slug in &content.former_slugs {
            self.connection
                .prepare_cached("INSERT OR IGNORE INTO former_slug VALUES (?1, ?2)")?
                .execute(params![slug, id])?;
        }
        Ok(())
    }

    /// Removes a published item from the counts of its terms.
    fn uncount(&mut self, id: u64) -> Result<(), StoreError> {
        let status: Option<String> = self
            .connection
            .prepare_cached("SELECT status FROM content WHERE id = ?1")?
            .query_row(params![sql_id(id)], |row| row.get(0))
            .optional()?;
        if status.as_deref().map(status_named).transpose()? == Some(Status::Publish) {
            for term in self.terms_of(id)? {
                *self.counts.entry(term).or_default() -= 1;
            }
        }
        Ok(())
    }

    fn terms_of(&self, content: u64) -> Result<Vec<u64>, StoreError> {
        self.ids(
            "SELECT term FROM content_term WHERE content = ?1",
            [sql_id(content)],
        )
    }

    fn remove_content(&mut self, id: u64, heir: u64) -> Result<(), StoreError> {
        self.last_content = self.last_content.max(id);
        self.uncount(id)?;
        self.tally(id, -1)?;
        self.remove_from_index(IndexObject::Content(id))?;
        if self.texts != Texts::Absent {
            self.remove_text(id)?;
        }
        let (id, heir) = (sql_id(id), sql_id(heir));
        for statement in [
            "DELETE FROM content WHERE id = ?1",
            "DELETE FROM content_term WHERE content = ?1",
            "DELETE FROM former_slug WHERE content = ?1",
            // The index omits zeros; the second condition lets SQLite use it.
            "UPDATE content SET featured = 0 WHERE featured = ?1 AND featured <> 0",
        ] {
            self.connection.prepare_cached(statement)?.execute([id])?;
        }
        self.connection
            .prepare_cached("UPDATE content SET parent = ?2 WHERE parent = ?1")?
            .execute([id, heir])?;
        Ok(())
    }

    fn remove_term(
        &mut self,
        id: u64,
        taxonomy: Taxonomy,
        heir: u64,
        fallback: Option<u64>,
    ) -> Result<(), StoreError> {
        self.terms.remove(&id);
        self.counts.remove(&id);
        self.remove_from_index(IndexObject::Term(id))?;
        self.forget_counts(IndexScope::Category(id))?;
        for term in self.terms.values_mut() {
            if term.taxonomy == taxonomy && term.parent == id {
                Arc::make_mut(term).parent = heir;
            }
        }
        let orphans: Vec<(i64, bool)> = {
            let mut statement = self
                .connection
                .prepare_cached("DELETE FROM content_term WHERE term = ?1 RETURNING content")?;
            let rows = statement.query_map([sql_id(id)], |row| row.get::<_, i64>(0))?;
            let contents = rows.collect::<Result<Vec<_>, _>>()?;
            let mut left = self.connection.prepare_cached(
                "SELECT status FROM content WHERE id = ?1 AND NOT EXISTS
                 (SELECT 1 FROM content_term WHERE content = ?1 AND taxonomy = ?2)",
            )?;
            let mut orphans = Vec::new();
            for content in contents {
                let status: Option<String> = left
                    .query_row(params![content, taxonomy.name()], |row| row.get(0))
                    .optional()?;
                if let Some(status) = status {
                    orphans.push((content, status_named(&status)? == Status::Publish));
                }
            }
            orphans
        };
        let Some(fallback) = fallback else {
            return Ok(());
        };
        for (content, is_published) in orphans {
            self.connection
                .prepare_cached("INSERT OR IGNORE INTO content_term VALUES (?1, ?2, ?3)")?
                .execute(params![sql_id(fallback), content, taxonomy.name()])?;
            if is_published {
                *self.counts.entry(fallback).or_default() += 1;
                self.tally_fallback(super::from_sql_id(content), fallback)?;
            }
        }
        Ok(())
    }
}

/// Target of a menu item if it has this type, otherwise 0.
fn target(content: &Content, target_type: &str) -> u64 {
    content
        .menu_item
        .as_ref()
        .filter(|item| item.target_type == target_type)
        .map_or(0, |item| item.object_id)
}
