//! The connection test: finds the host's interface, keeps where it is, and tries the login.

use axum::extract::State;
use domain::access::Permission;
use domain::id::SiteId;
use domain::site_record::Site;
use host_client::{Connection, Discovered};
use platform_store::{SecretChange, SiteWriteError};
use serde::Serialize;
use session::{Caller, authorize_site};
use utoipa::ToSchema;
use web::{ApiError, ErrorBody, Json, Path};

use crate::Ports;
use crate::diagnosis::{Cause, Diagnosis};
use crate::host::{Failure, has_login, host, in_time};

/// How often what was found is written anew because somebody changed the site meanwhile.
const TURNS: usize = 8;

/// A connection that works.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Connected {
    /// Always true.
    pub ok: bool,
    /// Name that the host gives itself.
    pub site_name: String,
    /// Address of the REST interface.
    pub rest_root: String,
    /// Namespace of the content routes.
    pub rest_namespace: String,
    /// The host's user behind the login.
    pub user: HostUser,
}

/// A user of the host.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct HostUser {
    /// Identifier on the host.
    pub id: u64,
    /// Display name.
    pub name: String,
    /// Roles on the host.
    pub roles: Vec<String>,
}

/// The outcome of a test.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum ConnectionAnswer {
    /// It works.
    Connected(Connected),
    /// It does not, and why.
    Failed(Diagnosis),
}

/// Tests the connection to a site's host.
///
/// Keeps the address and the namespace of the REST interface, and forgets what the host answered
/// before. A failure is told as a cause with what to do, with status 200.
#[utoipa::path(
    post,
    path = "/api/v1/sites/{id}/test-connection",
    operation_id = "test_site_connection",
    tag = "sites",
    params(
        ("id" = u64, Path, description = "The site"),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes a repetition safe for 24 hours"),
    ),
    responses(
        (status = 200, description = "Works, or why not", body = ConnectionAnswer),
        (status = 401, description = "No session", body = ErrorBody),
        (status = 403, description = "The role does not change sites", body = ErrorBody),
        (status = 404, description = "No such site within reach", body = ErrorBody),
        (status = 409, description = "The first request with this key is under way", body = ErrorBody),
        (status = 413, description = "Too large", body = ErrorBody),
        (status = 422, description = "The key was used with another body", body = ErrorBody),
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

async fn connect(ports: &Ports, mut site: Site) -> Result<(Discovered, Connection), Failure> {
    has_login(&site)?;
    let found = ports.hosts().discover(&site.url).await?;
    remember(ports, &site, &found).await?;
    site.rest_root = Some(found.rest_root.clone().into());
    site.rest_namespace = Some(found.namespace.clone());
    let host = host(ports, &site).await?;
    let connection = ports.hosts().test_connection(&host).await?;
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
        return ConnectionAnswer::Failed(Diagnosis::new(
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

/// Keeps where the interface was found, unless the site has another address by now.
async fn remember(ports: &Ports, tested: &Site, found: &Discovered) -> Result<(), ApiError> {
    let mut site = Some(tested.clone());
    for _ in 0..TURNS {
        let Some(before) = site.filter(|site| site.url == tested.url) else {
            return Ok(());
        };
        let mut after = before.clone();
        after.rest_root = Some(found.rest_root.clone().into());
        after.rest_namespace = Some(found.namespace.clone());
        if after == before {
            return Ok(());
        }
        after.updated_at = ports.clock.now_seconds();
        after.version += 1;
        match ports
            .store
            .update_site(&before, &after, SecretChange::Keep)
            .await
        {
            Err(SiteWriteError::Stale) => site = ports.store.site(tested.id).await?,
            Err(SiteWriteError::Items(error)) => return Err(error.into()),
            Err(error) => return Err(ApiError::internal(error)),
            Ok(()) => return Ok(()),
        }
    }
    Ok(())
}
