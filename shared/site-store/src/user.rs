//! Users of the site and their application passwords.

use std::collections::BTreeMap;
use std::fmt;

use domain::site::{Caller, Capability, Role};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;
use vault::TokenHash;

/// A user. The password of the authorisation page is kept apart and never part of this record.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct User {
    /// Identifier.
    pub id: u64,
    /// Login name, never changed.
    pub login: String,
    /// E-mail address.
    pub email: String,
    /// Name shown to readers.
    pub name: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Nickname.
    pub nickname: String,
    /// Own address on the web.
    pub url: String,
    /// About the user.
    pub description: String,
    /// Language, empty for the site's.
    pub locale: String,
    /// Last part of the address of their archive.
    pub slug: String,
    /// Since when.
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
    /// The user as whoever makes a request.
    pub fn caller(&self) -> Caller {
        Caller::user(self.id, self.roles.clone())
    }

    /// Whether a role includes `capability`.
    pub fn can(&self, capability: Capability) -> bool {
        self.roles.iter().any(|role| role.has(capability))
    }
}

/// What to set of a user. On creation login and e-mail are needed; on update what is none stays,
/// and a login is ignored.
#[derive(Clone, Default)]
pub struct UserChange {
    /// Login name.
    pub login: Option<String>,
    /// E-mail address.
    pub email: Option<String>,
    /// Name shown to readers; the login name by default.
    pub name: Option<String>,
    /// First name.
    pub first_name: Option<String>,
    /// Last name.
    pub last_name: Option<String>,
    /// Nickname; the login name by default.
    pub nickname: Option<String>,
    /// Own address on the web.
    pub url: Option<String>,
    /// About the user.
    pub description: Option<String>,
    /// Language, empty for the site's.
    pub locale: Option<String>,
    /// Last part of the address of their archive; made from the login name by default.
    pub slug: Option<String>,
    /// Roles; the site's default by default.
    pub roles: Option<Vec<Role>>,
    /// Hash of the password of the authorisation page.
    pub password: Option<vault::PasswordHash>,
    /// Meta: a value, or none to remove it.
    pub meta: BTreeMap<String, Option<Value>>,
}

/// An application password, without its text.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AppPassword {
    /// Identifier.
    pub uuid: Uuid,
    /// Its user.
    pub user: u64,
    /// Identifier of the program, if it gave one.
    pub app_id: Option<Uuid>,
    /// Name that the user knows it by.
    pub name: String,
    /// Since when.
    pub created: Timestamp,
    /// Last use, exact to a day.
    pub last_used: Option<Timestamp>,
    /// Address of the last use recorded.
    pub last_ip: Option<String>,
    /// Keyed hash of its text.
    pub hash: TokenHash,
}

/// Which users to list.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct UserFilter {
    /// Part of one of `search_columns`; an asterisk at an end is ignored.
    pub search: Option<String>,
    /// Where to search; all but the e-mail address when empty.
    pub search_columns: Vec<UserColumn>,
    /// Only these, when not empty.
    pub include: Vec<u64>,
    /// Not these; `include` wins.
    pub exclude: Vec<u64>,
    /// Only these slugs, when not empty.
    pub slugs: Vec<String>,
    /// Only users with one of these roles.
    pub roles: Option<Vec<Role>>,
    /// Only users with one of these capabilities.
    pub capabilities: Option<Vec<Capability>>,
    /// Only users who may write posts.
    pub writers: bool,
    /// Only users with at least one published item of one of these kinds.
    pub has_published: Option<Vec<domain::site::Kind>>,
    /// Order.
    pub order_by: UserOrder,
    /// Last first.
    pub descending: bool,
    /// How many to skip.
    pub offset: usize,
    /// How many to answer; all when none.
    pub limit: Option<usize>,
}

/// What a search of users looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UserColumn {
    /// The whole identifier.
    Id,
    /// Name shown to readers.
    Name,
    /// Login name.
    Login,
    /// Slug.
    Slug,
    /// Own address on the web.
    Url,
    /// E-mail address.
    Email,
}

/// Order of users.
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
    /// By own address on the web.
    Url,
    /// By the time of registration.
    Registered,
    /// In the order of `include`.
    Include,
    /// In the order of `slugs`.
    IncludeSlugs,
}
