//! Periods in which posts were published, for archives. Answers from the model alone.

use jiff::civil::Date;

use crate::error::StoreError;
use crate::store::SiteStore;

/// Length of a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeriodLength {
    /// A year.
    Year,
    /// A month.
    Month,
    /// A day.
    Day,
}

/// A period with published posts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeriodCount {
    /// Its first day, in the site's time zone.
    pub first: Date,
    /// Number of its posts, with those that a password protects.
    pub posts: u64,
}

impl SiteStore {
    /// At most `limit` periods with published posts from `first` up to the day before `end`, the newest first.
    ///
    /// # Errors
    /// The read model fails.
    pub fn post_periods(
        &self,
        length: PeriodLength,
        first: Date,
        end: Date,
        limit: u64,
    ) -> Result<Vec<PeriodCount>, StoreError> {
        self.reading().post_periods(length, first, end, limit)
    }
}
