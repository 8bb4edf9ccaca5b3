//! Routes of clients' sites: records, credentials, connection tests, and the capabilities of their hosts.
//!
//! A host password is sealed when it is stored, is part of no response, and is sent only to the address it was given
//! for. Every address is checked when it is stored and again at each call.

use std::sync::Arc;

use axum::extract::FromRef;
use host_client::HostClient;
use outbound::Outbound;
use platform_session::SessionState;
use platform_store::PlatformStore;
use ports::{Clock, Need, Random};
use settings::Settings;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;
use vault::KeyRing;

mod address;
mod approval;
mod authors;
mod categories;
mod connection;
mod contact;
mod diagnosis;
mod errors;
mod faq;
mod host;
mod input;
mod language;
mod members;
mod records;
mod wire;
mod words;

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
    /// Checks sessions and seals host passwords.
    pub keyring: Arc<KeyRing>,
    /// The guarded HTTP client for hosts.
    pub outbound: Outbound,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Randomness for sealing.
    pub random: Arc<dyn Random>,
    /// The settings, which may name a mail server.
    pub settings: Settings,
    /// Whether the environment has a mail transport.
    pub mail_configured: bool,
}

impl Ports {
    fn hosts(&self) -> HostClient {
        HostClient::new(self.outbound.clone())
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
        .routes(routes!(records::list_sites))
        .routes(routes!(records::create_site).layer(idempotent.clone()))
        .routes(routes!(
            records::get_site,
            records::update_site,
            records::delete_site
        ))
        .routes(routes!(connection::test_site_connection).layer(idempotent))
        .routes(routes!(categories::list_site_categories))
        .routes(routes!(authors::list_site_authors))
        .routes(routes!(faq::get_faq_capability))
        .routes(routes!(approval::get_approval_capability))
        .routes(routes!(members::list_site_members))
        .routes(routes!(words::list_site_words))
        .routes(routes!(words::add_site_word, words::remove_site_word))
        .with_state(ports)
}
