//! AWS adapters of the ports, and the start-up code that all functions share.
//!
//! The `main.rs` of a function is [`Cloud::run`] with the needs it declares. The environment is checked
//! against them at once, so a missing key fails the start with a clear message instead of failing requests.
//! What is logged goes to the function's log and, from warnings on, to the central log.
//! Clients are also built at the start. Each AWS service has a feature of this crate; DynamoDB is always
//! included.
//!
//! The crate contains no business rules.

#![warn(missing_docs)]

#[cfg(feature = "blobs")]
mod blobs;
mod central_log;
mod clock;
mod connection;
mod environment;
#[cfg(feature = "events")]
mod events;
#[cfg(feature = "http")]
mod http;
pub mod logs;
#[cfg(feature = "mail")]
mod mail;
#[cfg(feature = "mailbox")]
mod mailbox;
#[cfg(feature = "platform")]
mod platform;
#[cfg(feature = "queue")]
mod queue;
mod random;
#[cfg(feature = "search")]
mod search;
#[cfg(feature = "mail")]
mod secret_smtp;
#[cfg(any(feature = "secrets", feature = "mail"))]
mod secrets;
#[cfg(feature = "seo")]
mod seo;
#[cfg(feature = "blobs")]
mod signed_urls;
#[cfg(feature = "site")]
mod site;
#[cfg(feature = "site-options")]
mod site_options;
#[cfg(feature = "spam")]
mod spam;
mod start;

#[cfg(feature = "blobs")]
pub use blobs::S3Blobs;
pub use clock::SystemClock;
pub use connection::Connection;
pub use environment::{EnvError, Environment, keys};
#[cfg(feature = "events")]
pub use events::BusEvents;
#[cfg(feature = "mail")]
pub use mail::SesMail;
#[cfg(feature = "queue")]
pub use queue::SqsQueues;
pub use random::SystemRandom;
#[cfg(feature = "mail")]
pub use secret_smtp::SecretSmtpMail;
#[cfg(any(feature = "secrets", feature = "mail"))]
pub use secrets::StoredSecret;
pub use start::{Cloud, CloudError};
