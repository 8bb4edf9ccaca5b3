//! Categories and tags (docs/interface/site/terms.md).

use std::sync::Arc;

use domain::site::Taxonomy;
use markup::escape;
use serde_json::{Value, json};
use site_rest::paging::paged;
use site_rest::{Params, Reply, RestError, codes};
use site_store::{Refusal, StoreError, Term, TermChange, TermFilter, TermOrder};

use crate::failure::OrRefuse;
use crate::posts::filter::ids;
use crate::posts::{Answer, Ask, without_links};
use crate::views::term::view;

/// The list is public; its edit context is for those who keep the terms, and a filter by an item for
/// those who may read it.
///
/// # Errors
/// `rest_forbidden_context`, `rest_post_invalid_id`.
pub async fn may_list(call: Ask, taxonomy: Taxonomy) -> Result<(), RestError> {
    let visitor = call.caller();
    if call.params().context() == "edit" && !visitor.access.may_edit_terms(taxonomy) {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    if let Some(id) = call.params().id("post").filter(|id| *id > 0) {
        let found = visitor.store.get(id).await.or_refuse()?;
        let item = found.ok_or_else(|| RestError::new(&codes::POST_INVALID_ID).status(400))?;
        if !visitor.access.may_read(item.subject()) {
            return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
        }
    }
    Ok(())
}

/// Lists terms.
///
/// # Errors
/// The store fails.
pub async fn list(call: Ask, taxonomy: Taxonomy) -> Answer {
    let context = call.params().context();
    listed(&call, taxonomy, |term| shown(&call, term, context))
}

/// The page whose neighbours are linked; an offset is counted in pages.
pub fn page_of(params: &site_rest::Params, per_page: u64) -> u64 {
    match params.integer("offset") {
        Some(offset) if per_page > 0 => offset.unsigned_abs().div_ceil(per_page) + 1,
        _ => params.id("page").unwrap_or(1),
    }
}

/// The page of terms that a request asks for, each as `shown` makes it.
///
/// # Errors
/// The store fails.
pub fn listed(call: &Ask, taxonomy: Taxonomy, shown: impl Fn(&Term) -> Value) -> Answer {
    let params = call.params();
    let listed = call
        .caller()
        .store
        .terms(taxonomy, &filter(params))
        .or_refuse()?;
    let items: Vec<Value> = listed.items.iter().map(|term| shown(term)).collect();
    let per_page = params.id("per_page").unwrap_or(10);
    let page = page_of(params, per_page);
    Ok(paged(
        Reply::json(Value::Array(items)),
        call,
        listed.total,
        page,
        per_page,
    ))
}

fn filter(params: &Params) -> TermFilter {
    let per_page = params.id("per_page").unwrap_or(10);
    let page = params.id("page").unwrap_or(1).max(1);
    let offset = params
        .integer("offset")
        .map(|offset| offset.max(0).unsigned_abs());
    let offset = offset.unwrap_or_else(|| (page - 1).saturating_mul(per_page));
    TermFilter {
        search: params.filled("search").map(str::to_owned),
        include: ids(params, "include"),
        exclude: ids(params, "exclude"),
        slugs: params
            .texts("slug")
            .into_iter()
            .map(str::to_owned)
            .collect(),
        parent: params.integer("parent").map(i64::unsigned_abs),
        content: params.id("post").filter(|id| *id > 0),
        hide_empty: params.flag("hide_empty"),
        order_by: match params.text("orderby") {
            Some("id" | "term_group") => TermOrder::Id,
            Some("slug") => TermOrder::Slug,
            Some("description") => TermOrder::Description,
            Some("count") => TermOrder::Count,
            Some("include") => TermOrder::Include,
            Some("include_slugs") => TermOrder::IncludeSlugs,
            _ => TermOrder::Name,
        },
        descending: params.text("order") == Some("desc"),
        offset: usize::try_from(offset).unwrap_or(usize::MAX),
        limit: usize::try_from(per_page).ok(),
    }
}

fn shown(call: &Ask, term: &Term, context: &str) -> Value {
    let visitor = call.caller();
    view(
        term,
        &visitor.store,
        &visitor.access,
        call.site(),
        context,
        call.fields(),
    )
}

/// The term that the path names.
///
/// # Errors
/// `rest_term_invalid`.
fn named(call: &Ask, taxonomy: Taxonomy) -> Result<Arc<Term>, RestError> {
    let found = call
        .params()
        .id("id")
        .and_then(|id| call.caller().store.term(id));
    found
        .filter(|term| term.taxonomy == taxonomy)
        .ok_or_else(|| RestError::new(&codes::TERM_INVALID))
}

/// Everybody reads terms; the edit context is for those who keep them.
///
/// # Errors
/// `rest_term_invalid`, `rest_forbidden_context`.
pub async fn may_read(call: Ask, taxonomy: Taxonomy) -> Result<Arc<Term>, RestError> {
    let term = named(&call, taxonomy)?;
    if call.params().context() == "edit" && !call.caller().access.may_edit_terms(taxonomy) {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    Ok(term)
}

/// Answers one term.
///
/// # Errors
/// Never.
pub async fn read(call: Ask, term: Arc<Term>) -> Answer {
    Ok(Reply::json(shown(&call, &term, call.params().context())))
}

/// Who may create terms.
///
/// # Errors
/// `rest_cannot_create`.
pub async fn may_create(call: Ask, taxonomy: Taxonomy) -> Result<(), RestError> {
    if call.caller().access.may_create_terms(taxonomy) {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_CREATE))
    }
}

