//! One user.

use std::sync::Arc;

use serde_json::Value;
use site_api::call::signed_in_user;
use site_api::{ApiCall, HandlerResult, PageHeads, ViewContext};
use site_rest::{Reply, RestError};
use site_store::User;

use crate::users::view::view;

/// Returns one user.
///
/// # Errors
/// The store fails.
pub async fn read(call: ApiCall, user: Arc<User>) -> HandlerResult {
    let shown = shown(&call, &user, call.params().context()).await?;
    Ok(Reply::json(shown))
}

/// Returns the caller. The request needs credentials but no permission.
///
/// # Errors
/// `rest_not_logged_in`; the store fails.
pub async fn read_self(call: ApiCall, (): ()) -> HandlerResult {
    let user = signed_in_user(&call)?;
    read(call, user).await
}

/// The JSON representation of a user in the response to `call`.
///
/// # Errors
/// The store fails.
pub async fn shown(call: &ApiCall, user: &User, context: &str) -> Result<Value, RestError> {
    let heads = PageHeads::of(call).await?;
    view(user, &ViewContext::in_context(call, context), &heads)
}
