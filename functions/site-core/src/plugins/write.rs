//! Writes of extensions, which change nothing.

use site_api::{ApiCall, HandlerResult};
use site_contract::core::plugins::codes;
use site_rest::{Reply, RestError};

use crate::plugins::table::Plugin;
use crate::plugins::view::view;

/// Accepts the status that an extension has, and refuses the other one.
///
/// # Errors
/// `rest_cannot_deactivate_plugin`.
pub async fn update(call: ApiCall, one: &'static Plugin) -> HandlerResult {
    if call.params().text("status") == Some("inactive") {
        return Err(RestError::new(&codes::CANNOT_DEACTIVATE_PLUGIN));
    }
    Ok(Reply::json(view(one, call.site(), "edit")))
}

/// Never runs: no caller may install or delete extensions.
///
/// # Errors
/// `rest_cannot_manage_plugins`.
pub async fn refuse(_: ApiCall, (): ()) -> HandlerResult {
    Err(RestError::new(&codes::PLUGINS_NOT_DELETABLE))
}
