//! Secrets and credentials: the key ring, sealing of stored credentials, password hashes, one-time codes,
//! tokens and their keyed hashes.
//!
//! The crate reads neither the clock nor the system's randomness; both are arguments. No type prints a
//! secret through `Debug`, and no error contains one.

#![warn(missing_docs)]

pub mod application_password;
mod index_now;
pub mod keyring;
pub mod password;
mod password_error;
pub mod request_seal;
pub mod seal;
pub mod session_token;
pub mod token;
pub mod totp;
mod work_memory;

#[cfg(test)]
mod seeded;

pub use keyring::{KeyRing, KeyRingError};
pub use password::{PasswordHash, PolicyError};
pub use password_error::PasswordError;
pub use seal::{OpenError, SealError};
pub use session_token::{Claims, TokenError};
pub use token::TokenHash;
pub use totp::{TotpError, TotpSecret};
