//! Brazilian Portuguese spelling, grammar and style checks of plain text and HTML.
//!
//! Every function is pure: no I/O, no clock. The dictionary is compiled into the binary and unpacked once per process.

#![warn(missing_docs)]

mod addresses;
mod block;
mod checker;
mod finding;
mod html;
mod lexicon;
mod long_words;
mod parts;
mod pattern;
pub mod rules;
mod sentence;
mod spelling;
mod tokens;

pub use block::Block;
pub use checker::{Checked, Checker, LoadError, MOST_FINDINGS};
pub use finding::{Finding, Kind};
pub use html::{Format, blocks};
pub use spelling::OwnWords;
