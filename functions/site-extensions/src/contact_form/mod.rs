//! Contact forms: their records, validation rules, quiz questions and submissions (docs/interface/site/contact-form.md).

mod delivery;
mod feedback;
pub mod forms;
mod list;
mod mails;
mod parts;
mod permissions;
mod read;
pub mod routes;
pub mod seed;
mod suspicion;
mod visitor;
mod write;
