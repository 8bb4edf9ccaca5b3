//! Connection test: discovers the host's REST interface, stores its address and verifies the credentials.

use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::id::SiteId;
use domain::platform::site_record::Site;
use host_client::{Connection, Discovered};
use items::retry_on_conflict;
use platform_http::{ApiError, Json, Path};
use platform_session::{Caller, authorize_site};
use platform_store::{SecretChange, SiteWriteError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::diagnosis::{Cause, DiagnosisBody};
use crate::host::{Failure, has_login, host, in_time};
use crate::{Ports, errors};

/// Working connection.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Connected {
    /// Always true.
    pub ok: bool,
    /// Name of the host's site.
    pub site_name: String,
    /// Address of the REST interface.
    pub rest_root: String,
    /// Namespace of the content routes.
    pub rest_namespace: String,
    /// User of the host behind the login.
    pub user: HostUser,
}

/// User of the host.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct HostUser {
    /// Identifier on the host.
    pub id: u64,
    /// Display name.
    pub name: String,
    /// Roles on the host.
    pub roles: Vec<String>,
}

/// Result of a connection test.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum ConnectionAnswer {
    /// It works.
    Connected(Connected),
    /// It does not, and why.
    Failed(DiagnosisBody),
}

/// Test the connection to a site's host.
///
/// Stores the address and the namespace of the REST interface and drops cached responses of the host. A
/// failure is returned with status 200 as a cause with a hint.
#[utoipa::path(
    post,
    path = "/api/v1/sites/{id}/test-connection",
    operation_id = "test_site_connection",
    tag = "sites",
    params(
        ("id" = u64, Path, description = "Identifier of the site"),
        ("Idempotency-Key" = Option<String>, Header, description = "Key that makes a repetition within 24 hours return the first response, 1 to 255 visible characters"),
    ),
    responses(
        (status = 200, description = "Result, or a diagnosis", body = ConnectionAnswer),
        errors::TestSiteConnection,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("sites.edit")), ("x-object" = json!("site"))),
)]
pub(crate) async fn test_site_connection(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<SiteId>,
) -> Result<Json<ConnectionAnswer>, ApiError> {
    let site = authorize_site(&ports.store, &caller, Permission::SitesEdit, id).await?;
    let answer = match in_time(connect(&ports, site.clone())).await {
        Ok((found, connection)) => {
            ports.store.forget_host_answers(id).await?;
            judged(found, connection)
        }
        Err(failure) => ConnectionAnswer::Failed(failure.diagnosis(&site)?),
    };
    Ok(Json(answer))
}

async fn connect(ports: &Ports, site: Site) -> Result<(Discovered, Connection), Failure> {
    has_login(&site)?;
    let found = ports.hosts().discover(&site.url).await?;
    let site = remember(ports, site, |site| {
        site.rest_root = Some(found.rest_root.clone().into());
        site.rest_namespace = Some(found.namespace.clone());
    })
    .await?;
    let host = host(ports, &site).await?;
    let connection = ports.hosts().test_connection(&host).await?;
    match ports.hosts().uses_blocks(&host).await {
        Ok(uses_blocks) => {
            remember(ports, site, |site| site.host_uses_blocks = uses_blocks).await?;
        }
        // The connection works without it: what an earlier test found stays.
        Err(error) => {
            tracing::info!(target: "sites", site_id = %site.id, %error, "the host did not show its recent posts");
        }
    }
    Ok((found, connection))
}

/// A login that works is not enough: the user must be able to publish with pictures.
fn judged(found: Discovered, connection: Connection) -> ConnectionAnswer {
    let lacking = match (connection.can_publish, connection.can_upload) {
        (true, true) => None,
        (false, _) => Some("publicar"),
        (true, false) => Some("enviar imagens"),
    };
    if let Some(action) = lacking {
        return ConnectionAnswer::Failed(DiagnosisBody::new(
            Cause::PermissionMissing,
            format!("O usuário e a senha estão certos, mas o usuário do site não pode {action}."),
            "Dê a ele o perfil de autor, editor ou administrador no site do cliente, ou use outro usuário.",
        ));
    }
    ConnectionAnswer::Connected(Connected {
        ok: true,
        site_name: found.name,
        rest_root: found.rest_root.into(),
        rest_namespace: found.namespace,
        user: HostUser {
            id: connection.user_id,
            name: connection.name,
            roles: connection.roles,
        },
    })
}

/// Stores what a test found about the host, by `note`, unless the site's address changed meanwhile. Returns the tested site
/// with it.
async fn remember(ports: &Ports, tested: Site, note: impl Fn(&mut Site)) -> Result<Site, ApiError> {
    let mut loaded = Some(tested.clone());
    let (tested, note) = (&tested, &note);
    retry_on_conflict(|| {
        let loaded = loaded.take();
        async move {
            let site = match loaded {
                Some(site) => Some(site),
                None => ports.store.site(tested.id).await?,
            };
            let Some(before) = site.filter(|site| site.url == tested.url) else {
                let mut tested = tested.clone();
                note(&mut tested);
                return Ok(Some(tested));
            };
            let mut after = before.clone();
            note(&mut after);
            if after == before {
                return Ok(Some(after));
            }
            after.updated_at = ports.clock.now_seconds();
            after.version += 1;
            let secret = SecretChange::Keep;
            match ports.store.update_site(&before, &after, secret).await {
                Ok(()) => Ok(Some(after)),
                Err(SiteWriteError::Stale) => Ok(None),
                Err(SiteWriteError::Items(error)) => Err(error.into()),
                Err(error) => Err(ApiError::internal(error)),
            }
        }
    })
    .await
}
