//! Rules of the content site: content types, statuses, slugs, dates, roles and permissions.

pub mod access;
pub mod capability;
pub mod date;
pub mod kind;
pub mod meta;
pub mod slug;
pub mod snippet;
pub mod status;
pub mod taxonomy;
pub mod upload;

pub use access::{Caller, Subject};
pub use capability::{Capability, Role};
pub use kind::{Format, Kind, Openness};
pub use snippet::{SnippetLanguage, SnippetScope};
pub use status::Status;
pub use taxonomy::Taxonomy;
