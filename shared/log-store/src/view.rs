//! What readers see: counters of spans under a filter, with the clearings that are not carried out yet.

use domain::platform::log::LogStatus;

use crate::bucket::{Bucket, Class};
use crate::counted::Counted;
use crate::filter::LogFilter;
use crate::state::State;

/// Number of entries for each status.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StatusCounts {
    /// Open ones.
    pub open: u64,
    /// Resolved ones.
    pub resolved: u64,
    /// Cleared ones.
    pub cleared: u64,
}

impl StatusCounts {
    /// The number for `status`, or for all when there is none.
    pub const fn of(&self, status: Option<LogStatus>) -> u64 {
        match status {
            Some(LogStatus::Open) => self.open,
            Some(LogStatus::Resolved) => self.resolved,
            Some(LogStatus::Cleared) => self.cleared,
            None => self.open + self.resolved + self.cleared,
        }
    }
}

/// A filter on the log in a state.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) state: &'a State,
    pub(crate) filter: &'a LogFilter,
}

impl View<'_> {
    /// The status that entries of the class have for readers.
    pub(crate) fn status(&self, bucket: Bucket, class: &Class) -> LogStatus {
        self.state
            .effective(bucket, class.status, class.level, &class.channel)
    }

    /// Whether entries of the class match the filter.
    pub(crate) fn has(&self, bucket: Bucket, class: &Class) -> bool {
        self.filter.has_day(bucket.day)
            && self.filter.has_kind(class.level, &class.channel)
            && self.filter.has_status(self.status(bucket, class))
    }

    /// Number of entries in these spans that match the filter.
    pub(crate) fn total(&self, spans: &[Counted]) -> u64 {
        self.status_counts(spans).of(self.filter.status)
    }

    /// Number of entries for each status that match the other members of the filter.
    pub(crate) fn status_counts(&self, spans: &[Counted]) -> StatusCounts {
        let mut counts = StatusCounts::default();
        for counted in spans
            .iter()
            .filter(|one| self.filter.has_day(one.span.bucket.day))
        {
            for (class, n) in &counted.classes {
                if self.filter.has_kind(class.level, &class.channel) {
                    match self.status(counted.span.bucket, class) {
                        LogStatus::Open => counts.open += n,
                        LogStatus::Resolved => counts.resolved += n,
                        LogStatus::Cleared => counts.cleared += n,
                    }
                }
            }
        }
        counts
    }
}
