//! Ports of the authentication.

use std::sync::Arc;

use platform_store::PlatformStore;
use ports::Clock;
use vault::keyring::KeyRing;

/// Ports of the authentication. A router's state provides them through `axum::extract::FromRef`.
#[derive(Clone)]
pub struct SessionState {
    /// Sessions, users and stored responses.
    pub store: PlatformStore,
    /// Signs access tokens.
    pub keyring: Arc<KeyRing>,
    /// Determines whether tokens have expired.
    pub clock: Arc<dyn Clock>,
}
