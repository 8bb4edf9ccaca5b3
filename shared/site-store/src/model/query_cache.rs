//! Query cache of the read model: totals, first pages, and whole lists of queries that must find all
//! rows to find a page. Further pages and repeated queries are answered from it until the model
//! changes.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use super::sql::Sql;

/// Maximum number of identifiers in all lists together, eight bytes each.
const MAX_IDS: usize = 1_000_000;
/// Maximum number of lists, and of totals.
const MAX_QUERIES: usize = 4096;

/// Cached lists and totals by query, valid until the model changes.
#[derive(Default)]
pub(super) struct QueryCache {
    lists: RefCell<HashMap<Sql, Arc<[u64]>>>,
    totals: RefCell<HashMap<Sql, u64>>,
}

impl QueryCache {
    /// Clears the cache, after a change of the model.
    pub(super) fn clear(&mut self) {
        self.lists.get_mut().clear();
        self.totals.get_mut().clear();
    }

    /// Cached list of a query.
    pub(super) fn list(&self, query: &Sql) -> Option<Arc<[u64]>> {
        self.lists.borrow().get(query).cloned()
    }

    /// Caches a list; evicts all others when it does not fit beside them.
    pub(super) fn put_list(&self, query: Sql, ids: &Arc<[u64]>) {
        let mut lists = self.lists.borrow_mut();
        let cached: usize = lists.values().map(|list| list.len()).sum();
        if cached + ids.len() > MAX_IDS || lists.len() >= MAX_QUERIES {
            lists.clear();
        }
        if ids.len() <= MAX_IDS {
            lists.insert(query, Arc::clone(ids));
        }
    }

    /// Cached total of a query.
    pub(super) fn total(&self, query: &Sql) -> Option<u64> {
        self.totals.borrow().get(query).copied()
    }

    /// Caches the total of a query.
    pub(super) fn put_total(&self, query: Sql, total: u64) {
        let mut totals = self.totals.borrow_mut();
        if totals.len() >= MAX_QUERIES {
            totals.clear();
        }
        totals.insert(query, total);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(text: &str) -> Sql {
        Sql {
            text: text.to_owned(),
            ..Sql::default()
        }
    }

    #[test]
    fn queries_with_other_values_are_other_queries() {
        let totals = QueryCache::default();
        let with = |values: &[&str]| {
            let mut sql = query("slug IN (?)");
            values
                .iter()
                .for_each(|value| sql.value((*value).to_owned()));
            sql
        };
        totals.put_total(with(&["1"]), 1);
        let mut number = query("slug IN (?)");
        number.value(1);
        assert_eq!(totals.total(&with(&["1"])), Some(1));
        for other in [with(&["2"]), with(&["1", "1"]), with(&[]), number] {
            assert_eq!(totals.total(&other), None, "{other:?}");
        }
    }

    #[test]
    fn a_list_that_does_not_fit_evicts_the_others() {
        let lists = QueryCache::default();
        let list = |length: usize| -> Arc<[u64]> { vec![1; length].into() };
        lists.put_list(query("a"), &list(MAX_IDS - 1));
        assert!(lists.list(&query("a")).is_some());
        lists.put_list(query("b"), &list(2));
        assert!(lists.list(&query("a")).is_none() && lists.list(&query("b")).is_some());
        lists.put_list(query("c"), &list(MAX_IDS + 1));
        assert!(lists.list(&query("c")).is_none());
        for number in 0..=MAX_QUERIES as u64 {
            lists.put_total(query(&number.to_string()), number);
        }
        assert_eq!(
            lists.total(&query(&MAX_QUERIES.to_string())),
            Some(MAX_QUERIES as u64)
        );
        assert!(lists.totals.borrow().len() <= MAX_QUERIES);
    }
}
