//! Creating, changing and deleting terms.

use site_contract::core::rest_bases::taxonomy_base;
use std::sync::Arc;

use domain::site::Taxonomy;
use domain::site::meta::registered_for_terms;
use markup::escape;
use serde_json::json;
use site_api::reply::without_links;
use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_rest::{Reply, RestError, codes};
use site_store::{Refusal, StoreError, Term, TermChange};

use crate::content::change::meta_changes;
use crate::content::named_files::check_meta;
use crate::content::search_meta::check_changes;
use crate::content::terms::safe_description;
use crate::terms::read::shown;

/// Creates a term.
///
/// # Errors
/// A term with that name exists, the parent is unknown, a meta value is refused, or the store fails.
pub async fn create(call: ApiCall, taxonomy: Taxonomy) -> HandlerResult {
    let change = change(&call, taxonomy, None)?;
    check_parent(&call, taxonomy)?;
    let term = refused_parent(call.caller().store.create_term(taxonomy, &change).await)?;
    let base = taxonomy_base(taxonomy);
    let location = call.site().url(&format!("/core/v2/{base}/{}", term.id));
    let shown = shown(&call, &term, "edit").await?;
    Ok(Reply::created(shown, &location))
}

/// Changes a term.
///
/// # Errors
/// The slug is taken, the parent is unknown, a meta value is refused, or the store fails.
pub async fn update(call: ApiCall, term: Arc<Term>) -> HandlerResult {
    check_parent(&call, term.taxonomy)?;
    let change = change(&call, term.taxonomy, Some(&term))?;
    let term = refused_parent(
        call.caller()
            .store
            .update_term(term.taxonomy, term.id, &change)
            .await,
    )?;
    Ok(Reply::json(shown(&call, &term, "edit").await?))
}

/// Deletes a term permanently.
///
/// # Errors
/// `rest_trash_not_supported` without force, or the store fails.
pub async fn delete(call: ApiCall, term: Arc<Term>) -> HandlerResult {
    if !call.params().flag("force") {
        return Err(RestError::new(&codes::TRASH_NOT_SUPPORTED));
    }
    let previous = without_links(shown(&call, &term, "view").await?);
    call.caller()
        .store
        .delete_term(term.taxonomy, term.id)
        .await
        .or_forbid(&codes::CANNOT_DELETE)?;
    Ok(Reply::json(json!({"deleted": true, "previous": previous})))
}

/// Converts a request to a change of a term; `current` is the stored one, `None` on creation.
fn change(
    call: &ApiCall,
    taxonomy: Taxonomy,
    current: Option<&Term>,
) -> Result<TermChange, RestError> {
    let params = call.params();
    let keys = registered_for_terms(taxonomy);
    let meta = meta_changes(keys, params)?;
    let stored = current.map(|term| &term.meta);
    let may_edit = call.caller().access.may_edit_terms(taxonomy);
    check_changes(keys, &meta, stored, may_edit)?;
    check_meta(call.caller(), keys, &meta, stored)?;
    Ok(TermChange {
        // Clients send back names from responses, in which some characters are encoded.
        name: params.text("name").map(escape::decode),
        slug: params.text("slug").map(str::to_owned),
        description: params.text("description").map(safe_description),
        parent: params.integer("parent").map(i64::unsigned_abs),
        meta,
    })
}

fn check_parent(call: &ApiCall, taxonomy: Taxonomy) -> Result<(), RestError> {
    let params = call.params();
    // A flat taxonomy declares no parent, so none was coerced: a form sends text.
    if !taxonomy.is_hierarchical() && params.has("parent") {
        return Err(RestError::new(&codes::TAXONOMY_NOT_HIERARCHICAL));
    }
    let Some(parent) = params.integer("parent") else {
        return Ok(());
    };
    let known = |id: u64| {
        call.caller()
            .store
            .term(id)
            .is_some_and(|term| term.taxonomy == taxonomy)
    };
    if parent != 0 && !u64::try_from(parent).is_ok_and(known) {
        return Err(RestError::new(&codes::TERM_INVALID).status(400));
    }
    Ok(())
}

/// Reports a parent that was deleted in the meantime as an unknown term, not as an unknown post.
fn refused_parent(result: Result<Arc<Term>, StoreError>) -> Result<Arc<Term>, RestError> {
    match result {
        Err(StoreError::Refused(Refusal::InvalidParent)) => {
            Err(RestError::new(&codes::TERM_INVALID).status(400))
        }
        Err(StoreError::Refused(Refusal::Unknown)) => Err(RestError::new(&codes::TERM_INVALID)),
        other => other.or_refuse(),
    }
}
