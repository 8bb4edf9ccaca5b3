//! The secret document in a file that only its owner can read, or in memory.

use std::io::Write;
use std::path::PathBuf;

use async_trait::async_trait;
use durable_files::Readers;
use ports::{SecretError, Secrets};

/// The secret document in a file with mode 0600.
#[derive(Debug)]
pub struct FileSecrets {
    file: PathBuf,
}

impl FileSecrets {
    /// Opens `file`; if it does not exist, creates it with `document`. One process at a time may do so.
    pub fn open_or_create(
        file: PathBuf,
        document: impl FnOnce() -> String,
    ) -> Result<Self, SecretError> {
        let failed = |error: std::io::Error| SecretError(error.to_string());
        if !file.try_exists().map_err(failed)? {
            let unfinished = file.with_extension("part");
            durable_files::put(&file, unfinished, Readers::Owner, |file| {
                file.write_all(document().as_bytes())
            })
            .map_err(failed)?;
        }
        Ok(Self { file })
    }
}

#[async_trait]
impl Secrets for FileSecrets {
    async fn document(&self) -> Result<String, SecretError> {
        tokio::fs::read_to_string(&self.file)
            .await
            .map_err(|error| SecretError(error.to_string()))
    }
}

/// The secret document in memory.
pub struct MemorySecrets(pub String);

impl std::fmt::Debug for MemorySecrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MemorySecrets")
    }
}

#[async_trait]
impl Secrets for MemorySecrets {
    async fn document(&self) -> Result<String, SecretError> {
        Ok(self.0.clone())
    }
}
