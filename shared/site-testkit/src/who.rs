//! Callers of requests.

use domain::site::Role;

/// The caller of a request, by rights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    /// Nobody is signed in.
    Anonymous,
    /// A subscriber.
    Subscriber,
    /// A contributor.
    Contributor,
    /// An author.
    Author,
    /// An editor.
    Editor,
    /// The administrator.
    Admin,
}

impl Who {
    /// Every caller.
    pub const ALL: [Self; 6] = [
        Self::Anonymous,
        Self::Subscriber,
        Self::Contributor,
        Self::Author,
        Self::Editor,
        Self::Admin,
    ];

    /// The users beside the administrator.
    pub(crate) const COLLEAGUES: [Self; 4] = [
        Self::Editor,
        Self::Author,
        Self::Contributor,
        Self::Subscriber,
    ];

    /// Login name and role; none for the public.
    pub(crate) const fn user(self) -> Option<(&'static str, Role)> {
        match self {
            Self::Anonymous => None,
            Self::Subscriber => Some(("subscriber", Role::Subscriber)),
            Self::Contributor => Some(("contributor", Role::Contributor)),
            Self::Author => Some(("author", Role::Author)),
            Self::Editor => Some(("editor", Role::Editor)),
            Self::Admin => Some(("admin", Role::Administrator)),
        }
    }

    /// Login name; empty for the public.
    pub fn login(self) -> &'static str {
        self.user().map_or("", |(login, _)| login)
    }
}
