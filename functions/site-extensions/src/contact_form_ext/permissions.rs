//! Who may export submissions and change settings.

use domain::site::Capability;
use site_api::ApiCall;
use site_rest::{RestError, codes};

fn may(call: &ApiCall, capability: Capability) -> Result<(), RestError> {
    if call.caller().can(capability) {
        Ok(())
    } else {
        Err(RestError::new(&codes::FORBIDDEN))
    }
}

/// Submissions are exported by those who edit forms.
///
/// # Errors
/// `rest_forbidden`.
pub async fn may_export(call: ApiCall) -> Result<(), RestError> {
    may(&call, Capability::PublishPages)
}

/// Settings are for those who manage the site.
///
/// # Errors
/// `rest_forbidden`.
pub async fn may_manage(call: ApiCall) -> Result<(), RestError> {
    may(&call, Capability::ManageOptions)
}
