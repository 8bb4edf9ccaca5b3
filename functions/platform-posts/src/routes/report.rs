//! The monthly report of sites.

use std::collections::{BTreeMap, HashMap};

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::platform::access::{Permission, Scope};
use domain::platform::id::SiteId;
use domain::platform::month::Month;
use domain::platform::report::MonthlyFigures;
use http::{HeaderValue, header};
use platform_http::{ApiError, Code, Json, ListQuery, Listing, Paging, refuse_zero};
use platform_session::{Caller, authorize_site};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::Ports;
use crate::errors::ListingOf;
use crate::report_csv::{self, Row};
use crate::wire::{MonthlyReportBody, SiteFiguresBody};

/// Form of the report.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReportFormat {
    /// JSON.
    #[default]
    Json,
    /// A table of all sites, and their sum, for spreadsheets: UTF-8 with a byte order mark, semicolons, decimal
    /// commas.
    Csv,
}

/// What the report is about.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReportQuery {
    /// The report of this site; without it, of all sites that the caller sees.
    #[param(minimum = 1)]
    site_id: Option<u64>,
    /// Month, as `YYYY-MM`, in the platform's time zone; the present one when not sent.
    #[param(
        pattern = "^(000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})-(0[1-9]|1[0-2])$",
        example = "2026-11"
    )]
    month: Option<String>,
    /// Form of the response. Paging applies to `json`.
    #[param(inline)]
    format: Option<ReportFormat>,
}

impl ReportQuery {
    fn site(&self) -> Result<Option<SiteId>, ApiError> {
        refuse_zero("site_id", self.site_id)?;
        Ok(self.site_id.map(SiteId))
    }

    fn month(&self, present: Month) -> Result<Month, ApiError> {
        let Some(text) = &self.month else {
            return Ok(present);
        };
        text.parse().map_err(|_| {
            ApiError::new(Code::InvalidParameter).issue(
                "invalid_month",
                "month",
                "Informe o mês como AAAA-MM, por exemplo 2026-11.",
            )
        })
    }
}

/// Get the report of a month.
///
/// Posts and publications count for the site that has the post, answers for the site whose client answered. Without
/// `site_id` the report lists the sites that had any activity in the month. Unknown parameters are refused.
#[utoipa::path(
    get,
    path = "/api/v1/reports/monthly",
    tag = "reports",
    params(ReportQuery, Paging),
    responses(
        (status = 200, description = "Report", content(
            (MonthlyReportBody = "application/json"),
            (String = "text/csv"),
        )),
        ListingOf,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("reports.read")), ("x-object" = json!("none"))),
)]
pub(crate) async fn get_monthly_report(
    State(ports): State<Ports>,
    caller: Caller,
    query: Result<ListQuery<ReportQuery>, ApiError>,
) -> Result<Response, ApiError> {
    caller.actor.may(Permission::ReportsRead)?;
    let ListQuery { filter, paging } = query?;
    let site = filter.site()?;
    let month = filter.month(Month::of(ports.clock.now(), &ports.zone))?;
    let figures = figures(&ports, &caller, site, month).await?;
    match filter.format.unwrap_or_default() {
        ReportFormat::Json => page(&ports, (month, site), figures, paging).await,
        ReportFormat::Csv => table(&ports, (month, site), figures).await,
    }
}

/// Figures of `site`, or of all sites in the caller's scope that have any.
async fn figures(
    ports: &Ports,
    caller: &Caller,
    site: Option<SiteId>,
    month: Month,
) -> Result<BTreeMap<SiteId, MonthlyFigures>, ApiError> {
    if let Some(id) = site {
        let site = authorize_site(&ports.store, caller, Permission::ReportsRead, id).await?;
        let figures = ports.store.monthly_figures(site.id, month).await?;
        return Ok(BTreeMap::from([(site.id, figures)]));
    }
    let mut all = ports.store.monthly_figures_by_site(month).await?;
    match caller.actor.scope(Permission::ReportsRead) {
        Scope::All => {}
        Scope::OwnSites | Scope::OwnPosts => {
            all.retain(|site, _| caller.actor.own_sites.contains(site));
        }
        Scope::None => all.clear(),
    }
    Ok(all)
}

fn sums(figures: &BTreeMap<SiteId, MonthlyFigures>) -> MonthlyFigures {
    let all = figures.values().copied();
    all.fold(MonthlyFigures::default(), MonthlyFigures::plus)
}

async fn names(ports: &Ports, sites: &[SiteId]) -> Result<HashMap<SiteId, String>, ApiError> {
    let sites = ports.store.sites_by_id(sites).await?;
    Ok(sites.into_iter().map(|site| (site.id, site.name)).collect())
}

async fn page(
    ports: &Ports,
    (month, site): (Month, Option<SiteId>),
    figures: BTreeMap<SiteId, MonthlyFigures>,
    paging: Paging,
) -> Result<Response, ApiError> {
    let sums = sums(&figures);
    let page = paging.cut(figures.into_iter().collect());
    let ids: Vec<_> = page.items.iter().map(|(id, _)| *id).collect();
    let mut names = names(ports, &ids).await?;
    let items = page.items.into_iter().map(|(id, figures)| SiteFiguresBody {
        site_id: id.0,
        site_name: names.remove(&id),
        figures: figures.into(),
    });
    let page = Listing {
        items: items.collect(),
        page: page.page,
        per_page: page.per_page,
        total: page.total,
    };
    Ok(Json(MonthlyReportBody::of(month, site, sums, page)).into_response())
}

async fn table(
    ports: &Ports,
    (month, site): (Month, Option<SiteId>),
    figures: BTreeMap<SiteId, MonthlyFigures>,
) -> Result<Response, ApiError> {
    let ids: Vec<_> = figures.keys().copied().collect();
    let mut names = names(ports, &ids).await?;
    let sum = site.is_none().then(|| Row {
        name: "Total".to_owned(),
        figures: sums(&figures),
    });
    let rows = figures.into_iter().map(|(id, figures)| Row {
        name: names
            .remove(&id)
            .unwrap_or_else(|| format!("Site {id} (removido)")),
        figures,
    });
    let rows: Vec<Row> = rows.chain(sum).collect();
    let file = match site {
        Some(site) => format!("relatorio-{month}-site-{site}.csv"),
        None => format!("relatorio-{month}.csv"),
    };
    let disposition = format!("attachment; filename=\"{file}\"");
    let disposition = HeaderValue::from_str(&disposition).map_err(ApiError::internal)?;
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("text/csv; charset=utf-8"),
        ),
        (header::CONTENT_DISPOSITION, disposition),
    ];
    Ok((headers, report_csv::table(month, &rows).into_bytes()).into_response())
}
