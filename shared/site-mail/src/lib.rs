//! Outgoing mails of a site and its private files, as records that survive a crash.
//!
//! # Mails
//! [`SiteMails::prepare`] makes the writes of a mail, which belong to the transaction of what causes it. A worker calls
//! [`SiteMails::work_off`] for each message of the queue and for each mail that [`SiteMails::due`] lists; the record decides
//! whether there is anything to do, so that a message may arrive twice or never. A request that has to say what became of
//! its mail calls [`SiteMails::wait`]. [`SiteMails::announce`] sends the messages, after the transaction. The transaction that
//! ends a mail also keeps its outcome with what caused it ([`MailOwner`]).
//!
//! # Files
//! [`PrivateFiles::stage`] stores files together with a task that removes them. The transaction that refers to the files
//! deletes the task ([`StagedFiles::keep`]); the transaction that deletes the reference adds a task again
//! ([`PrivateFiles::removal`]). [`PrivateFiles::sweep`] carries out what is due.

#![warn(missing_docs)]

mod error;
mod files;
mod keys;
mod mail;
mod mails;
mod owner;
mod port_transport;
mod wait;
mod work;

pub use error::SiteMailError;
pub use files::{DueFiles, NewPrivateFile, PrivateFiles, StagedFiles};
pub use mail::{Attachment, MailOutcome, MailState, RenderedMail, SiteMail};
pub use mails::{DueMail, PreparedMail, SiteMails};
pub use owner::MailOwner;
pub use port_transport::PortTransport;
pub use wait::Awaited;
pub use work::{LoadedAttachment, MailTransport, ReadyMail, WorkedOff};
