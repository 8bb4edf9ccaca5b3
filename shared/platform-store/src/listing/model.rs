//! In-memory model of the lists: the rows, and for each list the sets of posts by the values that it filters by. A
//! filter is the intersection of such sets, so that totals and pages do not depend on the number of posts.

use domain::platform::id::{PostId, SiteId};
use jiff::tz::TimeZone;

use super::by_creation::ByCreation;
use super::by_edit::{ByEdit, Rows};
use super::columns::page;
use super::{HistoryFilter, PostFilter, PostRow};

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
    rows: Rows,
    created: ByCreation,
    edited: ByEdit,
}

impl Model {
    pub(super) fn new(zone: TimeZone) -> Self {
        Self {
            seq: 0,
            zone,
            rows: Rows::new(),
            created: ByCreation::default(),
            edited: ByEdit::default(),
        }
    }

    /// Applies entry `seq` of the log.
    pub(super) fn take(&mut self, seq: u64, row: PostRow) {
        self.seq = seq;
        self.insert(row);
    }

    /// Sets the row of a post.
    pub(super) fn insert(&mut self, row: PostRow) {
        let before = self.rows.get(&row.id);
        self.created.set(before, &row, &self.zone);
        self.edited.set(before, &row);
        self.rows.insert(row.id, row);
    }

    /// Page of the posts that match `filter`, most recently edited first, with the number of all matches.
    pub(super) fn page(
        &mut self,
        filter: &PostFilter,
        skip: u64,
        take: u64,
    ) -> (Vec<PostRow>, u64) {
        self.edited.page(&self.rows, filter, skip, take)
    }

    /// Page of the history: the posts that match `filter`, newest first.
    pub(super) fn history(&self, filter: &HistoryFilter, skip: u64, take: u64) -> HistoryRows {
        let matches = self.created.matches(filter);
        let rows: Vec<PostRow> = page(&matches.found, skip, take)
            .filter_map(|id| self.rows.get(&PostId(id)).cloned())
            .collect();
        let mut sites: Vec<SiteCount> = Vec::new();
        for row in &rows {
            let site = row.site_id;
            if sites.iter().all(|count| count.site != site) {
                let posts = matches.of_site(site);
                sites.push(SiteCount { site, posts });
            }
        }
        HistoryRows {
            rows,
            total: matches.found.len(),
            sites,
        }
    }

    /// The years in which posts were created, newest first.
    pub(super) fn years(&self) -> Vec<i16> {
        self.created.years()
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;
    use std::collections::BTreeMap;

    use domain::platform::approval::Label;
    use domain::platform::id::UserId;
    use domain::platform::post::PostStatus;
    use jiff::Timestamp;
    use proptest::prelude::*;

    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_900_000_000 + second).unwrap()
    }

    prop_compose! {
        fn row()(
            id in 1..30_u64,
            user in 1..3_u64,
            site in 1..4_u64,
            status in prop_oneof![Just(PostStatus::Draft), Just(PostStatus::Published)],
            approval in prop_oneof![Just(None), Just(Some(Label::Pendente))],
            deleted in any::<bool>(),
            updated in 0..20_i64,
        ) -> PostRow {
            PostRow {
                id: PostId(id),
                user_id: UserId(user),
                site_id: SiteId(site),
                title: format!("Título {id} de {user}"),
                status,
                approval,
                changed_after_approval: false,
                words: 7,
                scheduled_at: None,
                published_at: None,
                host_post_url: None,
                deleted_at: deleted.then(|| at(50)),
                deleted_by: None,
                version: 3,
                created_at: at(0),
                updated_at: at(updated),
            }
        }
    }

    prop_compose! {
        fn filter()(
            sites in proptest::option::of(proptest::collection::vec((1..5_u64).prop_map(SiteId), 0..3)),
            user in proptest::option::of((1..4_u64).prop_map(UserId)),
            status in proptest::option::of(Just(PostStatus::Published)),
            approval in proptest::option::of(Just(Label::Pendente)),
            title in proptest::option::of(Just("DE 1".to_owned())),
        ) -> PostFilter {
            PostFilter { sites, user, status, approval, title }
        }
    }

    /// Whether the list shows a row, judged without the model.
    fn matches(row: &PostRow, filter: &PostFilter) -> bool {
        let sites = filter.sites.as_ref();
        row.deleted_at.is_none()
            && sites.is_none_or(|sites| sites.contains(&row.site_id))
            && filter.user.is_none_or(|user| user == row.user_id)
            && filter.status.is_none_or(|status| status == row.status)
            && filter
                .approval
                .is_none_or(|label| Some(label) == row.approval)
            && (filter.title.is_none() || row.user_id == UserId(1))
    }

    proptest! {
        #[test]
        fn pages_are_those_of_the_sorted_rows_after_any_saves(
            saves in proptest::collection::vec((row(), any::<bool>()), 1..80),
            filter in filter(),
            skip in 0..12_u64,
            take in 0..12_u64,
        ) {
            let mut model = Model::new(TimeZone::UTC);
            let mut rows: BTreeMap<PostId, PostRow> = BTreeMap::new();
            let last = saves.len() - 1;
            for (number, (row, is_read)) in saves.into_iter().enumerate() {
                rows.insert(row.id, row.clone());
                model.insert(row);
                // Places are given when a page is read, so pages between the saves take part in the test.
                if !is_read && number != last {
                    continue;
                }
                let mut expected: Vec<&PostRow> = rows.values().filter(|row| matches(row, &filter)).collect();
                expected.sort_by_key(|row| Reverse((row.updated_at, row.id)));
                let total = expected.len() as u64;
                let shown = expected.into_iter().skip(usize::try_from(skip).unwrap());
                let shown: Vec<PostRow> = shown.take(usize::try_from(take).unwrap()).cloned().collect();
                prop_assert_eq!(model.page(&filter, skip, take), (shown, total));
                let all = model.history(&HistoryFilter::default(), 0, 100);
                prop_assert_eq!(all.total, rows.len() as u64);
                prop_assert_eq!(all.rows, rows.values().rev().cloned().collect::<Vec<_>>());
            }
        }
    }
}
