//! Permission check for details of addresses.

use domain::site::Capability;
use site_api::ApiCall;
use site_contract::block_editor::codes;
use site_rest::RestError;

/// Checks that the caller may edit posts.
///
/// # Errors
/// `rest_cannot_view_url_details`.
pub async fn may_read(call: ApiCall) -> Result<(), RestError> {
    if call.caller().can(Capability::EditPosts) {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_VIEW_URL_DETAILS))
    }
}
