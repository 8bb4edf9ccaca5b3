//! Request and response bodies that several routes share.

use domain::platform::access::Role;
use domain::platform::user::{SecondFactor, User};
use jiff::Timestamp;
use secrecy::SecretString;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

/// Role of a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RoleName {
    /// Runs the installation.
    Admin,
    /// Runs the agency's work.
    Gerente,
    /// Writes and publishes on own sites.
    Editor,
    /// Writes own posts on own sites.
    Redator,
}

impl From<RoleName> for Role {
    fn from(role: RoleName) -> Self {
        match role {
            RoleName::Admin => Self::Admin,
            RoleName::Gerente => Self::Gerente,
            RoleName::Editor => Self::Editor,
            RoleName::Redator => Self::Redator,
        }
    }
}

impl From<Role> for RoleName {
    fn from(role: Role) -> Self {
        match role {
            Role::Admin => Self::Admin,
            Role::Gerente => Self::Gerente,
            Role::Editor => Self::Editor,
            Role::Redator => Self::Redator,
        }
    }
}

/// Second factor of a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SecondFactorName {
    /// A code of six digits by e-mail.
    Email,
    /// A code of an authenticator app, or a recovery code.
    Totp,
}

impl From<SecondFactor> for SecondFactorName {
    fn from(factor: SecondFactor) -> Self {
        match factor {
            SecondFactor::Email => Self::Email,
            SecondFactor::Totp => Self::Totp,
        }
    }
}

/// User, without credentials.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct UserBody {
    /// Identifier.
    pub id: u64,
    /// Name.
    pub name: String,
    /// E-mail address, unique without regard to case.
    pub email: String,
    /// Role.
    pub role: RoleName,
    /// Whether the user may sign in.
    pub active: bool,
    /// Second factor.
    pub second_factor: SecondFactorName,
    /// Time of creation.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    /// Time of the last sign-in.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime, required = true)]
    pub last_login_at: Option<Timestamp>,
}

impl From<User> for UserBody {
    fn from(user: User) -> Self {
        Self {
            id: user.id.0,
            name: user.name,
            email: user.email,
            role: user.role.into(),
            active: user.active,
            second_factor: user.second_factor.into(),
            created_at: user.created_at,
            last_login_at: user.last_login_at,
        }
    }
}

/// Tokens of a session.
#[derive(Serialize, ToSchema)]
pub(crate) struct TokensBody {
    /// Access token, for `Authorization: Bearer`.
    pub access_token: String,
    /// Always `Bearer`.
    pub token_type: &'static str,
    /// Life of the access token in seconds.
    pub expires_in: i64,
    /// Refresh token, for one use within 30 days at `/auth/refresh`.
    pub refresh_token: String,
    /// Signed-in user.
    pub user: UserBody,
}

/// Reads a secret text. A value of another type is refused without being repeated in the error.
pub(crate) fn secret<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SecretString, D::Error> {
    match serde_json::Value::deserialize(deserializer)? {
        serde_json::Value::String(text) => Ok(SecretString::from(text)),
        _ => Err(D::Error::custom("expected a text")),
    }
}
