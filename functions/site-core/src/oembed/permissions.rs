//! Permission checks for oEmbed descriptions.

use domain::site::Capability;
use site_api::ApiCall;
use site_rest::{RestError, codes};

/// Descriptions of public pages are public.
///
/// # Errors
/// Never fails.
pub async fn may_embed(_call: ApiCall) -> Result<(), RestError> {
    Ok(())
}

/// Checks that the caller may edit posts.
///
/// # Errors
/// `rest_forbidden`.
pub async fn may_proxy(call: ApiCall) -> Result<(), RestError> {
    if call.caller().can(Capability::EditPosts) {
        Ok(())
    } else {
        Err(RestError::new(&codes::FORBIDDEN))
    }
}
