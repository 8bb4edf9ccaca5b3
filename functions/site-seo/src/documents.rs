//! What is stored: settings per site and a record per user, as documents of `site_options`.

use std::sync::{Mutex, PoisonError};

use seo::ai::ledger::Ledger;
use seo::index::state::IndexState;
use seo::people::UserRecord;
use seo::settings::Settings;
use serde::Serialize;
use serde::de::DeserializeOwned;
use site_api::{ApiCall, options_error};
use site_head::SETTINGS;
use site_options::{OptionName, Owner, SiteOptions};
use site_rest::RestError;

/// State of the index.
const INDEX: OptionName = OptionName::new("seo.index");

/// Texts that were generated with keys of the deployment.
const LEDGER: OptionName = OptionName::new("seo.text-usage");

/// Record of a user.
const USER: OptionName = OptionName::new("seo.user");

/// A change ended without an outcome.
#[derive(Debug, thiserror::Error)]
#[error("a document was stored without having been changed")]
struct Unchanged;

/// The documents of the site of a call.
pub fn options(call: &ApiCall) -> SiteOptions {
    let tenant = call.caller().store.tenant().clone();
    SiteOptions::new(call.app().table().clone(), tenant)
}

/// The settings of the site.
///
/// # Errors
/// The store fails.
pub async fn settings(call: &ApiCall) -> Result<Settings, RestError> {
    read(call, Owner::Site, SETTINGS).await
}

/// Changes the settings of the site and returns what `change` returned. They are written only when they changed; `change` runs
/// again when another writer was first.
///
/// # Errors
/// The store fails.
pub async fn change_settings<R: Send>(
    call: &ApiCall,
    change: impl Fn(&mut Settings) -> R + Send + Sync,
) -> Result<R, RestError> {
    let outcome = update(call, Owner::Site, SETTINGS, change).await;
    // Also after a failure, which may have written.
    call.app().forget_head_settings(&call.caller().store);
    outcome
}

/// Changes the state of the index, as [`change_settings`] does.
///
/// # Errors
/// The store fails.
pub async fn change_index(
    call: &ApiCall,
    change: impl Fn(&mut IndexState) + Send + Sync,
) -> Result<(), RestError> {
    update(call, Owner::Site, INDEX, change).await
}

/// Texts that were generated with keys of the deployment.
///
/// # Errors
/// The store fails.
pub async fn ledger(call: &ApiCall) -> Result<Ledger, RestError> {
    read(call, Owner::Site, LEDGER).await
}

/// Changes what was generated with keys of the deployment, as [`change_settings`] does.
///
/// # Errors
/// The store fails.
pub async fn change_ledger<R: Send>(
    call: &ApiCall,
    change: impl Fn(&mut Ledger) -> R + Send + Sync,
) -> Result<R, RestError> {
    update(call, Owner::Site, LEDGER, change).await
}

/// The record of the caller.
///
/// # Errors
/// The store fails.
pub async fn user(call: &ApiCall) -> Result<UserRecord, RestError> {
    record_of(call, Owner::User(call.caller().id())).await
}

/// The record of a user.
///
/// # Errors
/// The store fails.
pub async fn record_of(call: &ApiCall, owner: Owner) -> Result<UserRecord, RestError> {
    read(call, owner, USER).await
}

/// Changes the record of the caller, as [`change_settings`] does.
///
/// # Errors
/// The store fails.
pub async fn change_user<R: Send>(
    call: &ApiCall,
    change: impl Fn(&mut UserRecord) -> R + Send + Sync,
) -> Result<R, RestError> {
    update(call, Owner::User(call.caller().id()), USER, change).await
}

async fn read<T: DeserializeOwned + Default>(
    call: &ApiCall,
    owner: Owner,
    name: OptionName,
) -> Result<T, RestError> {
    let stored = options(call).read(owner, name).await;
    let stored = stored.map_err(options_error)?;
    Ok(stored.value.unwrap_or_default())
}

async fn update<T, R>(
    call: &ApiCall,
    owner: Owner,
    name: OptionName,
    change: impl Fn(&mut T) -> R + Send + Sync,
) -> Result<R, RestError>
where
    T: Serialize + DeserializeOwned + Default + Clone + PartialEq + Send + Sync,
    R: Send,
{
    let outcome = Mutex::new(None);
    let changed = |present: Option<&T>| {
        let before = present.cloned().unwrap_or_default();
        let mut after = before.clone();
        let result = change(&mut after);
        *outcome.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        (after != before).then_some(after)
    };
    let stored = options(call).update(owner, name, changed).await;
    stored.map_err(options_error)?;
    let outcome = outcome.into_inner().unwrap_or_else(PoisonError::into_inner);
    outcome.ok_or_else(|| RestError::internal(Unchanged))
}
