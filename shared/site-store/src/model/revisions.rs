//! Index of revisions.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use jiff::civil::DateTime;

use crate::revision::RevisionSummary;

/// Revisions of all items.
#[derive(Debug, Default)]
pub(crate) struct Revisions {
    all: BTreeMap<u64, Arc<RevisionSummary>>,
    /// Revisions by item, oldest first.
    of: HashMap<u64, BTreeSet<(DateTime, u64)>>,
}

impl Revisions {
    /// All revisions.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Arc<RevisionSummary>> {
        self.all.values()
    }

    pub(super) fn put(&mut self, revision: Arc<RevisionSummary>) {
        self.remove(revision.id);
        self.of
            .entry(revision.parent)
            .or_default()
            .insert((revision.date, revision.id));
        self.all.insert(revision.id, revision);
    }

    pub(super) fn remove(&mut self, id: u64) {
        let Some(gone) = self.all.remove(&id) else {
            return;
        };
        if let Some(rest) = self.of.get_mut(&gone.parent) {
            rest.remove(&(gone.date, id));
            if rest.is_empty() {
                self.of.remove(&gone.parent);
            }
        }
    }

    pub(super) fn remove_of(&mut self, parent: u64) {
        for (_, id) in self.of.remove(&parent).unwrap_or_default() {
            self.all.remove(&id);
        }
    }

    pub(super) fn reassign(&mut self, from: u64, to: u64) {
        for revision in self.all.values_mut() {
            if revision.author == from {
                Arc::make_mut(revision).author = to;
            }
        }
    }

    /// Revision `id`.
    pub(crate) fn get(&self, id: u64) -> Option<Arc<RevisionSummary>> {
        self.all.get(&id).map(Arc::clone)
    }

    /// Revisions of an item, newest first.
    pub(crate) fn newest_first(&self, parent: u64) -> impl Iterator<Item = &Arc<RevisionSummary>> {
        let of = self.of.get(&parent).into_iter().flatten().rev();
        of.filter_map(|(_, id)| self.all.get(id))
    }

    /// Number of revisions of an item, and the newest.
    pub(crate) fn history(&self, parent: u64) -> (usize, Option<u64>) {
        let of = self.of.get(&parent);
        (
            of.map_or(0, BTreeSet::len),
            of.and_then(BTreeSet::last).map(|(_, id)| *id),
        )
    }

    /// Newest revision that is not an autosave.
    pub(crate) fn latest(&self, parent: u64) -> Option<&Arc<RevisionSummary>> {
        self.newest_first(parent).find(|one| !one.is_autosave)
    }

    /// Autosave of a user.
    pub(crate) fn autosave(&self, parent: u64, author: u64) -> Option<&Arc<RevisionSummary>> {
        self.newest_first(parent)
            .find(|one| one.is_autosave && one.author == author)
    }
}
