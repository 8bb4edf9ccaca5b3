//! Everything about text that people wrote: making HTML safe, reading its text, comparing versions,
//! slugs and escaping. Pure: no I/O, no clock, and no input takes more than linear time and depth.

pub mod diff;
pub mod discovery;
pub mod escape;
mod lexer;
pub mod render;
pub mod sanitise;
pub mod slug;
pub mod text;
