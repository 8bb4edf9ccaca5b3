//! Creating, changing, resetting and deleting templates and parts.

use std::sync::Arc;

use domain::site::meta::PART_AREA;
use domain::site::{Kind, Status};
use serde_json::{Value, json};
use site_api::reply::without_links;
use site_api::{ApiCall, HandlerResult, OrRefuse, ViewContext};
use site_contract::core::templates::codes;
use site_rest::{Reply, RestError};
use site_store::{Content, ContentChange};
use site_theme::{STYLESHEET, templates};

use crate::content::change::text;
use crate::language::of_theme;
use crate::templates::found::{self, Found};
use crate::templates::view::{address, area, view};

/// Creates a template or part.
///
/// # Errors
/// `rest_template_insert_error` for another theme; a member is invalid, or the store fails.
pub async fn create(call: ApiCall, kind: Kind) -> HandlerResult {
    let params = call.params();
    if params
        .filled("theme")
        .is_some_and(|theme| theme != STYLESHEET)
    {
        return Err(RestError::new(&codes::TEMPLATE_OF_OTHER_THEME));
    }
    let mut change = change(&call, None)?;
    change.slug = params.text("slug").map(str::to_owned);
    if kind == Kind::TemplatePart {
        set_area(
            &mut change,
            templates::area(params.text("area").unwrap_or_default()),
        );
    }
    let caller = call.caller();
    let item = caller.store.create(kind, caller.id(), &change).await;
    let found = Found::stored(item.or_refuse()?);
    let cx = ViewContext::of(&call);
    Ok(Reply::created(view(&found, &cx), &address(&found, &cx)))
}

/// Changes a template or part. The first change of one of the theme stores it; `source=theme` drops what is stored.
///
/// # Errors
/// `rest_template_not_found`, `rest_invalid_template`; a member is invalid, or the store fails.
pub async fn update(call: ApiCall, kind: Kind) -> HandlerResult {
    let missing = || RestError::new(&codes::TEMPLATE_NOT_FOUND);
    let mut found = named(&call, kind).await?;
    if call.params().text("source") == Some("theme") {
        return reset(&call, found).await;
    }
    if found.item.is_none() {
        let mut change = change(&call, Some(&found))?;
        change.slug = Some(found.slug.clone());
        let caller = call.caller();
        let author = change.author.unwrap_or(caller.id());
        let created = caller.store.create_unless_taken(kind, author, &change);
        if let Some(item) = created.await.or_refuse()? {
            return Ok(Reply::json(edited(&call, &Found::stored(item))));
        }
        // Another request stored it meanwhile.
        let store = &caller.store;
        found = found::with_slug(store, kind, &found.slug)
            .await?
            .ok_or_else(missing)?;
    }
    let Some(item) = &found.item else {
        return Err(missing());
    };
    let change = change(&call, Some(&found))?;
    let access = call.caller().access.clone();
    let guard = move |item: &Content| access.may_edit(item.subject());
    let item = call
        .caller()
        .store
        .update(kind, item.id, &change, &guard)
        .await
        .or_forbid(&codes::CANNOT_MANAGE_TEMPLATES)?;
    Ok(Reply::json(edited(&call, &Found::stored(item))))
}

/// Deletes what is stored of a template of the theme.
async fn reset(call: &ApiCall, found: Found) -> HandlerResult {
    let Some(file) = found.file else {
        return Err(RestError::new(&codes::TEMPLATE_NOT_OF_THEME));
    };
    if let Some(item) = &found.item {
        removed(call, item).await?;
    }
    let of_theme = Found::of_theme(found.kind, file);
    Ok(Reply::json(edited(call, &of_theme)))
}

async fn removed(call: &ApiCall, item: &Content) -> Result<Arc<Content>, RestError> {
    let access = call.caller().access.clone();
    let guard = move |item: &Content| access.may_delete(item.subject());
    let gone = call.caller().store.delete(item.kind, item.id, &guard).await;
    gone.or_forbid(&codes::CANNOT_MANAGE_TEMPLATES)
}

/// Moves a stored template to the trash, or deletes it permanently. That of the theme shows again.
///
/// # Errors
/// `rest_template_not_found`, `rest_invalid_template`, `rest_template_already_trashed`; the store fails.
pub async fn delete(call: ApiCall, kind: Kind) -> HandlerResult {
    let found = named(&call, kind).await?;
    let Some(item) = found.item.clone() else {
        return Err(RestError::new(&codes::TEMPLATE_OF_THEME));
    };
    if call.params().flag("force") {
        let previous = without_links(edited(&call, &found));
        removed(&call, &item).await?;
        return Ok(Reply::json(json!({"deleted": true, "previous": previous})));
    }
    if item.status == Status::Trash {
        return Err(RestError::new(&codes::TEMPLATE_ALREADY_TRASHED));
    }
    let caller = call.caller();
    let access = caller.access.clone();
    let guard = move |item: &Content| access.may_delete(item.subject());
    let trashed = caller
        .store
        .trash(kind, item.id, caller.id(), &guard)
        .await
        .or_forbid(&codes::CANNOT_MANAGE_TEMPLATES)?;
    // The answer has the name that the template had.
    let trashed = Content {
        slug: item.slug.clone(),
        ..(*trashed).clone()
    };
    Ok(Reply::json(edited(
        &call,
        &Found::stored(Arc::new(trashed)),
    )))
}

async fn named(call: &ApiCall, kind: Kind) -> Result<Found, RestError> {
    let found = found::named(call, kind, "id").await?;
    found.ok_or_else(|| RestError::new(&codes::TEMPLATE_NOT_FOUND))
}

/// The change that a request asks for. What it does not say about one of the theme comes from the theme.
///
/// # Errors
/// `rest_invalid_author`.
pub fn change(call: &ApiCall, of: Option<&Found>) -> Result<ContentChange, RestError> {
    let (params, caller) = (call.params(), call.caller());
    let author = params.integer("author").filter(|author| *author != 0);
    let unknown = || RestError::new(&codes::INVALID_AUTHOR);
    let author = match author.map(u64::try_from) {
        None => None,
        Some(Ok(id)) if caller.store.user(id).is_some() => Some(id),
        Some(_) => return Err(unknown()),
    };
    let mut change = ContentChange {
        title: text(params, "title", false),
        content: text(params, "content", true),
        excerpt: params.text("description").map(str::to_owned),
        status: Some(Status::Publish),
        author,
        editor: caller.id(),
        may_publish: true,
        ..ContentChange::default()
    };
    let Some(found) = of else { return Ok(change) };
    let given = params.filled("area").map(templates::area);
    // A stored one keeps its area, also one that is written at the same time.
    if found.kind == Kind::TemplatePart && (given.is_some() || found.item.is_none()) {
        set_area(&mut change, given.unwrap_or_else(|| area(found)));
    }
    if let (None, Some(file)) = (&found.item, found.file) {
        let language = of_theme(call.site().locale);
        let or = |given: Option<String>, own: String| Some(given.unwrap_or(own));
        change.title = or(change.title, file.title.of(language).to_owned());
        change.content = or(change.content, file.markup(language));
        change.excerpt = or(change.excerpt, file.description.of(language).to_owned());
    }
    Ok(change)
}

fn set_area(change: &mut ContentChange, area: &str) {
    let area = Some(Value::from(area));
    change.meta.insert(PART_AREA.to_owned(), area);
}

/// The representation after a write, always in the edit context.
fn edited(call: &ApiCall, found: &Found) -> Value {
    view(found, &ViewContext::in_context(call, "edit"))
}
