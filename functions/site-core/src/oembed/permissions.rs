//! Who may ask for oEmbed descriptions.

use domain::site::Capability;
use site_api::ApiCall;
use site_rest::{RestError, codes};

/// Everybody may embed what everybody may read.
///
/// # Errors
/// Never.
pub async fn may_embed(_call: ApiCall) -> Result<(), RestError> {
    Ok(())
}

/// For those who write.
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
