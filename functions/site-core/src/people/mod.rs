//! Users and their application passwords.

pub mod passwords;
pub mod users;

use std::sync::Arc;

use site_rest::{RestError, codes};
use site_store::User;

use crate::posts::Ask;

/// The user that the path names by `name`; `me` is the caller.
///
/// # Errors
/// `rest_user_invalid_id`, `rest_not_logged_in`.
pub fn named(call: &Ask, name: &str) -> Result<Arc<User>, RestError> {
    if call.params().text(name) == Some("me") {
        return myself(call);
    }
    // What only the path says is text.
    let id = call
        .params()
        .id(name)
        .or_else(|| call.params().text(name)?.parse().ok());
    let found = id.and_then(|id| call.caller().store.user(id));
    found.ok_or_else(|| RestError::new(&codes::USER_INVALID_ID))
}

/// The caller.
///
/// # Errors
/// `rest_not_logged_in`.
pub fn myself(call: &Ask) -> Result<Arc<User>, RestError> {
    call.caller()
        .user
        .clone()
        .ok_or_else(|| RestError::new(&codes::NOT_LOGGED_IN))
}
