//! The extension of contact forms: export of submissions, their files, and settings without effect on this host
//! (docs/interface/site/contact-form-ext.md).

mod export;
mod file;
mod permissions;
pub mod routes;
mod settings;
