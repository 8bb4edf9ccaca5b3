//! In-memory model of the lists: the rows, and for each value that lists filter by the set of posts that have it.
//! A filter is the intersection of such sets, so that totals and pages do not depend on the number of posts.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::Hash;

use domain::platform::approval::Label;
use domain::platform::id::{PostId, SiteId, UserId};
use domain::platform::post::PostStatus;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use roaring::RoaringTreemap;

use super::{HistoryFilter, PostFilter, PostRow};

/// Share of all posts below which the matches are sorted instead of looked up in the order of all posts.
const SORTED_SHARE: u64 = 16;

/// Sets of posts by a value.
type Column<K> = HashMap<K, RoaringTreemap>;

/// Day on which a post was created.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Created {
    year: i16,
    month: i8,
    day: i8,
}

/// The sets that filters intersect.
#[derive(Debug, Default)]
struct Columns {
    deleted: RoaringTreemap,
    present: RoaringTreemap,
    site: Column<SiteId>,
    user: Column<UserId>,
    status: Column<PostStatus>,
    approval: Column<Label>,
    year: BTreeMap<i16, RoaringTreemap>,
    month: Column<i8>,
    day: Column<i8>,
}

/// Number of posts of one site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SiteCount {
    /// The site.
    pub site: SiteId,
    /// Its posts.
    pub posts: u64,
}

/// Page of the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryRows {
    /// Rows, newest post first.
    pub rows: Vec<PostRow>,
    /// Number of all matches.
    pub total: u64,
    /// The sites of the rows, in the order of their first row, with the number of their matches.
    pub sites: Vec<SiteCount>,
}

/// Model of the lists up to an entry of the change log.
#[derive(Debug)]
pub(super) struct Model {
    /// Number of the last entry.
    pub(super) seq: u64,
    zone: TimeZone,
    rows: HashMap<PostId, PostRow>,
    by_edit: BTreeSet<(Reverse<Timestamp>, Reverse<PostId>)>,
    columns: Columns,
}

fn put<K: Hash + Eq>(column: &mut Column<K>, value: K, id: u64) {
    column.entry(value).or_default().insert(id);
}

fn drop_from<K: Hash + Eq>(column: &mut Column<K>, value: K, id: u64) {
    if let Entry::Occupied(mut set) = column.entry(value) {
        set.get_mut().remove(id);
        if set.get().is_empty() {
            set.remove();
        }
    }
}

impl Columns {
    fn add(&mut self, row: &PostRow, created: Created) {
        let id = row.id.0;
        if row.deleted_at.is_some() {
            self.deleted.insert(id);
        } else {
            self.present.insert(id);
        }
        put(&mut self.site, row.site_id, id);
        put(&mut self.user, row.user_id, id);
        put(&mut self.status, row.status, id);
        if let Some(label) = row.approval {
            put(&mut self.approval, label, id);
        }
        self.year.entry(created.year).or_default().insert(id);
        put(&mut self.month, created.month, id);
        put(&mut self.day, created.day, id);
    }

    /// Removes what [`Columns::add`] added, except the day, which never changes.
    fn remove(&mut self, row: &PostRow) {
        let id = row.id.0;
        self.deleted.remove(id);
        self.present.remove(id);
        drop_from(&mut self.site, row.site_id, id);
        drop_from(&mut self.user, row.user_id, id);
        drop_from(&mut self.status, row.status, id);
        if let Some(label) = row.approval {
            drop_from(&mut self.approval, label, id);
        }
    }
}

/// The intersection of `sets`, of which a missing one is empty; all posts when there is none.
fn intersection(
    sets: Vec<Option<&RoaringTreemap>>,
    all: impl Fn() -> RoaringTreemap,
) -> RoaringTreemap {
    let Some(mut sets) = sets.into_iter().collect::<Option<Vec<_>>>() else {
        return RoaringTreemap::new();
    };
    // The smallest set first keeps the intermediate results small.
    sets.sort_by_key(|set| set.len());
    let mut sets = sets.into_iter();
    match sets.next() {
        Some(first) => sets.fold(first.clone(), |found, set| found & set),
        None => all(),
    }
}

impl Model {
    pub(super) fn new(zone: TimeZone) -> Self {
        Self {
            seq: 0,
            zone,
            rows: HashMap::new(),
            by_edit: BTreeSet::new(),
            columns: Columns::default(),
        }
    }

    fn created(&self, row: &PostRow) -> Created {
        let date = self.zone.to_datetime(row.created_at).date();
        Created {
            year: date.year(),
            month: date.month(),
            day: date.day(),
        }
    }

