//! The program as a person runs it: its processes, what they write to the terminal, and the data folder that they
//! leave behind.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may stop at the first surprise"
)]

mod backups;
mod damage;
mod process;
mod words;
