//! Permission checks for extensions: administrators see them, and installing and deleting is refused. Callers without
//! rights learn nothing about which there are.

use domain::site::Capability;
use site_api::ApiCall;
use site_contract::core::plugins::codes;
use site_rest::{Code, RestError};

use crate::plugins::table::{Plugin, named};

/// Checks that the caller may see the extensions.
///
/// # Errors
/// `rest_cannot_view_plugins`.
pub async fn may_list(call: ApiCall) -> Result<(), RestError> {
    if call.caller().can(Capability::ActivatePlugins) {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_VIEW_PLUGINS))
    }
}

/// The extension that the path names.
///
/// # Errors
/// `rest_cannot_view_plugin`, `rest_plugin_not_found`.
pub async fn may_read(call: ApiCall) -> Result<&'static Plugin, RestError> {
    found(&call, &codes::CANNOT_VIEW_PLUGIN)
}

/// The extension that the path names, to be switched on or off.
///
/// # Errors
/// `rest_cannot_manage_plugins`, `rest_plugin_not_found`.
pub async fn may_update(call: ApiCall) -> Result<&'static Plugin, RestError> {
    found(&call, &codes::CANNOT_MANAGE_PLUGINS)
}

fn found(call: &ApiCall, refusal: &'static Code) -> Result<&'static Plugin, RestError> {
    if !call.caller().can(Capability::ActivatePlugins) {
        return Err(RestError::new(refusal));
    }
    let name = call.params().text("plugin").unwrap_or_default();
    named(name).ok_or_else(|| RestError::new(&codes::PLUGIN_NOT_FOUND))
}

/// Refuses installing an extension, to everyone.
///
/// # Errors
/// `rest_cannot_install_plugin`.
pub async fn may_install(_: ApiCall) -> Result<(), RestError> {
    Err(RestError::new(&codes::CANNOT_INSTALL_PLUGIN))
}

/// Refuses deleting an extension, to everyone.
///
/// # Errors
/// `rest_cannot_manage_plugins`, `rest_plugin_not_found`.
pub async fn may_delete(call: ApiCall) -> Result<(), RestError> {
    may_update(call).await?;
    Err(RestError::new(&codes::PLUGINS_NOT_DELETABLE))
}
