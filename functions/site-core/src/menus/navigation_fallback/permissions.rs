//! Permission check for the fallback, which may create a navigation.

use domain::site::{Capability, Kind};
use site_api::ApiCall;
use site_contract::block_editor::codes;
use site_rest::RestError;

/// Checks that the caller may create navigations and edit posts.
///
/// # Errors
/// `rest_cannot_create`.
pub async fn may_read(call: ApiCall) -> Result<(), RestError> {
    let caller = call.caller();
    if caller.access.may_create(Kind::Navigation) && caller.can(Capability::EditPosts) {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_CREATE))
    }
}
