//! The client's approval: the request, its rounds, and the public pages on which the client answers.
//!
//! A page's address is its credential: its holder may read the post and answer once. A GET has no effect, however
//! often and by whatever program it is sent; only a submitted form acts. The address is never logged, never sent as
//! a referrer, and stored only as a keyed hash and sealed.

use std::sync::Arc;

use axum::Router;
use axum::extract::FromRef;
use domain::platform::site_record::Site;
use items::ItemsError;
use jiff::tz::TimeZone;
use outbound::Outbound;
use platform_session::SessionState;
use platform_store::PlatformStore;
use ports::{Blobs, Clock, Events, Need, Random, WorkMessage, WorkQueue};
use settings::Settings;
use url::Url;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;
use vault::KeyRing;

mod client_view;
mod contacts;
mod decide;
mod errors;
mod pages;
mod request;
mod rounds;

/// Permissions that the function's policy grants.
pub const NEEDS: &[Need] = &[
    Need::PlatformItemsRead,
    Need::PlatformItemsWrite,
    Need::BlobsRead,
    Need::SendPublication,
    Need::SendNotification,
    Need::PublishEvents,
    Need::KeyRing,
];

/// Ports of the routes.
#[derive(Clone)]
pub struct Ports {
    /// The platform's records.
    pub store: PlatformStore,
    /// Verifies sessions and seals tokens.
    pub keyring: Arc<KeyRing>,
    /// Pictures of posts.
    pub blobs: Arc<dyn Blobs>,
    /// The guarded HTTP client, for pictures of other hosts.
    pub outbound: Outbound,
    /// Queue of publications.
    pub publications: Arc<dyn WorkQueue>,
    /// Queue of notifications.
    pub notifications: Arc<dyn WorkQueue>,
    /// Bus of domain events for integrators.
    pub events: Arc<dyn Events>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Makes tokens.
    pub random: Arc<dyn Random>,
    /// The settings, which may name a mail server.
    pub settings: Settings,
    /// Whether the environment has a mail transport.
    pub mail_configured: bool,
    /// Public address of the platform; the links of the client's pages begin with it.
    pub app_url: Url,
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

impl Ports {
    /// Whether messages can be sent. The settings are only read for a site with a number.
    async fn has_messaging(&self, site: &Site) -> Result<bool, ItemsError> {
        if site.whatsapp.is_none() {
            return Ok(false);
        }
        Ok(messaging::is_configured(&self.settings.read().await?))
    }

    /// Sends the message of a stored notification. If that fails, the publishing tick sends it.
    async fn announce(&self, notification_id: &str) {
        let message = WorkMessage::Notification {
            notification_id: notification_id.to_owned(),
        };
        if let Err(error) = self.notifications.send(&message).await {
            tracing::warn!(target: "approval", %error, "a notification message was not sent; the publishing tick sends it");
        }
    }
}

/// The routes for signed-in users, with their full paths.
pub fn api(ports: Ports) -> OpenApiRouter {
    let idempotent = axum::middleware::from_fn_with_state(
        SessionState::from_ref(&ports),
        platform_session::idempotent,
    );
    OpenApiRouter::new()
        .routes(routes!(request::request_approval).layer(idempotent))
        .routes(routes!(rounds::list_approvals))
        .routes(routes!(client_view::get_client_view))
        .with_state(ports)
}

/// The client's pages, under `/aprovacao`.
pub fn pages(ports: Ports) -> Router {
    pages::router(ports)
}
