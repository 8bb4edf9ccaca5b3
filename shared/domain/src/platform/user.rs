//! Users of the platform.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::platform::access::Role;
use crate::platform::id::UserId;

/// How the second factor of a sign-in reaches the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SecondFactor {
    /// A code of six digits by e-mail.
    Email,
    /// A time-based code of an authenticator (RFC 6238).
    Totp,
}

/// A person who signs in to the platform. Credentials are kept beside it, never in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct User {
    /// Identifier.
    pub id: UserId,
    /// Name as shown to colleagues and clients.
    pub name: String,
    /// E-mail as typed; unique without regard to case.
    pub email: String,
    /// Role.
    pub role: Role,
    /// A deactivated person cannot sign in and open sessions end at once.
    pub active: bool,
    /// How the second factor is sent.
    pub second_factor: SecondFactor,
    /// When the person was added.
    pub created_at: Timestamp,
    /// When the person last completed a sign-in.
    pub last_login_at: Option<Timestamp>,
}

/// The form of an e-mail under which it is unique.
pub fn email_key(email: &str) -> String {
    email.trim().to_lowercase()
}
