//! Routes of generated texts and images.
//!
//! Short texts are generated while the client waits. Articles and images are generations: the route stores one and sends
//! its message, and the generation worker carries it out. Providers and models come from the settings only. Nothing that
//! is generated is written into a post by this function; a generated image is added to its post by the worker.

use std::sync::Arc;
use std::time::Duration;

use ai_client::AiClient;
use axum::extract::FromRef;
use axum::middleware::from_fn_with_state;
use items::ItemsError;
use jiff::tz::TimeZone;
use platform_http::ApiError;
use platform_session::SessionState;
use platform_store::PlatformStore;
use ports::{Blobs, Clock, Need, Random, WorkQueue};
use post_media::PictureStore;
use settings::{Settings, Snapshot};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use vault::KeyRing;

mod alt_text;
mod answered;
mod ask;
mod errors;
mod faq;
mod generation_body;
mod generations;
mod image;
mod long_texts;
mod material;
mod quotas;
mod refusal;
mod short_texts;
mod tokens;

/// Permissions that the function's policy grants.
pub const NEEDS: &[Need] = &[
    Need::PlatformItemsRead,
    Need::PlatformItemsWrite,
    Need::BlobsRead,
    Need::SendGeneration,
    Need::KeyRing,
];

/// Time for all calls of a request that the client waits for, below the gateway's 30 seconds.
pub const ANSWER_TIME: Duration = Duration::from_secs(25);

/// Ports of the routes.
#[derive(Clone)]
pub struct Ports {
    /// The platform's records.
    pub store: PlatformStore,
    /// Checks sessions.
    pub keyring: Arc<KeyRing>,
    /// API keys, default providers, models and the quota of images.
    pub settings: Settings,
    /// Pictures of posts.
    pub blobs: Arc<dyn Blobs>,
    /// The providers.
    pub ai: AiClient,
    /// Queue of generations.
    pub generations: Arc<dyn WorkQueue>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Identifiers of recorded usage.
    pub random: Arc<dyn Random>,
    /// Time zone of days and months.
    pub zone: TimeZone,
    /// Time for all calls of a request that the client waits for; [`ANSWER_TIME`] unless a test cannot wait.
    pub answer_time: Duration,
}

impl Ports {
    /// The settings as they are now.
    async fn current_settings(&self) -> Result<Snapshot, ApiError> {
        let settings = self.settings.read().await;
        settings.map_err(|error| ItemsError::from(error).into())
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
    let session = SessionState::from_ref(&ports);
    let long_work = OpenApiRouter::new()
        .routes(routes!(long_texts::generate_content))
        .routes(routes!(long_texts::improve_content))
        .routes(routes!(image::generate_image))
        .route_layer(from_fn_with_state(session, platform_session::idempotent));
    OpenApiRouter::new()
        .routes(routes!(faq::generate_faq))
        .routes(routes!(short_texts::generate_seo_title))
        .routes(routes!(short_texts::generate_meta_description))
        .routes(routes!(alt_text::generate_alt_text))
        .routes(routes!(
            generations::get_generation,
            generations::cancel_generation
        ))
        .routes(routes!(tokens::get_token_summary))
        .routes(routes!(quotas::get_quotas))
        .merge(long_work)
        .with_state(ports)
}
