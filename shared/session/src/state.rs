//! What knowing a caller needs.

use std::sync::Arc;

use platform_store::PlatformStore;
use ports::Clock;
use vault::keyring::KeyRing;

/// What knowing a caller needs. A router's state gives it through `axum::extract::FromRef`.
#[derive(Clone)]
pub struct SessionState {
    /// Sessions, people and kept answers.
    pub store: PlatformStore,
    /// Signs access tokens.
    pub keyring: Arc<KeyRing>,
    /// Tells when they are over.
    pub clock: Arc<dyn Clock>,
}
