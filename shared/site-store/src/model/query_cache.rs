//! Query cache of the read model: totals, first pages, and whole lists of queries that must find all
//! rows to find a page. Further pages and repeated queries are answered from it until the model
//! changes.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// Maximum number of identifiers in all lists together, eight bytes each.
const MAX_IDS: usize = 1_000_000;
/// Maximum number of lists, and of totals.
const MAX_QUERIES: usize = 4096;

/// Cached lists and totals by query, valid until the model changes.
#[derive(Default)]
pub(super) struct QueryCache {
    lists: RefCell<HashMap<String, Arc<[u64]>>>,
    totals: RefCell<HashMap<String, u64>>,
}

impl QueryCache {
    /// Clears the cache, after a change of the model.
    pub(super) fn clear(&mut self) {
        self.lists.get_mut().clear();
        self.totals.get_mut().clear();
    }

    /// Cached list of a query.
    pub(super) fn list(&self, query: &str) -> Option<Arc<[u64]>> {
        self.lists.borrow().get(query).cloned()
    }

    /// Caches a list; evicts all others when it does not fit beside them.
    pub(super) fn put_list(&self, query: String, ids: &Arc<[u64]>) {
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
    pub(super) fn total(&self, query: &str) -> Option<u64> {
        self.totals.borrow().get(query).copied()
    }

    /// Caches the total of a query.
    pub(super) fn put_total(&self, query: String, total: u64) {
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

    #[test]
    fn a_list_that_does_not_fit_evicts_the_others() {
        let lists = QueryCache::default();
        let list = |length: usize| -> Arc<[u64]> { vec![1; length].into() };
        lists.put_list("a".to_owned(), &list(MAX_IDS - 1));
        assert!(lists.list("a").is_some());
        lists.put_list("b".to_owned(), &list(2));
        assert!(lists.list("a").is_none() && lists.list("b").is_some());
        lists.put_list("c".to_owned(), &list(MAX_IDS + 1));
        assert!(lists.list("c").is_none());
        for number in 0..=MAX_QUERIES as u64 {
            lists.put_total(number.to_string(), number);
        }
        assert_eq!(
            lists.total(&MAX_QUERIES.to_string()),
            Some(MAX_QUERIES as u64)
        );
        assert!(lists.totals.borrow().len() <= MAX_QUERIES);
    }
}
