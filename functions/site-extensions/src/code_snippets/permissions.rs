//! Permission checks of snippets.

use domain::site::Capability;
use site_api::ApiCall;
use site_rest::{RestError, codes};

fn may(call: &ApiCall, capabilities: &[Capability]) -> Result<(), RestError> {
    if capabilities.iter().all(|one| call.caller().can(*one)) {
        Ok(())
    } else {
        Err(RestError::new(&codes::FORBIDDEN))
    }
}

/// Snippets are readable to those who manage the site.
///
/// # Errors
/// `rest_forbidden`.
pub async fn may_read(call: ApiCall) -> Result<(), RestError> {
    may(&call, &[Capability::ManageOptions])
}

/// What a snippet holds reaches public pages as it is, so its writer also needs the right to write any HTML.
///
/// # Errors
/// `rest_forbidden`.
pub async fn may_write(call: ApiCall) -> Result<(), RestError> {
    may(
        &call,
        &[Capability::ManageOptions, Capability::UnfilteredHtml],
    )
}
