//! Reports of search analytics.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use url::Url;

/// Days before today whose figures are not complete yet.
const DELAY_DAYS: i64 = 2;
/// Time zone in which the provider counts days.
const PROVIDER_ZONE: &str = "America/Los_Angeles";

/// The days of a report, both included, in the provider's time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportWindow {
    /// First day.
    pub first: Date,
    /// Last day.
    pub last: Date,
}

impl ReportWindow {
    /// The last `days` days (at least one) whose figures are complete at `now`: the provider needs two to three days.
    #[must_use]
    pub fn of_last(days: u16, now: Timestamp) -> Self {
        let zone = TimeZone::get(PROVIDER_ZONE).unwrap_or(TimeZone::UTC);
        let today = now.to_zoned(zone).date();
        let last = today.saturating_sub(DELAY_DAYS.days());
        let before = i64::from(days.max(1)) - 1;
        Self {
            first: last.saturating_sub(before.days()),
            last,
        }
    }
}

/// What to report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageQuery {
    /// Address of the published page, to the letter.
    pub page: Url,
    /// Days.
    pub window: ReportWindow,
    /// Largest number of search queries, 1 to 25,000.
    pub most_queries: u16,
}

/// Figures of one page. The queries do not add up to the totals, because the provider leaves rare ones out.
#[derive(Debug, Clone, PartialEq)]
pub struct PagePerformance {
    /// The address for which there are figures: that of the query, or the one that differs in the slash at its end.
    pub page: Url,
    /// Clicks.
    pub clicks: u64,
    /// Impressions.
    pub impressions: u64,
    /// Average position, weighted by impressions, from 1; `None` without impressions.
    pub position: Option<f64>,
    /// Search queries with most clicks first.
    pub queries: Vec<QueryPerformance>,
}

/// Figures of one search query.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryPerformance {
    /// Words that were searched for.
    pub query: String,
    /// Clicks.
    pub clicks: u64,
    /// Impressions.
    pub impressions: u64,
    /// Average position, weighted by impressions, from 1.
    pub position: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(days: u16, now: &str) -> (String, String) {
        let window = ReportWindow::of_last(days, now.parse().unwrap());
        (window.first.to_string(), window.last.to_string())
    }

    #[test]
    fn a_window_ends_two_days_ago_in_the_providers_zone() {
        // 07:59 UTC is still the day before in Los Angeles.
        let (first, last) = window(28, "2026-11-23T07:59:59Z");
        assert_eq!(
            (first.as_str(), last.as_str()),
            ("2026-10-24", "2026-11-20")
        );
        let (first, last) = window(7, "2026-11-23T08:00:00Z");
        assert_eq!(
            (first.as_str(), last.as_str()),
            ("2026-11-15", "2026-11-21")
        );
        let (first, last) = window(0, "2026-03-01T12:00:00Z");
        assert_eq!(
            (first.as_str(), last.as_str()),
            ("2026-02-27", "2026-02-27")
        );
    }
}
