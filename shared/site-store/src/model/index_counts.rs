//! Numbers of published texts by score, and the texts of a score.

use domain::site::Kind;
use rusqlite::{OptionalExtension, params};

use super::{Model, from_sql_id, sql_id};
use crate::error::StoreError;
use crate::index::{IndexCount, IndexMeasure, IndexScope, IndexScores};

/// Score of texts that have a record without a score.
const NO_SCORE: i64 = -1;
/// Score of texts without a record.
const NO_RECORD: i64 = -2;

const fn measure_column(measure: IndexMeasure) -> i64 {
    match measure {
        IndexMeasure::Seo => 0,
        IndexMeasure::Readability => 1,
    }
}

const fn scope_columns(scope: IndexScope) -> (i64, u64) {
    match scope {
        IndexScope::All => (0, 0),
        IndexScope::Author(id) => (1, id),
        IndexScope::Category(id) => (2, id),
    }
}

fn score(column: i64) -> Option<u32> {
    u32::try_from(column).ok()
}

/// What the counts depend on.
struct Counted {
    kind: String,
    author: i64,
    record: Option<IndexScores>,
}

impl Model {
    /// Published texts of a kind by score.
    pub(crate) fn index_counts(
        &self,
        scope: IndexScope,
        kind: Kind,
        measure: IndexMeasure,
    ) -> Result<Vec<IndexCount>, StoreError> {
        let (scope, id) = scope_columns(scope);
        let mut statement = self.connection.prepare_cached(
            "SELECT noindex, score, texts FROM index_count
             WHERE scope = ?1 AND scope_id = ?2 AND text_kind = ?3 AND measure = ?4 AND texts > 0",
        )?;
        let values = params![scope, sql_id(id), kind.name(), measure_column(measure)];
        let rows = statement.query_map(values, |row| {
            let column: i64 = row.get(1)?;
            Ok(IndexCount {
                noindex: row.get(0)?,
                score: score(column),
                texts: from_sql_id(row.get(2)?),
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The published texts that [`Self::index_counts`] counts, with their scores; by those for search engines without
    /// the texts that these shall not show.
    pub(crate) fn index_scores(
        &self,
        category: Option<u64>,
        kind: Kind,
        measure: IndexMeasure,
    ) -> Result<Vec<(u64, Option<u32>)>, StoreError> {
        let (column, shown) = match measure {
            IndexMeasure::Seo => ("seo", "r.noindex IS NOT 1"),
            IndexMeasure::Readability => ("readability", "1"),
        };
        let of_category = match category {
            Some(_) => "EXISTS (SELECT 1 FROM content_term WHERE term = ?2 AND content = c.id)",
            None => "?2 = 0",
        };
        let sql = format!(
            "SELECT c.id, r.{column} FROM content AS c
             LEFT JOIN index_record AS r ON r.kind = 0 AND r.id = c.id
             WHERE c.kind = ?1 AND c.status = 'publish' AND {shown} AND {of_category}
             ORDER BY c.id"
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        let values = params![kind.name(), sql_id(category.unwrap_or_default())];
        let rows =
            statement.query_map(values, |row| Ok((from_sql_id(row.get(0)?), row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Moves the counts of a deleted author to the heir of the texts.
    pub(super) fn reassign_index_counts(&self, author: u64, heir: u64) -> Result<(), StoreError> {
        self.connection
            .prepare_cached(
                "INSERT INTO index_count
                 SELECT scope, ?2, text_kind, measure, noindex, score, texts FROM index_count
                 WHERE scope = 1 AND scope_id = ?1
                 ON CONFLICT DO UPDATE SET texts = texts + excluded.texts",
            )?
            .execute(params![sql_id(author), sql_id(heir)])?;
        self.forget_counts(IndexScope::Author(author))
    }

    /// Removes the counts of a deleted category.
    pub(super) fn forget_counts(&self, scope: IndexScope) -> Result<(), StoreError> {
        let (scope, id) = scope_columns(scope);
        self.connection
            .prepare_cached("DELETE FROM index_count WHERE scope = ?1 AND scope_id = ?2")?
            .execute(params![scope, sql_id(id)])?;
        Ok(())
    }

    /// Adds a published text to all its counts, or takes it out of them.
    pub(super) fn tally(&self, id: u64, by: i64) -> Result<(), StoreError> {
        let Some(counted) = self.counted(id)? else {
            return Ok(());
        };
        self.tally_in((0, 0), &counted, by)?;
        if counted.kind == Kind::Post.name() {
            self.tally_in((1, counted.author), &counted, by)?;
        }
        for category in self.ids(
            "SELECT term FROM content_term WHERE content = ?1 AND taxonomy = 'category'",
            [sql_id(id)],
        )? {
            self.tally_in((2, sql_id(category)), &counted, by)?;
        }
        Ok(())
    }

    /// Adds a published text to the counts of a category that it got through the deletion of another.
    pub(super) fn tally_fallback(&self, id: u64, category: u64) -> Result<(), StoreError> {
        match self.counted(id)? {
            Some(counted) => self.tally_in((2, sql_id(category)), &counted, 1),
            None => Ok(()),
        }
    }

    /// What the counts of a text depend on; `None` for one that is not counted.
    fn counted(&self, id: u64) -> Result<Option<Counted>, StoreError> {
        let found = self
            .connection
            .prepare_cached(
                "SELECT c.kind, c.author, r.seo, r.readability, r.noindex
                 FROM content AS c LEFT JOIN index_record AS r ON r.kind = 0 AND r.id = c.id
                 WHERE c.id = ?1 AND c.kind IN ('post', 'page') AND c.status = 'publish'",
            )?
            .query_row([sql_id(id)], |row| {
                let noindex: Option<bool> = row.get(4)?;
                let (seo, readability) = (row.get(2)?, row.get(3)?);
                Ok(Counted {
                    kind: row.get(0)?,
                    author: row.get(1)?,
                    record: noindex.map(|noindex| IndexScores {
                        seo,
                        readability,
                        noindex,
                    }),
                })
            });
        Ok(found.optional()?)
    }

    fn tally_in(&self, scope: (i64, i64), counted: &Counted, by: i64) -> Result<(), StoreError> {
        let column = |score: Option<u32>| score.map_or(NO_SCORE, i64::from);
        let (noindex, [seo, readability]) = match &counted.record {
            None => (false, [NO_RECORD; 2]),
            Some(record) => {
                let scores = [record.seo, record.readability];
                (record.noindex, scores.map(column))
            }
        };
        // Authors see no numbers of readability.
        let scores = [Some(seo), (scope.0 != 1).then_some(readability)];
        for (measure, score) in (0_i64..).zip(scores) {
            let Some(score) = score else { continue };
            self.connection
                .prepare_cached(
                    "INSERT INTO index_count VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                     ON CONFLICT DO UPDATE SET texts = texts + ?7",
                )?
                .execute(params![
                    scope.0,
                    scope.1,
                    counted.kind,
                    measure,
                    noindex,
                    score,
                    by
                ])?;
        }
        Ok(())
    }
}
