//! Permission checks for menu items.

use std::sync::Arc;

use domain::site::{Kind, Status};
use site_api::ApiCall;
use site_rest::{RestError, codes};
use site_store::Content;

use crate::content::item::named;
use crate::menus::permissions::may_read_menus;
use crate::posts;

/// Checks that the caller may list menu items. The edit context needs the right to manage menus.
///
/// # Errors
/// `rest_forbidden_context`, `rest_cannot_view`.
pub async fn may_list(call: ApiCall) -> Result<(), RestError> {
    posts::permissions::may_list(call.clone(), Kind::NavMenuItem).await?;
    may_read_menus(&call)
}

/// Checks that the caller may read the menu item that the path names.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_forbidden_context`, `rest_forbidden`, `rest_cannot_view`.
pub async fn may_read(call: ApiCall) -> Result<Arc<Content>, RestError> {
    let item = named(&call, Kind::NavMenuItem).await?;
    let access = &call.caller().access;
    if call.params().context() == "edit" && !access.may_edit(item.subject()) {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    if item.status != Status::Publish && !access.may_read(item.subject()) {
        return Err(RestError::new(&codes::FORBIDDEN));
    }
    may_read_menus(&call)?;
    Ok(item)
}
