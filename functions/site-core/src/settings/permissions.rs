//! Permission checks for the settings.

use domain::site::Capability;
use site_api::ApiCall;
use site_rest::{RestError, codes};

/// Checks that the caller may manage the site's options.
///
/// # Errors
/// `rest_forbidden`.
pub async fn may(call: ApiCall) -> Result<(), RestError> {
    if call.caller().can(Capability::ManageOptions) {
        Ok(())
    } else {
        Err(RestError::new(&codes::FORBIDDEN))
    }
}
