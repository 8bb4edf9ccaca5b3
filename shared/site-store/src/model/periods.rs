//! Queries for the periods in which posts were published.

use jiff::civil::Date;
use rusqlite::params;

use super::{Model, from_sql_id, sql_id};
use crate::error::StoreError;
use crate::periods::{PeriodCount, PeriodLength};

impl Model {
    /// Periods with published posts from `first` up to the day before `end`, the newest first.
    pub(crate) fn post_periods(
        &self,
        length: PeriodLength,
        first: Date,
        end: Date,
        limit: u64,
    ) -> Result<Vec<PeriodCount>, StoreError> {
        // Dates are stored as `2024-05-01T07:00:00`, so that their beginnings are periods.
        let (digits, rest) = match length {
            PeriodLength::Year => (4, "-01-01"),
            PeriodLength::Month => (7, "-01"),
            PeriodLength::Day => (10, ""),
        };
        let mut statement = self.connection.prepare_cached(
            "SELECT substr(date, 1, ?1) AS period, count(*) FROM content
             WHERE kind = 'post' AND status = 'publish' AND date >= ?2 AND date < ?3
             GROUP BY period ORDER BY period DESC LIMIT ?4",
        )?;
        let values = params![digits, first.to_string(), end.to_string(), sql_id(limit)];
        let rows = statement.query_map(values, |row| Ok((row.get(0)?, row.get(1)?)))?;
        rows.map(|row| {
            let (period, posts): (String, i64) = row?;
            let first = format!("{period}{rest}");
            let first = first
                .parse()
                .map_err(|error| StoreError::Model(format!("{first}: {error}")))?;
            Ok(PeriodCount {
                first,
                posts: from_sql_id(posts),
            })
        })
        .collect()
    }
}
