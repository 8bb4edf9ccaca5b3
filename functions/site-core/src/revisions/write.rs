//! Deleting revisions.

use std::sync::Arc;

use serde_json::json;
use site_api::reply::without_links;
use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_rest::{Reply, RestError, codes};
use site_store::{Content, RevisionSummary};

use crate::revisions::read::shown;

/// Deletes a revision permanently.
///
/// # Errors
/// `rest_cannot_delete` without force, or the store fails.
pub async fn delete(
    call: ApiCall,
    (item, found): (Arc<Content>, Arc<RevisionSummary>),
) -> HandlerResult {
    if !call.params().flag("force") {
        return Err(RestError::new(&codes::CANNOT_DELETE));
    }
    let id = found.id;
    let previous = without_links(shown(&call, &item, found).await?);
    call.caller()
        .store
        .delete_revision(item.id, id)
        .await
        .or_forbid(&codes::CANNOT_DELETE)?;
    Ok(Reply::json(json!({"deleted": true, "previous": previous})))
}
