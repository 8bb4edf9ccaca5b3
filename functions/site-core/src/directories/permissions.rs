//! Permission checks for the directories.

use domain::site::Capability;
use site_api::ApiCall;
use site_contract::core::directories::codes;
use site_rest::RestError;

/// Checks that the caller may edit posts.
///
/// # Errors
/// `rest_pattern_directory_cannot_view`.
pub async fn may_list_patterns(call: ApiCall) -> Result<(), RestError> {
    if call.caller().can(Capability::EditPosts) {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_VIEW_PATTERNS))
    }
}

/// Checks that the caller may install and activate extensions.
///
/// # Errors
/// `rest_block_directory_cannot_view`.
pub async fn may_list_blocks(call: ApiCall) -> Result<(), RestError> {
    let caller = call.caller();
    if caller.can(Capability::InstallPlugins) && caller.can(Capability::ActivatePlugins) {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_VIEW_BLOCKS))
    }
}
