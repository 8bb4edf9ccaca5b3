//! Permission checks for media.

use std::sync::Arc;

use domain::site::{Capability, Kind};
use site_api::{ApiCall, Caller, OrRefuse};
use site_contract::core::media::codes;
use site_rest::RestError;
use site_store::{Content, SiteStore};

use crate::content::change::check_rights;
use crate::content::item::named;

/// Whether a caller may read a file: the rule of the item that it is attached to.
///
/// # Errors
/// The store fails.
pub fn may_see(caller: &Caller, item: &Content) -> Result<bool, RestError> {
    let store = &caller.store;
    store
        .may_read(&caller.access, item.subject(), item.parent)
        .or_refuse()
}

/// The list is public; its edit context is for those who edit.
///
/// # Errors
/// `rest_forbidden_context`.
pub async fn may_list(call: ApiCall) -> Result<(), RestError> {
    if call.params().context() == "edit" && !call.caller().access.may_edit_kind(Kind::Attachment) {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    Ok(())
}

/// The item that a file is attached to.
///
/// # Errors
/// The store fails.
pub async fn parent_of(
    store: &SiteStore,
    item: &Content,
) -> Result<Option<Arc<Content>>, RestError> {
    if item.parent == 0 {
        Ok(None)
    } else {
        store.get(item.parent).await.or_refuse()
    }
}

/// A media item with the item that it is attached to.
pub struct Found {
    /// The media item.
    pub item: Arc<Content>,
    /// The item that it is attached to.
    pub parent: Option<Arc<Content>>,
}

/// Checks that the caller may read the file that the path names.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_forbidden_context`, `rest_forbidden`.
pub async fn may_read(call: ApiCall) -> Result<Found, RestError> {
    let item = named(&call, Kind::Attachment).await?;
    let caller = call.caller();
    if call.params().context() == "edit" && !caller.access.may_edit(item.subject()) {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    let parent = parent_of(&caller.store, &item).await?;
    if !may_see(caller, &item)? {
        return Err(RestError::new(&codes::FORBIDDEN));
    }
    Ok(Found { item, parent })
}

/// Checks that the caller may change the file that the path names.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_cannot_edit`, `rest_cannot_edit_others`.
pub async fn may_update(call: ApiCall) -> Result<Arc<Content>, RestError> {
    let item = named(&call, Kind::Attachment).await?;
    let caller = call.caller();
    if !caller.access.may_edit(item.subject()) {
        return Err(RestError::new(&codes::CANNOT_EDIT));
    }
    check_rights(Kind::Attachment, call.params(), caller)?;
    Ok(item)
}

/// Checks that the caller may delete the file that the path names.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_cannot_delete`.
pub async fn may_delete(call: ApiCall) -> Result<Arc<Content>, RestError> {
    let item = named(&call, Kind::Attachment).await?;
    if !call.caller().access.may_delete(item.subject()) {
        return Err(RestError::new(&codes::CANNOT_DELETE));
    }
    Ok(item)
}

/// Checks that the caller may upload.
///
/// # Errors
/// `rest_post_exists`, `rest_cannot_create`, `rest_cannot_edit_others`, `rest_cannot_edit`.
pub async fn may_upload(call: ApiCall) -> Result<(), RestError> {
    let caller = call.caller();
    if call.params().has("id") {
        return Err(RestError::new(&codes::POST_EXISTS));
    }
    check_rights(Kind::Attachment, call.params(), caller)?;
    if !caller.can(Capability::UploadFiles) {
        return Err(RestError::new(&codes::CANNOT_CREATE));
    }
    may_attach(&call).await
}

/// Attaching a file to an item requires the right to edit the item.
async fn may_attach(call: &ApiCall) -> Result<(), RestError> {
    let caller = call.caller();
    let id = call.params().integer("post").unwrap_or(0).unsigned_abs();
    if id == 0 {
        return Ok(());
    }
    // For a revision, the right to edit its item decides; later checks refuse a revision as a parent.
    let owner = caller.store.revision(id).map_or(id, |one| one.parent);
    let found = caller.store.get(owner).await.or_refuse()?;
    if found.is_some_and(|item| caller.access.may_edit(item.subject())) {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_EDIT))
    }
}

/// Checks that the caller may edit the picture that the path names: the rights to upload and to change it.
///
/// # Errors
/// `rest_cannot_edit_image`, `rest_post_invalid_id`, `rest_cannot_edit`.
pub async fn may_edit(call: ApiCall) -> Result<Arc<Content>, RestError> {
    if !call.caller().can(Capability::UploadFiles) {
        return Err(RestError::new(&codes::CANNOT_EDIT_IMAGE));
    }
    may_update(call).await
}
