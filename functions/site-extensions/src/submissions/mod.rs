//! Submissions of contact forms: list, reading, verdicts of people, deletion, and the data of a person
//! (docs/interface/site/form-submissions.md).

mod correct;
mod delete;
pub mod filter;
mod list;
mod permissions;
mod person;
mod read;
pub mod routes;
mod view;
