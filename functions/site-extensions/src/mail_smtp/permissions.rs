//! Who may connect a mailbox, and who returns from the provider's page.

use domain::site::Capability;
use serde_json::Value;
use site_api::ApiCall;
use site_mailbox::PendingAuthorization;
use site_rest::{RestError, codes};

use super::view::{mailbox, refused};

/// The mailbox belongs to those who manage the site.
///
/// # Errors
/// `rest_forbidden`.
pub async fn may_manage(call: ApiCall) -> Result<(), RestError> {
    if call.caller().can(Capability::ManageOptions) {
        Ok(())
    } else {
        Err(RestError::new(&codes::FORBIDDEN))
    }
}

/// The return from the provider's page is open to every caller who brings the state of the authorization that waits. The provider sends a
/// browser here, which has no credentials of the interface.
///
/// # Errors
/// `rest_forbidden`.
pub async fn has_state(call: ApiCall) -> Result<PendingAuthorization, RestError> {
    let state = call.request().query.get("state").and_then(Value::as_str);
    let forbidden = || RestError::new(&codes::FORBIDDEN);
    let state = state.ok_or_else(forbidden)?;
    let pending = mailbox(&call).pending(state).await.map_err(refused)?;
    pending.ok_or_else(forbidden)
}
