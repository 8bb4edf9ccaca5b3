//! One item.

use std::sync::Arc;

use domain::site::Kind;
use http::header;
use site_rest::{Reply, RestError, codes};
use site_store::Content;

use super::list::scene;
use super::{Answer, Ask, named};
use crate::views::links;
use crate::views::post::view;

/// Who may read the item of `kind` that the path names.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_forbidden_context`, `rest_post_incorrect_password`,
/// `rest_forbidden`.
pub async fn may_read(call: Ask, kind: Kind) -> Result<Arc<Content>, RestError> {
    let item = named(&call, kind).await?;
    let access = &call.caller().access;
    if call.params().context() == "edit" && !access.may_edit(item.subject()) {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    let presented = call.request().query.get("password");
    if let Some(password) = presented.and_then(serde_json::Value::as_str)
        && !password.is_empty()
        && password != item.password.0
    {
        return Err(RestError::new(&codes::INCORRECT_POST_PASSWORD));
    }
    if !access.may_read(item.subject()) {
        return Err(RestError::new(&codes::FORBIDDEN));
    }
    Ok(item)
}

/// Answers one item, with the address of its page when it has one.
///
/// # Errors
/// Never.
pub async fn read(call: Ask, item: Arc<Content>) -> Answer {
    let reply = Reply::json(view(&item, &scene(&call)));
    if !item.kind.is_viewable() {
        return Ok(reply);
    }
    let alternate = format!(
        "<{}>; rel=\"alternate\"; type=text/html",
        links::item(&item, &call.caller().store, call.site())
    );
    Ok(reply.header(header::LINK, &alternate))
}
