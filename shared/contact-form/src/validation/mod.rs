//! The validation rules of a form: what the schema route lists and what a submission is checked against.

mod formats;
mod rule;
mod schema;

pub use formats::{is_number, is_tel, is_web_address};
pub use rule::{Check, Rule, length};
pub use schema::{Schema, schema};
