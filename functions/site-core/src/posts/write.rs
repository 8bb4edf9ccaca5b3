//! Writing posts.

use std::sync::Arc;

use domain::site::{Kind, Status};
use serde_json::json;
use site_rest::{Reply, RestError, codes};
use site_store::Content;

use super::change::{change, check_rights, check_terms};
use super::list::scene;
use super::{Answer, Ask, named};
use crate::failure::OrRefuse;
use crate::views::post::{Scene, view};

/// Who may create a post.
///
/// # Errors
/// `rest_post_exists`, `rest_cannot_create` and the refusals of single members.
pub async fn may_create(call: Ask) -> Result<(), RestError> {
    let (params, visitor) = (call.params(), call.caller());
    if params
        .get("id")
        .is_some_and(|id| *id != json!(0) && *id != json!(""))
    {
        return Err(RestError::new(&codes::POST_EXISTS));
    }
    check_rights(Kind::Post, params, visitor)?;
    if !visitor.access.may_create(Kind::Post) {
        return Err(RestError::new(&codes::CANNOT_CREATE));
    }
    check_terms(Kind::Post, params, visitor)
}

/// Creates a post.
///
/// # Errors
/// A member is refused, or the store fails.
pub async fn create(call: Ask, (): ()) -> Answer {
    let visitor = call.caller();
    let change = change(Kind::Post, call.params(), visitor, None)?;
    let item = visitor
        .store
        .create(Kind::Post, visitor.id(), &change)
        .await
        .or_refuse()?;
    let location = call.site().url(&format!("/core/v2/posts/{}", item.id));
    Ok(Reply::created(edited(&call, &item), &location))
}

/// Who may change the post that the path names.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_cannot_edit` and the refusals of single members.
pub async fn may_update(call: Ask) -> Result<Arc<Content>, RestError> {
    let item = named(&call, Kind::Post).await?;
    let (params, visitor) = (call.params(), call.caller());
    if !visitor.access.may_edit(item.subject()) {
        return Err(RestError::new(&codes::CANNOT_EDIT));
    }
    check_rights(Kind::Post, params, visitor)?;
    check_terms(Kind::Post, params, visitor)?;
    Ok(item)
}

/// Changes a post.
///
/// # Errors
/// A member is refused, or the store fails.
pub async fn update(call: Ask, item: Arc<Content>) -> Answer {
    let visitor = call.caller();
    let change = change(Kind::Post, call.params(), visitor, Some(&item))?;
    let access = visitor.access.clone();
    let guard = move |item: &Content| access.may_edit(item.subject());
    let item = visitor
        .store
        .update(Kind::Post, item.id, &change, &guard)
        .await
        .or_forbid(&codes::CANNOT_EDIT)?;
    Ok(Reply::json(edited(&call, &item)))
}

/// Who may delete the post that the path names.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_cannot_delete`.
pub async fn may_delete(call: Ask) -> Result<Arc<Content>, RestError> {
    let item = named(&call, Kind::Post).await?;
    if !call.caller().access.may_delete(item.subject()) {
        return Err(RestError::new(&codes::CANNOT_DELETE));
    }
    Ok(item)
}

/// Moves a post to the trash, or deletes it for good.
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
            .delete(Kind::Post, item.id, &guard)
            .await
            .or_forbid(&codes::CANNOT_DELETE)?;
        return Ok(Reply::json(
            json!({"deleted": true, "previous": without_links(edited(&call, &gone))}),
        ));
    }
    if item.status == Status::Trash {
        return Err(RestError::new(&codes::ALREADY_TRASHED));
    }
    let trashed = visitor
        .store
        .trash(Kind::Post, item.id, visitor.id(), &guard)
        .await
        .or_forbid(&codes::CANNOT_DELETE)?;
    Ok(Reply::json(edited(&call, &trashed)))
}

/// The answer to a write is always the edit context.
fn edited(call: &Ask, item: &Content) -> serde_json::Value {
    view(
        item,
        &Scene {
            context: "edit",
            ..scene(call)
        },
    )
}

/// What was deleted is answered without links, as they lead nowhere.
pub fn without_links(mut value: serde_json::Value) -> serde_json::Value {
    if let Some(map) = value.as_object_mut() {
        map.shift_remove("_links");
    }
    value
}
