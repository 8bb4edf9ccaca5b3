//! Source of randomness.

use uuid::Uuid;

/// Generates cryptographically secure random bytes. Only adapters use the system's generator.
pub trait Random: Send + Sync {
    /// Fills `bytes` with random data.
    fn fill(&self, bytes: &mut [u8]);

    /// A random UUID, version 4 (RFC 9562).
    fn uuid(&self) -> Uuid {
        let mut bytes = [0; 16];
        self.fill(&mut bytes);
        uuid::Builder::from_random_bytes(bytes).into_uuid()
    }
}
