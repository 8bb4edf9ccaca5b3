//! Tests the credentials of a host, and reads the user's capabilities.

use serde_json::Value;

use crate::client::HostClient;
use crate::error::HostError;
use crate::host::Host;
use crate::message;
use crate::wire;

/// Roles that may publish and upload, for hosts that do not list capabilities.
const PUBLISHING_ROLES: [&str; 3] = ["administrator", "editor", "author"];

/// The host's user that the credentials belong to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Connection {
    /// The user's id on the host.
    pub user_id: u64,
    /// Display name.
    pub name: String,
    /// Roles on the host.
    pub roles: Vec<String>,
    /// Whether the user may publish and schedule posts.
    pub can_publish: bool,
    /// Whether the user may upload files.
    pub can_upload: bool,
}

/// Number of recent posts that tell whether a host's people write in blocks.
const RECENT_POSTS: &str = "10";

impl HostClient {
    /// Whether recent published posts of the host have blocks of its editor. `None` when the host has no posts, or its posts do
    /// not say it.
    ///
    /// # Errors
    ///
    /// See [`HostError`].
    pub async fn uses_blocks(&self, host: &Host) -> Result<Option<bool>, HostError> {
        // Only this context has the version of the blocks. The fields keep the texts out of the answer, where the host knows them.
        let query = [
            ("context", "edit"),
            ("status", "publish"),
            ("per_page", RECENT_POSTS),
            ("_fields", "id,content.block_version"),
        ];
        let found = self.get(host, "posts", &query).await?;
        let posts = found
            .as_array()
            .ok_or(HostError::BadPayload { status: Some(200) })?;
        let versions: Vec<u64> = posts
            .iter()
            .filter_map(|post| {
                let content = wire::member(post, "content");
                wire::number(wire::member(content, "block_version"))
            })
            .collect();
        Ok((!versions.is_empty()).then(|| versions.iter().any(|version| *version > 0)))
    }

    /// Tests the credentials on `users/me`, the one route that identifies the caller. Public routes are no
    /// test, because hosts answer them with any credentials.
    ///
    /// # Errors
    ///
    /// When the host did not see the credentials, its index is read too, to distinguish disabled
    /// application passwords from other causes.
    pub async fn test_connection(&self, host: &Host) -> Result<Connection, HostError> {
        match self.get(host, "users/me", &[("context", "edit")]).await {
            Ok(user) => read_user(&user).ok_or(HostError::BadPayload { status: Some(200) }),
            Err(ignored @ HostError::CredentialsIgnored { .. }) => {
                Err(match self.index(host).await {
                    Ok(index) if index.authentication_available => ignored,
                    Ok(_) => HostError::ApplicationPasswordsDisabled,
                    Err(blocked @ HostError::RestBlocked { .. }) => blocked,
                    Err(_) => ignored,
                })
            }
            Err(error) => Err(error),
        }
    }
}

fn read_user(user: &Value) -> Option<Connection> {
    let roles: Vec<String> = match wire::member(user, "roles") {
        Value::Array(roles) => roles.iter().filter_map(wire::text).collect(),
        Value::Object(roles) => roles.values().filter_map(wire::text).collect(),
        _ => Vec::new(),
    };
    let by_role = roles
        .iter()
        .any(|role| PUBLISHING_ROLES.contains(&role.as_str()));
    let capabilities = user.get("capabilities").and_then(Value::as_object);
    let may =
        |name: &str| capabilities.map_or(by_role, |map| map.get(name).is_some_and(wire::flag));
    Some(Connection {
        user_id: wire::id(wire::member(user, "id"))?,
        name: wire::text(wire::member(user, "name"))
            .map(|n| message::decoded(&n))
            .unwrap_or_default(),
        can_publish: may("publish_posts"),
        can_upload: may("upload_files"),
        roles,
    })
}
