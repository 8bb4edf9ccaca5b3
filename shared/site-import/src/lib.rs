//! Imports a live host of the site's interface into a site: another Pauta site, or a deployed system
//! under its vendor's route names.
//!
//! [`Importer::run`] reads the host's collections, a hundred items per request, with an editor's
//! permissions (`reader`), maps the items to records (`map`), downloads media files (`files`) and
//! passes the records to [`site_store::SiteStore::import`], which keeps the identifiers. The [`Report`]
//! lists everything that could not be read or stored. An interrupted import is started again; records
//! already imported are not written twice.
//!
//! This crate never writes to the host, never sends credentials to any address but the host's REST
//! root, and never changes a text: URLs inside texts still point to the host. How the host forms its addresses is kept in
//! the settings ([`site_store::SourceAddresses`]), so that pages lead on from old addresses and show the site's own files.

#![warn(missing_docs)]

mod backoff;
mod collections;
mod error;
mod files;
mod importer;
mod language;
mod map;
mod permalinks;
mod progress;
mod reader;
mod report;
mod revisions;
mod source;
mod unsupported;

pub use backoff::Backoff;
pub use error::ImportError;
pub use importer::Importer;
pub use map::MapError;
pub use progress::{NoProgress, Progress};
pub use report::{Cause, Counts, LeftOut, Report, States};
pub use revisions::Revisions;
pub use source::Source;
