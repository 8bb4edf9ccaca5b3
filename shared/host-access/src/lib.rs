//! From a site's record and its sealed password to a host that can be called, from a picture's texts
//! to those of its attachment, and from a host's failure to words for people.

use domain::id::SiteId;
use domain::site_record::Site;
use host_client::Host;
use items::ItemsError;
use outbound::Basic;
use platform_store::PlatformStore;
use url::Url;
use vault::{KeyRing, OpenError};

mod diagnosis;
mod texts;

pub use diagnosis::{HostCause, HostDiagnosis, address_fault};
pub use texts::attachment_texts;

/// The place a site's host password is sealed for.
pub fn password_context(site: SiteId) -> String {
    format!("site/{site}/host_password")
}

/// Why a site's host cannot be called.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    /// The address, the login or the password is missing: a person must connect the site first.
    #[error("the site is not connected to its host")]
    NotConnected,
    /// The sealed password cannot be opened.
    #[error("the host password cannot be opened: {0}")]
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
