//! Numeric identifiers: positive integers, allocated in ascending order for each kind of object.

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
    /// A user of the platform.
    UserId,
    /// A client's content site that the platform manages.
    SiteId,
    /// An article on the platform (not its copy on the host).
    PostId,
    /// An image of a post.
    MediaId,
    /// A staged upload: an image file that a client uploads directly to the blob store.
    UploadId,
    /// A publication job.
    JobId,
    /// A generation of a text or an image.
    GenerationId,
    /// An entry of the central log.
    LogId,
}
