//! Revisions of the global styles.

use std::sync::Arc;

use site_api::{ApiCall, HandlerResult};
use site_rest::Reply;
use site_rest::paging::paged;
use site_store::Content;

use crate::content::revisions::{named, page, record};
use crate::global_styles::view::revision;

/// Lists the revisions, the newest first.
///
/// # Errors
/// The parameters are contradictory, or the store fails.
pub async fn list(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let found = page(&call, &item).await?;
    let context = call.params().context();
    let shown = found.revisions.iter().map(|one| revision(one, context));
    let reply = Reply::json(shown.collect());
    Ok(paged(reply, &call, found.total, found.page, found.per_page))
}

/// Returns one revision.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_revision_parent_id_mismatch`; the store fails.
pub async fn read(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let found = named(call.caller(), call.params(), &item)?;
    let record = record(call.caller(), found).await?;
    Ok(Reply::json(revision(&record, call.params().context())))
}
