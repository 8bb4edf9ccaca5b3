//! Collections of fonts to install, of which the site has none: those of deployed systems are on a host of others.

use site_api::paging::page_of_list;
use site_api::{ApiCall, HandlerResult};
use site_contract::core::fonts::codes;
use site_rest::RestError;

/// Lists the collections.
pub async fn list(call: ApiCall, (): ()) -> HandlerResult {
    Ok(page_of_list(&call, Vec::new(), 0))
}

/// Returns one collection.
///
/// # Errors
/// `rest_font_collection_not_found`.
pub async fn read(_call: ApiCall, (): ()) -> HandlerResult {
    Err(RestError::new(&codes::FONT_COLLECTION_NOT_FOUND))
}
