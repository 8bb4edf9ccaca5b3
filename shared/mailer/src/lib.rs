//! Composes and sends the e-mails of Pauta: templates and texts, MIME encoding, and SMTP.
//!
//! Each e-mail has a folder in `templates/` with its subject, plain text and HTML, and a type in [`mails`]
//! with its data. The plain text part is sufficient on its own. The template engine escapes all text from
//! users and hosts; subjects and names never contain line breaks.
//!
//! The crate decides neither when an e-mail is sent nor to whom.

#![warn(missing_docs)]

mod composed;
mod header_text;
pub mod links;
pub mod mails;
pub mod mime;
mod revision;
mod saved_server;
pub mod smtp;
pub mod smtp_settings;
pub mod wording;
mod writer;

pub use composed::{EncodedMail, FromLine, composed_for_mailbox, composed_to_raw};
pub use mails::{Recipient, RenderError};
pub use mime::{MimeError, Sender, ascii_address, to_raw};
pub use revision::{Revision, ShortPassage};
pub use saved_server::SavedServerMail;
pub use smtp::{Credentials, SmtpConfig, SmtpMail, Tls};
pub use smtp_settings::SettingError;
pub use writer::Writer;
