//! HTML and plain-text processing for content: sanitising, rendering, text extraction, word diffs, slugs
//! and escaping.
//!
//! Every function is pure: no I/O and no clock. Time is at most linear in the length of the input (the diff
//! has a fixed bound on its work) and nesting depth is limited, so hostile input cannot stall a request.

#![warn(missing_docs)]

pub mod attached;
pub mod block_markup;
pub mod class_styles;
pub mod diff;
pub mod discovery;
pub mod escape;
pub mod lexer;
pub mod passages;
pub mod render;
pub mod sanitise;
pub mod slug;
pub mod tags;
pub mod text;
pub mod text_pictures;
pub mod visitors;
