//! One user.

use std::sync::Arc;

use serde_json::Value;
use site_api::call::signed_in_user;
use site_api::{ApiCall, HandlerResult, ViewContext};
use site_rest::Reply;
use site_store::User;

use crate::users::view::view;

/// Returns one user.
///
/// # Errors
/// Never fails.
pub async fn read(call: ApiCall, user: Arc<User>) -> HandlerResult {
    Ok(Reply::json(shown(&call, &user, call.params().context())))
}

/// Returns the caller. The request needs credentials but no permission.
///
/// # Errors
/// `rest_not_logged_in`.
pub async fn read_self(call: ApiCall, (): ()) -> HandlerResult {
    let user = signed_in_user(&call)?;
    read(call, user).await
}

/// The JSON representation of a user in the response to `call`.
pub fn shown(call: &ApiCall, user: &User, context: &str) -> Value {
    view(user, &ViewContext::in_context(call, context))
}