    /// Applies entry `seq` of the log.
    pub(super) fn take(&mut self, seq: u64, row: PostRow) {
        self.seq = seq;
        self.insert(row);
    }

    /// Sets the row of a post.
    pub(super) fn insert(&mut self, row: PostRow) {
        let created = self.created(&row);
        let id = row.id;
        self.by_edit.insert((Reverse(row.updated_at), Reverse(id)));
        if let Some(before) = self.rows.insert(id, row) {
            self.columns.remove(&before);
            let edited = self.rows.get(&id).map(|row| row.updated_at);
            if edited != Some(before.updated_at) {
                self.by_edit
                    .remove(&(Reverse(before.updated_at), Reverse(id)));
            }
        }
        if let Some(row) = self.rows.get(&id) {
            self.columns.add(row, created);
        }
    }

    fn row(&self, id: u64) -> Option<&PostRow> {
        self.rows.get(&PostId(id))
    }

    /// The posts that match `filter`.
    fn matches(&self, filter: &PostFilter) -> RoaringTreemap {
        let columns = &self.columns;
        let sites: Option<RoaringTreemap> = filter.sites.as_ref().map(|sites| {
            sites
                .iter()
                .filter_map(|site| columns.site.get(site))
                .fold(RoaringTreemap::new(), |union, set| union | set)
        });
        let mut sets = vec![Some(&columns.present)];
        sets.extend(sites.as_ref().map(Some));
        sets.extend(filter.user.map(|user| columns.user.get(&user)));
        sets.extend(filter.status.map(|status| columns.status.get(&status)));
        sets.extend(filter.approval.map(|label| columns.approval.get(&label)));
        let mut found = intersection(sets, RoaringTreemap::new);
        if let Some(title) = filter.title.as_ref().map(|title| title.to_lowercase()) {
            let contains = |id: u64| {
                self.row(id)
                    .is_some_and(|row| row.title.to_lowercase().contains(&title))
            };
            found = found.into_iter().filter(|id| contains(*id)).collect();
        }
        found
    }

    /// Page of the posts that match `filter`, most recently edited first, with the number of all matches.
    pub(super) fn page(
        &self,
        filter: &PostFilter,
        skip: usize,
        take: usize,
    ) -> (Vec<PostRow>, u64) {
        let found = self.matches(filter);
        let total = found.len();
        let rows = if total.saturating_mul(SORTED_SHARE) < self.by_edit.len() as u64 {
            let mut rows: Vec<&PostRow> = found.iter().filter_map(|id| self.row(id)).collect();
            rows.sort_unstable_by_key(|row| (Reverse(row.updated_at), Reverse(row.id)));
            rows.into_iter().skip(skip).take(take).cloned().collect()
        } else {
            let order = self.by_edit.iter().map(|(_, Reverse(id))| id);
            order
                .filter(|id| found.contains(id.0))
                .skip(skip)
                .take(take)
                .filter_map(|id| self.rows.get(id).cloned())
                .collect()
        };
        (rows, total)
    }

    /// Page of the history: the posts that match `filter`, newest first.
    pub(super) fn history(&self, filter: &HistoryFilter, skip: u64, take: u64) -> HistoryRows {
        let columns = &self.columns;
        let mut sets = Vec::new();
        sets.extend(filter.year.map(|year| columns.year.get(&year)));
        sets.extend(filter.month.map(|month| columns.month.get(&month)));
        sets.extend(filter.day.map(|day| columns.day.get(&day)));
        sets.extend(filter.status.map(|status| columns.status.get(&status)));
        sets.extend(filter.site.map(|site| columns.site.get(&site)));
        sets.extend(filter.deleted.map(|deleted| {
            Some(if deleted {
                &columns.deleted
            } else {
                &columns.present
            })
        }));
        let found = intersection(sets, || &columns.present | &columns.deleted);
        let total = found.len();
        // Identifiers are allocated in order, so the newest post has the greatest one.
        let newest = total.saturating_sub(skip);
        let places = (newest.saturating_sub(take)..newest).rev();
        let rows: Vec<PostRow> = places
            .filter_map(|place| found.select(place))
            .filter_map(|id| self.row(id).cloned())
            .collect();
        let mut sites: Vec<SiteCount> = Vec::new();
        for row in &rows {
            if sites.iter().all(|count| count.site != row.site_id) {
                let set = columns.site.get(&row.site_id);
                sites.push(SiteCount {
                    site: row.site_id,
                    posts: set.map_or(0, |set| set.intersection_len(&found)),
                });
            }
        }
        HistoryRows { rows, total, sites }
    }

    /// The years in which posts were created, newest first.
    pub(super) fn years(&self) -> Vec<i16> {
        self.columns.year.keys().rev().copied().collect()
    }
}
