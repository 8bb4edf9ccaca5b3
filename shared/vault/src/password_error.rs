//! Errors of hashing and verifying passwords.

/// Why a password could not be hashed or verified. A wrong password is not an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// The stored hash is not an Argon2 PHC string.
    #[error("the stored password hash cannot be read")]
    Stored,
    /// The computation failed or was interrupted by the end of the process.
    #[error("the password hash could not be computed")]
    Computation,
    /// The queue is full, and the password was not checked. The caller may retry after [`crate::password::BUSY_RETRY_AFTER`]
    /// seconds.
    #[error("too many password hashes are being computed")]
    Busy,
}
