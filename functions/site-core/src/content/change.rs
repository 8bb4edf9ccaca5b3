//! Translates the parameters of a write to a change of content (docs/interface/site/posts.md#writing-content).

use site_contract::core::rest_bases::taxonomy_base;
use std::collections::BTreeMap;

use domain::site::date::DateInput;
use domain::site::meta::MetaKey;
use domain::site::{Capability, Format, Kind, Openness, Status, Taxonomy, meta};
use serde_json::Value;
use site_api::{Caller, OrRefuse};
use site_contract::core::posts::codes;
use site_rest::schema::{Path, WrittenDate};
use site_rest::{Params, RestError};
use site_store::{Content, ContentChange, ReaderPassword, Summary};

use site_contract::fields::{WRITE_STATUSES, meta_value};

use crate::content::named_files;
use crate::content::safe::safe;
use crate::content::search_meta::check_changes;

/// Checks members that the schema alone cannot judge. Errors are reported with the second phase of validation.
pub fn refine(caller: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let mut refused = Vec::new();
    // A status outside the list is accepted only when the item has it already.
    let current = params
        .id("id")
        .and_then(|id| caller.store.summary(id).ok().flatten());
    if let Some(name) = params.get("status")
        && current
            .as_ref()
            .is_none_or(|item| name.as_str() != Some(item.status.name()))
        && let Err(error) = known_status(name)
    {
        refused.push(("status".to_owned(), error));
    }
    let template = params.get("template").map(|value| match value {
        Value::String(name) => name.clone(),
        other => other.to_string(),
    });
    if let Some(name) = template
        && (current.is_none() || params.text("template").is_none())
        && let Err(error) = known_template(caller, &name, None)
    {
        refused.push(("template".to_owned(), error));
    }
    refused
}

fn known_status(name: &Value) -> Result<(), RestError> {
    let schema = site_rest::Schema::string().choices(WRITE_STATUSES);
    schema.validate(name, &Path::root("status"))
}

/// Checks the rights that single members need in addition to the right to change the item.
///
/// # Errors
/// `rest_cannot_edit_others`, `rest_cannot_assign_sticky`, `rest_cannot_assign_term`.
pub fn check_rights(kind: Kind, params: &Params, caller: &Caller) -> Result<(), RestError> {
    let access = &caller.access;
    let names_another = match params.get("author") {
        None => false,
        // The engine runs this check for lists too, where `author` is a filter.
        Some(Value::Array(authors)) => !authors.is_empty(),
        Some(author) => author
            .as_i64()
            .is_some_and(|author| author != 0 && author.unsigned_abs() != caller.id()),
    };
    if names_another && !access.may_edit_others(kind) {
        return Err(RestError::new(&codes::CANNOT_EDIT_OTHERS));
    }
    if params.flag("sticky") && !access.may_make_sticky(kind) {
        return Err(RestError::new(&codes::CANNOT_ASSIGN_STICKY));
    }
    Ok(())
}

/// Checks that the caller may assign the terms of the request.
///
/// # Errors
/// `rest_cannot_assign_term`.
pub fn check_terms(kind: Kind, params: &Params, caller: &Caller) -> Result<(), RestError> {
    for taxonomy in kind.taxonomies() {
        let listed = listed_terms(params, *taxonomy);
        let exists = |id: &i64| {
            u64::try_from(*id)
                .ok()
                .and_then(|id| caller.store.term(id))
                .is_some_and(|term| term.taxonomy == *taxonomy)
        };
        // The term 0 is refused for every caller; other unknown terms are ignored.
        let refused = listed.contains(&0)
            || !caller.access.may_assign(*taxonomy) && listed.iter().any(exists);
        if refused {
            return Err(RestError::new(&codes::CANNOT_ASSIGN_TERM));
        }
    }
    Ok(())
}

/// The terms of a taxonomy in a request. A menu item gives its single menu as a number.
fn listed_terms(params: &Params, taxonomy: Taxonomy) -> Vec<i64> {
    let base = taxonomy_base(taxonomy);
    match params.integer(base) {
        Some(id) => vec![id],
        None => params.integers(base),
    }
}

