//! One block type.

use site_api::{ApiCall, HandlerResult};
use site_blocks::BlockType;
use site_rest::Reply;

use crate::block_types::view::view;

/// Returns one block type.
pub async fn read(call: ApiCall, found: &'static BlockType) -> HandlerResult {
    let context = call.params().context();
    Ok(Reply::json(view(found, call.site(), context)))
}
