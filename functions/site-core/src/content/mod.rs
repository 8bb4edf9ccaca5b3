//! What the kinds of content share, and the lists of terms: finding an item, filters, changes, and parts of views.
//!
//! It imports no resource.

pub mod change;
pub mod filter;
pub mod item;
pub mod list;
pub mod terms;
pub mod view;
