//! Search in texts, in parts: other readers use the model between two parts, so that none waits for a whole search. An item
//! is compared as it is when its part is; a change between two parts has the same effect as one just before or after
//! the search.

use std::fmt::Write;
use std::time::{Duration, Instant};

use domain::site::{Kind, Status};
use rusqlite::params_from_iter;

use super::order::{Hit, Order};
use super::window;
use crate::error::StoreError;
use crate::filter::{ContentFilter, Listed};
use crate::model::search::{Terms, parse};
use crate::model::sql::Sql;
use crate::model::texts::grams;
use crate::model::{Model, sql_id};

/// Maximum number of items in a part.
const MOST_IN_PART: u64 = 65_536;
/// Time that a part shall take: longer than its fixed cost, and shorter than a reader notices.
const PART_TIME: Duration = Duration::from_millis(10);

/// A search that is under way.
pub(crate) struct TextSearch {
    filter: ContentFilter,
    order: Order,
    condition: Sql,
    grams: Option<String>,
    /// Query by which the result is cached.
    query: Sql,
    /// Last change in the model when the search began.
    head: u64,
    /// Identifier up to which items were compared.
    upto: u64,
    /// Number of items in the next part, at least one.
    part: u64,
    found: Vec<Hit>,
}

/// State of a search after a part.
pub(crate) enum Progress {
    /// Items are left to be compared.
    More(Box<TextSearch>),
    /// The page with the total.
    Done(Listed<u64>),
}

impl Model {
    /// Terms of a filter's search; `None` when it has nothing to search for.
    pub(super) fn searched(&self, filter: &ContentFilter) -> Option<Terms> {
        let search = filter.search.as_ref()?;
        parse(&search.text, &self.settings.language)
    }

    /// Begins a search with a part of `part` items; a filter with nothing to search for is a list. All texts must be
    /// loaded.
    pub(crate) fn begin_search(
        &self,
        filter: &ContentFilter,
        part: u64,
    ) -> Result<Progress, StoreError> {
        let Some(terms) = self.searched(filter) else {
            return Ok(Progress::Done(self.list(filter)?));
        };
        let order = Order::of(filter, Some(&terms));
        let condition = self.condition(filter, Some(&terms));
        let search = TextSearch {
            query: query(filter, &terms, &order, &condition),
            grams: grams(&terms.wanted),
            filter: filter.clone(),
            order,
            condition,
            head: self.head,
            upto: 0,
            part: part.max(1),
            found: Vec::new(),
        };
        if let Some(known) = self.query_cache.list(&search.query) {
            return Ok(Progress::Done(Listed {
                items: window(&known, filter),
                total: known.len() as u64,
            }));
        }
        self.go_on(Box::new(search))
    }

    /// Compares the texts of the next part of a search.
    pub(crate) fn go_on(&self, search: Box<TextSearch>) -> Result<Progress, StoreError> {
        search.advance(self)
    }
}

impl TextSearch {
    fn advance(mut self: Box<Self>, model: &Model) -> Result<Progress, StoreError> {
        let begun = Instant::now();
        // Identifiers have gaps, some larger than any number of items: a part is a number of items.
        let end = match self.filter.search_newest {
            Some(_) => None,
            None => model.end_of_part(self.upto, self.part)?,
        };
        let sql = self.part_of_query(end.unwrap_or(u64::MAX));
        let mut statement = model.connection.prepare_cached(&sql.text)?;
        let rows = statement.query_map(params_from_iter(&sql.values), Hit::of)?;
        for row in rows {
            self.found.push(row?);
        }
        let Some(upto) = end else {
            return Ok(Progress::Done(self.finish(model)));
        };
        self.upto = upto;
        self.part = match begun.elapsed() {
            short if short < PART_TIME / 2 => (self.part * 2).min(MOST_IN_PART),
            long if long > PART_TIME * 2 => (self.part / 2).max(1),
            _ => self.part,
        };
        Ok(Progress::More(self))
    }

