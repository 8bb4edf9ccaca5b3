//! Local adapters of the ports: every external service on one machine, without account or network. The
//! local run and the tests use them; deployed functions do not link this crate.

#![warn(missing_docs)]

pub mod acknowledged;
mod blob_list;
mod blob_names;
pub mod blobs;
pub mod clock;
pub mod damaged_records;
mod deleted_data;
pub mod dynamo;
mod engine_errors;
mod engine_operations;
pub mod events;
mod group_commit;
pub mod index_rows;
pub mod leftovers;
pub mod mail;
pub mod memory_blobs;
pub mod messages;
pub mod queue;
pub mod random;
mod record_repair;
pub mod reserve;
pub mod retained_blobs;
pub mod retention;
pub mod secrets;
pub mod settings_file;
pub mod signed_urls;
pub mod store_file;
