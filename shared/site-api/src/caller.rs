//! The caller of a request.

use std::sync::Arc;

use domain::site::{Caller as Access, Capability};
use site_store::{Authenticated, SiteStore, User};
use uuid::Uuid;

/// The caller of a request, with the site's data as of that request.
pub struct Caller {
    /// Rights of the caller.
    pub access: Access,
    /// The signed-in user; `None` for the public.
    pub user: Option<Arc<User>>,
    /// Identifier of the application password that authenticated the request.
    pub password: Option<Uuid>,
    /// Network address of the client, if known.
    pub address: Option<String>,
    /// The site's data.
    pub store: SiteStore,
}

impl Caller {
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

    /// A signed-in user.
    pub fn known(store: SiteStore, known: Authenticated) -> Self {
        Self {
            access: known.user.caller(),
            user: Some(known.user),
            password: Some(known.password),
            address: None,
            store,
        }
    }

    /// The same caller with this network address.
    #[must_use]
    pub fn at_address(mut self, address: Option<String>) -> Self {
        self.address = address;
        self
    }

    /// The user's identifier; 0 for the public.
    pub fn id(&self) -> u64 {
        self.user.as_ref().map_or(0, |user| user.id)
    }

    /// Whether the caller has a capability.
    pub fn can(&self, capability: Capability) -> bool {
        self.access.can(capability)
    }
}

impl site_rest::Caller for Caller {
    fn signed_in(&self) -> bool {
        self.user.is_some()
    }

    fn has_capability(&self, name: &str) -> bool {
        let mut all = Capability::ALL.iter();
        all.find(|capability| capability.name() == name)
            .is_some_and(|capability| self.can(*capability))
    }
}
