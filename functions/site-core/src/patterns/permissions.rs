//! Permission checks for patterns.

use domain::site::Capability;
use site_api::ApiCall;
use site_rest::{RestError, codes};

/// Checks that the caller may edit any kind of content.
///
/// # Errors
/// `rest_cannot_view`.
pub async fn may_list(call: ApiCall) -> Result<(), RestError> {
    if call.caller().can(Capability::EditPosts) {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_VIEW))
    }
}
