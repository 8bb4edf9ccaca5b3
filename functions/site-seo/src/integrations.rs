//! Switches of connected services.

use site_api::{ApiCall, HandlerResult};
use site_rest::Reply;

use crate::documents;

/// Switches a service on or off. An unknown one is named in the body; the status is 200.
///
/// # Errors
/// The store fails.
pub async fn set_active(call: ApiCall, (): ()) -> HandlerResult {
    let name = call.params().text("integration").unwrap_or_default();
    let active = call.params().flag("active");
    let change =
        documents::change_settings(&call, |settings| settings.integrations.set(name, active));
    Ok(Reply::json(change.await?.wrapped(500)))
}
