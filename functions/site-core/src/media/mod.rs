//! Media: rights and handlers. Uploads and edits have modules of their own.

mod edit;
mod upload;

pub use edit::{edit, may_edit};
pub use upload::{may_upload, upload};

use std::collections::HashMap;
use std::sync::Arc;

use domain::site::{Caller, Capability, Kind, Status};
use http::header;
use serde_json::{Value, json};
use site_rest::{Params, Reply, RestError, codes};
use site_store::{Content, ContentChange, SiteStore};

use crate::failure::OrRefuse;
use crate::posts::change::{check_rights, text};
use crate::posts::filter::content_filter;
use crate::posts::{Answer, Ask, answered, named, scene, window, without_links};
use crate::views::links;
use crate::views::media::view;
use crate::views::post::Scene;
use crate::visitor::Visitor;

/// Whether a caller may read a file: as they may read what it belongs to.
fn may_see(access: &Caller, item: &Content, parent: Option<&Content>) -> bool {
    match (item.status, parent) {
        (Status::Inherit, Some(parent)) => access.may_read(parent.subject()),
        _ => access.may_read(item.subject()),
    }
}

/// The item that a file belongs to.
async fn parent_of(store: &SiteStore, item: &Content) -> Result<Option<Arc<Content>>, RestError> {
    if item.parent == 0 {
        Ok(None)
    } else {
        store.get(item.parent).await.or_refuse()
    }
}

