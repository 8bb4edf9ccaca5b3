//! Contact forms: their records, validation rules, quiz questions and submissions (docs/interface/site/contact-form.md).

mod feedback;
pub mod forms;
mod list;
mod parts;
mod permissions;
mod read;
pub mod routes;
pub mod seed;
mod write;