    fn finish(self, model: &Model) -> Listed<u64> {
        let items = self.order.sort(self.found);
        let listed = Listed {
            items: window(&items, &self.filter),
            total: items.len() as u64,
        };
        if model.head == self.head {
            model.query_cache.put_list(self.query, &items.into());
        }
        listed
    }

    /// The query over the items after the last part up to `upto`.
    fn part_of_query(&self, upto: u64) -> Sql {
        let texts = match self.filter.search_newest {
            Some(newest) => newest_texts(&self.filter, self.grams.clone(), newest),
            None => texts(self.grams.clone(), self.upto, upto),
        };
        let columns = self.order.columns();
        // SQLite moves conditions on identifiers into a subquery that is not materialised, where the text index cannot
        // take them. CROSS makes it start from the subquery instead of scanning the list in its order.
        let mut sql = Sql {
            text: format!(
                "WITH found (id) AS MATERIALIZED ({}) SELECT {}
                 FROM found CROSS JOIN main.content USING (id) JOIN texts.text USING (id) WHERE {}",
                texts.text, columns.text, self.condition.text
            ),
            values: texts.values,
        };
        sql.values.extend(columns.values);
        sql.values.extend(self.condition.values.iter().cloned());
        sql
    }
}

impl Model {
    /// The identifier of the last of `part` items after `after`; `None` when there are fewer.
    fn end_of_part(&self, after: u64, part: u64) -> Result<Option<u64>, StoreError> {
        let sql = "SELECT id FROM main.content WHERE id > ? ORDER BY id LIMIT 1 OFFSET ?";
        let ids = self.ids(sql, [sql_id(after), sql_id(part - 1)])?;
        Ok(ids.first().copied())
    }
}

/// What a search's result depends on, beside the model.
fn query(filter: &ContentFilter, terms: &Terms, order: &Order, condition: &Sql) -> Sql {
    let mut sql = order.columns();
    sql.text.push_str(&condition.text);
    order.push(&mut sql);
    let _ = write!(sql.text, " {:?}", filter.search_newest);
    sql.values.extend(condition.values.iter().cloned());
    sql.value(terms.sentence.clone());
    sql
}

/// Statement for the items after `after` up to `upto` whose texts may hold what is searched.
fn texts(grams: Option<String>, after: u64, upto: u64) -> Sql {
    let mut sql = Sql::default();
    let range = [sql_id(after), sql_id(upto)];
    sql.text = match grams {
        Some(query) => {
            sql.value(query);
            sql.values.extend(range.map(From::from));
            sql.values.extend(range.map(From::from));
            "SELECT rowid FROM texts.grams WHERE grams MATCH ? AND rowid > ? AND rowid <= ?
             UNION ALL SELECT id FROM texts.ungrammed WHERE id > ? AND id <= ?"
        }
        None => {
            sql.values.extend(range.map(From::from));
            "SELECT id FROM texts.text WHERE id > ? AND id <= ?"
        }
    }
    .to_owned();
    sql
}

/// The same over at most `newest` texts from the index and as many that wait for it. Items other than posts are few beside
/// them, so they are taken from the list of their kind, as posts are for words that are too short for the index.
fn newest_texts(filter: &ContentFilter, grams: Option<String>, newest: u64) -> Sql {
    let limit = i64::try_from(newest).unwrap_or(i64::MAX);
    let mut sql = Sql::default();
    sql.text = match grams.filter(|_| filter.kind == Kind::Post) {
        Some(query) => {
            sql.value(query);
            sql.value(limit);
            sql.value(limit);
            "SELECT id FROM (SELECT rowid AS id FROM texts.grams WHERE grams MATCH ?
                             ORDER BY rowid DESC LIMIT ?)
             UNION ALL SELECT id FROM (SELECT id FROM texts.ungrammed ORDER BY id DESC LIMIT ?)"
        }
        None => {
            sql.value(filter.kind.name().to_owned());
            sql.value(Status::Publish.name().to_owned());
            sql.value(limit);
            "SELECT id FROM main.content WHERE kind = ? AND status = ?
             ORDER BY date DESC, id DESC LIMIT ?"
        }
    }
    .to_owned();
    sql
}
