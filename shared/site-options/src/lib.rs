//! Named JSON documents of the site's extensions, per site and per user of a site.
//!
//! A document is read consistently and written on the condition that its revision is the one that the writer read.
//! Removing a document keeps its revision, so that a writer who read it before the removal gets a conflict. The documents are
//! no part of the site's read model: a change of one does not append to the change log.

#![warn(missing_docs)]

mod document;
mod error;
mod name;
mod secret;

pub use document::{MAX_BYTES, SiteOptions, Stored};
pub use error::OptionsError;
pub use name::{OptionName, Owner, Revision};
pub use secret::Sealed;
