//! Queries for publicly readable items.

use domain::site::Kind;
use jiff::civil::DateTime;
use rusqlite::params;

use super::{Model, from_sql_id, sql_id};
use crate::error::StoreError;

fn date(text: &str) -> Result<DateTime, StoreError> {
    text.parse()
        .map_err(|error| StoreError::Model(format!("{text}: {error}")))
}

impl Model {
    pub(crate) fn public_count(&self, kind: Kind) -> Result<u64, StoreError> {
        let count: i64 = self
            .connection
            .prepare_cached(
                "SELECT count(*) FROM content WHERE kind = ?1 AND status = 'publish' AND protected = 0",
            )?
            .query_row([kind.name()], |row| row.get(0))?;
        Ok(from_sql_id(count))
    }

    pub(crate) fn public_last_modified(
        &self,
        kind: Kind,
        offset: u64,
        limit: u64,
    ) -> Result<Option<DateTime>, StoreError> {
        let changed: Option<String> = self
            .connection
            .prepare_cached(
                "SELECT max(modified) FROM (SELECT modified FROM content
                 WHERE kind = ?1 AND status = 'publish' AND protected = 0
                 ORDER BY id LIMIT ?2 OFFSET ?3)",
            )?
            .query_row(params![kind.name(), sql_id(limit), sql_id(offset)], |row| {
                row.get(0)
            })?;
        changed.as_deref().map(date).transpose()
    }

    pub(crate) fn public_items(
        &self,
        kind: Kind,
        offset: u64,
        limit: u64,
    ) -> Result<Vec<(u64, DateTime)>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT id, modified FROM content
             WHERE kind = ?1 AND status = 'publish' AND protected = 0
             ORDER BY id LIMIT ?2 OFFSET ?3",
        )?;
        let rows = statement
            .query_map(params![kind.name(), sql_id(limit), sql_id(offset)], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
            })?;
        rows.map(|row| {
            let (id, changed) = row?;
            Ok((from_sql_id(id), date(&changed)?))
        })
        .collect()
    }
}
