//! The arguments and the result of a handler, and the users that a request names.

use std::sync::Arc;

use site_rest::{Call, Reply, RestError, codes};
use site_store::User;

use crate::app::SiteApp;

/// A request at its endpoint, with its parameters, its caller and its site.
pub type ApiCall = Call<SiteApp>;

/// The outcome of a handler.
pub type HandlerResult = Result<Reply, RestError>;

/// The user that the path parameter `name` names; `me` is the caller.
///
/// # Errors
/// `rest_user_invalid_id`, `rest_not_logged_in`.
pub fn user_of_path(call: &ApiCall, name: &str) -> Result<Arc<User>, RestError> {
    if call.params().text(name) == Some("me") {
        return signed_in_user(call);
    }
    // A parameter that only the path declares is text.
    let id = call
        .params()
        .id(name)
        .or_else(|| call.params().text(name)?.parse().ok());
    let found = id.and_then(|id| call.caller().store.user(id));
    found.ok_or_else(|| RestError::new(&codes::USER_INVALID_ID))
}

/// The signed-in caller.
///
/// # Errors
/// `rest_not_logged_in`.
pub fn signed_in_user(call: &ApiCall) -> Result<Arc<User>, RestError> {
    call.caller()
        .user
        .clone()
        .ok_or_else(|| RestError::new(&codes::NOT_LOGGED_IN))
}
