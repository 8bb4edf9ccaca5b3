//! State of a site's connection.

use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::id::SiteId;
use domain::platform::search_connection::{ConnectionStatus, SearchConnection};
use domain::platform::site_record::Site;
use jiff::Timestamp;
use platform_http::{ApiError, Json, Query, refuse_zero};
use platform_session::{Caller, authorize_site};
use search_access::{AccessError, DAILY_INDEXING_REQUESTS};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::failure::failure;
use crate::{Ports, errors};

/// A site.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SiteQuery {
    /// Identifier of the site.
    #[param(minimum = 1)]
    site_id: u64,
}

impl SiteQuery {
    /// The identifier.
    ///
    /// # Errors
    /// 422 for 0.
    pub(crate) fn site(self) -> Result<SiteId, ApiError> {
        refuse_zero("site_id", Some(self.site_id))?;
        Ok(SiteId(self.site_id))
    }
}

/// A site.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[schema(as = SearchSiteInput)]
pub(crate) struct SiteInput {
    /// Identifier of the site.
    #[schema(value_type = u64, minimum = 1)]
    pub(crate) site_id: SiteId,
}

/// State of a connection to the search console.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SearchConnectionStatus)]
pub(crate) enum StatusName {
    /// The site has no connection.
    None,
    /// The provider accepts the tokens.
    Connected,
    /// The provider withdrew the access: the site must be connected again.
    Revoked,
    /// The last renewal of the access failed and is tried again at `retry_at`.
    Error,
}

/// Indexing requests of the installation.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = IndexingRequests)]
pub(crate) struct IndexingBody {
    /// Whether they are sent.
    enabled: bool,
    /// Sent today, for all sites.
    used_today: u32,
    /// Allowed in a day, for all sites.
    allowed_per_day: u32,
}

/// Connection of a site to the search console.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = SearchStatus)]
pub(crate) struct StatusBody {
    /// Identifier of the site.
    site_id: u64,
    /// Whether the installation has an OAuth client of the search provider.
    configured: bool,
    /// State of the connection.
    status: StatusName,
    /// E-mail address of the provider's account.
    account_email: Option<String>,
    /// When the access token expires.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    token_expires_at: Option<Timestamp>,
    /// Error of the last renewal, in Portuguese.
    last_error: Option<String>,
    /// When a failed renewal is tried again.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    retry_at: Option<Timestamp>,
    /// When the site was connected.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    connected_at: Option<Timestamp>,
    /// Property of the search console that covers the site, once it was looked up.
    property: Option<String>,
    /// Address of the site's sitemap.
    sitemap_url: Option<String>,
    /// Indexing requests.
    indexing: IndexingBody,
}

impl StatusBody {
    /// The state of `site` as it is stored.
    pub(crate) async fn of(ports: &Ports, site: Site) -> Result<Self, ApiError> {
        let connection = ports.store.search_connection(site.id).await?;
        Self::with(ports, site, connection).await
    }

    async fn with(
        ports: &Ports,
        site: Site,
        connection: Option<SearchConnection>,
    ) -> Result<Self, ApiError> {
        let now = ports.clock.now();
        let configured = match ports.access.client().await {
            Ok(_) => true,
            Err(AccessError::NotConfigured) => false,
            Err(error) => return Err(failure(error, now)),
        };
        let used_today = ports
            .store
            .indexing_requests(ports.indexing.day(now))
            .await?;
        let status = match connection.as_ref().map(|connection| connection.status) {
            None => StatusName::None,
            Some(ConnectionStatus::Connected) => StatusName::Connected,
            Some(ConnectionStatus::Revoked) => StatusName::Revoked,
            Some(ConnectionStatus::Error) => StatusName::Error,
        };
        let property = connection
            .as_ref()
            .and_then(|connection| connection.property_of(&site.url))
            .map(str::to_owned);
        let connection = connection.as_ref();
        Ok(Self {
            site_id: site.id.0,
            configured,
            status,
            account_email: connection.and_then(|one| one.account_email.clone()),
            token_expires_at: connection.map(|one| one.token_expires_at),
            last_error: connection.and_then(|one| one.last_error.clone()),
            retry_at: connection.and_then(|one| one.retry_at),
            connected_at: connection.map(|one| one.connected_at),
            property,
            sitemap_url: site.sitemap_url,
            indexing: IndexingBody {
                enabled: ports.indexing.enabled,
                used_today,
                allowed_per_day: DAILY_INDEXING_REQUESTS,
            },
        })
    }
}

/// Get the state of a site's connection to the search console.
#[utoipa::path(
    get,
    path = "/api/v1/search-provider/status",
    tag = "search-provider",
    params(SiteQuery),
    responses((status = 200, description = "State", body = StatusBody), errors::GetStatus),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("sites.read")), ("x-object" = json!("site"))),
)]
pub(crate) async fn get_search_status(
    State(ports): State<Ports>,
    caller: Caller,
    query: Result<Query<SiteQuery>, ApiError>,
) -> Result<Json<StatusBody>, ApiError> {
    caller.actor.may(Permission::SitesRead)?;
    let id = query?.0.site()?;
    let site = authorize_site(&ports.store, &caller, Permission::SitesRead, id).await?;
    StatusBody::of(&ports, site).await.map(Json)
}
