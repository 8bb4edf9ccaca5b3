//! The monthly report as responses represent it.

use domain::platform::id::SiteId;
use domain::platform::month::Month;
use domain::platform::report::MonthlyFigures;
use platform_http::Listing;
use serde::Serialize;
use utoipa::ToSchema;

/// Figures of a month.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = MonthlyFigures)]
pub(crate) struct FiguresBody {
    /// Posts created in the month, including those deleted later.
    posts: u64,
    /// Posts published for the first time in the month.
    published: u64,
    /// Words of these published posts, as they were first published.
    words: u64,
    /// Average reading time of these published posts at 200 words a minute, in seconds; null when none was published.
    average_reading_seconds: Option<u64>,
    /// Approval rounds that the client answered in the month.
    decisions: u64,
    /// Answers that asked for adjustments.
    adjustments: u64,
    /// Answers that rejected the post.
    rejections: u64,
    /// Average time from the request to the answer, in seconds; null without answers.
    average_decision_seconds: Option<u64>,
}

impl From<MonthlyFigures> for FiguresBody {
    fn from(figures: MonthlyFigures) -> Self {
        Self {
            posts: figures.posts,
            published: figures.published,
            words: figures.words,
            average_reading_seconds: figures.average_reading_seconds(),
            decisions: figures.decisions,
            adjustments: figures.adjustments,
            rejections: figures.rejections,
            average_decision_seconds: figures.average_decision_seconds(),
        }
    }
}

/// Figures of a site in a month.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = SiteMonthlyFigures)]
pub(crate) struct SiteFiguresBody {
    /// Identifier of the site.
    pub site_id: u64,
    /// Name of the site; null when the site was removed.
    pub site_name: Option<String>,
    /// The figures.
    #[serde(flatten)]
    pub figures: FiguresBody,
}

/// Report of a month.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = MonthlyReport)]
pub(crate) struct MonthlyReportBody {
    /// Month, as `YYYY-MM`, in the platform's time zone.
    month: String,
    /// The site that was asked for; null for all sites that the caller sees.
    site_id: Option<u64>,
    /// Figures of all sites of the report, also of those on other pages.
    sums: FiguresBody,
    /// Sites with their figures, by identifier: the site that was asked for, or those with any activity in the month.
    items: Vec<SiteFiguresBody>,
    /// Number of the page, from 1.
    page: u32,
    /// Entries per page.
    per_page: u32,
    /// Number of sites in the report.
    total: u64,
}

impl MonthlyReportBody {
    /// The page `items` of `total` sites.
    pub(crate) fn of(
        month: Month,
        site: Option<SiteId>,
        sums: MonthlyFigures,
        page: Listing<SiteFiguresBody>,
    ) -> Self {
        Self {
            month: month.to_string(),
            site_id: site.map(|site| site.0),
            sums: sums.into(),
            items: page.items,
            page: page.page,
            per_page: page.per_page,
            total: page.total,
        }
    }
}
