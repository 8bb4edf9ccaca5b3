//! In-memory model of the lists: the rows, and for each list the sets of posts by the values that it filters by. A
//! filter is the intersection of such sets, so that totals and pages do not depend on the number of posts.

use domain::platform::id::{PostId, SiteId};
use jiff::tz::TimeZone;

use super::by_creation::ByCreation;
use super::by_edit::{ByEdit, Rows};
use super::columns::page;
use super::summary::{PostSummary, Waiting};
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
    waiting: Waiting,
}

impl Model {
    pub(super) fn new(zone: TimeZone) -> Self {
        Self {
            seq: 0,
            edited: ByEdit::new(zone.clone()),
            zone,
            rows: Rows::new(),
            created: ByCreation::default(),
            waiting: Waiting::default(),
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
        self.waiting.set(before, &row);
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

    /// Counts of the posts that match `filter`.
    pub(super) fn summary(&mut self, filter: &PostFilter, take: usize) -> PostSummary {
        self.edited.summary(&self.rows, &self.waiting, filter, take)
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
    use domain::platform::post_state::PostState;
    use domain::platform::publication::Stage;
    use jiff::Timestamp;
    use jiff::civil::Date;
    use proptest::prelude::*;

    use super::super::{Days, SiteStates, StateCounts};

    use super::*;

    /// Seconds of a day.
    const DAY: i64 = 86_400;

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
            publication in prop_oneof![3 => Just(None), 1 => Just(Some(Stage::Parked)), 1 => Just(Some(Stage::Sending))],
            deleted in any::<bool>(),
            updated in 0..20_i64,
            asked in proptest::option::of(100..120_i64),
            scheduled in proptest::option::of(0..4_i64),
        ) -> PostRow {
            PostRow {
                id: PostId(id),
                user_id: UserId(user),
                site_id: SiteId(site),
                title: format!("Título {id} de {user}"),
                status,
                approval,
                changed_after_approval: false,
                publication,
                published_since_decision: false,
                approval_requested_at: asked.map(at),
                words: 7,
                scheduled_at: scheduled.map(|day| at(DAY * day)),
                published_at: (status == PostStatus::Published).then(|| at(DAY * updated)),
                host_post_url: None,
                deleted_at: deleted.then(|| at(50)),
                deleted_by: None,
                version: 3,
                created_at: at(0),
                updated_at: at(updated),
            }
        }
    }

    fn day(of: Timestamp) -> Date {
        TimeZone::UTC.to_datetime(of).date()
    }

    prop_compose! {
        fn days()(
            from in proptest::option::of(0..5_i64),
            to in proptest::option::of(0..5_i64),
        ) -> Days {
            let day = |number: i64| day(at(DAY * number));
            Days { from: from.map(day), to: to.map(day) }
        }
    }

    fn on(days: Option<Days>, date: Option<Timestamp>) -> bool {
        days.is_none_or(|days| {
            date.map(day).is_some_and(|date| {
                days.from.is_none_or(|from| from <= date) && days.to.is_none_or(|to| date <= to)
            })
        })
    }

    prop_compose! {
        fn filter()(
            sites in proptest::option::of(proptest::collection::vec((1..5_u64).prop_map(SiteId), 0..3)),
            user in proptest::option::of((1..4_u64).prop_map(UserId)),
            status in proptest::option::of(Just(PostStatus::Published)),
            approval in proptest::option::of(Just(Label::Pendente)),
            states in proptest::option::of(proptest::sample::subsequence(&PostState::ALL[..], 0..10)),
            scheduled in proptest::option::of(days()),
            published in proptest::option::of(days()),
            title in proptest::option::of(Just("DE 1".to_owned())),
        ) -> PostFilter {
            PostFilter { sites, user, status, states, approval, created: None, scheduled, published, title }
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
            && filter
                .states
                .as_ref()
                .is_none_or(|states| states.contains(&row.state()))
            && on(filter.created, Some(row.created_at))
            && on(filter.scheduled, row.scheduled_at)
            && on(filter.published, row.published_at)
            && (filter.title.is_none() || row.user_id == UserId(1))
    }

    /// The summary of `rows`, judged without the model.
    fn summary(rows: &[&PostRow], take: usize) -> PostSummary {
        let mut states = StateCounts::new();
        let mut sites: BTreeMap<SiteId, StateCounts> = BTreeMap::new();
        for row in rows {
            *states.entry(row.state()).or_default() += 1;
            let of_site = sites.entry(row.site_id).or_default();
            *of_site.entry(row.state()).or_default() += 1;
        }
        let of = |state| rows.iter().filter(move |row| row.state() == state);
        let mut waiting: Vec<_> = of(PostState::WithClient).collect();
        waiting.sort_by_key(|row| (row.approval_requested_at.unwrap_or(row.updated_at), row.id));
        let first = |rows: Vec<&&PostRow>| {
            rows.into_iter()
                .take(take)
                .map(|row| (*row).clone())
                .collect()
        };
        let sites = sites.into_iter();
        PostSummary {
            states,
            sites: sites
                .map(|(site, states)| SiteStates { site, states })
                .collect(),
            waiting: first(waiting),
            parked: first(of(PostState::Parked).collect()),
        }
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
                let few = usize::try_from(take).unwrap();
                prop_assert_eq!(model.summary(&filter, few), summary(&expected, few));
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
