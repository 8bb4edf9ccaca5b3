//! The client's network address, and Strict-Transport-Security, for the HTTP functions of platform and site.

#![warn(missing_docs)]

mod address;
mod transport;

pub use address::ClientAddress;
pub use transport::strict_transport;
