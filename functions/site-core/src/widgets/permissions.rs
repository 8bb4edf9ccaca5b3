//! Permission check for widgets.

use domain::site::Capability;
use site_api::ApiCall;
use site_contract::core::widgets::codes;
use site_rest::RestError;

/// Checks that the caller may change the look of the site.
///
/// # Errors
/// `rest_cannot_manage_widgets`.
pub async fn may_manage(call: ApiCall) -> Result<(), RestError> {
    if call.caller().can(Capability::EditThemeOptions) {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_MANAGE_WIDGETS))
    }
}
