//! The users of a site's host who can be authors of posts.

use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::id::SiteId;
use host_client::AuthorsQuery;
use jiff::Timestamp;
use platform_http::{ApiError, Json, Path};
use platform_session::{Caller, authorize_site};
use platform_store::HostAnswer;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::diagnosis::{Cause, DiagnosisBody};
use crate::host::{cache, host, in_time};
use crate::{Ports, errors};

/// Lifetime of cached authors, in seconds.
const CACHE_SECONDS: i64 = 60 * 60;

/// Author on the host.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(crate) struct AuthorBody {
    /// Identifier on the host.
    pub id: u64,
    /// Display name.
    pub name: String,
    /// Slug.
    pub slug: String,
}

/// Authors of a host.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(crate) struct AuthorsBody {
    /// Always true.
    pub ok: bool,
    /// Authors that the host lists.
    pub items: Vec<AuthorBody>,
    /// Whether the list is complete; false when the host lists only authors with published posts.
    pub complete: bool,
    /// Time of the request to the host.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub fetched_at: Timestamp,
}

/// Authors, or a diagnosis.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum AuthorsAnswer {
    /// The authors.
    Found(AuthorsBody),
    /// Why not.
    Failed(DiagnosisBody),
}

/// List the authors of a site's host.
///
/// At most one hour old. The host is queried in up to three ways. A failure is returned with status 200 as a
/// cause with a hint, and is not cached.
#[utoipa::path(
    get,
    path = "/api/v1/sites/{id}/authors",
    operation_id = "list_site_authors",
    tag = "sites",
    params(("id" = u64, Path, description = "Identifier of the site")),
    responses(
        (status = 200, description = "Authors, or a diagnosis", body = AuthorsAnswer),
        errors::ListSiteAuthors,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("sites.read")), ("x-object" = json!("site"))),
)]
pub(crate) async fn list_site_authors(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<SiteId>,
) -> Result<Json<AuthorsAnswer>, ApiError> {
    let site = authorize_site(&ports.store, &caller, Permission::SitesRead, id).await?;
    let now = ports.clock.now_seconds();
    let answer = HostAnswer::Authors;
    if let Some(cached) = ports.store.host_answer(&site, answer, now).await? {
        return Ok(Json(AuthorsAnswer::Found(cached)));
    }
    let authors = in_time(async {
        let host = host(&ports, &site).await?;
        Ok(ports.hosts().authors(&host).await?)
    })
    .await;
    let authors = match authors {
        Ok(authors) => authors,
        Err(failure) => return Ok(Json(AuthorsAnswer::Failed(failure.diagnosis(&site)?))),
    };
    if authors.list.is_empty() {
        return Ok(Json(AuthorsAnswer::Failed(DiagnosisBody::new(
            Cause::PermissionMissing,
            "O site não mostrou nenhum autor a este usuário.",
            "Use um usuário com perfil de editor ou administrador no site do cliente: os outros só veem quem já publicou.",
        ))));
    }
    let items = authors
        .list
        .into_iter()
        .map(|author| AuthorBody {
            id: author.id,
            name: author.name,
            slug: author.slug,
        })
        .collect();
    let body = AuthorsBody {
        ok: true,
        items,
        complete: authors.query != AuthorsQuery::Plain,
        fetched_at: now,
    };
    cache(&ports, &site, answer, &body, CACHE_SECONDS).await;
    Ok(Json(AuthorsAnswer::Found(body)))
}
