//! Permission checks for icons.

use site_api::ApiCall;
use site_blocks::{ICON_COLLECTION, Icon};
use site_contract::core::icons::codes;
use site_rest::RestError;

use crate::themes::permissions::edits_content;

/// Checks that the caller may edit any kind of content.
///
/// # Errors
/// `rest_cannot_view`.
pub async fn may_list(call: ApiCall) -> Result<(), RestError> {
    if edits_content(&call) {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_VIEW))
    }
}

/// Checks that the caller may list icons and that the collection exists that the request names, if it names one.
///
/// # Errors
/// `rest_cannot_view`, `rest_icon_collection_not_found`.
pub async fn may_list_of_collection(call: ApiCall) -> Result<(), RestError> {
    may_list(call.clone()).await?;
    match call.params().text("collection") {
        None | Some(ICON_COLLECTION) => Ok(()),
        Some(_) => Err(RestError::new(&codes::COLLECTION_NOT_FOUND)),
    }
}

/// The icon that the path names.
///
/// # Errors
/// `rest_cannot_view`, `rest_icon_not_found`.
pub async fn may_read(call: ApiCall) -> Result<&'static Icon, RestError> {
    may_list(call.clone()).await?;
    let name = call.params().text("name").unwrap_or_default();
    site_blocks::icon(name).ok_or_else(|| RestError::new(&codes::ICON_NOT_FOUND))
}

/// Checks that the caller may list icons and that the path names the collection.
///
/// # Errors
/// `rest_cannot_view`, `rest_icon_collection_not_found`.
pub async fn may_read_collection(call: ApiCall) -> Result<(), RestError> {
    may_list(call.clone()).await?;
    if call.params().text("slug") == Some(ICON_COLLECTION) {
        Ok(())
    } else {
        Err(RestError::new(&codes::COLLECTION_NOT_FOUND))
    }
}
