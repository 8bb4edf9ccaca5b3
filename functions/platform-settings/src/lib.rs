//! Routes of the settings that administrators change while the platform runs
//! (docs/interface/platform/settings.md).
//!
//! Values are stored sealed and are read at each use, so a change takes effect at once in every function. A secret is
//! part of no response, and it is used only for the server it was given for.

use std::sync::Arc;

use axum::extract::FromRef;
use jiff::tz::TimeZone;
use outbound::Outbound;
use platform_session::SessionState;
use platform_store::PlatformStore;
use ports::{Clock, Mail, Need, Random};
use settings::{ProviderAddresses, Settings};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use vault::KeyRing;

mod agency;
mod ai_defaults;
mod ai_models;
mod api_keys;
mod change;
mod errors;
mod key_check;
mod key_test;
mod notifications;
mod search_provider;
mod servers;
mod test_message;
mod test_whatsapp;
mod wire;

/// Permissions that the function's policy grants.
pub const NEEDS: &[Need] = &[
    Need::PlatformItemsRead,
    Need::PlatformItemsWrite,
    Need::KeyRing,
    Need::SendMail,
];

/// Ports of the routes.
#[derive(Clone)]
pub struct Ports {
    /// The platform's records.
    pub store: PlatformStore,
    /// Checks sessions.
    pub keyring: Arc<KeyRing>,
    /// The settings.
    pub settings: Settings,
    /// Sends test messages.
    pub mail: Arc<dyn Mail>,
    /// The guarded HTTP client for providers.
    pub outbound: Outbound,
    /// Base addresses of the providers.
    pub providers: ProviderAddresses,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Names messages.
    pub random: Arc<dyn Random>,
    /// Time zone of days and of the times that people read.
    pub zone: TimeZone,
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
        .routes(routes!(api_keys::get_api_keys, api_keys::update_api_keys))
        .routes(routes!(
            notifications::get_notification_settings,
            notifications::update_notification_settings
        ))
        .routes(routes!(key_test::test_api_key))
        .routes(routes!(test_message::send_test_message))
        .routes(routes!(
            ai_defaults::get_ai_defaults,
            ai_defaults::update_ai_default
        ))
        .routes(routes!(
            ai_models::get_ai_models,
            ai_models::update_ai_models
        ))
        .routes(routes!(
            search_provider::get_search_provider_settings,
            search_provider::update_search_provider_settings
        ))
        .routes(routes!(agency::get_agency, agency::update_agency))
        .with_state(ports)
}
