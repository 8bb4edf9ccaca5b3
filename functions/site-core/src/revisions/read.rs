//! One revision.

use std::sync::Arc;

use site_api::{ApiCall, HandlerResult, ViewContext};
use site_rest::{Reply, RestError};
use site_store::{Content, RevisionSummary};

use crate::content::revisions::{named, record};
use crate::revisions::view::{bodies, view};

/// Returns one revision or autosave.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_revision_parent_id_mismatch`, or the store fails.
pub async fn read(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let found = named(call.caller(), call.params(), &item)?;
    Ok(Reply::json(shown(&call, &item, found).await?))
}

pub async fn shown(
    call: &ApiCall,
    item: &Content,
    found: Arc<RevisionSummary>,
) -> Result<serde_json::Value, RestError> {
    let records = [record(call.caller(), found).await?];
    let cx = ViewContext::of(call);
    let cx = cx.with_revisions(bodies(&records), item).await?;
    let [record] = &records;
    let mut value = view(record, item, &cx);
    if let Some(map) = value.as_object_mut() {
        map.shift_remove("preview_link");
    }
    Ok(value)
}
