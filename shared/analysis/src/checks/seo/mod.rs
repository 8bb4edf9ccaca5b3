//! Checks for search engines.

pub(super) mod fields;
pub(super) mod images;
pub(super) mod keyword_fields;
pub(super) mod keyword_text;
pub(super) mod links;
pub(super) mod readability;
pub(super) mod structure;
