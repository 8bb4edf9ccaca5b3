//! Permission check for rendered blocks.

use std::sync::Arc;

use domain::site::Capability;
use site_api::{ApiCall, OrRefuse};
use site_contract::core::block_renderer::codes;
use site_rest::RestError;
use site_store::Content;

/// Checks that the caller may edit the item that `post_id` names, and without one that the caller may edit posts. Returns the
/// item.
///
/// # Errors
/// `block_cannot_read`, also for an unknown item.
pub async fn may_read(call: ApiCall) -> Result<Option<Arc<Content>>, RestError> {
    let caller = call.caller();
    match call.params().id("post_id").filter(|id| *id > 0) {
        Some(id) => {
            let found = caller.store.get(id).await.or_refuse()?;
            let item = found.filter(|item| caller.access.may_edit(item.subject()));
            let item = item.ok_or_else(|| RestError::new(&codes::BLOCK_CANNOT_READ_OF_POST))?;
            Ok(Some(item))
        }
        None if caller.can(Capability::EditPosts) => Ok(None),
        None => Err(RestError::new(&codes::BLOCK_CANNOT_READ)),
    }
}
