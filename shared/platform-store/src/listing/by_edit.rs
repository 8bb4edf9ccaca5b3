//! The posts in the order of their last edit by a user. Each edit moves its post to a new place after all others, so
//! that sets of places can be intersected and counted as those of identifiers.

use std::collections::{BTreeMap, HashMap, HashSet};

use domain::platform::approval::Label;
use domain::platform::id::{PostId, SiteId, UserId};
use domain::platform::post::PostStatus;
use jiff::Timestamp;
use roaring::RoaringTreemap;

use super::columns::{Column, drop_from, intersection, page, put};
use super::filter::PostFilter;
use super::row::PostRow;

/// The rows by the posts' identifiers.
pub(super) type Rows = HashMap<PostId, PostRow>;

/// The sets that filters of the list intersect.
#[derive(Debug, Default)]
struct Columns {
    present: RoaringTreemap,
    site: Column<SiteId>,
    user: Column<UserId>,
    status: Column<PostStatus>,
    approval: Column<Label>,
}

impl Columns {
    fn add(&mut self, row: &PostRow, place: u64) {
        // The list has no deleted posts.
        if row.deleted_at.is_some() {
            return;
        }
        self.present.insert(place);
        put(&mut self.site, row.site_id, place);
        put(&mut self.user, row.user_id, place);
        put(&mut self.status, row.status, place);
        if let Some(label) = row.approval {
            put(&mut self.approval, label, place);
        }
    }

    /// Removes what [`Columns::add`] added.
    fn remove(&mut self, row: &PostRow, place: u64) {
        if row.deleted_at.is_some() {
            return;
        }
        self.present.remove(place);
        drop_from(&mut self.site, row.site_id, place);
        drop_from(&mut self.user, row.user_id, place);
        drop_from(&mut self.status, row.status, place);
        if let Some(label) = row.approval {
            drop_from(&mut self.approval, label, place);
        }
    }
}

/// The order of the list, and the sets of places.
#[derive(Debug, Default)]
pub(super) struct ByEdit {
    places: HashMap<PostId, u64>,
    posts: BTreeMap<u64, PostId>,
    /// Posts without a place, until the next page is read: a model that begins sorts all of them once.
    moved: HashSet<PostId>,
    columns: Columns,
}

/// What the list is sorted by, ascending.
fn key(row: &PostRow) -> (Timestamp, PostId) {
    (row.updated_at, row.id)
}

impl ByEdit {
    /// Replaces the row `before` of a post, if it had one, by `row`.
    pub(super) fn set(&mut self, before: Option<&PostRow>, row: &PostRow) {
        let place = self.places.get(&row.id).copied();
        let Some((before, place)) = before.zip(place) else {
            self.moved.insert(row.id);
            return;
        };
        self.columns.remove(before, place);
        if key(before) == key(row) {
            self.columns.add(row, place);
        } else {
            self.places.remove(&row.id);
            self.posts.remove(&place);
            self.moved.insert(row.id);
        }
    }

    /// Gives the moved posts their places. An edit is usually the latest, so that few posts follow it.
    fn settle(&mut self, rows: &Rows) {
        if self.moved.is_empty() {
            return;
        }
        let moved = std::mem::take(&mut self.moved);
        let mut tail: Vec<&PostRow> = moved.iter().filter_map(|id| rows.get(id)).collect();
        let Some(first) = tail.iter().map(|row| key(row)).min() else {
            return;
        };
        while let Some(last) = self.posts.last_entry() {
            let row = rows.get(last.get());
            if row.is_some_and(|row| key(row) < first) {
                break;
            }
            let (place, id) = last.remove_entry();
            self.places.remove(&id);
            if let Some(row) = row {
                self.columns.remove(row, place);
                tail.push(row);
            }
        }
        tail.sort_unstable_by_key(|row| key(row));
        let next = self
            .posts
            .last_key_value()
            .map_or(0, |(place, _)| place + 1);
        for (place, row) in (next..).zip(tail) {
            self.places.insert(row.id, place);
            self.posts.insert(place, row.id);
            self.columns.add(row, place);
        }
    }

    fn row<'a>(&self, rows: &'a Rows, place: u64) -> Option<&'a PostRow> {
        rows.get(self.posts.get(&place)?)
    }

    /// Page of the posts that match `filter`, most recently edited first, with the number of all matches.
    pub(super) fn page(
        &mut self,
        rows: &Rows,
        filter: &PostFilter,
        skip: u64,
        take: u64,
    ) -> (Vec<PostRow>, u64) {
        self.settle(rows);
        let columns = &self.columns;
        let sites: Option<RoaringTreemap> = filter.sites.as_ref().map(|sites| {
            sites
                .iter()
                .filter_map(|site| columns.site.get(site))
                .fold(RoaringTreemap::new(), |union, set| union | set)
        });
        let mut sets = Vec::new();
        sets.extend(sites.as_ref().map(Some));
        sets.extend(filter.user.map(|user| columns.user.get(&user)));
        sets.extend(filter.status.map(|status| columns.status.get(&status)));
        sets.extend(filter.approval.map(|label| columns.approval.get(&label)));
        let mut found = intersection(sets, &columns.present);
        if let Some(title) = filter.title.as_ref().map(|title| title.to_lowercase()) {
            let contains = |place: &u64| {
                self.row(rows, *place)
                    .is_some_and(|row| row.title.to_lowercase().contains(&title))
            };
            found = std::borrow::Cow::Owned(found.iter().filter(contains).collect());
        }
        let shown = page(&found, skip, take).filter_map(|place| self.row(rows, place).cloned());
        (shown.collect(), found.len())
    }
}
