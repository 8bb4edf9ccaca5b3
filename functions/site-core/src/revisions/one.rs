//! One revision.

use std::sync::Arc;

use domain::site::Kind;
use serde_json::json;
use site_rest::{Reply, RestError, codes};
use site_store::{Content, RevisionSummary};

use super::{item, named};
use crate::failure::OrRefuse;
use crate::posts::{Answer, Ask, scene, without_links};
use crate::views::revision::view;

/// Answers one revision, autosaves among them.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_revision_parent_id_mismatch`, or the store fails.
pub async fn read(call: Ask, item: Arc<Content>) -> Answer {
    let found = named(call.caller(), call.params(), &item)?;
    Ok(Reply::json(shown(&call, &item, found).await?))
}

async fn shown(
    call: &Ask,
    item: &Content,
    found: Arc<RevisionSummary>,
) -> Result<serde_json::Value, RestError> {
    let records = call.caller().store.revisions(&[found]).await.or_refuse()?;
    let record = records
        .first()
        .ok_or_else(|| RestError::new(&codes::POST_INVALID_ID))?;
    let mut value = view(record, item, &scene(call));
    if let Some(map) = value.as_object_mut() {
        map.shift_remove("preview_link");
    }
    Ok(value)
}

/// Who may delete a revision: those who may delete the item (docs/interface/site/revisions.md#deleting-a-revision).
///
/// # Errors
/// `rest_post_invalid_parent`, `rest_cannot_delete`, `rest_post_invalid_id`, `rest_cannot_read`,
/// `rest_revision_parent_id_mismatch`.
pub async fn may_delete(
    call: Ask,
    kind: Kind,
) -> Result<(Arc<Content>, Arc<RevisionSummary>), RestError> {
    let item = item(&call, kind, "parent").await?;
    let visitor = call.caller();
    if !visitor.access.may_delete(item.subject()) {
        return Err(RestError::new(&codes::CANNOT_DELETE));
    }
    if !visitor.access.may_edit(item.subject()) {
        return Err(RestError::new(&codes::CANNOT_READ));
    }
    let found = named(visitor, call.params(), &item)?;
    Ok((item, found))
}

/// Deletes a revision for good.
///
/// # Errors
/// `rest_trash_not_supported` without force, or the store fails.
pub async fn delete(call: Ask, (item, found): (Arc<Content>, Arc<RevisionSummary>)) -> Answer {
    if !call.params().flag("force") {
        return Err(RestError::new(&codes::TRASH_NOT_SUPPORTED));
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
