//! The word lists of Portuguese and the rules that read them.

pub(crate) mod attribution;
pub(crate) mod classes;
pub(crate) mod definitions;
pub(crate) mod intent;
pub(crate) mod lexicon;
mod lists;
pub(crate) mod names;
pub(crate) mod numerals;
pub(crate) mod passive;
pub(crate) mod questions;
pub(crate) mod readability;
pub(crate) mod statistics;
