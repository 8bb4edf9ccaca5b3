//! Media items: files with their texts. Uploads and picture edits have modules of their own.

mod edit;
mod list;
mod permissions;
mod preview;
mod read;
pub mod routes;
mod upload;
mod view;
mod write;
