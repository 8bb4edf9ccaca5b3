//! Reasons why the local process does not start, each with a one-line message.

use std::net::SocketAddr;
use std::path::PathBuf;

use jiff::Timestamp;

/// A start that failed.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The address is in use or not available.
    #[error("{what} cannot listen on {address}: {source} (choose another with {flag})")]
    Address {
        /// Platform or site.
        what: &'static str,
        /// Address.
        address: SocketAddr,
        /// Option that sets another address.
        flag: &'static str,
        /// Cause.
        source: std::io::Error,
    },
    /// The data folder cannot be used.
    #[error("the data folder {} cannot be used: {reason} (--data-dir chooses another)", folder.display())]
    Folder {
        /// Data folder.
        folder: PathBuf,
        /// Cause.
        reason: String,
    },
    /// The folder contains data that cannot be used. They are unchanged.
    #[error(
        "the data in {} cannot be used: {wrong}. Nothing was changed.\n\n  To bring the data back from a backup:\n      {restore}\n  To begin a new system; what is there is moved to {}:\n      {start_empty}",
        folder.display(),
        folder.join("replaced-…").display(),
    )]
    Data {
        /// Data folder.
        folder: PathBuf,
        /// What is wrong, with file names.
        wrong: String,
        /// Command that restores a backup.
        restore: String,
        /// Command that starts a new system.
        start_empty: String,
    },
    /// The store lacks writes that were acknowledged. It is unchanged.
    #[error(
        "the store in {} lacks the last {count} acknowledged writes, until {until}: store.db or store.db-wal was deleted, cut or replaced by an earlier copy. Nothing was changed.\n\n  To bring the data back from a backup:\n      {restore}\n  To go on without these writes:\n      {accept}",
        folder.display(),
    )]
    MissingWrites {
        /// Data folder.
        folder: PathBuf,
        /// Number of the writes.
        count: u64,
        /// When the last one was acknowledged.
        until: Timestamp,
        /// Command that restores a backup.
        restore: String,
        /// Command that starts without them.
        accept: String,
    },
    /// Whether the store lacks acknowledged writes cannot be known. It is unchanged.
    #[error(
        "it cannot be known whether the store in {} has all acknowledged writes: store.db-acknowledged is damaged. Nothing was changed.\n\n  To bring the data back from a backup:\n      {restore}\n  To go on with the store as it is:\n      {accept}",
        folder.display(),
    )]
    UncountedWrites {
        /// Data folder.
        folder: PathBuf,
        /// Command that restores a backup.
        restore: String,
        /// Command that starts with the store as it is.
        accept: String,
    },
    /// An environment variable has an invalid value.
    #[error("the setting {key} is wrong: {reason}")]
    Setting {
        /// Variable.
        key: &'static str,
        /// Cause.
        reason: String,
    },
    /// Any other reason.
    #[error("Pauta cannot start: {0}")]
    Other(String),
}

impl StartError {
    /// Wraps any other reason.
    pub fn other(reason: impl std::fmt::Display) -> Self {
        Self::Other(reason.to_string())
    }
}
