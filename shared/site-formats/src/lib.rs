//! Formats of the content site that its interface, its forms and its pages share: dates by PHP's format
//! letters, and the rule for e-mail addresses.

#![warn(missing_docs)]

pub mod date;
pub mod email;
