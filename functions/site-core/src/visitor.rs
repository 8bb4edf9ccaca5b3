//! Who asks.

use std::sync::Arc;

use domain::site::{Caller as Access, Capability};
use site_rest::Caller;
use site_store::{Authenticated, SiteStore, User};
use uuid::Uuid;

/// Whoever makes a request, with the site's data as that request sees it.
pub struct Visitor {
    /// Their rights.
    pub access: Access,
    /// Who they are, when they proved it.
    pub user: Option<Arc<User>>,
    /// The application password that they used.
    pub password: Option<Uuid>,
    /// The network address that they come from, where it is known.
    pub address: Option<String>,
    /// The site's data.
    pub store: SiteStore,
}

impl Visitor {
    /// The public.
    pub const fn anonymous(store: SiteStore) -> Self {
        Self {
            access: Access::anonymous(),
            user: None,
            password: None,
            address: None,
            store,
        }
    }

    /// A user who proved who they are.
    pub fn known(store: SiteStore, known: Authenticated) -> Self {
        Self {
            access: known.user.caller(),
            user: Some(known.user),
            password: Some(known.password),
            address: None,
            store,
        }
    }

    /// The same visitor, coming from this address.
    #[must_use]
    pub fn at_address(mut self, address: Option<String>) -> Self {
        self.address = address;
        self
    }

    /// The user's identifier; 0 for the public.
    pub fn id(&self) -> u64 {
        self.user.as_ref().map_or(0, |user| user.id)
    }

    /// Whether they may do this.
    pub fn can(&self, capability: Capability) -> bool {
        self.access.can(capability)
    }
}

impl Caller for Visitor {
    fn signed_in(&self) -> bool {
        self.user.is_some()
    }
}
