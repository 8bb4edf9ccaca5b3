//! Who may see and change contact forms. Refusals have the status 403, also to the public.

use domain::site::Capability;
use site_api::ApiCall;
use site_contract::contact_form::codes;
use site_rest::{Code, RestError};

fn may(call: &ApiCall, capability: Capability, code: &'static Code) -> Result<(), RestError> {
    if call.caller().can(capability) {
        Ok(())
    } else {
        Err(RestError::new(code))
    }
}

/// The list is readable to those who write posts, because they place forms in them.
///
/// # Errors
/// `contactform_forbidden`.
pub async fn may_list(call: ApiCall) -> Result<(), RestError> {
    may(&call, Capability::EditPosts, &codes::FORM_MAY_NOT_LIST)
}

/// Forms are created by editors.
///
/// # Errors
/// `contactform_forbidden`.
pub async fn may_create(call: ApiCall) -> Result<(), RestError> {
    may(&call, Capability::PublishPages, &codes::FORM_MAY_NOT_CREATE)
}

/// A form is read and changed by editors; for others it does not matter whether it exists.
///
/// # Errors
/// `contactform_forbidden`.
pub async fn may_access(call: ApiCall) -> Result<(), RestError> {
    may(&call, Capability::PublishPages, &codes::FORM_MAY_NOT_ACCESS)
}
