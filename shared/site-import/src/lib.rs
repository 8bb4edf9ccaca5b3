//! Copies a live host of the site's interface into a site: our own, or a deployed one under the vendor's
//! names.
//!
//! [`Importer::run`] reads the host's collections a hundred items at a time with an editor's rights (`reader`),
//! turns what it reads into records (`map`), fetches the files of media (`files`) and hands the records to
//! [`site_store::SiteStore::import`], which keeps the identifiers. What could not be read or kept stands in the
//! [`Report`]. An import that was cut off at any moment is simply begun again: what is there is not written twice.
//!
//! What this crate never does: write to the host, send credentials anywhere but to the host's own REST root, or
//! change a text. Addresses within texts still lead where they led.

mod collections;
mod error;
mod files;
mod importer;
mod language;
mod map;
mod others;
mod patience;
mod progress;
mod reader;
mod report;
mod revisions;
mod source;

pub use error::ImportError;
pub use importer::Importer;
pub use map::Misread;
pub use patience::Patience;
pub use progress::{Progress, Silent};
pub use report::{Cause, Counts, LeftOut, Report, States};
pub use revisions::Revisions;
pub use source::Source;
