//! The posts in the order of their last edit by a user. Each edit moves its post to a new place after all others, so
//! that sets of places can be intersected and counted as those of identifiers.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

use domain::platform::approval::Label;
use domain::platform::id::{PostId, SiteId, UserId};
use domain::platform::post::PostStatus;
use domain::platform::post_state::PostState;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use roaring::RoaringTreemap;

use super::columns::{Column, DayColumn, drop_from, intersection, page, put, union};
use super::filter::PostFilter;
use super::row::PostRow;
use super::summary::{PostSummary, SiteStates, StateCounts, Waiting};

/// The rows by the posts' identifiers.
pub(super) type Rows = HashMap<PostId, PostRow>;

/// The sets that filters of the list intersect.
#[derive(Debug)]
struct Columns {
    zone: TimeZone,
    present: RoaringTreemap,
    site: Column<SiteId>,
    user: Column<UserId>,
    status: Column<PostStatus>,
    state: Column<PostState>,
    approval: Column<Label>,
    created: DayColumn,
    scheduled: DayColumn,
    published: DayColumn,
}

impl Columns {
    fn new(zone: TimeZone) -> Self {
        Self {
            zone,
            present: RoaringTreemap::new(),
            site: Column::new(),
            user: Column::new(),
            status: Column::new(),
            state: Column::new(),
            approval: Column::new(),
            created: DayColumn::default(),
            scheduled: DayColumn::default(),
            published: DayColumn::default(),
        }
    }

    fn day(&self, at: Option<Timestamp>) -> Option<Date> {
        at.map(|at| self.zone.to_datetime(at).date())
    }

    fn add(&mut self, row: &PostRow, place: u64) {
        // The list has no deleted posts.
        if row.deleted_at.is_some() {
            return;
        }
        self.present.insert(place);
        put(&mut self.site, row.site_id, place);
        put(&mut self.user, row.user_id, place);
        put(&mut self.status, row.status, place);
        put(&mut self.state, row.state(), place);
        if let Some(label) = row.approval {
            put(&mut self.approval, label, place);
        }
        self.created.put(self.day(Some(row.created_at)), place);
        self.scheduled.put(self.day(row.scheduled_at), place);
        self.published.put(self.day(row.published_at), place);
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
        drop_from(&mut self.state, row.state(), place);
        if let Some(label) = row.approval {
            drop_from(&mut self.approval, label, place);
        }
        self.created
            .drop_from(self.day(Some(row.created_at)), place);
        self.scheduled.drop_from(self.day(row.scheduled_at), place);
        self.published.drop_from(self.day(row.published_at), place);
    }

    /// The posts that match `filter`, but for the title.
    fn matches(&self, filter: &PostFilter) -> Cow<'_, RoaringTreemap> {
        let unions: Vec<RoaringTreemap> = [
            filter.sites.as_ref().map(|sites| union(&self.site, sites)),
            filter
                .states
                .as_ref()
                .map(|states| union(&self.state, states)),
            filter.created.map(|days| self.created.union(days)),
            filter.scheduled.map(|days| self.scheduled.union(days)),
            filter.published.map(|days| self.published.union(days)),
        ]
        .into_iter()
        .flatten()
        .collect();
        let mut columns = Vec::new();
        columns.extend(filter.user.map(|user| self.user.get(&user)));
        columns.extend(filter.status.map(|status| self.status.get(&status)));
        columns.extend(filter.approval.map(|label| self.approval.get(&label)));
        if unions.is_empty() {
            return intersection(columns, &self.present);
        }
        let sets = unions.iter().map(Some).chain(columns).collect();
        Cow::Owned(intersection(sets, &self.present).into_owned())
    }
}

/// The order of the list, and the sets of places.
#[derive(Debug)]
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
    /// An empty list, whose days are those of `zone`.
    pub(super) fn new(zone: TimeZone) -> Self {
        Self {
            places: HashMap::new(),
            posts: BTreeMap::new(),
            moved: HashSet::new(),
            columns: Columns::new(zone),
        }
    }

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

    /// The posts that match `filter`.
    fn found(&self, rows: &Rows, filter: &PostFilter) -> Cow<'_, RoaringTreemap> {
        let found = self.columns.matches(filter);
        let Some(title) = filter.title.as_ref().map(|title| title.to_lowercase()) else {
            return found;
        };
        let contains = |place: &u64| {
            self.row(rows, *place)
                .is_some_and(|row| row.title.to_lowercase().contains(&title))
        };
        Cow::Owned(found.iter().filter(contains).collect())
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
        let found = self.found(rows, filter);
        let shown = page(&found, skip, take).filter_map(|place| self.row(rows, place).cloned());
        (shown.collect(), found.len())
    }

    /// Counts of the posts that match `filter`, with at most `take` of those that wait for the client longest and at most
    /// `take` of the parked ones.
    pub(super) fn summary(
        &mut self,
        rows: &Rows,
        waiting: &Waiting,
        filter: &PostFilter,
        take: usize,
    ) -> PostSummary {
        self.settle(rows);
        let found = self.found(rows, filter);
        let counts = |among: &RoaringTreemap| -> StateCounts {
            let states = self.columns.state.iter();
            states
                .map(|(state, set)| (*state, set.intersection_len(among)))
                .filter(|(_, posts)| *posts > 0)
                .collect()
        };
        let mut sites: Vec<SiteStates> = self
            .columns
            .site
            .iter()
            .map(|(site, set)| SiteStates {
                site: *site,
                states: counts(&(set & &*found)),
            })
            .filter(|site| !site.states.is_empty())
            .collect();
        sites.sort_by_key(|site| site.site);
        let is_found = |id: &PostId| {
            self.places
                .get(id)
                .is_some_and(|place| found.contains(*place))
        };
        let longest = waiting.posts().filter(is_found).take(take);
        let waiting = longest.filter_map(|id| rows.get(&id).cloned()).collect();
        let parked = self.columns.state.get(&PostState::Parked);
        let parked = parked.map(|set| set & &*found).unwrap_or_default();
        let parked = page(&parked, 0, take as u64)
            .filter_map(|place| self.row(rows, place).cloned())
            .collect();
        PostSummary {
            states: counts(&found),
            sites,
            waiting,
            parked,
        }
    }
}
