//! All posts, deleted or not, in the order of their creation, for the history. Identifiers are allocated in that order,
//! so a post's place is its identifier.

use std::borrow::Cow;
use std::collections::BTreeMap;

use domain::platform::id::SiteId;
use domain::platform::post::PostStatus;
use jiff::tz::TimeZone;
use roaring::RoaringTreemap;

use super::columns::{Column, drop_from, intersection, put};
use super::filter::HistoryFilter;
use super::row::PostRow;

/// The sets that filters of the history intersect.
#[derive(Debug, Default)]
pub(super) struct ByCreation {
    all: RoaringTreemap,
    deleted: RoaringTreemap,
    present: RoaringTreemap,
    site: Column<SiteId>,
    status: Column<PostStatus>,
    year: BTreeMap<i16, RoaringTreemap>,
    month: Column<i8>,
    day: Column<i8>,
}

/// The posts that match a filter.
pub(super) struct Matches<'a> {
    /// Their identifiers.
    pub(super) found: Cow<'a, RoaringTreemap>,
    sites: &'a Column<SiteId>,
    /// Whether the filter was empty.
    is_all: bool,
}

impl Matches<'_> {
    /// Number of the matches of a site.
    pub(super) fn of_site(&self, site: SiteId) -> u64 {
        self.sites.get(&site).map_or(0, |set| {
            if self.is_all {
                set.len()
            } else {
                set.intersection_len(&self.found)
            }
        })
    }
}

impl ByCreation {
    /// Replaces the row `before` of a post, if it had one, by `row`. Days are those of `zone`.
    pub(super) fn set(&mut self, before: Option<&PostRow>, row: &PostRow, zone: &TimeZone) {
        let id = row.id.0;
        match before {
            Some(before) => {
                self.deleted.remove(id);
                self.present.remove(id);
                drop_from(&mut self.site, before.site_id, id);
                drop_from(&mut self.status, before.status, id);
            }
            // The time of creation never changes.
            None => {
                let day = zone.to_datetime(row.created_at).date();
                self.all.insert(id);
                self.year.entry(day.year()).or_default().insert(id);
                put(&mut self.month, day.month(), id);
                put(&mut self.day, day.day(), id);
            }
        }
        if row.deleted_at.is_some() {
            self.deleted.insert(id);
        } else {
            self.present.insert(id);
        }
        put(&mut self.site, row.site_id, id);
        put(&mut self.status, row.status, id);
    }

    /// The posts that match `filter`.
    pub(super) fn matches(&self, filter: &HistoryFilter) -> Matches<'_> {
        let mut sets = Vec::new();
        sets.extend(filter.year.map(|year| self.year.get(&year)));
        sets.extend(filter.month.map(|month| self.month.get(&month)));
        sets.extend(filter.day.map(|day| self.day.get(&day)));
        sets.extend(filter.status.map(|status| self.status.get(&status)));
        sets.extend(filter.site.map(|site| self.site.get(&site)));
        sets.extend(filter.deleted.map(|deleted| {
            Some(if deleted {
                &self.deleted
            } else {
                &self.present
            })
        }));
        Matches {
            is_all: sets.is_empty(),
            found: intersection(sets, &self.all),
            sites: &self.site,
        }
    }

    /// The years in which posts were created, newest first.
    pub(super) fn years(&self) -> Vec<i16> {
        self.year.keys().rev().copied().collect()
    }
}
