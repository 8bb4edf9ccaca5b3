//! Publicly readable items (no password needed) that search engines may show, for sitemaps. Answers from the model alone.

use domain::site::Kind;
use jiff::civil::DateTime;

use crate::error::StoreError;
use crate::model::Summary;
use crate::store::SiteStore;

/// An item of a sitemap.
#[derive(Debug)]
pub struct PublicItem {
    /// The item.
    pub summary: Summary,
    /// Its last modification, in the site's time zone.
    pub modified: DateTime,
    /// Whether a canonical address is set for it, which may be its own.
    pub has_canonical: bool,
}

impl SiteStore {
    /// Number of these items of a kind.
    pub fn public_count(&self, kind: Kind) -> Result<u64, StoreError> {
        self.reading().public_count(kind)
    }

    /// Latest modification, in the site's time zone, among a window of these items. The window is
    /// ordered by identifier, so new items do not shift earlier windows.
    pub fn public_last_modified(
        &self,
        kind: Kind,
        offset: u64,
        limit: u64,
    ) -> Result<Option<DateTime>, StoreError> {
        self.reading().public_last_modified(kind, offset, limit)
    }

    /// Number of items of that window for which no canonical address is set.
    pub fn public_without_canonical(
        &self,
        kind: Kind,
        offset: u64,
        limit: u64,
    ) -> Result<u64, StoreError> {
        self.reading().public_without_canonical(kind, offset, limit)
    }

    /// Items of that window.
    pub fn public_items(
        &self,
        kind: Kind,
        offset: u64,
        limit: u64,
    ) -> Result<Vec<PublicItem>, StoreError> {
        let model = self.reading();
        let rows = model.public_items(kind, offset, limit)?;
        let mut items = Vec::with_capacity(rows.len());
        for row in rows {
            if let Some(summary) = model.summary(row.id)? {
                items.push(PublicItem {
                    summary,
                    modified: row.modified,
                    has_canonical: row.has_canonical,
                });
            }
        }
        Ok(items)
    }
}