/// Creates a term.
///
/// # Errors
/// A term of that name is there, the parent is unknown, or the store fails.
pub async fn create(call: Ask, taxonomy: Taxonomy) -> Answer {
    let change = change(call.params());
    check_parent(&call, taxonomy)?;
    let term = refused_parent(call.caller().store.create_term(taxonomy, &change).await)?;
    let base = crate::views::links::taxonomy_base(taxonomy);
    let location = call.site().url(&format!("/core/v2/{base}/{}", term.id));
    Ok(Reply::created(shown(&call, &term, "edit"), &location))
}

/// Who may change the term that the path names.
///
/// # Errors
/// `rest_term_invalid`, `rest_cannot_update`.
pub async fn may_update(call: Ask, taxonomy: Taxonomy) -> Result<Arc<Term>, RestError> {
    let term = named(&call, taxonomy)?;
    if !call.caller().access.may_edit_terms(taxonomy) {
        return Err(RestError::new(&codes::CANNOT_UPDATE));
    }
    Ok(term)
}

/// Changes a term.
///
/// # Errors
/// The slug is taken, the parent is unknown, or the store fails.
pub async fn update(call: Ask, term: Arc<Term>) -> Answer {
    check_parent(&call, term.taxonomy)?;
    let change = change(call.params());
    let term = refused_parent(
        call.caller()
            .store
            .update_term(term.taxonomy, term.id, &change)
            .await,
    )?;
    Ok(Reply::json(shown(&call, &term, "edit")))
}

/// Who may delete the term that the path names; the default category nobody.
///
/// # Errors
/// `rest_term_invalid`, `rest_cannot_delete`.
pub async fn may_delete(call: Ask, taxonomy: Taxonomy) -> Result<Arc<Term>, RestError> {
    let term = named(&call, taxonomy)?;
    let visitor = call.caller();
    let default =
        taxonomy == Taxonomy::Category && visitor.store.settings().default_category == term.id;
    if default || !visitor.access.may_edit_terms(taxonomy) {
        return Err(RestError::new(&codes::CANNOT_DELETE));
    }
    Ok(term)
}

/// Deletes a term for good.
///
/// # Errors
/// `rest_trash_not_supported` without force, or the store fails.
pub async fn delete(call: Ask, term: Arc<Term>) -> Answer {
    if !call.params().flag("force") {
        return Err(RestError::new(&codes::TRASH_NOT_SUPPORTED));
    }
    let previous = without_links(shown(&call, &term, "view"));
    call.caller()
        .store
        .delete_term(term.taxonomy, term.id)
        .await
        .or_forbid(&codes::CANNOT_DELETE)?;
    Ok(Reply::json(json!({"deleted": true, "previous": previous})))
}

fn change(params: &Params) -> TermChange {
    TermChange {
        // Clients send back what they were given, in which some characters are encoded.
        name: params.text("name").map(escape::decode),
        slug: params.text("slug").map(str::to_owned),
        description: params.text("description").map(safe_description),
        parent: params.integer("parent").map(i64::unsigned_abs),
        meta: std::collections::BTreeMap::new(),
    }
}

/// A description without tags that could act, whoever writes it.
pub fn safe_description(text: &str) -> String {
    if text.contains(['<', '&']) {
        markup::sanitise::marked(text)
    } else {
        text.to_owned()
    }
}

fn check_parent(call: &Ask, taxonomy: Taxonomy) -> Result<(), RestError> {
    let Some(parent) = call.params().integer("parent") else {
        return Ok(());
    };
    if !taxonomy.is_hierarchical() {
        return Err(RestError::new(&codes::TAXONOMY_NOT_HIERARCHICAL));
    }
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

/// A parent that went away meanwhile is an unknown term, not an unknown post.
fn refused_parent(result: Result<Arc<Term>, StoreError>) -> Result<Arc<Term>, RestError> {
    match result {
        Err(StoreError::Refused(Refusal::InvalidParent)) => {
            Err(RestError::new(&codes::TERM_INVALID).status(400))
        }
        Err(StoreError::Refused(Refusal::Unknown)) => Err(RestError::new(&codes::TERM_INVALID)),
        other => other.or_refuse(),
    }
}
