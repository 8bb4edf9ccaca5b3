//! The mail of a submission: tags in its templates, addresses, headers, attachments.

mod compose;
pub mod document;
pub mod mailbox;
pub mod special;
pub mod tags;
mod values;

pub use compose::{Body, ComposeError, Mail, compose};
pub use mailbox::Mailbox;
pub use special::{MailContext, Post, Site, User};
pub use values::{Target, Values};
