//! One user.

use std::sync::Arc;

use serde_json::Value;
use site_api::caller::signed_in_user;
use site_api::{ApiCall, HandlerResult};
use site_rest::Reply;
use site_store::User;

use crate::users::view::view;

/// Answers one user.
///
/// # Errors
/// Never.
pub async fn read(call: ApiCall, user: Arc<User>) -> HandlerResult {
    Ok(Reply::json(shown(&call, &user, call.params().context())))
}

/// Returns the caller. Every request may ask; one without a login gets an error.
///
/// # Errors
/// `rest_not_logged_in`.
pub async fn read_self(call: ApiCall, (): ()) -> HandlerResult {
    let user = signed_in_user(&call)?;
    read(call, user).await
}

pub fn shown(call: &ApiCall, user: &User, context: &str) -> Value {
    view(
        user,
        &call.caller().store,
        &call.caller().access,
        call.site(),
        context,
        call.fields(),
    )
}
