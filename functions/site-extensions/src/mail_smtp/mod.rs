//! Mail transport: the mailbox through which the site's mails are sent (docs/interface/site/mail-smtp.md).

mod callback;
mod outcome;
mod permissions;
mod read;
pub mod routes;
mod test_message;
mod view;
mod write;
