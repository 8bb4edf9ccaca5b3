//! What was found since the last change: totals, first pages, and whole lists where finding a part means
//! finding all. A page further on, and a question asked again, then cost no more than the page.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// Most identifiers in all lists together; eight bytes each.
const MOST_IDS: usize = 1_000_000;
/// Most lists, and most totals.
const MOST_QUESTIONS: usize = 4096;

/// Lists and totals by the question that found them. Only good until the model changes.
#[derive(Default)]
pub(super) struct Lists {
    lists: RefCell<HashMap<String, Arc<[u64]>>>,
    totals: RefCell<HashMap<String, u64>>,
}

impl Lists {
    /// Forgets everything: the model has changed.
    pub(super) fn forget(&mut self) {
        self.lists.get_mut().clear();
        self.totals.get_mut().clear();
    }

    /// The list that a question found.
    pub(super) fn list(&self, question: &str) -> Option<Arc<[u64]>> {
        self.lists.borrow().get(question).cloned()
    }

    /// Keeps a list, in place of all others when there is no room beside them.
    pub(super) fn keep_list(&self, question: String, ids: &Arc<[u64]>) {
        let mut lists = self.lists.borrow_mut();
        let kept: usize = lists.values().map(|list| list.len()).sum();
        if kept + ids.len() > MOST_IDS || lists.len() >= MOST_QUESTIONS {
            lists.clear();
        }
        if ids.len() <= MOST_IDS {
            lists.insert(question, Arc::clone(ids));
        }
    }

    /// How many a question found.
    pub(super) fn total(&self, question: &str) -> Option<u64> {
        self.totals.borrow().get(question).copied()
    }

    /// Keeps how many a question found.
    pub(super) fn keep_total(&self, question: String, total: u64) {
        let mut totals = self.totals.borrow_mut();
        if totals.len() >= MOST_QUESTIONS {
            totals.clear();
        }
        totals.insert(question, total);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_make_room_for_others() {
        let lists = Lists::default();
        let list = |length: usize| -> Arc<[u64]> { vec![1; length].into() };
        lists.keep_list("a".to_owned(), &list(MOST_IDS - 1));
        assert!(lists.list("a").is_some());
        lists.keep_list("b".to_owned(), &list(2));
        assert!(lists.list("a").is_none() && lists.list("b").is_some());
        lists.keep_list("c".to_owned(), &list(MOST_IDS + 1));
        assert!(lists.list("c").is_none());
        for number in 0..=MOST_QUESTIONS as u64 {
            lists.keep_total(number.to_string(), number);
        }
        assert_eq!(
            lists.total(&MOST_QUESTIONS.to_string()),
            Some(MOST_QUESTIONS as u64)
        );
        assert!(lists.totals.borrow().len() <= MOST_QUESTIONS);
    }
}
