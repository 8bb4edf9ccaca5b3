//! Detects items that a host counts but does not return.

use std::collections::HashSet;

use serde_json::Value;

use crate::map;
use crate::reader::Part;
use crate::report::Report;

/// Items of a collection that the host returned.
pub struct Coverage {
    ids: HashSet<u64>,
    count: u64,
    total: Option<u64>,
    /// Whether every page could be read.
    is_whole: bool,
}

impl Coverage {
    /// For a collection with this total.
    pub fn new(total: Option<u64>) -> Self {
        Self {
            ids: HashSet::new(),
            count: 0,
            total,
            is_whole: true,
        }
    }

    /// Reports the unreadable items of a part; returns its items without duplicates.
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

    /// Reports the difference to the host's total: items that the host does not show to this user.
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
