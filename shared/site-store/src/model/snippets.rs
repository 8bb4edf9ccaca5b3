//! Code snippets of the read model.

use std::sync::Arc;

use super::Model;
use crate::snippet::Snippet;

impl Model {
    /// The snippets, by identifier.
    pub(crate) fn snippets(&self) -> impl Iterator<Item = &Arc<Snippet>> {
        self.snippets.values()
    }

    pub(crate) fn snippet(&self, id: u64) -> Option<Arc<Snippet>> {
        self.snippets.get(&id).cloned()
    }

    /// Identifier of the next snippet. Identifiers of deleted snippets are not reused.
    pub(crate) const fn next_snippet(&self) -> u64 {
        self.last_snippet + 1
    }

    pub(super) fn put_snippet(&mut self, snippet: Arc<Snippet>) {
        self.last_snippet = self.last_snippet.max(snippet.id);
        self.snippets.insert(snippet.id, snippet);
    }

    pub(super) fn remove_snippet(&mut self, id: u64) {
        self.last_snippet = self.last_snippet.max(id);
        self.snippets.remove(&id);
    }
}
