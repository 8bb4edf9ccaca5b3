//! Figures of a page, as they are sent and cached.

use search_console::{PagePerformance, QueryPerformance, ReportWindow};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Figures of one search query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = SearchQueryFigures)]
pub(crate) struct QueryBody {
    /// Words that were searched for.
    query: String,
    /// Clicks.
    clicks: u64,
    /// Impressions.
    impressions: u64,
    /// Average position, weighted by impressions, from 1.
    position: f64,
}

/// Performance of a post in the search engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = SearchPerformance)]
pub(crate) struct PerformanceBody {
    /// Identifier of the post.
    content_id: u64,
    /// Address for which there are figures.
    url: String,
    /// Number of days.
    days: u16,
    /// First day, in the provider's time zone.
    #[schema(format = Date)]
    from: String,
    /// Last day: the newest one whose figures are complete.
    #[schema(format = Date)]
    to: String,
    /// Clicks.
    clicks: u64,
    /// Impressions.
    impressions: u64,
    /// Average position, weighted by impressions, from 1; null without impressions.
    position: Option<f64>,
    /// The 20 queries with most clicks. They do not add up to the totals: the provider leaves rare ones out.
    queries: Vec<QueryBody>,
}

impl From<QueryPerformance> for QueryBody {
    fn from(figures: QueryPerformance) -> Self {
        Self {
            query: figures.query,
            clicks: figures.clicks,
            impressions: figures.impressions,
            position: figures.position,
        }
    }
}

impl PerformanceBody {
    /// The figures of the post `content_id`.
    pub(crate) fn of(
        content_id: u64,
        days: u16,
        window: ReportWindow,
        figures: PagePerformance,
    ) -> Self {
        Self {
            content_id,
            url: figures.page.into(),
            days,
            from: window.first.to_string(),
            to: window.last.to_string(),
            clicks: figures.clicks,
            impressions: figures.impressions,
            position: figures.position,
            queries: figures.queries.into_iter().map(Into::into).collect(),
        }
    }
}
