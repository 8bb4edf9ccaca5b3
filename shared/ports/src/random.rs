//! Randomness.

use uuid::Uuid;

/// Draws random bytes fit for keys and tokens. Only adapters ask the system.
pub trait Random: Send + Sync {
    /// Fills `bytes`.
    fn fill(&self, bytes: &mut [u8]);

    /// A UUID of version 4 (RFC 9562).
    fn uuid(&self) -> Uuid {
        let mut bytes = [0; 16];
        self.fill(&mut bytes);
        uuid::Builder::from_random_bytes(bytes).into_uuid()
    }
}
