//! Checks for answer engines and voice assistants.

pub(super) mod faq;
pub(super) mod formats;
pub(super) mod pairs;
pub(super) mod snippets;
