//! Code that the kinds of content and the terms share: loading an item, filters, changes, and parts of views.
//!
//! It imports no resource.

pub mod change;
pub mod filter;
pub mod item;
pub mod list;
pub mod named_files;
pub mod revisions;
pub mod safe;
pub mod search_meta;
pub mod terms;
pub mod view;
