//! Runs Pauta in one process: the functions' routers and handlers on local adapters.
//!
//! This crate contains no business rules: it wires, starts and stops the functions.

pub mod administrator_name;
pub mod backup;
pub mod check;
pub mod cli;
mod connection;
mod conventions;
pub mod daily_files;
pub mod data_folder;
pub mod demo;
pub mod first_start;
mod full_disk;
pub mod greeting;
mod half_open;
pub mod host_names;
pub mod import;
pub mod import_progress;
pub mod invocation;
pub mod logs;
pub mod machine;
pub mod mail_server;
pub mod mailbox;
pub mod on_damage;
pub mod openapi;
pub mod outbox;
pub mod parts;
pub mod platform;
mod public_url;
mod received;
mod refusal;
mod request_body;
mod request_framing;
pub mod serve;
pub mod site;
pub mod start_error;
pub mod system;
mod ticks;
mod unsent;
pub mod work;
