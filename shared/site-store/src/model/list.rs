//! Lists of content: translates a filter into one SQL query for the page and one for the total.

mod conditions;
mod order;
mod text_search;

use std::sync::Arc;

use domain::site::Status;
use rusqlite::params_from_iter;

use self::order::{Hit, Order};
pub(crate) use self::text_search::Progress;
use super::sql::Sql;
use super::{Model, from_sql_id};
use crate::error::StoreError;
use crate::filter::{ContentFilter, Listed, OrderBy, StatusFilter};

/// Offset from which skipping rows costs as much as reading the whole list.
const DEEP: u64 = 1000;

/// Whether an index provides this order and most of its rows match, so that a page near the beginning
/// is found without reading the rest. Other pages are cut from the whole list, which is cached.
fn is_near(filter: &ContentFilter) -> bool {
    let is_indexed = match filter.order_by {
        OrderBy::Date | OrderBy::Modified | OrderBy::Id => true,
        OrderBy::Title => has_one_status(&filter.status),
        _ => false,
    };
    is_indexed && filter.offset <= DEEP && !has_terms(filter)
}

fn has_one_status(status: &StatusFilter) -> bool {
    match status {
        StatusFilter::Public => true,
        StatusFilter::Any => false,
        StatusFilter::Of(statuses) => statuses.len() == 1,
    }
}

/// Whether a filter has a condition on terms.
fn has_terms(filter: &ContentFilter) -> bool {
    filter.terms.iter().any(|clause| !clause.terms.is_empty())
}

/// Cuts the requested window out of a whole list.
fn window(whole: &[u64], filter: &ContentFilter) -> Vec<u64> {
    let place = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let limit = filter.limit.map_or(usize::MAX, place);
    let rest = whole.iter().skip(place(filter.offset));
    rest.take(limit).copied().collect()
}

impl Model {
    /// Page of a list with the total. Texts that the filter searches are compared in one go; see
    /// [`Model::begin_search`].
    pub(crate) fn list(&self, filter: &ContentFilter) -> Result<Listed<u64>, StoreError> {
        if self.searched(filter).is_some() {
            let mut progress = self.begin_search(filter, u64::MAX)?;
            loop {
                match progress {
                    Progress::Done(listed) => return Ok(listed),
                    Progress::More(search) => progress = self.go_on(search)?,
                }
            }
        }
        let condition = self.condition(filter, None);
        let order = Order::of(filter, None);
        if order.is_given() {
            let whole = self.sorted(&order, &condition)?;
            return Ok(Listed {
                items: window(&whole, filter),
                total: whole.len() as u64,
            });
        }
        let mut ordered = Sql {
            text: format!("SELECT id FROM content WHERE {}", condition.text),
            values: condition.values.clone(),
        };
        order.push(&mut ordered);
        let (mut items, total) = if is_near(filter) {
            self.page(filter, ordered, condition)?
        } else {
            let whole = self.listed(ordered)?;
            (window(&whole, filter), whole.len() as u64)
        };
        if filter.sticky_first && is_plain(filter) {
            items = self.sticky_first(filter, items)?;
        }
        Ok(Listed { items, total })
    }

    /// Page near the beginning of a list that an index provides in order, with the total.
    fn page(
        &self,
        filter: &ContentFilter,
        mut ordered: Sql,
        condition: Sql,
    ) -> Result<(Vec<u64>, u64), StoreError> {
        let limit = filter
            .limit
            .map_or(-1, |limit| i64::try_from(limit).unwrap_or(i64::MAX));
        ordered.text.push_str(" LIMIT ? OFFSET ?");
        ordered.value(limit);
        ordered.value(i64::try_from(filter.offset).unwrap_or(i64::MAX));
        let items = self.listed(ordered)?.to_vec();
        let found = items.len() as u64;
        let is_last = filter.limit.is_none_or(|limit| found < limit);
        let total = if is_last && (found > 0 || filter.offset == 0) {
            filter.offset + found
        } else {
            self.count(condition)?
        };
        Ok((items, total))
    }

