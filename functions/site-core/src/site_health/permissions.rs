//! Permission check for the site's condition.

use domain::site::Capability;
use site_api::ApiCall;
use site_rest::{RestError, codes};

/// Checks that the caller administers the site.
///
/// # Errors
/// `rest_forbidden`.
pub async fn may_check(call: ApiCall) -> Result<(), RestError> {
    if call.caller().can(Capability::ManageOptions) {
        Ok(())
    } else {
        Err(RestError::new(&codes::FORBIDDEN))
    }
}
