//! Checks for generative engines, which cite what they read.

pub(super) mod answers;
pub(super) mod evidence;
pub(super) mod structure;
pub(super) mod style;
pub(super) mod trust;
