//! Reading the mailbox.

use site_api::{ApiCall, HandlerResult};
use site_rest::Reply;

use super::view::{mailbox, refused, state};

/// The state of the mailbox.
///
/// # Errors
/// The store fails.
pub async fn mailbox_state(call: ApiCall, (): ()) -> HandlerResult {
    let found = mailbox(&call).mailbox().await.map_err(refused)?;
    Ok(Reply::json(state(&call, found.as_ref())))
}
