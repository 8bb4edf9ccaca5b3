//! Who may read and write the settings.

use domain::site::Capability;
use site_api::ApiCall;
use site_rest::{RestError, codes};

/// Settings are for those who run the site.
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
