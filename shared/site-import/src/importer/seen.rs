//! What was shown of a collection.

use std::collections::HashSet;

use serde_json::Value;

use crate::map;
use crate::reader::Part;
use crate::report::Report;

/// What was shown of a collection.
pub struct Seen {
    ids: HashSet<u64>,
    count: u64,
    total: Option<u64>,
    /// Whether no whole page is missing.
    is_whole: bool,
}

impl Seen {
    /// Of a collection of so many items.
    pub fn new(total: Option<u64>) -> Self {
        Self {
            ids: HashSet::new(),
            count: 0,
            total,
            is_whole: true,
        }
    }

    /// Notes what of a part could not be read; answers its items, each once.
    pub fn unread(&mut self, route: &str, part: Part, report: &mut Report) -> Vec<Value> {
        for (id, cause) in part.unread {
            self.is_whole &= id.is_some();
            self.count += 1;
            report.leave_out(route, id, cause);
        }
        self.count += part.items.len() as u64;
        let items = part.items.into_iter();
        items
            .filter(|item| map::id(item).is_none_or(|id| self.ids.insert(id)))
            .collect()
    }

    /// Hosts count also what they do not show to the caller.
    pub fn report(&self, route: &str, report: &mut Report) {
        let Some(hidden) = self.total.and_then(|total| total.checked_sub(self.count)) else {
            return;
        };
        if hidden > 0 && self.is_whole {
            let cause = format!("{hidden} are not shown to this user");
            report.leave_out(route, None, cause);
        }
    }
}
