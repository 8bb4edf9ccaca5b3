//! Lists of menus.

use domain::site::Taxonomy;
use site_api::{ApiCall, HandlerResult};

use crate::content::terms::{answered, listed};
use crate::menus::read::shown;

/// Lists menus.
///
/// # Errors
/// The store fails.
pub async fn list(call: ApiCall, (): ()) -> HandlerResult {
    let context = call.params().context();
    let listed = listed(&call, Taxonomy::NavMenu)?;
    answered(&call, &listed, |term| Ok(shown(&call, term, context)))
}
