//! Counts what posts of releases without report counters caused. Each post is one transaction (more only for dozens of
//! answers) on the condition that the post did not change, which also marks what was counted, so that it can be
//! repeated and interrupted at any point.

use std::collections::BTreeMap;

use domain::platform::approval::{Approval, ApprovalStatus, Decision};
use domain::platform::id::{PostId, SiteId};
use domain::platform::month::Month;
use domain::platform::post::{CountedInReports, Post, PostStatus};
use domain::platform::report::MonthlyFigures;
use items::{Condition, Entry, ItemsError, Query, Write, none_on_conflict, retry_on_conflict};
use jiff::tz::TimeZone;

use crate::PlatformStore;
use crate::approvals::{self, CLOSED};
use crate::posts;
use crate::reports::figures_write;

/// Most rounds counted in one transaction, below the limit of 100 writes with their counters and the post.
const ROUNDS: usize = 40;

/// The decision of a round that the client answered.
const fn decision(round: &Approval) -> Option<Decision> {
    match round.status {
        ApprovalStatus::Approved => Some(Decision::Approve),
        ApprovalStatus::Adjustments => Some(Decision::Adjustments),
        ApprovalStatus::Rejected => Some(Decision::Reject),
        ApprovalStatus::Pending | ApprovalStatus::Superseded => None,
    }
}

/// What is counted together, by site and month.
#[derive(Default)]
struct Sums(BTreeMap<(SiteId, Month), MonthlyFigures>);

impl Sums {
    fn add(&mut self, site: SiteId, month: Month, figures: MonthlyFigures) {
        let sum = self.0.entry((site, month)).or_default();
        *sum = sum.plus(figures);
    }
}

impl PlatformStore {
    /// Counts the creation, the first publication and the client's answers of the post `id` in the reports of their
    /// months in `zone`, as far as they are not counted. `words` counts the words of a body (HTML). Returns whether
    /// there was anything to count.
    ///
    /// # Errors
    /// See [`ItemsError`]; the method may be repeated.
    pub async fn count_in_reports(
        &self,
        id: PostId,
        zone: &TimeZone,
        words: impl Fn(&str) -> u64,
    ) -> Result<bool, ItemsError> {
        let mut any = false;
        loop {
            let counted = retry_on_conflict(|| async {
                none_on_conflict(self.count_portion(id, zone, &words).await)
            })
            .await?;
            match counted {
                Portion::Nothing => return Ok(any),
                Portion::Some => any = true,
            }
        }
    }

    async fn count_portion(
        &self,
        id: PostId,
        zone: &TimeZone,
        words: &impl Fn(&str) -> u64,
    ) -> Result<Portion, ItemsError> {
        let Some(post) = self.post(id).await? else {
            return Ok(Portion::Nothing);
        };
        let mut sums = Sums::default();
        let mut counted = Post {
            counted: CountedInReports {
                created: true,
                ..post.counted
            },
            revision: post.revision + 1,
            ..post.clone()
        };
        if !post.counted.created {
            let figures = MonthlyFigures {
                posts: 1,
                ..MonthlyFigures::default()
            };
            sums.add(post.site_id, Month::of(post.created_at, zone), figures);
        }
        let is_published = post.status == PostStatus::Published;
        let published = post.published_at.filter(|_| is_published);
        if let Some(at) = published.filter(|_| !post.counted.published) {
            let figures = MonthlyFigures {
                published: 1,
                words: self.published_words(&post, words).await?,
                ..MonthlyFigures::default()
            };
            sums.add(post.site_id, Month::of(at, zone), figures);
            counted.counted.published = true;
        }
        let mut rounds = Vec::new();
        for round in self.uncounted_rounds(&post).await? {
            let Some((decision, at)) = decision(&round).zip(round.closed_at) else {
                continue;
            };
            let waited = at.duration_since(round.requested_at).as_secs();
            let waited = u64::try_from(waited).unwrap_or_default();
            let figures = MonthlyFigures::of_answer(decision, waited);
            sums.add(round.site_id, Month::of(at, zone), figures);
            rounds.push(round);
        }
        if sums.0.is_empty() {
            return Ok(Portion::Nothing);
        }
        let mut writes = vec![Write::Put(
            posts::entry(&counted)?,
            Condition::Revision(post.revision),
        )];
        for round in rounds {
            let key = approvals::key(round.post_id, round.round);
            let round = Approval {
                counted: true,
                ..round
            };
            let entry = Entry::new(key, &round)?.revision(CLOSED + 1);
            writes.push(Write::Put(entry, Condition::Revision(CLOSED)));
        }
        for ((site, month), figures) in &sums.0 {
            writes.push(figures_write(*site, *month, figures));
        }
        self.table.transact(writes).await?;
        Ok(Portion::Some)
    }

    /// Words of the text that the host has, or of the present one when that is not recorded.
    async fn published_words(
        &self,
        post: &Post,
        words: &impl Fn(&str) -> u64,
    ) -> Result<u64, ItemsError> {
        let number = post.host_copy.map_or(post.version, |copy| copy.version);
        let version = self.post_version(post.id, number).await?;
        Ok(version.map_or(0, |version| words(&version.body)))
    }

    /// Rounds of the post that the client answered and that no report contains, at most [`ROUNDS`] of them.
    async fn uncounted_rounds(&self, post: &Post) -> Result<Vec<Approval>, ItemsError> {
        if post.approval_rounds == 0 {
            return Ok(Vec::new());
        }
        let query = Query::prefix(format!("POST#{}", post.id), "APPROVAL#");
        let mut rounds: Vec<Approval> = self.table.query(&query).await?;
        rounds.retain(|round| !round.counted && decision(round).is_some());
        rounds.truncate(ROUNDS);
        Ok(rounds)
    }
}

/// Outcome of one transaction.
enum Portion {
    /// Nothing was left to count.
    Nothing,
    /// Something was counted; more may be left.
    Some,
}