/// The list is public; its edit context is for those who edit.
///
/// # Errors
/// `rest_forbidden_context`.
pub async fn may_list(call: Ask) -> Result<(), RestError> {
    if call.params().context() == "edit" && !call.caller().access.may_edit_kind(Kind::Attachment) {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    Ok(())
}

/// Lists media.
///
/// # Errors
/// What the parameters ask for cannot be answered, or the store fails.
pub async fn list(call: Ask, (): ()) -> Answer {
    let (params, visitor) = (call.params(), call.caller());
    let filter = content_filter(
        Kind::Attachment,
        params,
        &visitor.access,
        &visitor.store.zone(),
    )?;
    let listed = window(&call, &filter).await?;
    let mut items = Vec::new();
    if !call.is_head() {
        let editing = params.context() == "edit";
        let scene = scene(&call);
        let found = visitor.store.get_many(&listed.items).await.or_refuse()?;
        let parents = parents(&visitor.store, &found).await?;
        for item in &found {
            let parent = parents.get(&item.parent).map(Arc::as_ref);
            let editable = !editing || visitor.access.may_edit(item.subject());
            if editable && may_see(&visitor.access, item, parent) {
                items.push(view(item, parent, &scene));
            }
        }
    }
    Ok(answered(&call, items, listed.total))
}

/// What the files of a list belong to, read at once.
async fn parents(
    store: &SiteStore,
    items: &[Arc<Content>],
) -> Result<HashMap<u64, Arc<Content>>, RestError> {
    let mut ids: Vec<u64> = items
        .iter()
        .map(|item| item.parent)
        .filter(|id| *id > 0)
        .collect();
    ids.sort_unstable();
    ids.dedup();
    let found = store.get_many(&ids).await.or_refuse()?;
    Ok(found.into_iter().map(|item| (item.id, item)).collect())
}

/// A media item with what it belongs to.
pub struct Found {
    item: Arc<Content>,
    parent: Option<Arc<Content>>,
}

/// Who may read the file that the path names.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_forbidden_context`, `rest_forbidden`.
pub async fn may_read(call: Ask) -> Result<Found, RestError> {
    let item = named(&call, Kind::Attachment).await?;
    let visitor = call.caller();
    if call.params().context() == "edit" && !visitor.access.may_edit(item.subject()) {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    let parent = parent_of(&visitor.store, &item).await?;
    if !may_see(&visitor.access, &item, parent.as_deref()) {
        return Err(RestError::new(&codes::FORBIDDEN));
    }
    Ok(Found { item, parent })
}

/// Answers one media item.
///
/// # Errors
/// Never.
pub async fn read(call: Ask, found: Found) -> Answer {
    let body = view(&found.item, found.parent.as_deref(), &scene(&call));
    let page = links::item(&found.item, &call.caller().store, call.site());
    let alternate = format!("<{page}>; rel=\"alternate\"; type=text/html");
    Ok(Reply::json(body).header(header::LINK, &alternate))
}

/// Who may change the file that the path names.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_cannot_edit`, `rest_cannot_edit_others`.
pub async fn may_update(call: Ask) -> Result<Arc<Content>, RestError> {
    let item = named(&call, Kind::Attachment).await?;
    let visitor = call.caller();
    if !visitor.access.may_edit(item.subject()) {
        return Err(RestError::new(&codes::CANNOT_EDIT));
    }
    check_rights(Kind::Attachment, call.params(), visitor)?;
    Ok(item)
}

/// Changes the texts of a media item.
///
/// # Errors
/// A member is refused, or the store fails.
pub async fn update(call: Ask, item: Arc<Content>) -> Answer {
    let visitor = call.caller();
    let change = change(&call, Some(&item)).await?;
    let access = visitor.access.clone();
    let guard = move |item: &Content| access.may_edit(item.subject());
    let updated = visitor
        .store
        .update(Kind::Attachment, item.id, &change, &guard)
        .await;
    let item = updated.or_forbid(&codes::CANNOT_EDIT)?;
    Ok(Reply::json(edited(&call, &item).await?))
}

/// Makes the sizes of a picture that are missing.
///
/// # Errors
/// The store fails.
pub async fn process(call: Ask, item: Arc<Content>) -> Answer {
    let visitor = call.caller();
    let access = visitor.access.clone();
    let guard = move |item: &Content| access.may_edit(item.subject());
    let made = visitor.store.make_missing_sizes(item.id, &guard).await;
    let item = made.or_forbid(&codes::CANNOT_EDIT)?;
    Ok(Reply::json(edited(&call, &item).await?))
}

/// Who may delete the file that the path names.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_cannot_delete`.
pub async fn may_delete(call: Ask) -> Result<Arc<Content>, RestError> {
    let item = named(&call, Kind::Attachment).await?;
    if !call.caller().access.may_delete(item.subject()) {
        return Err(RestError::new(&codes::CANNOT_DELETE));
    }
    Ok(item)
}

/// Deletes a media item with its files.
///
/// # Errors
/// `rest_trash_not_supported` without force, or the store fails.
pub async fn delete(call: Ask, item: Arc<Content>) -> Answer {
    if !call.params().flag("force") {
        return Err(RestError::new(&codes::TRASH_NOT_SUPPORTED));
    }
    let visitor = call.caller();
    let previous = without_links(edited(&call, &item).await?);
    let access = visitor.access.clone();
    let guard = move |item: &Content| access.may_delete(item.subject());
    visitor
        .store
        .delete(Kind::Attachment, item.id, &guard)
        .await
        .or_forbid(&codes::CANNOT_DELETE)?;
    Ok(Reply::json(json!({"deleted": true, "previous": previous})))
}

/// The answer to a write is always the edit context.
async fn edited(call: &Ask, item: &Content) -> Result<Value, RestError> {
    shown(call, item, "edit").await
}

async fn shown(call: &Ask, item: &Content, context: &str) -> Result<Value, RestError> {
    let parent = parent_of(&call.caller().store, item).await?;
    let scene = Scene {
        context,
        ..scene(call)
    };
    Ok(view(item, parent.as_deref(), &scene))
}

/// The change that a request asks for.
async fn change(call: &Ask, current: Option<&Content>) -> Result<ContentChange, RestError> {
    let (params, visitor) = (call.params(), call.caller());
    let mut change = crate::posts::change::change(Kind::Attachment, params, visitor, current)?;
    change.content = text(params, "description", true).map(|text| safe(text, visitor));
    change.excerpt = text(params, "caption", true).map(|text| safe(text, visitor));
    change.alt_text = params.text("alt_text").map(str::to_owned);
    change.parent = parent(params, visitor).await?;
    Ok(change)
}

fn safe(html: String, visitor: &Visitor) -> String {
    if visitor.can(Capability::UnfilteredHtml) {
        html
    } else {
        markup::sanitise::content(&html)
    }
}

/// The item that a file is to belong to: not another file, and one that the caller may edit.
async fn parent(params: &Params, visitor: &Visitor) -> Result<Option<u64>, RestError> {
    let Some(id) = params.integer("post").map(i64::unsigned_abs) else {
        return Ok(None);
    };
    if id == 0 {
        return Ok(Some(0));
    }
    if visitor.store.revision(id).is_some() {
        return Err(RestError::new(&codes::INVALID_PARAM_BARE));
    }
    let found = visitor.store.get(id).await.or_refuse()?;
    match found {
        Some(item) if item.kind == Kind::Attachment => {
            Err(RestError::new(&codes::INVALID_PARAM_BARE))
        }
        Some(item) if !visitor.access.may_edit(item.subject()) => {
            Err(RestError::new(&codes::CANNOT_EDIT))
        }
        Some(_) => Ok(Some(id)),
        None => Err(RestError::new(&codes::POST_INVALID_ID).status(400)),
    }
}
