//! Permission checks for content types, statuses and taxonomies.

use domain::site::{Caller as Access, Capability, Status, Taxonomy};
use site_api::ApiCall;
use site_contract::core::types::codes;
use site_rest::RestError;

use crate::types::view::{STATUSES, TAXONOMIES};

pub fn edits(access: &Access) -> bool {
    access.can(Capability::EditPosts)
}

/// Checks a list request: the edit context needs the right to edit.
///
/// # Errors
/// `rest_cannot_view`, `rest_forbidden_context`.
pub async fn may_list(call: ApiCall) -> Result<(), RestError> {
    if call.params().context() == "edit" && !edits(&call.caller().access) {
        return Err(RestError::new(&codes::CANNOT_VIEW));
    }
    Ok(())
}

/// The status that the path names.
///
/// # Errors
/// `rest_status_invalid`, `rest_cannot_read_status`.
pub async fn may_read_status(call: ApiCall) -> Result<Status, RestError> {
    let named = call.params().text("status").and_then(Status::named);
    let status = named.ok_or_else(|| RestError::new(&codes::STATUS_INVALID))?;
    let may_see =
        status == Status::Publish || STATUSES.contains(&status) && edits(&call.caller().access);
    if !may_see {
        return Err(RestError::new(&codes::CANNOT_READ_STATUS));
    }
    Ok(status)
}

/// The taxonomy that the path names, if it exists.
///
/// # Errors
/// `rest_forbidden_context`.
pub async fn may_read_taxonomy(call: ApiCall) -> Result<Option<Taxonomy>, RestError> {
    let named = call
        .params()
        .text("taxonomy")
        .and_then(Taxonomy::named)
        .filter(|one| TAXONOMIES.contains(one));
    let editing = call.params().context() == "edit";
    match named {
        Some(one) if editing && !call.caller().access.may_assign(one) => {
            Err(RestError::new(&codes::FORBIDDEN_CONTEXT))
        }
        named => Ok(named),
    }
}
