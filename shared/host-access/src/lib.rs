//! Resolves a site's record and sealed password to a callable [`Host`], maps image texts to those of an
//! attachment, and describes host errors to users.

#![warn(missing_docs)]

use domain::platform::id::SiteId;
use domain::platform::site_record::Site;
use host_client::Host;
use items::ItemsError;
use outbound::Basic;
use platform_store::PlatformStore;
use url::Url;
use vault::{KeyRing, OpenError};

mod address;
mod diagnosis;
mod texts;

pub use address::callable_address;
pub use diagnosis::{HostCause, HostDiagnosis, address_fault};
pub use texts::attachment_texts;

/// Sealing context of a site's host password.
pub fn password_context(site: SiteId) -> String {
    format!("site/{site}/host_password")
}

/// Why a site's host cannot be called.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    /// The URL, the login or the password is missing; a user must connect the site first.
    #[error("the site is not connected to its host")]
    NotConnected,
    /// The sealed password cannot be unsealed.
    #[error("the host password cannot be unsealed: {0}")]
    Sealed(#[from] OpenError),
    /// The store failed.
    #[error(transparent)]
    Items(#[from] ItemsError),
}

/// The host of `site`, with its login.
pub async fn host_of(
    store: &PlatformStore,
    keyring: &KeyRing,
    site: &Site,
) -> Result<Host, AccessError> {
    let (Some(root), Some(namespace), Some(user)) =
        (&site.rest_root, &site.rest_namespace, &site.host_user)
    else {
        return Err(AccessError::NotConnected);
    };
    let rest_root = Url::parse(root).map_err(|_| AccessError::NotConnected)?;
    let sealed = store
        .site_secret(site.id)
        .await?
        .ok_or(AccessError::NotConnected)?;
    let password = keyring.open(&password_context(site.id), &sealed)?;
    Ok(Host {
        rest_root,
        namespace: namespace.clone(),
        credentials: Basic {
            user: user.clone(),
            password,
        },
    })
}
