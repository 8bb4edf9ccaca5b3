//! The client's network address, Strict-Transport-Security, and the content delivery network before the site, for the HTTP
//! functions of platform and site.

#![warn(missing_docs)]

mod address;
mod callers;
mod cdn;
mod transport;

pub use address::ClientAddress;
pub use callers::per_caller;
pub use cdn::{CdnKey, behind_cdn};
pub use transport::strict_transport;
