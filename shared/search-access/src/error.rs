//! Why the search console could not be used.

use items::{Contention, ItemsError};
use jiff::Timestamp;
use search_console::SearchError;

/// Why the search console could not be used for a site. Contains no token.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    /// The OAuth client of the deployment is not set.
    #[error("the search provider's client is not set")]
    NotConfigured,
    /// The site has no connection.
    #[error("the site is not connected to the search console")]
    NotConnected,
    /// The provider withdrew the access.
    #[error("the access to the search console was withdrawn")]
    Revoked,
    /// The last renewal of the access token failed, and the next one is not due.
    #[error("the renewal of the access token failed; the next one is due at {retry_at}")]
    Paused {
        /// Error of the last renewal, in Portuguese for people.
        last_error: String,
        /// When the renewal is tried again.
        retry_at: Timestamp,
    },
    /// Another process renews the access token or changed the connection, and has not finished in time.
    #[error("the connection is being changed by another process")]
    Busy,
    /// No property of the account covers the site.
    #[error("no property of the account covers the site")]
    NoProperty,
    /// The provider failed or refused.
    #[error(transparent)]
    Provider(#[from] SearchError),
    /// The store failed, or a token cannot be sealed or opened.
    #[error(transparent)]
    Items(#[from] ItemsError),
}

impl From<Contention> for AccessError {
    fn from(contention: Contention) -> Self {
        Self::Items(contention.into())
    }
}

impl AccessError {
    /// Whether the same call can succeed later without a person's help.
    pub const fn is_transient(&self) -> bool {
        match self {
            Self::Paused { .. } | Self::Busy => true,
            Self::Provider(error) => error.is_transient(),
            _ => false,
        }
    }

    /// Whether a call may have had its effect although no response confirms it.
    pub const fn may_have_happened(&self) -> bool {
        match self {
            Self::Provider(error) => error.may_have_happened(),
            _ => false,
        }
    }
}
