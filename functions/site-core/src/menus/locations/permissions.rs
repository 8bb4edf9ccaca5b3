//! Permission checks for menu locations.

use site_api::ApiCall;
use site_rest::{RestError, codes};

/// Checks that the caller may read menu locations: callers who manage menus.
///
/// # Errors
/// `rest_cannot_view`.
pub async fn may_list(call: ApiCall) -> Result<(), RestError> {
    if call
        .caller()
        .can(domain::site::Capability::EditThemeOptions)
    {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_VIEW))
    }
}
