//! Creating, changing and deleting families and fonts.

use std::sync::Arc;

use domain::site::{Kind, Status};
use serde_json::{Map, Value, json};
use site_api::reply::without_links;
use site_api::{ApiCall, HandlerResult, OrRefuse, ViewContext, store_error};
use site_contract::core::fonts::codes;
use site_rest::{Reply, RestError};
use site_store::{Content, ContentChange, FontError, FontSource, NewFontFace, Refusal, StoreError};
use url::Url;

use crate::fonts::read::shown;
use crate::fonts::settings::{FACE, FAMILY, face_slug, identity};
use crate::fonts::view::{self, face_address, family_address, setting};

fn settings(call: &ApiCall, name: &str) -> Map<String, Value> {
    let settings = call.params().get(name).and_then(Value::as_object);
    settings.cloned().unwrap_or_default()
}

fn text(settings: &Map<String, Value>, name: &str) -> Option<String> {
    let text = settings.get(name).and_then(Value::as_str);
    text.map(str::to_owned)
}

/// The change of a family by these settings; those that they do not have are those of `current`.
fn change(call: &ApiCall, current: Option<&Content>) -> ContentChange {
    let settings = settings(call, FAMILY);
    let stored = |name: &str| {
        let given = text(&settings, name);
        given.unwrap_or_else(|| current.map_or_else(String::new, |item| setting(item, name)))
    };
    let content = json!({"fontFamily": stored("fontFamily"), "preview": stored("preview")});
    ContentChange {
        title: text(&settings, "name"),
        slug: text(&settings, "slug"),
        content: Some(content.to_string()),
        status: Some(Status::Publish),
        may_publish: true,
        ..ContentChange::default()
    }
}

/// Creates a family.
///
/// # Errors
/// `rest_duplicate_font_family`; the store fails.
pub async fn create_family(call: ApiCall, (): ()) -> HandlerResult {
    let change = change(&call, None);
    // A family has no author, so that it stays when a user is deleted.
    let store = &call.caller().store;
    let created = store.create_unless_taken(Kind::FontFamily, 0, &change);
    let Some(item) = created.await.or_refuse()? else {
        let slug = change.slug.unwrap_or_default();
        return Err(RestError::naming(&codes::DUPLICATE_FONT_FAMILY, [&slug]));
    };
    let address = family_address(item.id, call.site());
    Ok(Reply::created(shown(&call, &item).await?, &address))
}

/// Changes a family.
///
/// # Errors
/// The store fails.
pub async fn update_family(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let change = change(&call, Some(&item));
    let caller = call.caller();
    let access = caller.access.clone();
    let guard = move |item: &Content| access.may_edit(item.subject());
    let changed = caller
        .store
        .update(Kind::FontFamily, item.id, &change, &guard)
        .await
        .or_forbid(&codes::CANNOT_EDIT)?;
    Ok(Reply::json(shown(&call, &changed).await?))
}

fn check_force(call: &ApiCall) -> Result<(), RestError> {
    if call.params().flag("force") {
        Ok(())
    } else {
        Err(RestError::new(&codes::TRASH_NOT_SUPPORTED))
    }
}

fn deleted(previous: Value) -> Reply {
    Reply::json(json!({"deleted": true, "previous": without_links(previous)}))
}

/// Deletes a family with its fonts and their files.
///
/// # Errors
/// `rest_trash_not_supported` without force; the store fails.
pub async fn delete_family(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    check_force(&call)?;
    let previous = shown(&call, &item).await?;
    let caller = call.caller();
    let access = caller.access.clone();
    let guard = move |item: &Content| access.may_delete(item.subject());
    let gone = caller.store.delete_font_family(item.id, &guard).await;
    gone.or_forbid(&codes::CANNOT_DELETE)?;
    Ok(deleted(previous))
}

/// Adds a font to a family, with the files of the form.
///
/// # Errors
/// `rest_invalid_param`, `rest_duplicate_font_face`, `rest_font_upload_invalid_file_type`, `rest_post_invalid_parent` when
/// the family was deleted meanwhile; the store fails.
pub async fn create_face(call: ApiCall, family: Arc<Content>) -> HandlerResult {
    let mut settings = settings(&call, FACE);
    let sources = sources(&call, settings.shift_remove("src").as_ref())?;
    let identity = identity(&settings);
    let face = NewFontFace {
        family: family.id,
        slug: face_slug(&identity),
        identity,
        settings,
        sources,
    };
    let added = call.caller().store.add_font_face(face).await;
    let item = added.map_err(refused)?;
    let address = face_address(family.id, item.id, call.site());
    let value = view::face(&item, &ViewContext::of(&call));
    Ok(Reply::created(value, &address))
}

/// The files of the form and the addresses that `src` names. Every file must be named.
fn sources(call: &ApiCall, src: Option<&Value>) -> Result<Vec<FontSource>, RestError> {
    let name = format!("{FACE}[src]");
    let invalid = |error: RestError| RestError::params(vec![(FACE.to_owned(), error)]);
    let uploads = &call.request().uploads;
    let list = src.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let list: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
    let mut sources = Vec::with_capacity(list.len());
    for src in &list {
        match uploads.iter().find(|part| part.field == *src) {
            Some(part) => sources.push(FontSource::File {
                name: part.file_name.clone(),
                bytes: part.bytes.clone(),
            }),
            None if is_address(src) => sources.push(FontSource::Address((*src).to_owned())),
            None => {
                let error = RestError::naming(&codes::SOURCE_INVALID, [&name, src]);
                return Err(invalid(error));
            }
        }
    }
    match uploads
        .iter()
        .find(|part| !list.contains(&part.field.as_str()))
    {
        Some(unused) => {
            let error = RestError::naming(&codes::FILE_NOT_USED, [&unused.field, &name]);
            Err(invalid(error))
        }
        None => Ok(sources),
    }
}

/// Whether a source is the address of a file on the web. The site never requests it.
fn is_address(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| {
        matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.username().is_empty()
            && url.password().is_none()
    })
}

fn refused(error: FontError) -> RestError {
    match error {
        FontError::Type => RestError::new(&codes::FONT_FILE_TYPE),
        FontError::Duplicate => RestError::new(&codes::DUPLICATE_FONT_FACE),
        FontError::Store(StoreError::Refused(Refusal::InvalidParent)) => {
            RestError::new(&codes::POST_INVALID_PARENT)
        }
        FontError::Store(error) => store_error(error),
    }
}

/// Deletes a font and its files.
///
/// # Errors
/// `rest_trash_not_supported` without force; the store fails.
pub async fn delete_face(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    check_force(&call)?;
    let previous = view::face(&item, &ViewContext::of(&call));
    let caller = call.caller();
    let access = caller.access.clone();
    let guard = move |item: &Content| access.may_delete(item.subject());
    let gone = caller.store.delete_font_face(item.id, &guard).await;
    gone.or_forbid(&codes::CANNOT_DELETE)?;
    Ok(deleted(previous))
}
