//! Contact forms of a site: finds them, and takes submissions of them.
//!
//! Functions that receive a submission read its parts, look the form up with [`SiteForms`], and pass both to
//! [`SiteForms::submit`], which validates, counts, judges, stores and mails it. [`SiteForms::correct`] takes what people decide
//! about one that is stored.

#![warn(missing_docs)]

mod correction;
mod delivery;
mod error;
mod forms;
mod mails;
mod scene;
mod sending;
mod staging;
mod submit;
mod suspicion;
mod visitor;

pub use error::SiteFormsError;
pub use forms::{FormName, RULES_VERSION, SiteForms, domain, stored};
pub use sending::Sending;
pub use visitor::Visitor;
