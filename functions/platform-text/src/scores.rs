//! SEO, GEO and AEO scores of posts.

use analysis::{FaqWarning, HeadingIssue, OutlineHeading, Score, analyse_within};
use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::id::{PostId, SiteId};
use domain::platform::post::Post;
use domain::platform::site_record::Site;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use platform_http::{ApiError, Json, Path, Query, blocking_within};
use platform_session::{Caller, authorize_post, authorize_site_id};
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::{IntoParams, ToSchema};

use crate::draft::{Draft, DraftInput};
use crate::{Ports, errors};

/// Steps of an analysis: as many readings of the longest body as there are checks, with some to spare.
const STEPS: u64 = 200 * 900_000;

/// What the site of a post can show.
#[derive(Debug, Clone, Copy, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AnalysisQuery {
    /// Whether the site can show a FAQ, as its capability states.
    #[param(default = true)]
    faq_supported: Option<bool>,
}

/// Scores of an article: writing aids, no promise of rank.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AnalysisBody {
    /// Search engines.
    seo: Score,
    /// Generative engines, which cite texts.
    geo: Score,
    /// Answer engines, which read answers out.
    aeo: Score,
    /// Number of words, without headings and FAQ.
    words: usize,
    /// Flesch readability index for Portuguese, 0 to 100; `null` for a text without sentences.
    flesch: Option<f64>,
    /// The title as H1, then the headings of the body.
    outline: Vec<OutlineHeading>,
    /// Issues of the hierarchy of headings.
    heading_issues: Vec<HeadingIssue>,
    /// Warnings about the FAQ while it is enabled.
    faq_warnings: Vec<FaqWarning>,
}

fn day(at: jiff::Timestamp, zone: &TimeZone) -> Date {
    at.to_zoned(zone.clone()).date()
}

async fn analysed(ports: &Ports, draft: Draft) -> Result<Json<AnalysisBody>, ApiError> {
    let today = day(ports.clock.now(), &ports.zone);
    let analysis = blocking_within(STEPS, move |budget| {
        analyse_within(&draft.article(today), budget)
    })
    .await?
    .map_err(ApiError::internal)?;
    Ok(Json(AnalysisBody {
        seo: analysis.seo,
        geo: analysis.geo,
        aeo: analysis.aeo,
        words: analysis.words,
        flesch: analysis.flesch_tenths.map(|tenths| tenths as f64 / 10.0),
        outline: analysis.outline,
        heading_issues: analysis.heading_issues,
        faq_warnings: analysis.faq_warnings,
    }))
}

/// The host name of a site's address.
fn host_name(site: &Site) -> String {
    let url = Url::parse(&site.url).ok();
    let host = url.as_ref().and_then(Url::host_str);
    host.unwrap_or_default().to_owned()
}

/// The saved fields of a post.
async fn saved(ports: &Ports, post: Post, faq_supported: bool) -> Result<Draft, ApiError> {
    let version = ports.store.post_version(post.id, post.version).await?;
    let version =
        version.ok_or_else(|| ApiError::internal(format!("post {} lacks its version", post.id)))?;
    let image = match post.featured_media_id {
        Some(id) => ports.store.media(id).await?,
        None => None,
    };
    let site = ports.store.site(post.site_id).await?;
    let fields = post.fields;
    Ok(Draft {
        title: version.title,
        seo_title: fields.seo_title,
        meta_description: fields.meta_description,
        slug: fields.slug,
        focus_keyword: fields.focus_keyword,
        body: version.body,
        faq: fields.faq_data,
        faq_supported,
        featured_alt: image.map(|image| image.texts.alt_text),
        has_author: fields.host_author_id.is_some(),
        published: post.published_at.map(|at| day(at, &ports.zone)),
        site_host: site.as_ref().map(host_name).unwrap_or_default(),
    })
}

/// Get the scores of a post.
///
/// SEO, GEO and AEO, 0 to 100 each, with every check. The same saved post has the same scores on the same day.
#[utoipa::path(
    get,
    path = "/api/v1/posts/{id}/analysis",
    tag = "text",
    params(("id" = u64, Path, description = "Identifier of the post"), AnalysisQuery),
    responses((status = 200, description = "Scores", body = AnalysisBody), errors::GetPostAnalysis),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.read")), ("x-object" = json!("post"))),
)]
pub(crate) async fn get_post_analysis(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<PostId>,
    Query(query): Query<AnalysisQuery>,
) -> Result<Json<AnalysisBody>, ApiError> {
    let post = authorize_post(&ports.store, &caller, Permission::PostsRead, id).await?;
    let draft = saved(&ports, post, query.faq_supported.unwrap_or(true)).await?;
    analysed(&ports, draft).await
}

/// Get the scores of unsaved fields.
///
/// The fields are those of a post on the site `site_id`. Nothing is stored.
#[utoipa::path(
    post,
    path = "/api/v1/posts/analyze",
    tag = "text",
    request_body = DraftInput,
    responses((status = 200, description = "Scores", body = AnalysisBody), errors::AnalyzePost),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.create")), ("x-object" = json!("site"))),
)]
pub(crate) async fn analyze_post(
    State(ports): State<Ports>,
    caller: Caller,
    input: Result<Json<DraftInput>, ApiError>,
) -> Result<Json<AnalysisBody>, ApiError> {
    caller.actor.may(Permission::PostsCreate)?;
    let Json(input) = input?;
    let id = SiteId(input.site_id);
    let site = authorize_site_id(&ports.store, &caller, Permission::PostsCreate, id).await?;
    analysed(&ports, input.on(host_name(&site))?).await
}
