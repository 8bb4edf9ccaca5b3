//! Who may sign posts on a site's host.

use axum::extract::State;
use domain::access::Permission;
use domain::id::SiteId;
use host_client::AuthorsQuery;
use jiff::Timestamp;
use platform_store::HostAnswer;
use serde::{Deserialize, Serialize};
use session::{Caller, authorize_site};
use utoipa::ToSchema;
use web::{ApiError, Json, Path};

use crate::diagnosis::{Cause, DiagnosisBody};
use crate::host::{host, in_time, keep};
use crate::{Ports, errors};

/// How long authors are kept, in seconds.
const KEPT: i64 = 60 * 60;

/// An author on the host.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(crate) struct AuthorBody {
    /// Identifier on the host.
    pub id: u64,
    /// Display name.
    pub name: String,
    /// Name in addresses.
    pub slug: String,
}

/// The authors of a host.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(crate) struct AuthorsBody {
    /// Always true.
    pub ok: bool,
    /// Those that the host shows.
    pub items: Vec<AuthorBody>,
    /// False when the host shows only authors with published posts.
    pub complete: bool,
    /// When the host was asked.
    #[serde(with = "web::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub fetched_at: Timestamp,
}

/// Authors, or why there are none to choose from.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum AuthorsAnswer {
    /// The authors.
    Found(AuthorsBody),
    /// Why not.
    Failed(DiagnosisBody),
}

/// Lists the authors of a site's host, at most an hour old.
///
/// The host is asked in up to three ways; a failure is told as a cause with what to do, with status
/// 200, and is not kept.
#[utoipa::path(
    get,
    path = "/api/v1/sites/{id}/authors",
    operation_id = "list_site_authors",
    tag = "sites",
    params(("id" = u64, Path, description = "The site")),
    responses(
        (status = 200, description = "The authors, or why not", body = AuthorsAnswer),
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
    if let Some(kept) = ports.store.host_answer(&site, answer, now).await? {
        return Ok(Json(AuthorsAnswer::Found(kept)));
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
    keep(&ports, &site, answer, &body, KEPT).await;
    Ok(Json(AuthorsAnswer::Found(body)))
}
