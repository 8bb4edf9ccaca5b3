//! Routes of the central log (docs/interface/platform/logs.md).

use std::sync::Arc;

use axum::extract::FromRef;
use log_store::LogStore;
use platform_session::SessionState;
use platform_store::PlatformStore;
use ports::{Clock, Need};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use vault::KeyRing;

mod change;
mod errors;
mod filter;
mod list;
mod wire;

/// Permissions that the function's policy grants.
pub const NEEDS: &[Need] = &[
    Need::PlatformItemsRead,
    Need::KeyRing,
    Need::LogItemsRead,
    Need::LogItemsWrite,
];

/// Ports of the routes.
#[derive(Clone)]
pub struct Ports {
    /// The platform's records.
    pub store: PlatformStore,
    /// The central log.
    pub logs: LogStore,
    /// Checks sessions.
    pub keyring: Arc<KeyRing>,
    /// The time.
    pub clock: Arc<dyn Clock>,
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
    OpenApiRouter::new()
        .routes(routes!(list::list_logs))
        .routes(routes!(list::list_log_channels))
        .routes(routes!(change::update_log))
        .routes(routes!(change::clear_logs))
        .with_state(ports)
}