    /// Result of a query, cached until the model changes.
    fn listed(&self, sql: Sql) -> Result<Arc<[u64]>, StoreError> {
        if let Some(known) = self.query_cache.list(&sql) {
            return Ok(known);
        }
        let ids: Arc<[u64]> = self.ids(&sql.text, params_from_iter(&sql.values))?.into();
        self.query_cache.put_list(sql, &ids);
        Ok(ids)
    }

    /// Result of a query that is not sorted, cached as such.
    fn sorted(&self, order: &Order, condition: &Sql) -> Result<Arc<[u64]>, StoreError> {
        let mut sql = order.columns();
        sql.text = format!("SELECT {} FROM content WHERE {}", sql.text, condition.text);
        sql.values.extend(condition.values.iter().cloned());
        // Two given orders of the same items have different values, unless these are equal but for repetitions.
        if let Some(known) = self.query_cache.list(&sql) {
            return Ok(known);
        }
        let mut statement = self.connection.prepare_cached(&sql.text)?;
        let rows = statement.query_map(params_from_iter(&sql.values), Hit::of)?;
        let hits = rows.collect::<Result<Vec<_>, _>>()?;
        let ids: Arc<[u64]> = order.sort(hits).into();
        drop(statement);
        self.query_cache.put_list(sql, &ids);
        Ok(ids)
    }

    /// Items that files are attached to and that are no published post or page.
    pub(crate) fn unpublished_parents(&self) -> Result<Arc<[u64]>, StoreError> {
        self.listed(Sql {
            text: "SELECT DISTINCT parent FROM content AS file \
                WHERE kind = 'attachment' AND status = 'inherit' AND parent > 0 AND NOT EXISTS (\
                SELECT 1 FROM content WHERE id = file.parent AND kind IN ('post', 'page') AND status = 'publish')"
                .to_owned(),
            values: Vec::new(),
        })
    }

    fn count(&self, condition: Sql) -> Result<u64, StoreError> {
        if let Some(known) = self.query_cache.total(&condition) {
            return Ok(known);
        }
        let text = format!("SELECT count(*) FROM content WHERE {}", condition.text);
        let count: i64 = self
            .connection
            .prepare_cached(&text)?
            .query_row(params_from_iter(&condition.values), |row| row.get(0))?;
        let total = from_sql_id(count);
        self.query_cache.put_total(condition, total);
        Ok(total)
    }

    /// Sticky items of the page first, then the other published sticky items, then the rest of the
    /// page.
    fn sticky_first(&self, filter: &ContentFilter, page: Vec<u64>) -> Result<Vec<u64>, StoreError> {
        let mut sql = Sql {
            text: "SELECT id FROM content WHERE kind = ? AND status = ? AND sticky = 1".to_owned(),
            values: Vec::new(),
        };
        sql.value(filter.kind.name().to_owned());
        sql.value(Status::Publish.name().to_owned());
        if !filter.exclude.is_empty() {
            sql.ids("id", true, &filter.exclude);
        }
        sql.flag("protected", filter.protected);
        sql.text.push_str(" ORDER BY date DESC, id DESC");
        let sticky = self.listed(sql)?;
        let (mut first, rest): (Vec<_>, Vec<_>) =
            page.into_iter().partition(|id| sticky.contains(id));
        let others: Vec<_> = sticky
            .iter()
            .filter(|id| !first.contains(id))
            .copied()
            .collect();
        first.extend(others);
        first.extend(rest);
        Ok(first)
    }
}

/// Whether a filter sets nothing but states, exclusions, protection and window.
fn is_plain(filter: &ContentFilter) -> bool {
    let plain = ContentFilter {
        status: filter.status.clone(),
        exclude: filter.exclude.clone(),
        order_by: filter.order_by,
        ascending: filter.ascending,
        sticky_first: filter.sticky_first,
        protected: filter.protected,
        offset: filter.offset,
        limit: filter.limit,
        ..ContentFilter::all(filter.kind)
    };
    *filter == plain
}
