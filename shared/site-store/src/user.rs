//! Users of the site and their application passwords.

use std::collections::BTreeMap;
use std::fmt;

use domain::site::{Caller, Capability, Role};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;
use vault::TokenHash;

/// User. The password for the authorisation page is stored separately and not part of this record.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct User {
    /// Identifier.
    pub id: u64,
    /// Login name; immutable.
    pub login: String,
    /// E-mail address.
    pub email: String,
    /// Public name.
    pub name: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Nickname.
    pub nickname: String,
    /// Web address.
    pub url: String,
    /// Biography.
    pub description: String,
    /// Locale, empty for the site's.
    pub locale: String,
    /// Slug of the author archive.
    pub slug: String,
    /// Time of registration.
    pub registered: Timestamp,
    /// Roles.
    pub roles: Vec<Role>,
    /// Meta.
    pub meta: BTreeMap<String, Value>,
}

impl fmt::Debug for User {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("User")
            .field("id", &self.id)
            .field("login", &self.login)
            .field("roles", &self.roles)
            .finish_non_exhaustive()
    }
}

impl User {
    /// The user as caller of the interface.
    pub fn caller(&self) -> Caller {
        Caller::user(self.id, self.roles.clone())
    }

    /// Whether one of the roles includes `capability`.
    pub fn can(&self, capability: Capability) -> bool {
        self.roles.iter().any(|role| role.has(capability))
    }
}

/// Values to set on a user. On creation login name and e-mail address are required; on update `None`
/// keeps the stored value, and the login name is ignored.
#[derive(Clone, Default)]
pub struct UserChange {
    /// Login name.
    pub login: Option<String>,
    /// E-mail address.
    pub email: Option<String>,
    /// Public name; defaults to the login name.
    pub name: Option<String>,
    /// First name.
    pub first_name: Option<String>,
    /// Last name.
    pub last_name: Option<String>,
    /// Nickname; defaults to the login name.
    pub nickname: Option<String>,
    /// Web address.
    pub url: Option<String>,
    /// Biography.
    pub description: Option<String>,
    /// Locale, empty for the site's.
    pub locale: Option<String>,
    /// Slug of the author archive; derived from the login name by default.
    pub slug: Option<String>,
    /// Roles; the site's default role by default.
    pub roles: Option<Vec<Role>>,
    /// Hash of the password for the authorisation page.
    pub password: Option<vault::PasswordHash>,
    /// Meta values by key; `None` deletes a value.
    pub meta: BTreeMap<String, Option<Value>>,
}

/// Application password without its clear text.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AppPassword {
    /// Identifier.
    pub uuid: Uuid,
    /// User it belongs to.
    pub user: u64,
    /// Identifier of the client application, if it sent one.
    pub app_id: Option<Uuid>,
    /// Name given by the user.
    pub name: String,
    /// Time of creation.
    pub created: Timestamp,
    /// Last use, accurate to a day.
    pub last_used: Option<Timestamp>,
    /// IP address of the last recorded use.
    pub last_ip: Option<String>,
    /// Keyed hash of the password.
    pub hash: TokenHash,
}

/// Filter, order and window of a list of users.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct UserFilter {
    /// Text to find in one of `search_columns`; a leading or trailing asterisk is ignored.
    pub search: Option<String>,
    /// Columns to search; all except the e-mail address when empty.
    pub search_columns: Vec<UserColumn>,
    /// Only these users; no restriction when empty.
    pub include: Vec<u64>,
    /// Without these users; ignored when `include` is not empty.
    pub exclude: Vec<u64>,
    /// Only with these slugs; no restriction when empty.
    pub slugs: Vec<String>,
    /// Only users with one of these roles, or one of `capabilities`.
    pub roles: Option<Vec<Role>>,
    /// Only users with one of these capabilities, or one of `roles`.
    pub capabilities: Option<Vec<Capability>>,
    /// Only users who may edit posts, whatever `roles` and `capabilities` name.
    pub writers: bool,
    /// Only users with at least one published item of one of these kinds.
    pub has_published: Option<Vec<domain::site::Kind>>,
    /// Sort order.
    pub order_by: UserOrder,
    /// Descending instead of ascending.
    pub descending: bool,
    /// Number of users to skip.
    pub offset: usize,
    /// Page size; `None` for all.
    pub limit: Option<usize>,
}

/// Column of a user search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UserColumn {
    /// Identifier (exact match).
    Id,
    /// Public name.
    Name,
    /// Login name.
    Login,
    /// Slug.
    Slug,
    /// Web address.
    Url,
    /// E-mail address.
    Email,
}

/// Sort order of users.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum UserOrder {
    /// By name.
    #[default]
    Name,
    /// By identifier.
    Id,
    /// By slug.
    Slug,
    /// By e-mail address.
    Email,
    /// By web address.
    Url,
    /// By the time of registration.
    Registered,
    /// In the order of `include`.
    Include,
    /// In the order of `slugs`.
    IncludeSlugs,
}
