//! Rules of the site's namespace `seo/v1`: everything that it answers, without I/O and without a clock.

#![warn(missing_docs)]

pub mod ai;
mod graph;
pub mod head;
pub mod index;
pub mod keywords;
pub mod meta;
pub mod page;
pub mod people;
pub mod scores;
pub mod settings;
pub mod site;
pub mod templates;
mod text;

pub use head::Head;
