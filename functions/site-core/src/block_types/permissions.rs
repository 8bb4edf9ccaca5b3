//! Permission checks for block types.

use site_api::ApiCall;
use site_blocks::BlockType;
use site_contract::core::block_types::codes;
use site_rest::RestError;

use crate::themes::permissions::edits_content;

/// Checks that the caller may edit any kind of content.
///
/// # Errors
/// `rest_block_type_cannot_view`.
pub async fn may_list(call: ApiCall) -> Result<(), RestError> {
    if edits_content(&call) {
        Ok(())
    } else {
        Err(RestError::new(&codes::BLOCK_TYPE_CANNOT_VIEW))
    }
}

/// The block type that the path names. Callers without rights learn nothing about which types there are.
///
/// # Errors
/// `rest_block_type_cannot_view`, `rest_block_type_invalid`.
pub async fn may_read(call: ApiCall) -> Result<&'static BlockType, RestError> {
    may_list(call.clone()).await?;
    let part = |name| call.params().text(name).unwrap_or_default();
    let name = format!("{}/{}", part("namespace"), part("name"));
    site_blocks::named(&name).ok_or_else(|| RestError::new(&codes::BLOCK_TYPE_INVALID))
}
