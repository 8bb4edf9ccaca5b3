//! Start of a connection: the address of the provider's page.

use axum::extract::State;
use domain::platform::access::Permission;
use jiff::Timestamp;
use platform_http::{ApiError, Json, Query};
use platform_session::{Caller, authorize_site};
use search_console::AuthorizationRequest;
use serde::Serialize;
use utoipa::ToSchema;

use crate::failure::failure;
use crate::state::AuthorizationState;
use crate::status::SiteQuery;
use crate::{Ports, errors};

/// Where a person grants access.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchAuthorization)]
pub(crate) struct AuthorizationBody {
    /// Address of the provider's page, to open in a popup.
    authorization_url: String,
    /// Until when the page leads back: afterwards, ask for another address.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
}

/// Get the address at which a person grants access to the search console.
///
/// The provider asks for the account's consent each time and sends the person back to `/search-provider/callback`. The
/// address is valid for 30 minutes, for one connection of this site by this user.
#[utoipa::path(
    get,
    path = "/api/v1/search-provider/connect",
    tag = "search-provider",
    params(SiteQuery),
    responses((status = 200, description = "Address", body = AuthorizationBody), errors::Connect),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("sites.edit")), ("x-object" = json!("site"))),
)]
pub(crate) async fn connect_search(
    State(ports): State<Ports>,
    caller: Caller,
    query: Result<Query<SiteQuery>, ApiError>,
) -> Result<Json<AuthorizationBody>, ApiError> {
    caller.actor.may(Permission::SitesEdit)?;
    let id = query?.0.site()?;
    let site = authorize_site(&ports.store, &caller, Permission::SitesEdit, id).await?;
    let now = ports.clock.now_seconds();
    let client = ports.access.client().await;
    let client = client.map_err(|error| failure(error, now))?;
    let before = ports.store.search_connection(site.id).await?;
    let state = AuthorizationState::new(site.id, caller.user.id, &*ports.random, now);
    let request = AuthorizationRequest {
        redirect_uri: ports.redirect_uri(),
        state: state.signed(&ports.keyring).map_err(ApiError::internal)?,
        indexing: ports.indexing.enabled,
        login_hint: before.and_then(|connection| connection.account_email),
    };
    let url = ports.access.console.authorization_url(&client, &request);
    Ok(Json(AuthorizationBody {
        authorization_url: url.into(),
        expires_at: state.expires_at(),
    }))
}
