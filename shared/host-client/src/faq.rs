//! Whether a host takes the FAQ of a post.

use serde_json::Value;

use crate::client::HostClient;
use crate::error::HostError;
use crate::host::Host;
use crate::wire;

/// Custom field of a post: whether its FAQ is shown.
pub const FAQ_ENABLED_KEY: &str = "pauta_faq_enabled";

/// Custom field of a post: the FAQ's configuration and items as JSON text.
pub const FAQ_DATA_KEY: &str = "pauta_faq_data";

/// Custom fields that a host with FAQ support registers for posts.
pub const FAQ_META_KEYS: [&str; 2] = [FAQ_ENABLED_KEY, FAQ_DATA_KEY];

/// Namespace by which a host's index tells that something there shows the FAQ.
pub const FAQ_NAMESPACE: &str = "pauta-faq/v1";

/// What a host says about the FAQ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FaqSupport {
    /// The index lists [`FAQ_NAMESPACE`]: the part that shows the FAQ is installed.
    pub plugin: bool,
    /// Posts have the custom fields [`FAQ_META_KEYS`]: the part that takes them over REST is
    /// installed. Deployed hosts drop fields that nobody registered without a word.
    pub bridge: bool,
}

impl FaqSupport {
    /// Whether a FAQ sent to the host is kept. The fields alone decide; the namespace only tells
    /// which half is missing.
    #[must_use]
    pub fn supported(self) -> bool {
        self.bridge
    }
}

impl HostClient {
    /// Asks the index and the schema of posts; where a host hides the schema, a post.
    ///
    /// # Errors
    ///
    /// See [`HostError`].
    pub async fn faq_support(&self, host: &Host) -> Result<FaqSupport, HostError> {
        let index = self.index(host).await?;
        let plugin = index.namespaces.iter().any(|name| name == FAQ_NAMESPACE);
        let schema = match self.options(host, "posts").await {
            Ok(description) => description,
            Err(
                HostError::RestBlocked { .. }
                | HostError::Rejected { .. }
                | HostError::BadPayload { .. },
            ) => Value::Null,
            Err(error) => return Err(error),
        };
        let bridge = match schema.pointer("/schema/properties/meta") {
            Some(meta) => has_keys(wire::member(meta, "properties")),
            None => self.a_post_has_the_fields(host).await?,
        };
        Ok(FaqSupport { plugin, bridge })
    }

    async fn a_post_has_the_fields(&self, host: &Host) -> Result<bool, HostError> {
        let query = [
            ("context", "edit"),
            ("per_page", "1"),
            ("_fields", "id,meta"),
        ];
        let posts = self.get(host, "posts", &query).await?;
        Ok(posts.pointer("/0/meta").is_some_and(has_keys))
    }
}

fn has_keys(fields: &Value) -> bool {
    FAQ_META_KEYS.iter().all(|key| fields.get(key).is_some())
}
