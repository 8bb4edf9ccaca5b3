//! HTTP client for all outbound calls, guarded against server-side request forgery (SSRF).
//!
//! URLs that users enter (sites, images, sitemaps, webhooks) must not give access to private networks.
//! Every call therefore goes through [`Outbound`], which checks the URL as written, resolves the name
//! itself and connects only to addresses that passed the check, follows redirects itself and checks each
//! hop, and never sends credentials to another origin (OWASP API Security Top 10 2023, API7).
//!
//! A client of a service that can be slow or dead keeps a [`Circuit`] for it, which refuses calls for a while after
//! repeated failures.
//!
//! The crate never stores cookies, never reads proxy settings from the environment, never repeats a request
//! that may have had an effect, and never puts the path, query or credentials of a URL into an error or a
//! log line.

#![warn(missing_docs)]

mod address;
mod circuit;
mod client;
mod error;
mod guard;
mod guarded_resolver;
mod own_machine;
mod policy;
mod request;
mod resolver;
mod response;
mod service_url;
mod streamed_response;

pub use address::{AddressClass, classify};
pub use circuit::{Circuit, CircuitOpen, CircuitRule, Pass};
pub use client::{Outbound, SetupError};
pub use error::{Fault, OutboundError, Refused};
pub use guard::Guard;
pub use own_machine::{IsOwn, OwnMachine};
pub use policy::Policy;
pub use request::{Basic, Body, Part, Redirects, Request};
pub use resolver::{Resolver, SystemResolver};
pub use response::Response;
pub use service_url::{below, service_url};
pub use streamed_response::StreamedResponse;
