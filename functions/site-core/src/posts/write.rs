//! Writing content.

use std::sync::Arc;

use domain::site::{Capability, Kind, Status};
use serde_json::{Value, json};
use site_rest::{Reply, RestError, codes};
use site_store::Content;

use super::change::{change, check_rights, check_terms};
use super::list::scene;
use super::{Answer, Ask, named};
use crate::failure::OrRefuse;
use crate::views::links::base;
use crate::views::post::{Scene, view};

/// Who may create an item.
///
/// # Errors
/// `rest_post_exists`, `rest_cannot_create` and the refusals of single members.
pub async fn may_create(call: Ask, kind: Kind) -> Result<(), RestError> {
    let (params, visitor) = (call.params(), call.caller());
    if params
        .get("id")
        .is_some_and(|id| *id != json!(0) && *id != json!(""))
    {
        return Err(RestError::new(&codes::POST_EXISTS));
    }
    check_rights(kind, params, visitor)?;
    if !visitor.access.may_create(kind) {
        return Err(RestError::new(&codes::CANNOT_CREATE));
    }
    check_terms(kind, params, visitor)
}

/// Creates a post, page or block.
///
/// # Errors
/// A member is refused, or the store fails.
pub async fn create(call: Ask, kind: Kind) -> Answer {
    let visitor = call.caller();
    let change = change(kind, call.params(), visitor, None)?;
    let item = visitor
        .store
        .create(kind, visitor.id(), &change)
        .await
        .or_refuse()?;
    Ok(created(&call, &item, edited(&call, &item)))
}

/// The answer to a creation, with the address of what was made.
pub fn created(call: &Ask, item: &Content, body: Value) -> Reply {
    let path = format!("/core/v2/{}/{}", base(item.kind), item.id);
    Reply::created(body, &call.site().url(&path))
}

/// Who may change the item of `kind` that the path names.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_cannot_edit` and the refusals of single members.
pub async fn may_update(call: Ask, kind: Kind) -> Result<Arc<Content>, RestError> {
    let item = named(&call, kind).await?;
    let (params, visitor) = (call.params(), call.caller());
    if !visitor.access.may_edit(item.subject()) {
        return Err(RestError::new(&codes::CANNOT_EDIT));
    }
    check_rights(kind, params, visitor)?;
    check_terms(kind, params, visitor)?;
    Ok(item)
}

/// Changes a post, page or block.
///
/// # Errors
/// A member is refused, or the store fails.
pub async fn update(call: Ask, item: Arc<Content>) -> Answer {
    let visitor = call.caller();
    let change = change(item.kind, call.params(), visitor, Some(&item))?;
    let access = visitor.access.clone();
    let guard = move |item: &Content| access.may_edit(item.subject());
    let item = visitor
        .store
        .update(item.kind, item.id, &change, &guard)
        .await
        .or_forbid(&codes::CANNOT_EDIT)?;
    Ok(Reply::json(edited(&call, &item)))
}

/// Who may delete the item of `kind` that the path names. The pages that the site's address shows
/// only those may delete who may also choose others.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_cannot_delete`.
pub async fn may_delete(call: Ask, kind: Kind) -> Result<Arc<Content>, RestError> {
    let item = named(&call, kind).await?;
    let visitor = call.caller();
    let settings = visitor.store.settings();
    let is_front = [settings.page_on_front, settings.page_for_posts].contains(&item.id);
    let may_delete = visitor.access.may_delete(item.subject())
        && (!is_front || visitor.can(Capability::ManageOptions));
    if !may_delete {
        return Err(RestError::new(&codes::CANNOT_DELETE));
    }
    Ok(item)
}

/// Moves a post, page or block to the trash, or deletes it for good.
///
/// # Errors
/// `rest_already_trashed`, or the store fails.
pub async fn delete(call: Ask, item: Arc<Content>) -> Answer {
    let visitor = call.caller();
    let access = visitor.access.clone();
    let guard = move |item: &Content| access.may_delete(item.subject());
    if call.params().flag("force") {
        let gone = visitor
            .store
            .delete(item.kind, item.id, &guard)
            .await
            .or_forbid(&codes::CANNOT_DELETE)?;
        let previous = without_links(edited(&call, &gone));
        return Ok(Reply::json(json!({"deleted": true, "previous": previous})));
    }
    if item.status == Status::Trash {
        return Err(RestError::new(&codes::ALREADY_TRASHED));
    }
    let trashed = visitor
        .store
        .trash(item.kind, item.id, visitor.id(), &guard)
        .await
        .or_forbid(&codes::CANNOT_DELETE)?;
    Ok(Reply::json(edited(&call, &trashed)))
}

/// The answer to a write is always the edit context.
fn edited(call: &Ask, item: &Content) -> Value {
    view(
        item,
        &Scene {
            context: "edit",
            ..scene(call)
        },
    )
}

/// What was deleted is answered without links, as they lead nowhere.
pub fn without_links(mut value: Value) -> Value {
    if let Some(map) = value.as_object_mut() {
        map.shift_remove("_links");
    }
    value
}
