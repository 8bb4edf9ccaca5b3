//! The secret document that holds the key ring.

use async_trait::async_trait;

/// The secret could not be read.
#[derive(Debug, thiserror::Error)]
#[error("the secret could not be read: {0}")]
pub struct SecretError(pub String);

/// Reads the secret document, which contains a key ring of `shared/vault` as text.
#[async_trait]
pub trait Secrets: Send + Sync {
    /// The current document. The caller parses it into a type without printable content.
    async fn document(&self) -> Result<String, SecretError>;
}
