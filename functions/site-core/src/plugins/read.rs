//! One extension.

use site_api::{ApiCall, HandlerResult};
use site_rest::Reply;

use crate::plugins::table::Plugin;
use crate::plugins::view::view;

/// Returns one extension.
pub async fn read(call: ApiCall, one: &'static Plugin) -> HandlerResult {
    let context = call.params().context();
    Ok(Reply::json(view(one, call.site(), context)))
}
