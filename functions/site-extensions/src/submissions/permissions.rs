//! Who may see and delete submissions.

use domain::site::Capability;
use site_api::ApiCall;
use site_contract::form_submissions::codes;
use site_rest::RestError;

/// Submissions are handled by editors, who change forms and export what was submitted.
///
/// # Errors
/// `contactform_forbidden`.
pub async fn may_handle(call: ApiCall) -> Result<(), RestError> {
    if call.caller().can(Capability::PublishPages) {
        Ok(())
    } else {
        Err(RestError::new(&codes::SUBMISSIONS_FORBIDDEN))
    }
}
