//! The local adapters: everything the system needs from outside, on one machine, with no account
//! and no network. The local run and the tests use them; deployed functions never link them.

pub mod blobs;
pub mod clock;
pub mod dynamo;
pub mod events;
pub mod mail;
pub mod queue;
pub mod random;
pub mod retention;
pub mod secrets;
pub mod signed_urls;
pub mod store_file;
