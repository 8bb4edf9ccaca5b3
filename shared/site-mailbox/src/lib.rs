//! The mailbox that a site is connected with, through which its mails are sent
//! (docs/interface/site/mail-smtp.md).
//!
//! # Connecting
//! [`SiteMailbox::begin`] stores a pending authorization and returns the address of the provider's page.
//! [`SiteMailbox::pending`] finds it by the state that the provider sends back, [`SiteMailbox::take`] uses it up, and
//! [`SiteMailbox::complete`] exchanges the code and stores the connection.
//!
//! # Sending
//! [`SiteMailbox::open`] reads the connection; [`OpenMailbox::send`] renews its access token when that is due, by one
//! process at a time, and hands an encoded mail over.
//!
//! A function makes one [`Mailboxes`] per process, so that all requests share the circuits of the services.

#![warn(missing_docs)]

mod connect;
mod connection;
mod disconnect;
mod endpoints;
mod error;
mod hand_over;
mod mailboxes;
mod pending;
mod provider;
mod records;
mod send;
mod service;
mod token;

pub use connect::{Beginning, Begun, ConnectError};
pub use connection::{Mailbox, MailboxState};
pub use endpoints::MailboxEndpoints;
pub use error::{MailboxError, SendError};
pub use mailboxes::{Mailboxes, SiteMailbox};
pub use oauth::OAuthClient;
pub use pending::PendingAuthorization;
pub use provider::Provider;
pub use send::OpenMailbox;
