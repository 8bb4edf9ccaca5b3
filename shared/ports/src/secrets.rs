//! The secret document that holds the key ring.

use async_trait::async_trait;

/// Why the secret could not be read.
#[derive(Debug, thiserror::Error)]
#[error("the secret could not be read: {0}")]
pub struct SecretError(pub String);

/// Reads the system's secret document. The text is a key-ring document of `shared/vault`.
#[async_trait]
pub trait Secrets: Send + Sync {
    /// The current document. The caller parses it into a type that cannot be printed.
    async fn document(&self) -> Result<String, SecretError>;
}
