//! Contact forms: their records, validation rules and quiz questions (docs/interface/site/contact-form.md).

mod forms;
mod list;
mod permissions;
mod read;
pub mod routes;
pub mod seed;
mod write;
