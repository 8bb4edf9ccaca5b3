//! The one guarded client for calls to the outside.
//!
//! Addresses that people type in (sites, pictures, sitemaps, webhooks) must not turn this system
//! into a key to networks behind it. Every call therefore goes through [`Outbound`], which checks
//! the address as written, resolves the name itself and connects only to addresses that passed
//! the check, walks redirects by hand and checks each hop again, and never hands credentials to
//! another origin (OWASP API Security Top 10 2023, API7).
//!
//! What this crate never does: keep cookies, read proxy settings from the environment, repeat a
//! request that may have had an effect, or put an address's path, query or credentials into an
//! error or a log line.

mod address;
mod client;
mod error;
mod guard;
mod policy;
mod request;
mod resolver;
mod response;

pub use address::{AddressClass, classify};
pub use client::{Outbound, SetupError};
pub use error::OutboundError;
pub use guard::{Guard, Refused};
pub use policy::Policy;
pub use request::{Basic, Body, Part, Redirects, Request};
pub use resolver::{Resolver, SystemResolver};
pub use response::Response;
