//! Detects whether a host supports the FAQ of a post.

use crate::client::HostClient;
use crate::error::HostError;
use crate::host::Host;

/// Custom field of a post: whether its FAQ is shown.
pub const FAQ_ENABLED_KEY: &str = "pauta_faq_enabled";

/// Custom field of a post: the FAQ's configuration and items as JSON text.
pub const FAQ_DATA_KEY: &str = "pauta_faq_data";

/// Custom fields that a host with FAQ support registers for posts.
pub const FAQ_META_KEYS: [&str; 2] = [FAQ_ENABLED_KEY, FAQ_DATA_KEY];

/// Namespace in the index of hosts that can show the FAQ.
pub const FAQ_NAMESPACE: &str = "pauta-faq/v1";

/// FAQ support of a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FaqSupport {
    /// The index lists [`FAQ_NAMESPACE`]: the plugin that shows the FAQ is installed.
    pub plugin: bool,
    /// Posts have the custom fields [`FAQ_META_KEYS`]: the plugin that accepts them over REST is installed.
    /// Hosts silently drop unregistered fields.
    pub bridge: bool,
}

impl FaqSupport {
    /// Whether the host stores a FAQ. The custom fields alone decide; the namespace only shows which part
    /// is missing.
    #[must_use]
    pub fn supported(self) -> bool {
        self.bridge
    }
}

impl HostClient {
    /// Reads the index and the registered custom fields of posts.
    ///
    /// # Errors
    ///
    /// See [`HostError`].
    pub async fn faq_support(&self, host: &Host) -> Result<FaqSupport, HostError> {
        let index = self.index(host).await?;
        let plugin = index.namespaces.iter().any(|name| name == FAQ_NAMESPACE);
        let keys = self.post_meta_keys(host).await?;
        let bridge = FAQ_META_KEYS
            .iter()
            .all(|key| keys.iter().any(|name| name == key));
        Ok(FaqSupport { plugin, bridge })
    }
}
