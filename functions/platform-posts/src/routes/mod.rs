//! The routes, one file per family.

pub(crate) mod autosave;
mod details;
pub(crate) mod filters;
pub(crate) mod history;
pub(crate) mod legacy;
pub(crate) mod publish;
pub(crate) mod queue;
pub(crate) mod read;
pub(crate) mod report;
pub(crate) mod summary;
pub(crate) mod trash;
pub(crate) mod versions;
pub(crate) mod write;
