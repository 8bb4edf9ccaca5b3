//! Creating, changing and deleting menu items.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::site::{Kind, Status, Taxonomy};
use items::MAX_CONFLICT_RETRIES;
use serde_json::{Value, json};
use site_api::reply::without_links;
use site_api::{ApiCall, Caller, HandlerResult, OrRefuse};
use site_contract::core::menus::codes;
use site_rest::schema::url;
use site_rest::{Params, Reply, RestError};
use site_store::{Content, ContentChange, StoreError};

use crate::content::item::created;
use crate::menus::items::basis::Basis;
use crate::menus::items::read::shown;
use crate::menus::items::target::written;

/// Checks members that their schemas alone cannot judge.
pub fn refine(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let mut refused = Vec::new();
    if let Some(given) = params.get("url") {
        let text = given.as_str().unwrap_or_default();
        let cleaned = url(text);
        // An address of which sanitising leaves nothing is invalid.
        if given.as_str() != Some("") && cleaned.is_empty() {
            let error = RestError::naming(&codes::INVALID_URL, [&"url"]);
            refused.push(("url".to_owned(), error));
        }
        params.set("url", Value::from(cleaned));
    }
    refused
}

/// Creates a menu item.
///
/// # Errors
/// A member is invalid, or the store fails.
pub async fn create(call: ApiCall, (): ()) -> HandlerResult {
    let caller = call.caller();
    let change = change(&call, None).await?;
    let item = caller
        .store
        .create(Kind::NavMenuItem, caller.id(), &change)
        .await
        .or_refuse()?;
    let body = shown(&call, &item, "edit").await?;
    Ok(created(&call, &item, body))
}

/// Changes a menu item.
///
/// # Errors
/// A member is invalid, or the store fails.
pub async fn update(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let caller = call.caller();
    let (id, mut found) = (item.id, Some(item));
    for _ in 0..MAX_CONFLICT_RETRIES {
        let Some(item) = found else {
            return Err(RestError::new(&codes::POST_INVALID_ID));
        };
        let basis = Basis::of(&item);
        let change = change(&call, Some(&item)).await?;
        let guard = |item: &Content| caller.access.may_edit(item.subject()) && basis.holds(item);
        let changed = caller.store.update(Kind::NavMenuItem, id, &change, &guard);
        let changed = changed.await;
        if changed.is_err() && basis.is_outdated() {
            found = caller.store.get(id).await.or_refuse()?;
            continue;
        }
        let item = changed.or_forbid(&codes::CANNOT_EDIT)?;
        return Ok(Reply::json(shown(&call, &item, "edit").await?));
    }
    Err(StoreError::Contended).or_refuse()
}

/// Deletes a menu item permanently.
///
/// # Errors
/// `rest_trash_not_supported` without force, or the store fails.
pub async fn delete(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    if !call.params().flag("force") {
        return Err(RestError::new(&codes::TRASH_NOT_SUPPORTED));
    }
    let previous = without_links(shown(&call, &item, "view").await?);
    let caller = call.caller();
    let access = caller.access.clone();
    let guard = move |item: &Content| access.may_delete(item.subject());
    caller
        .store
        .delete(Kind::NavMenuItem, item.id, &guard)
        .await
        .or_forbid(&codes::CANNOT_DELETE)?;
    Ok(Reply::json(json!({"deleted": true, "previous": previous})))
}

/// Converts a request to a change of a menu item. An item outside any menu always has the first position.
async fn change(call: &ApiCall, current: Option<&Content>) -> Result<ContentChange, RestError> {
    let (params, caller) = (call.params(), call.caller());
    let (menu_item, title) = written(params, &caller.store, current).await?;
    let asked = params.integer("menus").unwrap_or(0).unsigned_abs();
    let mut terms = BTreeMap::new();
    if asked != 0 {
        let term = caller.store.term(asked);
        if term.is_none_or(|term| term.taxonomy != Taxonomy::NavMenu) {
            return Err(RestError::new(&codes::INVALID_MENU_ID));
        }
        terms.insert(Taxonomy::NavMenu, vec![asked]);
    }
    let has_menu =
        asked != 0 || current.is_some_and(|item| !item.terms_of(Taxonomy::NavMenu).is_empty());
    let place = if has_menu {
        params.integer("menu_order")
    } else {
        Some(1)
    };
    let text = |name: &str| params.text(name).map(str::to_owned);
    Ok(ContentChange {
        title: Some(title),
        excerpt: text("attr_title"),
        content: text("description"),
        status: match params.value("status") {
            Some(Value::Null) => current.is_none().then_some(Status::Draft),
            _ => params.text("status").and_then(Status::named),
        },
        parent: params.integer("parent").map(i64::unsigned_abs),
        menu_order: place,
        menu_item: Some(menu_item),
        terms,
        may_publish: caller.access.may_publish(Kind::NavMenuItem),
        editor: caller.id(),
        ..ContentChange::default()
    })
}