/// Converts a request to a change of an item; `current` is the stored item, `None` on creation.
///
/// # Errors
/// A member is refused: `rest_cannot_publish`, `rest_invalid_author`, `rest_invalid_field`,
/// `rest_invalid_param`, or the code of a meta value's fault; `rest_busy` when a long text cannot be made safe now.
pub async fn change(
    kind: Kind,
    params: &Params,
    caller: &Caller,
    current: Option<&Content>,
) -> Result<ContentChange, RestError> {
    let keys = meta::registered(kind);
    let meta = meta_changes(keys, params)?;
    let stored = current.map(|item| &item.meta);
    check_changes(keys, &meta, stored, caller.access.may_edit_others(kind))?;
    named_files::check_meta(caller, keys, &meta, stored)?;
    let content = safe(text(params, "content", true), caller).await?;
    let former = current.map(|item| item.content.as_str());
    named_files::check_text(caller, "content", content.as_deref(), former)?;
    let mut change = ContentChange {
        title: text(params, "title", false)
            .map(|title| safe_title(title.trim().to_owned(), caller)),
        content,
        excerpt: safe(text(params, "excerpt", true), caller).await?,
        slug: params.text("slug").map(str::to_owned),
        status: status(kind, params, caller, current)?,
        date: date(params),
        author: author(kind, params, caller)?,
        parent: parent(kind, params, caller)?,
        menu_order: params
            .integer("menu_order")
            .filter(|_| kind.is_hierarchical()),
        featured_media: featured_media(kind, params, caller, current)?,
        comment_status: openness(kind, params, "comment_status"),
        ping_status: openness(kind, params, "ping_status"),
        format: params
            .text("format")
            .filter(|_| kind.has_format())
            .and_then(Format::named),
        sticky: params.truth("sticky").filter(|_| kind.has_format()),
        template: template(kind, params, caller, current)?,
        password: params
            .text("password")
            .map(|text| ReaderPassword(text.to_owned())),
        meta,
        terms: terms(kind, params),
        editor: caller.id(),
        may_publish: caller.access.may_publish(kind),
        ..ContentChange::default()
    };
    if kind.has_format() {
        if current.is_none() {
            // A creation always sets the flag, so that the result does not depend on defaults.
            change.sticky = Some(params.flag("sticky"));
        }
        check_sticky(params, current)?;
    }
    Ok(change)
}

/// The featured picture. One that the caller may not read counts as unknown, which is ignored, unless the item has it already.
fn featured_media(
    kind: Kind,
    params: &Params,
    caller: &Caller,
    current: Option<&Content>,
) -> Result<Option<u64>, RestError> {
    let Some(id) = params
        .integer("featured_media")
        .filter(|_| kind.has_picture())
    else {
        return Ok(None);
    };
    let id = id.max(0).unsigned_abs();
    let is_kept = current.is_some_and(|item| item.featured_media == id);
    let is_known = is_kept || named_files::may_show(caller, id)?;
    Ok(is_known.then_some(id))
}

/// A text given as a string or as `raw` of an object. An empty `raw` counts only if `may_be_empty`; values of other
/// types are ignored.
pub fn text(params: &Params, name: &str, may_be_empty: bool) -> Option<String> {
    match params.get(name)? {
        Value::String(text) => Some(text.clone()),
        Value::Object(object) => {
            let raw = match object.get("raw")? {
                Value::String(raw) => raw.clone(),
                Value::Number(raw) => raw.to_string(),
                _ => return None,
            };
            (may_be_empty || !raw.is_empty()).then_some(raw)
        }
        _ => None,
    }
}

/// The title of a caller without the right to unfiltered HTML: only harmless tags remain.
fn safe_title(title: String, caller: &Caller) -> String {
    if caller.can(Capability::UnfilteredHtml) || !title.contains('<') {
        return title;
    }
    markup::sanitise::inline(&title)
}

fn status(
    kind: Kind,
    params: &Params,
    caller: &Caller,
    current: Option<&Content>,
) -> Result<Option<Status>, RestError> {
    if params.value("status").is_some_and(Value::is_null) {
        let is_draft = current.is_some() || kind != Kind::Attachment;
        return Ok(is_draft.then_some(Status::Draft));
    }
    let Some(name) = params.filled("status") else {
        return Ok(None);
    };
    if current.is_some_and(|item| item.status.name() == name) {
        return Ok(None);
    }
    if let Err(error) = known_status(&Value::from(name)) {
        return Err(RestError::params(vec![("status".to_owned(), error)]));
    }
    let status = Status::named(name).unwrap_or(Status::Draft);
    if status.needs_publish_right() && !caller.access.may_publish(kind) {
        return Err(RestError::new(&codes::CANNOT_PUBLISH));
    }
    Ok(Some(status))
}

/// `date` has priority over `date_gmt`; `null` in either resets the date.
fn date(params: &Params) -> Option<DateInput> {
    let reset = |name: &str| params.value(name).is_some_and(Value::is_null);
    if reset("date") || reset("date_gmt") {
        return Some(DateInput::Reset);
    }
    if let Some(written) = params.filled("date").and_then(WrittenDate::parse) {
        return match written.offset {
            Some(offset) => offset
                .to_timestamp(written.clock)
                .ok()
                .map(DateInput::Exact),
            None => Some(DateInput::Local(written.clock)),
        };
    }
    if let Some(written) = params.filled("date_gmt").and_then(WrittenDate::parse) {
        return written
            .instant(&jiff::tz::TimeZone::UTC)
            .map(DateInput::Exact);
    }
    None
}

