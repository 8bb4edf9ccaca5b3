//! Lists of block types.

use site_api::{ApiCall, HandlerResult};
use site_rest::Reply;

use crate::block_types::view::view;

/// Lists the block types by name, all or those of a namespace. A namespace without types has an empty list.
pub async fn list(call: ApiCall, (): ()) -> HandlerResult {
    let namespace = call.params().filled("namespace");
    let shown = site_blocks::all()
        .iter()
        .filter(|one| namespace.is_none_or(|name| one.namespace() == name));
    Ok(Reply::json(
        shown
            .map(|one| view(one, call.site(), call.params().context()))
            .collect(),
    ))
}
