//! End of a connection.

use axum::extract::State;
use domain::platform::access::Permission;
use platform_http::{ApiError, Json};
use platform_session::{Caller, authorize_site_id};

use crate::failure::failure;
use crate::status::{SiteInput, StatusBody};
use crate::{Ports, errors};

/// Disconnect a site from the search console.
///
/// The tokens are removed. The access is also withdrawn at the provider, unless another site is connected with the same
/// account. A site without a connection stays as it is.
#[utoipa::path(
    post,
    path = "/api/v1/search-provider/disconnect",
    tag = "search-provider",
    request_body = SiteInput,
    responses((status = 200, description = "State afterwards", body = StatusBody), errors::Disconnect),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("sites.edit")), ("x-object" = json!("site"))),
)]
pub(crate) async fn disconnect_search(
    State(ports): State<Ports>,
    caller: Caller,
    input: Result<Json<SiteInput>, ApiError>,
) -> Result<Json<StatusBody>, ApiError> {
    caller.actor.may(Permission::SitesEdit)?;
    let Json(SiteInput { site_id }) = input?;
    let site = authorize_site_id(&ports.store, &caller, Permission::SitesEdit, site_id).await?;
    let disconnected = ports.access.disconnect(site.id).await;
    disconnected.map_err(|error| failure(error, ports.clock.now()))?;
    StatusBody::of(&ports, site).await.map(Json)
}
