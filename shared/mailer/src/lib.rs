//! Every mail that Pauta sends: its words, its look, its MIME form and the way to an SMTP server.
//!
//! One folder of `templates/` per mail holds its subject, plain text and HTML; one type of
//! [`mails`] holds its facts. The plain text is complete in itself. Everything a person or a host
//! wrote is escaped by the template engine; a subject or a name never holds a line break.
//!
//! This crate decides neither when a mail is sent nor to whom.

pub mod links;
pub mod mails;
pub mod mime;
pub mod settings;
pub mod smtp;
pub mod wording;

pub use mails::{Recipient, RenderError};
pub use mime::{MimeError, Sender, ascii_address, to_raw};
pub use settings::SettingError;
pub use smtp::{Credentials, SmtpConfig, SmtpMail, Tls};
