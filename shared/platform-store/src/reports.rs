//! Counters of the monthly reports, one record for each month and site. They change in the transactions that create
//! and publish posts and record clients' answers, so reading a report costs one query whose size depends on the number
//! of sites, not of posts.

use std::collections::BTreeMap;

use domain::platform::approval::Decision;
use domain::platform::id::SiteId;
use domain::platform::month::Month;
use domain::platform::report::MonthlyFigures;
use items::{ItemsError, Key, Numbers, Query, Write};
use jiff::SignedDuration;

use crate::PlatformStore;

const POSTS: &str = "posts";
const PUBLISHED: &str = "published";
const WORDS: &str = "words";
const DECISIONS: &str = "decisions";
const ADJUSTMENTS: &str = "adjustments";
const REJECTIONS: &str = "rejections";
const DECISION_SECONDS: &str = "decision_seconds";

/// An event that the reports count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportEvent {
    /// A post was created on the site, or a post created in the month was moved to it.
    Created,
    /// A post created in the month was moved to another site.
    MovedAway,
    /// A post was published for the first time.
    Published {
        /// Words of its text.
        words: u64,
    },
    /// The client answered an approval round.
    Answered {
        /// The answer.
        decision: Decision,
        /// Time since the request; negative times count as none.
        waited: SignedDuration,
    },
}

impl ReportEvent {
    fn numbers(self) -> Vec<(&'static str, i64)> {
        match self {
            Self::Created => vec![(POSTS, 1)],
            Self::MovedAway => vec![(POSTS, -1)],
            Self::Published { words } => numbers(&MonthlyFigures {
                published: 1,
                words,
                ..MonthlyFigures::default()
            }),
            Self::Answered { decision, waited } => {
                let waited = u64::try_from(waited.as_secs()).unwrap_or_default();
                numbers(&MonthlyFigures::of_answer(decision, waited))
            }
        }
    }
}

/// The figures that are not 0, as additions.
fn numbers(figures: &MonthlyFigures) -> Vec<(&'static str, i64)> {
    [
        (POSTS, figures.posts),
        (PUBLISHED, figures.published),
        (WORDS, figures.words),
        (DECISIONS, figures.decisions),
        (ADJUSTMENTS, figures.adjustments),
        (REJECTIONS, figures.rejections),
        (DECISION_SECONDS, figures.decision_seconds),
    ]
    .into_iter()
    .filter(|(_, n)| *n > 0)
    .map(|(name, n)| (name, i64::try_from(n).unwrap_or(i64::MAX)))
    .collect()
}

fn figures(stored: &Numbers) -> MonthlyFigures {
    let number = |name| u64::try_from(stored.get(name)).unwrap_or_default();
    MonthlyFigures {
        posts: number(POSTS),
        published: number(PUBLISHED),
        words: number(WORDS),
        decisions: number(DECISIONS),
        adjustments: number(ADJUSTMENTS),
        rejections: number(REJECTIONS),
        decision_seconds: number(DECISION_SECONDS),
    }
}

fn partition(month: Month) -> String {
    format!("REPORT#{month}")
}

fn key(site: SiteId, month: Month) -> Key {
    Key::new(partition(month), format!("{:020}", site.0))
}

/// Write that counts `event` for `site` in `month`.
pub fn report_write(site: SiteId, month: Month, event: ReportEvent) -> Write {
    Write::AddNumbers {
        key: key(site, month),
        numbers: event.numbers(),
    }
}

/// Write that adds `figures`, of which one at least is not 0, to those of `site` in `month`.
pub(crate) fn figures_write(site: SiteId, month: Month, figures: &MonthlyFigures) -> Write {
    Write::AddNumbers {
        key: key(site, month),
        numbers: numbers(figures),
    }
}

impl PlatformStore {
    /// Figures of `site` in `month`.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn monthly_figures(
        &self,
        site: SiteId,
        month: Month,
    ) -> Result<MonthlyFigures, ItemsError> {
        let stored = self.table.numbers(&key(site, month)).await?;
        Ok(figures(&stored))
    }

    /// Figures of `month` for every site that has any.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn monthly_figures_by_site(
        &self,
        month: Month,
    ) -> Result<BTreeMap<SiteId, MonthlyFigures>, ItemsError> {
        let query = Query::prefix(partition(month), "");
        let all = self.table.all_numbers(&query).await?;
        Ok(all
            .iter()
            .filter_map(|stored| {
                let site = stored.key.sk.parse().ok()?;
                let figures = figures(stored);
                (figures != MonthlyFigures::default()).then_some((site, figures))
            })
            .collect())
    }
}
