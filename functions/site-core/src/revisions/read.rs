//! One revision.

use std::sync::Arc;

use site_api::{ApiCall, HandlerResult, OrRefuse, ViewContext};
use site_rest::{Reply, RestError, codes};
use site_store::{Content, RevisionSummary};

use crate::revisions::permissions::named;
use crate::revisions::view::view;

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
    let records = call.caller().store.revisions(&[found]).await.or_refuse()?;
    let record = records
        .first()
        .ok_or_else(|| RestError::new(&codes::POST_INVALID_ID))?;
    let mut value = view(record, item, &ViewContext::of(call));
    if let Some(map) = value.as_object_mut() {
        map.shift_remove("preview_link");
    }
    Ok(value)
}
