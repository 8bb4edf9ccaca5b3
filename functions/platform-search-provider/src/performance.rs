//! Performance of a post in the search engine.

use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::id::PostId;
use platform_http::{ApiError, Code, Json, StrictQuery, refuse_zero};
use platform_session::{Caller, authorize_post};
use platform_store::PerformanceReport;
use search_console::{PageQuery, ReportWindow};
use serde::Deserialize;
use url::Url;
use utoipa::IntoParams;

use crate::failure::failure;
use crate::performance_body::PerformanceBody;
use crate::{Ports, errors};

/// Number of days of a report without one.
const DEFAULT_DAYS: u16 = 28;
/// Search queries of a report.
const TOP_QUERIES: u16 = 20;

/// What to report. Unknown parameters are refused, because a misspelt number of days would be that of the default.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PerformanceQuery {
    /// Identifier of the post.
    #[param(minimum = 1)]
    content_id: u64,
    /// Number of days, 7 to 90.
    #[param(minimum = 7, maximum = 90, default = 28)]
    days: Option<u16>,
}

impl PerformanceQuery {
    fn post(self) -> Result<PostId, ApiError> {
        refuse_zero("content_id", Some(self.content_id))?;
        Ok(PostId(self.content_id))
    }

    fn days(self) -> Result<u16, ApiError> {
        let days = self.days.unwrap_or(DEFAULT_DAYS);
        if (7..=90).contains(&days) {
            return Ok(days);
        }
        Err(ApiError::new(Code::InvalidParameter).issue(
            "out_of_range",
            "days",
            "Peça de 7 a 90 dias.",
        ))
    }
}

/// Get the performance of a post in the search engine.
///
/// Figures of the search console for the post's public address. They are kept for six hours.
#[utoipa::path(
    get,
    path = "/api/v1/search-provider/performance",
    tag = "search-provider",
    params(PerformanceQuery),
    responses((status = 200, description = "Figures", body = PerformanceBody), errors::GetPerformance),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.read")), ("x-object" = json!("post"))),
)]
pub(crate) async fn get_search_performance(
    State(ports): State<Ports>,
    caller: Caller,
    query: Result<StrictQuery<PerformanceQuery>, ApiError>,
) -> Result<Json<PerformanceBody>, ApiError> {
    caller.actor.may(Permission::PostsRead)?;
    let StrictQuery(query) = query?;
    let (id, days) = (query.post()?, query.days()?);
    let post = authorize_post(&ports.store, &caller, Permission::PostsRead, id).await?;
    let url = post.host_post_url.as_deref().ok_or(Code::NotPublished)?;
    let page = Url::parse(url).map_err(|_| Code::NotPublished)?;
    let site = ports.store.site(post.site_id).await?;
    let site = site.ok_or(Code::NotFound)?;
    let now = ports.clock.now();
    let property = ports.access.property(&site).await;
    let property = property.map_err(|error| failure(error, now))?;
    let report = PerformanceReport {
        site_id: site.id,
        post_id: post.id,
        days: days.into(),
        url,
        property: &property,
    };
    let cached: Option<PerformanceBody> = ports.store.search_performance(report, now).await?;
    if let Some(cached) = cached {
        return Ok(Json(cached));
    }
    let window = ReportWindow::of_last(days, now);
    let asked = PageQuery {
        page,
        window,
        most_queries: TOP_QUERIES,
    };
    let (console, asked, of) = (&ports.access.console, &asked, property.as_str());
    let figures = ports
        .access
        .with_token(site.id, |token| async move {
            console.page_performance(&token, of, asked).await
        })
        .await
        .map_err(|error| failure(error, now))?;
    let body = PerformanceBody::of(post.id.0, days, window, figures);
    if let Err(error) = ports
        .store
        .cache_search_performance(report, &body, now)
        .await
    {
        tracing::warn!(target: "search", %error, "a report was not cached");
    }
    Ok(Json(body))
}
