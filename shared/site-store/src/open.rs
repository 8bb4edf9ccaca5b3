//! What everybody may open without a password, for lists of all addresses of a site. Reads nothing but
//! the model.

use domain::site::Kind;
use jiff::civil::DateTime;

use crate::error::StoreError;
use crate::model::Summary;
use crate::store::SiteStore;

impl SiteStore {
    /// How many items of a kind everybody may open.
    pub fn open_count(&self, kind: Kind) -> Result<u64, StoreError> {
        self.model().open_count(kind)
    }

    /// When any of a window of these items was changed last, wall clock of the site. The window counts
    /// in the order of identifiers, so items stay where they are when new ones come.
    pub fn open_changed(
        &self,
        kind: Kind,
        offset: u64,
        limit: u64,
    ) -> Result<Option<DateTime>, StoreError> {
        self.model().open_changed(kind, offset, limit)
    }

    /// The items of that window, each with its last change.
    pub fn open_items(
        &self,
        kind: Kind,
        offset: u64,
        limit: u64,
    ) -> Result<Vec<(Summary, DateTime)>, StoreError> {
        let model = self.model();
        let rows = model.open_items(kind, offset, limit)?;
        let mut items = Vec::with_capacity(rows.len());
        for (id, changed) in rows {
            if let Some(summary) = model.summary(id)? {
                items.push((summary, changed));
            }
        }
        Ok(items)
    }
}
