//! Routes that check the text of posts: SEO, GEO and AEO scores, and spelling and grammar.
//!
//! The routes read posts and store nothing. Checks run on the blocking thread pool. Texts leave the platform only for a
//! LanguageTool server that the operator named.

use std::sync::Arc;

use ::language_tool::LanguageTool;
use axum::extract::FromRef;
use jiff::tz::TimeZone;
use platform_session::SessionState;
use platform_store::PlatformStore;
use ports::{Clock, Need};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use vault::KeyRing;

mod check_grammar;
mod draft;
mod errors;
mod language_tool;
mod scores;

/// Permissions that the function's policy grants.
pub const NEEDS: &[Need] = &[Need::PlatformItemsRead, Need::KeyRing];

/// Ports of the routes.
#[derive(Clone)]
pub struct Ports {
    /// The platform's records.
    pub store: PlatformStore,
    /// Checks sessions.
    pub keyring: Arc<KeyRing>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// A LanguageTool server whose findings are added.
    pub language_tool: Option<LanguageTool>,
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
        .routes(routes!(scores::get_post_analysis))
        .routes(routes!(scores::analyze_post))
        .routes(routes!(check_grammar::check_grammar))
        .with_state(ports)
}
