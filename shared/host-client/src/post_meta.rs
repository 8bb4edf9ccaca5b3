//! Reads which custom fields a host has registered for posts.

use serde_json::Value;

use crate::client::HostClient;
use crate::error::HostError;
use crate::host::Host;
use crate::wire;

impl HostClient {
    /// The names of the custom fields that posts accept and return; hosts silently drop others. Reads the
    /// schema of posts; where a host hides it, an existing post, so that a host without posts returns no
    /// names.
    ///
    /// # Errors
    ///
    /// See [`HostError`].
    pub async fn post_meta_keys(&self, host: &Host) -> Result<Vec<String>, HostError> {
        let schema = match self.options(host, "posts").await {
            Ok(description) => description,
            Err(
                HostError::RestBlocked { .. }
                | HostError::Rejected { .. }
                | HostError::BadPayload { .. },
            ) => Value::Null,
            Err(error) => return Err(error),
        };
        match schema.pointer("/schema/properties/meta") {
            Some(meta) => Ok(names(wire::member(meta, "properties"))),
            None => {
                let query = [
                    ("context", "edit"),
                    ("per_page", "1"),
                    ("_fields", "id,meta"),
                ];
                let posts = self.get(host, "posts", &query).await?;
                Ok(posts.pointer("/0/meta").map(names).unwrap_or_default())
            }
        }
    }
}

fn names(fields: &Value) -> Vec<String> {
    wire::map(fields)
        .into_iter()
        .map(|(name, _)| name)
        .collect()
}
