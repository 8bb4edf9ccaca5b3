//! Permission checks for menus.

use std::sync::Arc;

use domain::site::Taxonomy;
use site_api::ApiCall;
use site_rest::{RestError, codes};
use site_store::Term;

/// Checks that the caller may read menus and their items: callers who may edit any kind of content.
pub fn may_read_menus(call: &ApiCall) -> Result<(), RestError> {
    if call.caller().access.may_read_menus() {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_VIEW))
    }
}

/// Checks that the caller may list menus. The edit context needs the right to manage menus.
///
/// # Errors
/// `rest_forbidden_context`, `rest_cannot_view`.
pub async fn may_list(call: ApiCall) -> Result<(), RestError> {
    crate::terms::permissions::may_list(call.clone(), Taxonomy::NavMenu).await?;
    may_read_menus(&call)
}

/// Checks that the caller may read the menu that the path names.
///
/// # Errors
/// `rest_term_invalid`, `rest_forbidden_context`, `rest_cannot_view`.
pub async fn may_read(call: ApiCall) -> Result<Arc<Term>, RestError> {
    let term = crate::terms::permissions::may_read(call.clone(), Taxonomy::NavMenu).await?;
    may_read_menus(&call)?;
    Ok(term)
}
