//! Creating, changing and deleting menus.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::site::Taxonomy;
use markup::escape;
use serde_json::json;
use site_api::reply::without_links;
use site_api::{ApiCall, HandlerResult, OrRefuse, store_error};
use site_contract::core::menus::codes;
use site_rest::{Params, Reply, RestError};
use site_store::{AUTO_ADD, Refusal, StoreError, Term, TermChange};

use crate::menus::locations::write::assign;
use crate::menus::read::shown;

/// Creates a menu.
///
/// # Errors
/// `menu_exists` when another menu has the name, `empty_term_name`, or the store fails.
pub async fn create(call: ApiCall, (): ()) -> HandlerResult {
    let params = call.params();
    if params.has("parent") {
        return Err(RestError::new(&codes::TAXONOMY_NOT_HIERARCHICAL));
    }
    let store = &call.caller().store;
    let change = change(params);
    let made = store.create_term(Taxonomy::NavMenu, &change).await;
    let term = made.map_err(|error| match error {
        StoreError::Refused(Refusal::TermExists(id)) => RestError::naming(
            &codes::MENU_EXISTS,
            [&change.name.as_deref().unwrap_or_default()],
        )
        .with("term_id", id)
        .beside(json!(id)),
        StoreError::Refused(Refusal::EmptyTermName) => {
            RestError::new(&codes::EMPTY_TERM_NAME).status(400)
        }
        other => refusal(other),
    })?;
    assign(&call, term.id).await?;
    let location = call.site().url(&format!("/core/v2/menus/{}", term.id));
    Ok(Reply::created(shown(&call, &term, "view"), &location))
}

/// Changes a menu. Its slug is always derived from its name.
///
/// # Errors
/// `menu_exists` when another menu has the name, or the store fails.
pub async fn update(call: ApiCall, term: Arc<Term>) -> HandlerResult {
    let params = call.params();
    if params.has("parent") {
        return Err(RestError::new(&codes::TAXONOMY_NOT_HIERARCHICAL));
    }
    let store = &call.caller().store;
    let change = change(params);
    let taken = change.name.as_deref().filter(|name| {
        let lower = name.trim().to_lowercase();
        let others = store.terms(Taxonomy::NavMenu, &site_store::TermFilter::default());
        others.is_ok_and(|others| {
            let same = |other: &&Arc<Term>| other.name.to_lowercase() == lower;
            others
                .items
                .iter()
                .filter(same)
                .any(|other| other.id != term.id)
        })
    });
    if let Some(name) = taken {
        return Err(RestError::naming(&codes::MENU_EXISTS_UNPLACED, [&name]));
    }
    let updated = store.update_term(Taxonomy::NavMenu, term.id, &change).await;
    let term = updated.map_err(refusal)?;
    assign(&call, term.id).await?;
    Ok(Reply::json(shown(&call, &term, "view")))
}

/// Deletes a menu and its items permanently, as deployed systems do.
///
/// # Errors
/// `rest_trash_not_supported` without force, or the store fails.
pub async fn delete(call: ApiCall, term: Arc<Term>) -> HandlerResult {
    if !call.params().flag("force") {
        return Err(RestError::new(&codes::TRASH_NOT_SUPPORTED));
    }
    let previous = without_links(shown(&call, &term, "view"));
    call.caller()
        .store
        .delete_term(Taxonomy::NavMenu, term.id)
        .await
        .or_forbid(&codes::CANNOT_DELETE)?;
    Ok(Reply::json(json!({"deleted": true, "previous": previous})))
}

fn refusal(error: StoreError) -> RestError {
    match error {
        StoreError::Refused(Refusal::Unknown) => RestError::new(&codes::TERM_INVALID),
        other => store_error(other),
    }
}

fn change(params: &Params) -> TermChange {
    let mut meta = BTreeMap::new();
    if let Some(auto_add) = params.truth("auto_add") {
        meta.insert(AUTO_ADD.to_owned(), Some(json!(auto_add)));
    }
    TermChange {
        name: params.text("name").map(escape::decode),
        // A menu's slug always follows its name; deployed systems declare one and ignore it.
        slug: params.text("name").map(|_| String::new()),
        description: params
            .text("description")
            .map(crate::content::terms::safe_description),
        parent: None,
        meta,
    }
}
