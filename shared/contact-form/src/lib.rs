//! Rules of contact forms, without any I/O.

#![warn(missing_docs)]

pub mod config_errors;
pub mod feedback;
pub mod form;
pub mod html;
pub mod mail;
pub mod refusal;
pub mod submission;
pub mod tag;
pub mod validation;
