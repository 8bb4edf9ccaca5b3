//! Routes of pictures: uploads validated by their content, WebP renditions, and texts here and on the host. Files
//! arrive in a form or, past the gateway's size limit, at a presigned URL, or are at an address of the web or photos of a provider; the crate `post-media`
//! stores them all.
//!
//! The name and type that a client claims for a file are not trusted.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, FromRef};
use host_client::HostClient;
use outbound::Outbound;
use platform_session::SessionState;
use platform_store::PlatformStore;
use ports::{Blobs, Clock, Need, SignedUrls};
use post_media::PictureStore;
use settings::{ProviderAddresses, Settings};
use stock_client::StockClient;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;
use vault::KeyRing;

mod attachment;
mod errors;
mod files;
mod kept;
mod records;
mod remote;
mod signed_upload;
mod stock;
mod stock_choice;
mod stock_failure;
mod stock_wire;
mod texts;
mod upload;
mod wire;

/// Permissions that the function's policy grants.
pub const NEEDS: &[Need] = &[
    Need::PlatformItemsRead,
    Need::PlatformItemsWrite,
    Need::BlobsRead,
    Need::BlobsWrite,
    Need::KeyRing,
];

/// Largest form in bytes: a picture of the largest size, its texts, and the form's own lines.
const FORM_BYTES: usize = pictures::PLATFORM_BYTES + 512 * 1024;

/// Ports of the routes.
#[derive(Clone)]
pub struct Ports {
    /// The platform's records.
    pub store: PlatformStore,
    /// Checks sessions and opens host passwords.
    pub keyring: Arc<KeyRing>,
    /// The files.
    pub blobs: Arc<dyn Blobs>,
    /// Presigned URLs for files that are too large for the gateway.
    pub urls: Arc<dyn SignedUrls>,
    /// The guarded HTTP client for hosts and providers.
    pub outbound: Outbound,
    /// The settings, with the keys of the providers.
    pub settings: Settings,
    /// Base addresses of the providers.
    pub providers: ProviderAddresses,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

impl Ports {
    fn hosts(&self) -> HostClient {
        HostClient::new(self.outbound.clone())
    }

    fn stock(&self) -> StockClient {
        StockClient::new(self.outbound.clone(), self.providers.clone())
    }

    fn pictures(&self) -> PictureStore {
        PictureStore {
            store: self.store.clone(),
            blobs: self.blobs.clone(),
            clock: self.clock.clone(),
        }
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
        .routes(routes!(records::list_media))
        .routes(routes!(stock::search_stock_photos))
        .routes(routes!(stock_choice::add_stock_photo).layer(idempotent.clone()))
        .routes(routes!(remote::add_remote_picture).layer(idempotent.clone()))
        .routes(
            // The first is the outer one: the second reads the whole form.
            routes!(upload::create_media).layer((DefaultBodyLimit::max(FORM_BYTES), idempotent)),
        )
        .routes(routes!(signed_upload::create_upload))
        .routes(routes!(signed_upload::complete_upload))
        .routes(routes!(
            records::get_media,
            records::update_media,
            records::delete_media
        ))
        .routes(routes!(files::get_media_file))
        .routes(routes!(files::get_media_webp))
        .with_state(ports)
}
