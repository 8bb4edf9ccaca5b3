//! Sealed documents of the site and of users: tokens, and codes that wait for a service.

use serde::Serialize;
use serde::de::DeserializeOwned;
use site_api::{ApiCall, options_error};
use site_options::{OptionName, OptionsError, Owner, Revision, Sealed};
use site_rest::RestError;

use crate::documents::options;

/// The document of an owner.
///
/// # Errors
/// The store fails.
pub async fn read<T: DeserializeOwned + Default>(
    call: &ApiCall,
    owner: Owner,
    name: OptionName,
) -> Result<Sealed<T>, RestError> {
    let read = options(call)
        .read_sealed(owner, name, call.app().keyring())
        .await;
    read.map_err(options_error)
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
    let sealing = (&**call.app().keyring(), call.app().random());
    let written = options(call)
        .write_sealed(owner, name, value, read, sealing)
        .await;
    match written {
        Ok(revision) => Ok(Some(revision)),
        Err(OptionsError::Conflict) => Ok(None),
        Err(error) => Err(options_error(error)),
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
    let sealing = (&**call.app().keyring(), call.app().random());
    let changed = options(call)
        .update_sealed(owner, name, sealing, change)
        .await;
    changed.map_err(options_error)
}
