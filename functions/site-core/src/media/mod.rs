//! Media items: files with their texts. Uploads and picture edits have modules of their own.

mod edit;
mod file_view;
mod list;
mod permissions;
mod preview;
mod read;
mod remote_file;
pub mod routes;
mod sent_file;
mod sideload;
mod upload;
mod view;
mod write;
