//! Authorizations that wait for the provider's answer: one per site, for 30 minutes, used once.

use jiff::{SignedDuration, Timestamp};
use oauth::{OAuthClient, ProofKey, verified_state};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use site_options::Revision;
use site_store::Tenant;
use url::Url;

use crate::connection::StoredClient;
use crate::error::MailboxError;
use crate::mailboxes::SiteMailbox;
use crate::provider::Provider;
use crate::records::PENDING;

/// How long an authorization waits.
pub(crate) const VALID_FOR: SignedDuration = SignedDuration::from_mins(30);

/// The state that the provider sends back. Its signature is made for the site.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct State {
    /// The administrator who began the authorization.
    pub(crate) user: u64,
    /// Distinguishes the state from all others.
    pub(crate) nonce: String,
    /// End of its validity, in epoch seconds.
    pub(crate) expires: i64,
}

impl State {
    /// What the signature of a site's states is for.
    pub(crate) fn purpose(tenant: &Tenant) -> String {
        format!("site/{tenant}/mailbox_state")
    }
}

/// An authorization in the form that is sealed and stored.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct StoredAuthorization {
    pub(crate) user: u64,
    pub(crate) nonce: String,
    pub(crate) provider: Provider,
    pub(crate) client: Option<StoredClient>,
    pub(crate) redirect_uri: Url,
    pub(crate) verifier: String,
    pub(crate) expires_at: Timestamp,
}

/// An authorization whose state the provider has sent back.
#[derive(Clone)]
pub struct PendingAuthorization {
    pub(crate) stored: StoredAuthorization,
    pub(crate) revision: Revision,
}

impl std::fmt::Debug for PendingAuthorization {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PendingAuthorization")
            .field("user", &self.stored.user)
            .field("provider", &self.stored.provider)
            .finish_non_exhaustive()
    }
}

impl PendingAuthorization {
    /// The administrator who began it.
    #[must_use]
    pub const fn user(&self) -> u64 {
        self.stored.user
    }

    /// The provider.
    #[must_use]
    pub const fn provider(&self) -> Provider {
        self.stored.provider
    }

    pub(crate) fn proof_key(&self) -> ProofKey {
        ProofKey::from_stored(SecretString::from(self.stored.verifier.as_str()))
    }

    /// The site's own client, if the authorization was begun with one.
    pub(crate) fn own_client(&self) -> Option<OAuthClient> {
        self.stored.client.as_ref().map(StoredClient::client)
    }
}

impl SiteMailbox {
    /// The authorization that waits with this state; none for a state that was not given out for this site, that has
    /// expired, was used, or was replaced by a later authorization. A text without a valid signature costs no read.
    ///
    /// # Errors
    /// The store failed.
    pub async fn pending(&self, state: &str) -> Result<Option<PendingAuthorization>, MailboxError> {
        let purpose = State::purpose(&self.tenant);
        let Some(state) = verified_state::<State>(state, &self.all.0.keyring, &purpose) else {
            return Ok(None);
        };
        let now = self.parts.clock.now_seconds();
        if now.as_second() >= state.expires {
            return Ok(None);
        }
        let kept = self.read::<StoredAuthorization>(PENDING).await?;
        let waiting = kept.record.filter(|stored| {
            stored.nonce == state.nonce && stored.user == state.user && stored.expires_at > now
        });
        Ok(waiting.map(|stored| PendingAuthorization {
            stored,
            revision: kept.revision,
        }))
    }

    /// Uses an authorization up. Of several concurrent calls one returns `true`.
    ///
    /// # Errors
    /// The store failed.
    pub async fn take(&self, pending: &PendingAuthorization) -> Result<bool, MailboxError> {
        self.remove(PENDING, pending.revision).await
    }
}
