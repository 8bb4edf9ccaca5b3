//! Lists of menus.

use domain::site::Taxonomy;
use site_api::{ApiCall, HandlerResult};

use crate::menus::read::shown;

/// Lists menus.
///
/// # Errors
/// The store fails.
pub async fn list(call: ApiCall, (): ()) -> HandlerResult {
    let context = call.params().context();
    crate::content::terms::listed(&call, Taxonomy::NavMenu, |term| {
        Ok(shown(&call, term, context))
    })
}
