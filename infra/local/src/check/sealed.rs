//! Opens the sealed values of the platform, as another key ring than theirs is valid by itself.

use std::sync::Arc;

use embedded::random::SystemRandom;
use host_access::password_context;
use items::{ItemsError, Table};
use platform_store::{PlatformStore, SiteScope};
use settings::{SealedSettings, SettingsError, SettingsStore as _};
use vault::KeyRing;

/// Sites that are read at once.
const SITES: usize = 100;

/// What the key ring does not open.
///
/// # Errors
/// Errors of the store.
pub(super) async fn unopened(
    platform: &PlatformStore,
    table: Table,
    ring: &Arc<KeyRing>,
) -> Result<Vec<String>, ItemsError> {
    let mut found = Vec::new();
    let saved = SealedSettings::new(table, Arc::clone(ring), Arc::new(SystemRandom));
    if let Err(SettingsError::Damaged(_)) = saved.load().await {
        found.push("the saved settings".to_owned());
    }
    let mut offset = 0;
    loop {
        let (sites, total) = platform.sites(SiteScope::All, offset, SITES).await?;
        for site in sites {
            let sealed = match platform.site_secret(site.id).await {
                Err(ItemsError::Defect(_)) => continue,
                sealed => sealed?,
            };
            let context = password_context(site.id);
            if sealed.is_some_and(|sealed| ring.open(&context, &sealed).is_err()) {
                found.push(format!("the host password of site {}", site.id));
            }
        }
        offset += SITES as u64;
        if offset >= total {
            break;
        }
    }
    for user in platform.users().await? {
        let account = match platform.account(user.id).await {
            Ok(Some(account)) => account,
            // A damaged record is named otherwise.
            Ok(None) | Err(ItemsError::Defect(_)) => continue,
            Err(error) => return Err(error),
        };
        let secrets = account.credentials();
        let mut sealed = secrets.totp.iter().chain(&secrets.totp_pending);
        if sealed.any(|sealed| ring.open(&account.totp_context(), sealed).is_err()) {
            found.push(format!("the authenticator secret of user {}", user.id));
        }
    }
    Ok(found)
}