fn openness(kind: Kind, params: &Params, name: &str) -> Option<Openness> {
    let named = params.text(name).filter(|_| kind.has_discussion());
    named.and_then(Openness::named)
}

/// The parent: any existing item.
fn parent(kind: Kind, params: &Params, caller: &Caller) -> Result<Option<u64>, RestError> {
    let Some(id) = params.integer("parent").filter(|_| kind.is_hierarchical()) else {
        return Ok(None);
    };
    let unknown = || RestError::new(&codes::POST_INVALID_ID).status(400);
    let id = u64::try_from(id).map_err(|_| unknown())?;
    if id != 0 && caller.store.summary(id).or_refuse()?.is_none() {
        return Err(unknown());
    }
    Ok(Some(id))
}

fn author(kind: Kind, params: &Params, caller: &Caller) -> Result<Option<u64>, RestError> {
    let author = params.integer("author").unwrap_or(0);
    if author == 0 || !kind.has_author() {
        return Ok(None);
    }
    let author = u64::try_from(author).map_err(|_| RestError::new(&codes::INVALID_AUTHOR))?;
    if author != caller.id() && caller.store.user(author).is_none() {
        return Err(RestError::new(&codes::INVALID_AUTHOR));
    }
    Ok(Some(author))
}

/// The template: one that people choose, of the theme or stored. Kinds without pages of their own have only the default.
fn template(
    kind: Kind,
    params: &Params,
    caller: &Caller,
    current: Option<&Content>,
) -> Result<Option<String>, RestError> {
    let Some(name) = params.text("template") else {
        return Ok(None);
    };
    let is_fitting = name.is_empty() || matches!(kind, Kind::Post | Kind::Page);
    let known = if is_fitting {
        known_template(caller, name, current)
    } else {
        Err(unknown_template())
    };
    known.map_err(|error| RestError::params(vec![("template".to_owned(), error)]))?;
    Ok(Some(name.to_owned()))
}

fn known_template(caller: &Caller, name: &str, current: Option<&Content>) -> Result<(), RestError> {
    if name.is_empty() || current.is_some_and(|item| item.template == name) {
        return Ok(());
    }
    if site_theme::templates::template(name).is_some_and(|file| file.is_chosen()) {
        return Ok(());
    }
    for id in caller.store.with_slug(name).or_refuse()? {
        let item = caller.store.summary(id).or_refuse()?;
        let is_live =
            |item: &Summary| item.kind == Kind::Template && item.status == Status::Publish;
        if item.as_ref().is_some_and(is_live) && !site_theme::templates::is_by_kind(name) {
            return Ok(());
        }
    }
    Err(unknown_template())
}

fn unknown_template() -> RestError {
    RestError::naming(&codes::INVALID_PARAM_TEMPLATE, [&"template"])
}

/// The registered keys of `meta`; `null` removes a key, unregistered keys are ignored.
pub fn meta_changes(
    keys: &[MetaKey],
    params: &Params,
) -> Result<BTreeMap<String, Option<Value>>, RestError> {
    let mut changes = BTreeMap::new();
    let given = params.get("meta").and_then(Value::as_object);
    for (name, value) in given.into_iter().flatten() {
        let Some(key) = keys.iter().find(|key| key.name == name) else {
            continue;
        };
        let place = format!("meta.{name}");
        let change = if value.is_null() {
            None
        } else {
            let accepted = meta_value(key).accept(value, &Path::root(&place));
            Some(accepted.map_err(|error| error.status(400).data_aside())?)
        };
        changes.insert(name.clone(), change);
    }
    Ok(changes)
}

fn terms(kind: Kind, params: &Params) -> BTreeMap<Taxonomy, Vec<u64>> {
    let given = kind
        .taxonomies()
        .iter()
        .filter(|taxonomy| params.has(taxonomy_base(**taxonomy)));
    given
        .map(|taxonomy| {
            let ids = params.integers(taxonomy_base(*taxonomy));
            (
                *taxonomy,
                ids.into_iter()
                    .filter_map(|id| u64::try_from(id).ok())
                    .collect(),
            )
        })
        .collect()
}

/// An item cannot be both sticky and protected by a password.
fn check_sticky(params: &Params, current: Option<&Content>) -> Result<(), RestError> {
    let was_sticky = current.is_some_and(|item| item.sticky);
    let was_protected = current.is_some_and(|item| !item.password.is_empty());
    let sticky = params.truth("sticky").unwrap_or(was_sticky);
    let protected = params
        .text("password")
        .map_or(was_protected, |password| !password.is_empty());
    let asked = params.flag("sticky") || params.filled("password").is_some();
    if sticky && protected && asked {
        return Err(RestError::new(&codes::INVALID_FIELD));
    }
    Ok(())
}
