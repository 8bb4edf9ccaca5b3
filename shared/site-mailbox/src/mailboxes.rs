//! What the mailboxes of all sites share, and the mailbox of one site.

use std::sync::Arc;

use oauth::{OAuthClient, TokenEndpoint};
use outbound::Outbound;
use ports::Sleeper;
use secrecy::SecretString;
use site_options::SiteOptions;
use site_store::{Parts, Tenant};
use url::Url;
use vault::KeyRing;

use crate::endpoints::MailboxEndpoints;
use crate::provider::Provider;
use crate::service::Services;

/// Mailboxes of all sites. Clones share the circuits of the services.
#[derive(Clone)]
pub struct Mailboxes(pub(crate) Arc<Shared>);

pub(crate) struct Shared {
    pub(crate) outbound: Outbound,
    pub(crate) endpoints: MailboxEndpoints,
    pub(crate) services: Services,
    pub(crate) keyring: Arc<KeyRing>,
    pub(crate) sleeper: Arc<dyn Sleeper>,
    google: Option<OAuthClient>,
    microsoft: Option<OAuthClient>,
}

impl std::fmt::Debug for Mailboxes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mailboxes").finish_non_exhaustive()
    }
}

/// The mailbox of one site.
#[derive(Debug, Clone)]
pub struct SiteMailbox {
    pub(crate) all: Mailboxes,
    pub(crate) parts: Parts,
    pub(crate) tenant: Tenant,
    pub(crate) options: SiteOptions,
}

/// The client whose identifier and secret `environment` has under these names; none unless it has both.
fn client(
    environment: &impl Fn(&str) -> Option<String>,
    id: &str,
    secret: &str,
) -> Option<OAuthClient> {
    let value = |name| environment(name).filter(|value| !value.trim().is_empty());
    Some(OAuthClient {
        id: value(id)?.trim().to_owned(),
        secret: SecretString::from(value(secret)?.trim()),
    })
}

impl Mailboxes {
    /// Mailboxes with the clients and the addresses of services that `environment` names.
    ///
    /// # Errors
    /// A name of the environment whose value is no http or https URL.
    pub fn of_environment(
        keyring: Arc<KeyRing>,
        sleeper: Arc<dyn Sleeper>,
        outbound: Outbound,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, &'static str> {
        Ok(Self(Arc::new(Shared {
            google: client(
                &environment,
                "MAILBOX_GOOGLE_CLIENT_ID",
                "MAILBOX_GOOGLE_CLIENT_SECRET",
            ),
            microsoft: client(
                &environment,
                "MAILBOX_MICROSOFT_CLIENT_ID",
                "MAILBOX_MICROSOFT_CLIENT_SECRET",
            ),
            endpoints: MailboxEndpoints::of(environment)?,
            services: Services::default(),
            outbound,
            keyring,
            sleeper,
        })))
    }

    /// The mailbox of a site.
    #[must_use]
    pub fn of(&self, parts: Parts, tenant: Tenant) -> SiteMailbox {
        SiteMailbox {
            all: self.clone(),
            options: SiteOptions::new(parts.table.clone(), tenant.clone()),
            parts,
            tenant,
        }
    }

    /// The deployment's client at a provider, if it has one.
    #[must_use]
    pub fn client(&self, provider: Provider) -> Option<&OAuthClient> {
        match provider {
            Provider::Google => self.0.google.as_ref(),
            Provider::Microsoft => self.0.microsoft.as_ref(),
        }
    }

    pub(crate) fn endpoint(&self, url: Url) -> TokenEndpoint {
        TokenEndpoint::new(self.0.outbound.clone(), url)
    }
}

impl SiteMailbox {
    /// Whether a site can be connected with a provider without a client of its own.
    #[must_use]
    pub fn is_configured(&self, provider: Provider) -> bool {
        self.all.client(provider).is_some()
    }
}
