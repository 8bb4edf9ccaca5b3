//! Texts for searches, and the trigram index over them.

use std::collections::HashSet;

use rusqlite::params;

use super::{Model, sql_id};
use crate::content::Content;
use crate::error::StoreError;
use crate::fold::fold;

/// Maximum number of items indexed per step.
const AT_ONCE: i64 = 128;
/// Maximum number of bytes indexed per step, unless one item has more.
const BYTES_AT_ONCE: i64 = 1_000_000;
/// Length of the indexed character sequences.
const GRAM: usize = 3;
/// Maximum number of sequences in an index query. SQLite joins them in a time that grows with the square of their number,
/// and a few dozen already leave hardly any text that lacks one.
const MOST_GRAMS: usize = 64;

impl Model {
    /// Stores the texts of an item; the next search indexes them.
    pub(super) fn put_text(&self, content: &Content) -> Result<(), StoreError> {
        let id = sql_id(content.id);
        self.connection
            .prepare_cached("INSERT OR REPLACE INTO texts.text VALUES (?1, ?2, ?3)")?
            .execute(params![id, fold(&content.excerpt), fold(&content.content)])?;
        let is_new = self
            .connection
            .prepare_cached("INSERT OR IGNORE INTO texts.ungrammed VALUES (?1)")?
            .execute([id])?
            > 0;
        if is_new {
            self.connection
                .prepare_cached("DELETE FROM texts.grams WHERE rowid = ?1")?
                .execute([id])?;
        }
        Ok(())
    }

    pub(super) fn remove_text(&self, id: u64) -> Result<(), StoreError> {
        for statement in [
            "DELETE FROM texts.text WHERE id = ?1",
            "DELETE FROM texts.ungrammed WHERE id = ?1",
            "DELETE FROM texts.grams WHERE rowid = ?1",
        ] {
            self.connection
                .prepare_cached(statement)?
                .execute([sql_id(id)])?;
        }
        Ok(())
    }

    /// Indexes all waiting texts.
    pub(super) fn index_texts(&self) -> Result<(), StoreError> {
        while self.index_some_texts()? {}
        Ok(())
    }

    /// Indexes some of the waiting texts; returns whether more wait. A search scans the texts that
    /// still wait, so the first search of a large site does not have to index all of it. File names are
    /// indexed too, because media searches include them.
    pub(crate) fn index_some_texts(&self) -> Result<bool, StoreError> {
        let last: Option<i64> = self
            .connection
            .prepare_cached(
                "SELECT coalesce(max(id) FILTER (WHERE upto <= ?2), min(id)) FROM
                    (SELECT id, sum(octet_length(excerpt) + octet_length(content)) OVER (ORDER BY id) AS upto
                     FROM (SELECT id FROM texts.ungrammed ORDER BY id LIMIT ?1) JOIN texts.text USING (id))",
            )?
            .query_row([AT_ONCE, BYTES_AT_ONCE], |row| row.get(0))?;
        let Some(last) = last else {
            return Ok(false);
        };
        self.connection.execute_batch("SAVEPOINT grams")?;
        self.connection
            .prepare_cached(
                "INSERT INTO texts.grams (rowid, body)
                     SELECT id, title || char(10) || coalesce(file, '') || char(10)
                                || excerpt || char(10) || content
                     FROM texts.ungrammed JOIN texts.text USING (id) JOIN main.content USING (id)
                     WHERE id <= ?1",
            )?
            .execute([last])?;
        self.connection
            .prepare_cached("DELETE FROM texts.ungrammed WHERE id <= ?1")?
            .execute([last])?;
        self.connection.execute_batch("RELEASE grams")?;
        Ok(self
            .connection
            .prepare_cached("SELECT EXISTS (SELECT 1 FROM texts.ungrammed)")?
            .query_row([], |row| row.get(0))?)
    }
}

/// Index query for items that may contain all of `terms`; `None` when the terms are too short for the
/// index. A match contains trigrams of each term, in any order and of long terms not all, so the texts themselves are
/// compared afterwards.
pub(super) fn grams(terms: &[String]) -> Option<String> {
    let mut known = HashSet::new();
    let mut all = Vec::new();
    for term in terms {
        let letters: Vec<char> = term.chars().collect();
        for gram in letters.windows(GRAM) {
            // SQLite ends a query text at a NUL character, which no text contains.
            if !gram.contains(&'\0') && known.insert(gram.to_vec()) {
                all.push(gram.iter().collect::<String>());
            }
        }
    }
    let step = all.len().div_ceil(MOST_GRAMS).max(1);
    let quoted: Vec<String> = all
        .iter()
        .step_by(step)
        .map(|gram| format!("\"{}\"", gram.replace('"', "\"\"")))
        .collect();
    (!quoted.is_empty()).then(|| quoted.join(" AND "))
}

#[cfg(test)]
mod tests {
    use super::{MOST_GRAMS, grams};

    #[test]
    fn terms_become_an_index_query() {
        let terms = |list: &[&str]| {
            list.iter()
                .map(|term| (*term).to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            grams(&terms(&["praia", "x"])).as_deref(),
            Some(r#""pra" AND "rai" AND "aia""#)
        );
        assert_eq!(grams(&terms(&["a\"b"])).as_deref(), Some(r#""a""b""#));
        assert_eq!(grams(&terms(&["ab", "é"])), None);
        assert_eq!(grams(&terms(&["abc\0d"])).as_deref(), Some(r#""abc""#));
    }

    #[test]
    fn an_index_query_has_a_bounded_length() {
        let repeated = grams(&["w".repeat(200_000)]);
        assert_eq!(repeated.as_deref(), Some(r#""www""#));
        let letters = || ('a'..='z').chain('0'..='9');
        let long: String = letters()
            .flat_map(|a| letters().map(move |b| format!("{a}{b}")))
            .collect();
        let words: Vec<String> = (0..2000).map(|number| format!("w{number}")).collect();
        for terms in [vec![long.repeat(50)], words] {
            let query = grams(&terms).unwrap();
            let count = query.split(" AND ").count();
            assert!((MOST_GRAMS / 2..=MOST_GRAMS).contains(&count), "{count}");
        }
    }
}
