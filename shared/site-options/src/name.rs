//! Names, owners and revisions of documents.

use items::Key;
use site_store::Tenant;

/// Name of a document, such as `spam-filter.settings`. Names are written in the code and never come from a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OptionName(&'static str);

impl OptionName {
    /// Creates a name.
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// The name.
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

/// To whom a document belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Owner {
    /// The site.
    Site,
    /// A user of the site, by identifier.
    User(u64),
}

impl Owner {
    pub(crate) fn partition(self, tenant: &Tenant) -> String {
        match self {
            Self::Site => format!("{tenant}#OPTIONS"),
            Self::User(id) => format!("{tenant}#USER_OPTIONS#{id}"),
        }
    }

    pub(crate) fn key(self, tenant: &Tenant, name: OptionName) -> Key {
        Key::new(self.partition(tenant), name.as_str())
    }
}

/// State of a document that a write is based on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Revision(pub(crate) u64);

impl Revision {
    /// Revision of a document that was never written.
    pub const NEVER_WRITTEN: Self = Self(0);
}
