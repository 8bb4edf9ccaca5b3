//! Why the local run does not start: one clear line.

use std::net::SocketAddr;
use std::path::PathBuf;

/// A start that failed.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Somebody else listens there.
    #[error("{what} cannot listen on {address}: {source} (choose another with {flag})")]
    Address {
        /// Which half.
        what: &'static str,
        /// Where.
        address: SocketAddr,
        /// The flag that chooses another.
        flag: &'static str,
        /// Why.
        source: std::io::Error,
    },
    /// The data folder cannot be used.
    #[error("the data folder {} cannot be used: {reason} (--data-dir chooses another)", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        reason: String,
    },
    /// Data of a system are there, and cannot be used. They are as they were.
    #[error(
        "the data in {} cannot be used: {wrong}. Nothing was changed.\n\n  To bring the data back from a backup:\n      {restore}\n  To begin a new system; what is there is moved to {}:\n      {start_empty}",
        folder.display(),
        folder.join("replaced-…").display(),
    )]
    Data {
        /// The folder.
        folder: PathBuf,
        /// What is wrong, with the names of files.
        wrong: String,
        /// The command that restores a backup.
        restore: String,
        /// The command that begins a new system.
        start_empty: String,
    },
    /// A setting of the environment is wrong.
    #[error("the setting {key} is wrong: {reason}")]
    Setting {
        /// Its key.
        key: &'static str,
        /// Why.
        reason: String,
    },
    /// Something else.
    #[error("Pauta cannot start: {0}")]
    Other(String),
}

impl StartError {
    /// Any other reason.
    pub fn other(reason: impl std::fmt::Display) -> Self {
        Self::Other(reason.to_string())
    }
}
