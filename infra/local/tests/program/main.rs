//! The `pauta` program from outside: exit codes, terminal output, and the data folder that it leaves behind.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may panic on an unexpected result"
)]

mod backups;
mod check;
mod damaged_data;
mod lost_folder;
mod process;
mod stopping;
mod terminal_output;
