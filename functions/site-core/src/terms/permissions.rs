//! Permission checks for terms.

use std::sync::Arc;

use domain::site::Taxonomy;
use site_api::{ApiCall, OrRefuse};
use site_rest::{RestError, codes};
use site_store::Term;

/// The term that the path names.
///
/// # Errors
/// `rest_term_invalid`.
fn named(call: &ApiCall, taxonomy: Taxonomy) -> Result<Arc<Term>, RestError> {
    let found = call
        .params()
        .id("id")
        .and_then(|id| call.caller().store.term(id));
    found
        .filter(|term| term.taxonomy == taxonomy)
        .ok_or_else(|| RestError::new(&codes::TERM_INVALID))
}

/// Checks a list request. The list is public; the edit context needs the right to manage terms, and a filter by an
/// item the right to read it.
///
/// # Errors
/// `rest_forbidden_context`, `rest_post_invalid_id`.
pub async fn may_list(call: ApiCall, taxonomy: Taxonomy) -> Result<(), RestError> {
    let caller = call.caller();
    if call.params().context() == "edit" && !caller.access.may_edit_terms(taxonomy) {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    if let Some(id) = call.params().id("post").filter(|id| *id > 0) {
        let found = caller.store.get(id).await.or_refuse()?;
        let item = found.ok_or_else(|| RestError::new(&codes::POST_INVALID_ID).status(400))?;
        if !caller.access.may_read(item.subject()) {
            return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
        }
    }
    Ok(())
}

/// Checks that the caller may read a term. Terms are public; the edit context needs the right to manage them.
///
/// # Errors
/// `rest_term_invalid`, `rest_forbidden_context`.
pub async fn may_read(call: ApiCall, taxonomy: Taxonomy) -> Result<Arc<Term>, RestError> {
    let term = named(&call, taxonomy)?;
    if call.params().context() == "edit" && !call.caller().access.may_edit_terms(taxonomy) {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    Ok(term)
}

/// Checks that the caller may create terms.
///
/// # Errors
/// `rest_cannot_create`.
pub async fn may_create(call: ApiCall, taxonomy: Taxonomy) -> Result<(), RestError> {
    if call.caller().access.may_create_terms(taxonomy) {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_CREATE))
    }
}

/// Checks that the caller may change the term that the path names.
///
/// # Errors
/// `rest_term_invalid`, `rest_cannot_update`.
pub async fn may_update(call: ApiCall, taxonomy: Taxonomy) -> Result<Arc<Term>, RestError> {
    let term = named(&call, taxonomy)?;
    if !call.caller().access.may_edit_terms(taxonomy) {
        return Err(RestError::new(&codes::CANNOT_UPDATE));
    }
    Ok(term)
}

/// Checks that the caller may delete the term that the path names. The default category cannot be deleted.
///
/// # Errors
/// `rest_term_invalid`, `rest_cannot_delete`.
pub async fn may_delete(call: ApiCall, taxonomy: Taxonomy) -> Result<Arc<Term>, RestError> {
    let term = named(&call, taxonomy)?;
    let caller = call.caller();
    let default =
        taxonomy == Taxonomy::Category && caller.store.settings().default_category == term.id;
    if default || !caller.access.may_edit_terms(taxonomy) {
        return Err(RestError::new(&codes::CANNOT_DELETE));
    }
    Ok(term)
}
