//! The categories of a site's host.

use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::id::SiteId;
use jiff::Timestamp;
use platform_http::{ApiError, Json, Path};
use platform_session::{Caller, authorize_site};
use platform_store::HostAnswer;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::host::{cache, host, in_time};
use crate::{Ports, errors};

/// Lifetime of cached categories, in seconds (docs/interface/platform/sites.md#caches-of-host-data).
const CACHE_SECONDS: i64 = 60 * 60;

/// Category on the host.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(crate) struct CategoryBody {
    /// Identifier on the host.
    pub id: u64,
    /// Name.
    pub name: String,
    /// Slug.
    pub slug: String,
    /// Parent category; 0 at the top.
    pub parent: u64,
    /// Number of published posts.
    pub count: u64,
}

/// Categories of a host.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(crate) struct CategoriesBody {
    /// All categories.
    pub items: Vec<CategoryBody>,
    /// Time of the request to the host.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub fetched_at: Timestamp,
}

/// List the categories of a site's host.
///
/// At most one hour old.
#[utoipa::path(
    get,
    path = "/api/v1/sites/{id}/categories",
    operation_id = "list_site_categories",
    tag = "sites",
    params(("id" = u64, Path, description = "Identifier of the site")),
    responses(
        (status = 200, description = "All categories", body = CategoriesBody),
        errors::ListSiteCategories,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("sites.read")), ("x-object" = json!("site"))),
)]
pub(crate) async fn list_site_categories(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<SiteId>,
) -> Result<Json<CategoriesBody>, ApiError> {
    let site = authorize_site(&ports.store, &caller, Permission::SitesRead, id).await?;
    let now = ports.clock.now_seconds();
    let answer = HostAnswer::Categories;
    if let Some(cached) = ports.store.host_answer(&site, answer, now).await? {
        return Ok(Json(cached));
    }
    let categories = in_time(async {
        let host = host(&ports, &site).await?;
        Ok(ports.hosts().categories(&host).await?)
    })
    .await?;
    let items = categories
        .into_iter()
        .map(|category| CategoryBody {
            id: category.id,
            name: category.name,
            slug: category.slug,
            parent: category.parent,
            count: category.count,
        })
        .collect();
    let body = CategoriesBody {
        items,
        fetched_at: now,
    };
    cache(&ports, &site, answer, &body, CACHE_SECONDS).await;
    Ok(Json(body))
}
