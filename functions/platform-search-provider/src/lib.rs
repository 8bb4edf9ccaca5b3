//! Routes of the search console (docs/interface/platform/search.md).

use std::sync::Arc;

use axum::extract::FromRef;
use outbound::Outbound;
use platform_session::SessionState;
use platform_store::PlatformStore;
use ports::{Clock, Need, Random};
use search_access::{IndexingPolicy, SearchAccess};
use url::Url;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;
use vault::KeyRing;

mod callback;
mod callback_page;
mod connect;
mod disconnect;
mod errors;
mod failure;
mod performance;
mod performance_body;
mod reindex;
mod sitemap;
mod state;
mod status;

/// Permissions that the function's policy grants.
pub const NEEDS: &[Need] = &[
    Need::PlatformItemsRead,
    Need::PlatformItemsWrite,
    Need::KeyRing,
];

/// Ports of the routes.
#[derive(Clone)]
pub struct Ports {
    /// The platform's records.
    pub store: PlatformStore,
    /// Checks sessions and signs states.
    pub keyring: Arc<KeyRing>,
    /// Access to the search console.
    pub access: SearchAccess,
    /// Calls sites to find their sitemaps.
    pub outbound: Outbound,
    /// Whether indexing requests are sent.
    pub indexing: IndexingPolicy,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Nonces of states.
    pub random: Arc<dyn Random>,
    /// Public address of the platform: the provider sends people back below it, and the result is told to its origin.
    pub app_url: Url,
}

impl Ports {
    /// Address that the provider sends people back to, which is registered at the provider to the letter.
    fn redirect_uri(&self) -> Url {
        let mut url = self.app_url.clone();
        url.set_query(None);
        url.set_fragment(None);
        // Fails only for addresses without a path, which are no http addresses.
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty()
                .extend(["api", "v1", "search-provider", "callback"]);
        }
        url
    }
}

impl FromRef<Ports> for SessionState {
    fn from_ref(ports: &Ports) -> Self {
        Self {
            store: ports.store.clone(),
            keyring: ports.keyring.clone(),
            clock: ports.clock.clone(),
        }
    }
}

/// The routes, with their full paths.
pub fn api(ports: Ports) -> OpenApiRouter {
    let idempotent = axum::middleware::from_fn_with_state(
        SessionState::from_ref(&ports),
        platform_session::idempotent,
    );
    OpenApiRouter::new()
        .routes(routes!(status::get_search_status))
        .routes(routes!(connect::connect_search))
        .routes(routes!(callback::search_callback))
        .routes(routes!(disconnect::disconnect_search))
        .routes(routes!(sitemap::detect_site_sitemap))
        .routes(routes!(sitemap::save_site_sitemap))
        .routes(routes!(performance::get_search_performance))
        .routes(routes!(reindex::request_reindex).layer(idempotent))
        .with_state(ports)
}
