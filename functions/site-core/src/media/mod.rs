//! Media: files with their texts. Uploads and edits of pictures have modules of their own.

mod edit;
mod list;
mod permissions;
mod preview;
mod read;
pub mod routes;
mod upload;
mod view;
mod write;
