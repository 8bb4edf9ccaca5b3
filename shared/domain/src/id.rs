//! Identifiers: positive integers, allocated in order per kind.

use serde::{Deserialize, Serialize};

macro_rules! identifiers {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = std::num::ParseIntError;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse::<std::num::NonZeroU64>().map(|id| Self(id.get()))
            }
        }
    )+};
}

identifiers! {
    /// A person of the agency who signs in to the platform.
    UserId,
    /// A client's content site that the platform manages.
    SiteId,
    /// An article on the platform (not its copy on the host).
    PostId,
    /// A picture that belongs to a post.
    MediaId,
    /// A picture's file on its way past the gateway.
    UploadId,
    /// One publication of one post: the steps that take it to the host.
    JobId,
}
