//! CSV files that people open in a spreadsheet program (RFC 4180, with the separators that programs expect).
//!
//! Every CSV file of the project is a [`Table`]. A text of a person is a [`Cell::Text`] and never becomes a formula
//! ([`verbatim::verbatim`]); a number or date that the program itself made is a [`Cell::Figure`].

#![warn(missing_docs)]

mod table;
pub mod verbatim;

pub use table::{Cell, Layout, Table};
