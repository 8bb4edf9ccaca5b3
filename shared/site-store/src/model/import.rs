//! Queries that an import uses to detect conflicts.

use domain::site::Kind;
use rusqlite::{OptionalExtension, params};

use super::{Model, from_sql_id, sql_id};
use crate::error::StoreError;
use crate::fold::fold;
use crate::import::ImportFamily;

impl Model {
    /// Whether the site never had content or comments. Its first contact form is neither.
    pub(crate) const fn is_untouched(&self) -> bool {
        self.last_content == self.outside_ids && self.last_comment == 0
    }

    /// Highest user identifier ever assigned.
    pub(crate) const fn last_user(&self) -> u64 {
        self.last_user
    }

    /// Description of the record that has this identifier.
    pub(crate) fn holder(
        &self,
        family: ImportFamily,
        id: u64,
    ) -> Result<Option<String>, StoreError> {
        Ok(match family {
            ImportFamily::User => self.user(id).map(|user| format!("the user {}", user.login)),
            ImportFamily::Term => self.term(id).map(|term| {
                let family = term.taxonomy.name();
                format!("the {family} “{}”", term.name)
            }),
            ImportFamily::Content | ImportFamily::Revision => match self.summary(id)? {
                Some(item) => Some(format!("the {} “{}”", item.kind.name(), item.slug)),
                None if self.revisions.get(id).is_some() => Some("a revision".to_owned()),
                None => None,
            },
            ImportFamily::Comment => self.comment(id).map(|_| "a comment".to_owned()),
            ImportFamily::Snippet => self
                .snippet(id)
                .map(|snippet| format!("the code snippet “{}”", snippet.name)),
            ImportFamily::History | ImportFamily::Settings => None,
        })
    }

    /// Media item whose main file has this path.
    pub(crate) fn file_holder(&self, path: &str) -> Result<Option<u64>, StoreError> {
        let found: Option<i64> = self
            .connection
            .prepare_cached("SELECT id FROM content WHERE file = ?1 AND kind = ?2 LIMIT 1")?
            .query_row(params![fold(path), Kind::Attachment.name()], |row| {
                row.get(0)
            })
            .optional()?;
        Ok(found.map(from_sql_id))
    }

    /// Whether any item, in any state, has the term.
    pub(crate) fn is_carried(&self, term: u64) -> Result<bool, StoreError> {
        Ok(self
            .connection
            .prepare_cached("SELECT EXISTS (SELECT 1 FROM content_term WHERE term = ?1)")?
            .query_row([sql_id(term)], |row| row.get(0))?)
    }
}
