//! Sealed documents of the site and of users: tokens, and codes that wait for a service.

use items::retry_on_conflict;
use secrecy::{ExposeSecret, SecretString};
use serde::Serialize;
use serde::de::DeserializeOwned;
use site_api::ApiCall;
use site_options::{OptionName, OptionsError, Owner, Revision, SiteOptions};
use site_rest::RestError;

use crate::documents::options;

/// A sealed document as it is stored: its first value when there is none.
pub struct Sealed<T> {
    /// The document.
    pub value: T,
    /// What the next write names.
    pub revision: Revision,
}

/// The document of an owner.
///
/// # Errors
/// The store fails.
pub async fn read<T: DeserializeOwned + Default>(
    call: &ApiCall,
    owner: Owner,
    name: OptionName,
) -> Result<Sealed<T>, RestError> {
    let read = opened(call, &options(call), owner, name).await;
    read.map_err(RestError::internal)
}

/// Writes a document if its revision is still `read`, and returns the new one; none when another writer was first.
///
/// # Errors
/// The store fails.
pub async fn write<T: Serialize + Default + PartialEq + Sync>(
    call: &ApiCall,
    owner: Owner,
    name: OptionName,
    value: &T,
    read: Revision,
) -> Result<Option<Revision>, RestError> {
    match put(call, &options(call), owner, name, value, read).await {
        Ok(revision) => Ok(Some(revision)),
        Err(OptionsError::Conflict) => Ok(None),
        Err(error) => Err(RestError::internal(error)),
    }
}

/// Changes a document and returns what `change` returned, which runs again when another writer was first. Nothing is written
/// when it changed nothing.
///
/// # Errors
/// The store fails.
pub async fn change<T, R>(
    call: &ApiCall,
    owner: Owner,
    name: OptionName,
    change: impl Fn(&mut T) -> R + Send + Sync,
) -> Result<R, RestError>
where
    T: Serialize + DeserializeOwned + Default + Clone + PartialEq + Send + Sync,
    R: Send,
{
    let options = options(call);
    let changed = retry_on_conflict(|| async {
        let stored: Sealed<T> = opened(call, &options, owner, name).await?;
        let mut after = stored.value.clone();
        let result = change(&mut after);
        if after == stored.value {
            return Ok(Some(result));
        }
        match put(call, &options, owner, name, &after, stored.revision).await {
            Ok(_) => Ok(Some(result)),
            Err(OptionsError::Conflict) => Ok(None),
            Err(error) => Err(error),
        }
    });
    changed.await.map_err(RestError::internal)
}

async fn opened<T: DeserializeOwned + Default>(
    call: &ApiCall,
    options: &SiteOptions,
    owner: Owner,
    name: OptionName,
) -> Result<Sealed<T>, OptionsError> {
    let stored = options
        .read_secret(owner, name, call.app().keyring())
        .await?;
    let value = match &stored.value {
        None => T::default(),
        Some(text) => serde_json::from_str(text.expose_secret())
            .map_err(|_| OptionsError::Form(name.as_str()))?,
    };
    Ok(Sealed {
        value,
        revision: stored.revision,
    })
}

async fn put<T: Serialize + Default + PartialEq + Sync>(
    call: &ApiCall,
    options: &SiteOptions,
    owner: Owner,
    name: OptionName,
    value: &T,
    read: Revision,
) -> Result<Revision, OptionsError> {
    if *value == T::default() {
        return options.remove(owner, name, read).await;
    }
    let text = serde_json::to_string(value).map_err(|_| OptionsError::Unwritable)?;
    let secret = SecretString::from(text);
    let sealing = (&**call.app().keyring(), call.app().random());
    options
        .write_secret(owner, name, &secret, read, sealing)
        .await
}
