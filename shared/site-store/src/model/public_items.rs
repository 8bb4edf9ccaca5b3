//! Queries for publicly readable items that search engines may show.

use domain::site::Kind;
use domain::site::meta::seo::{CANONICAL, NOINDEX};
use jiff::civil::DateTime;
use rusqlite::params;

use super::{Model, from_sql_id, sql_id};
use crate::content::Content;
use crate::error::StoreError;

/// The item is listed.
const LISTED: i64 = 0;
/// Search engines shall not show the item.
const UNLISTED: i64 = 1;
/// A canonical address is set for the item. Whether it is another one than the item's is known only to who knows the
/// site's address.
const CANONICAL_SET: i64 = 2;

/// Whether sitemaps list an item, as a value of the column `listing`.
pub(super) fn listing(content: &Content) -> i64 {
    let set = |key| content.meta.get(key);
    if set(NOINDEX).and_then(serde_json::Value::as_bool) == Some(true) {
        return UNLISTED;
    }
    let canonical = set(CANONICAL).and_then(serde_json::Value::as_str);
    if canonical.is_some_and(|canonical| !canonical.is_empty()) {
        CANONICAL_SET
    } else {
        LISTED
    }
}

/// An item of a sitemap.
pub(crate) struct PublicRow {
    pub(crate) id: u64,
    pub(crate) modified: DateTime,
    pub(crate) has_canonical: bool,
}

fn date(text: &str) -> Result<DateTime, StoreError> {
    text.parse()
        .map_err(|error| StoreError::Model(format!("{text}: {error}")))
}

impl Model {
    pub(crate) fn public_count(&self, kind: Kind) -> Result<u64, StoreError> {
        let count: i64 = self
            .connection
            .prepare_cached(
                "SELECT count(*) FROM content
                 WHERE kind = ?1 AND status = 'publish' AND protected = 0 AND listing <> ?2",
            )?
            .query_row(params![kind.name(), UNLISTED], |row| row.get(0))?;
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
                 WHERE kind = ?1 AND status = 'publish' AND protected = 0 AND listing <> ?4
                 ORDER BY id LIMIT ?2 OFFSET ?3)",
            )?
            .query_row(
                params![kind.name(), sql_id(limit), sql_id(offset), UNLISTED],
                |row| row.get(0),
            )?;
        changed.as_deref().map(date).transpose()
    }

    pub(crate) fn public_without_canonical(
        &self,
        kind: Kind,
        offset: u64,
        limit: u64,
    ) -> Result<u64, StoreError> {
        let count: i64 = self
            .connection
            .prepare_cached(
                "SELECT count(*) FROM (SELECT listing FROM content
                 WHERE kind = ?1 AND status = 'publish' AND protected = 0 AND listing <> ?4
                 ORDER BY id LIMIT ?2 OFFSET ?3) WHERE listing = ?5",
            )?
            .query_row(
                params![kind.name(), sql_id(limit), sql_id(offset), UNLISTED, LISTED],
                |row| row.get(0),
            )?;
        Ok(from_sql_id(count))
    }

    pub(crate) fn public_items(
        &self,
        kind: Kind,
        offset: u64,
        limit: u64,
    ) -> Result<Vec<PublicRow>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT id, modified, listing FROM content
             WHERE kind = ?1 AND status = 'publish' AND protected = 0 AND listing <> ?4
             ORDER BY id LIMIT ?2 OFFSET ?3",
        )?;
        let rows = statement.query_map(
            params![kind.name(), sql_id(limit), sql_id(offset), UNLISTED],
            |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get(2)?)),
        )?;
        rows.map(|row| {
            let (id, modified, listing): (i64, String, i64) = row?;
            Ok(PublicRow {
                id: from_sql_id(id),
                modified: date(&modified)?,
                has_canonical: listing == CANONICAL_SET,
            })
        })
        .collect()
    }
}
