//! Publicly readable items (no password needed), for sitemaps. Answers from the model alone.

use domain::site::Kind;
use jiff::civil::DateTime;

use crate::error::StoreError;
use crate::model::Summary;
use crate::store::SiteStore;

impl SiteStore {
    /// Number of publicly readable items of a kind.
    pub fn public_count(&self, kind: Kind) -> Result<u64, StoreError> {
        self.model().public_count(kind)
    }

    /// Latest modification, in the site's time zone, among a window of these items. The window is
    /// ordered by identifier, so new items do not shift earlier windows.
    pub fn public_last_modified(
        &self,
        kind: Kind,
        offset: u64,
        limit: u64,
    ) -> Result<Option<DateTime>, StoreError> {
        self.model().public_last_modified(kind, offset, limit)
    }

    /// Items of that window, each with its last modification.
    pub fn public_items(
        &self,
        kind: Kind,
        offset: u64,
        limit: u64,
    ) -> Result<Vec<(Summary, DateTime)>, StoreError> {
        let model = self.model();
        let rows = model.public_items(kind, offset, limit)?;
        let mut items = Vec::with_capacity(rows.len());
        for (id, changed) in rows {
            if let Some(summary) = model.summary(id)? {
                items.push((summary, changed));
            }
        }
        Ok(items)
    }
}
