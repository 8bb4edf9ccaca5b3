//! Menu items.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::site::{Kind, Status, Taxonomy};
use serde_json::{Value, json};
use site_rest::schema::url;
use site_rest::{Params, Reply, RestError, codes};
use site_store::{Content, ContentChange};

use super::may_read_menus;
use super::target::{Targets, written};
use crate::failure::OrRefuse;
use crate::posts::{self, Answer, Ask, created, found, scene, without_links};
use crate::views::menu_item::view;
use crate::views::post::Scene;
use crate::visitor::Visitor;

/// Checks on members that their shape alone does not say.
pub fn refine(_: &Visitor, params: &mut Params) -> Vec<(String, RestError)> {
    let mut refused = Vec::new();
    if let Some(given) = params.get("url") {
        let text = given.as_str().unwrap_or_default();
        let cleaned = url(text);
        // What the cleaner leaves nothing of is no address that a page may link to.
        if given.as_str() != Some("") && cleaned.is_empty() {
            let error = RestError::naming(&codes::INVALID_URL_PARAM, [&"url"]);
            refused.push(("url".to_owned(), error));
        }
        params.set("url", Value::from(cleaned));
    }
    refused
}

/// Who may list menu items: whoever writes anything; in the edit context, who keeps the menus.
///
/// # Errors
/// `rest_forbidden_context`, `rest_cannot_view`.
pub async fn may_list(call: Ask) -> Result<(), RestError> {
    posts::may_list(call.clone(), Kind::NavMenuItem).await?;
    may_read_menus(&call)
}

/// Lists menu items.
///
/// # Errors
/// What the parameters ask for cannot be answered, or the store fails.
pub async fn list(call: Ask, (): ()) -> Answer {
    let listed = found(&call, Kind::NavMenuItem).await?;
    let targets = targets(&call, &listed.items).await?;
    let scene = scene(&call);
    let shown = listed.items.iter().map(|item| view(item, &targets, &scene));
    Ok(posts::answered(&call, shown.collect(), listed.total))
}

async fn targets(call: &Ask, items: &[Arc<Content>]) -> Result<Targets, RestError> {
    let of = items.iter().filter_map(|item| item.menu_item.as_ref());
    Targets::of(&call.caller().store, of).await
}

/// Who may read the menu item that the path names.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_forbidden_context`, `rest_forbidden`, `rest_cannot_view`.
pub async fn may_read(call: Ask) -> Result<Arc<Content>, RestError> {
    let item = posts::named(&call, Kind::NavMenuItem).await?;
    let access = &call.caller().access;
    if call.params().context() == "edit" && !access.may_edit(item.subject()) {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    if item.status != Status::Publish && !access.may_read(item.subject()) {
        return Err(RestError::new(&codes::FORBIDDEN));
    }
    may_read_menus(&call)?;
    Ok(item)
}

/// Answers one menu item.
///
/// # Errors
/// The store fails.
pub async fn read(call: Ask, item: Arc<Content>) -> Answer {
    let context = call.params().context();
    Ok(Reply::json(shown(&call, &item, context).await?))
}

async fn shown(call: &Ask, item: &Content, context: &str) -> Result<Value, RestError> {
    let targets = Targets::of(&call.caller().store, &item.menu_item).await?;
    let scene = Scene {
        context,
        ..scene(call)
    };
    Ok(view(item, &targets, &scene))
}

/// Creates a menu item.
///
/// # Errors
/// A member is refused, or the store fails.
pub async fn create(call: Ask, (): ()) -> Answer {
    let visitor = call.caller();
    let change = change(&call, None).await?;
    let item = visitor
        .store
        .create(Kind::NavMenuItem, visitor.id(), &change)
        .await
        .or_refuse()?;
    let body = shown(&call, &item, "edit").await?;
    Ok(created(&call, &item, body))
}

/// Changes a menu item.
///
/// # Errors
/// A member is refused, or the store fails.
pub async fn update(call: Ask, item: Arc<Content>) -> Answer {
    let visitor = call.caller();
    let change = change(&call, Some(&item)).await?;
    let access = visitor.access.clone();
    let guard = move |item: &Content| access.may_edit(item.subject());
    let item = visitor
        .store
        .update(Kind::NavMenuItem, item.id, &change, &guard)
        .await
        .or_forbid(&codes::CANNOT_EDIT)?;
    Ok(Reply::json(shown(&call, &item, "edit").await?))
}

/// Deletes a menu item for good.
///
/// # Errors
/// `rest_trash_not_supported` without force, or the store fails.
pub async fn delete(call: Ask, item: Arc<Content>) -> Answer {
    if !call.params().flag("force") {
        return Err(RestError::new(&codes::TRASH_NOT_SUPPORTED));
    }
    let previous = without_links(shown(&call, &item, "view").await?);
    let visitor = call.caller();
    let access = visitor.access.clone();
    let guard = move |item: &Content| access.may_delete(item.subject());
    visitor
        .store
        .delete(Kind::NavMenuItem, item.id, &guard)
        .await
        .or_forbid(&codes::CANNOT_DELETE)?;
    Ok(Reply::json(json!({"deleted": true, "previous": previous})))
}

/// The change that a request asks for. An item of no menu has the first place, whatever is asked.
async fn change(call: &Ask, current: Option<&Content>) -> Result<ContentChange, RestError> {
    let (params, visitor) = (call.params(), call.caller());
    let (menu_item, title) = written(params, &visitor.store, current).await?;
    let asked = params.integer("menus").unwrap_or(0).unsigned_abs();
    let mut terms = BTreeMap::new();
    if asked != 0 {
        let term = visitor.store.term(asked);
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
        may_publish: visitor.access.may_publish(Kind::NavMenuItem),
        editor: visitor.id(),
        ..ContentChange::default()
    })
}
