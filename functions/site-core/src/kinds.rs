//! Lists of kinds, states and taxonomies (docs/interface/site/types.md#types-statuses-and-taxonomies).

use domain::site::{Caller, Capability, Kind, Status, Taxonomy};
use serde_json::{Map, Value};
use site_rest::{Call, Reply, RestError, codes};

use crate::app::Core;
use crate::views::kinds::{KINDS, STATUSES, TAXONOMIES, kind, status, taxonomy};

type Ask = Call<Core>;
type Answer = Result<Reply, RestError>;

fn edits(access: &Caller) -> bool {
    access.can(Capability::EditPosts)
}

/// The edit context is for those who edit.
///
/// # Errors
/// `rest_cannot_view`, `rest_forbidden_context`.
pub async fn may_list(call: Ask) -> Result<(), RestError> {
    if call.params().context() == "edit" && !edits(&call.caller().access) {
        return Err(RestError::new(&codes::CANNOT_VIEW));
    }
    Ok(())
}

/// The kinds, by name.
pub async fn types(call: Ask, (): ()) -> Answer {
    let editing = call.params().context() == "edit";
    let access = &call.caller().access;
    let entries = KINDS
        .into_iter()
        .filter(|one| !editing || access.may_edit_kind(*one))
        .map(|one| (one.name(), kind(one, call.site(), call.params().context())));
    Ok(keyed(entries))
}

/// The kind that the path names.
///
/// # Errors
/// `rest_type_invalid`, `rest_forbidden_context`.
fn named_type(call: &Ask) -> Result<Kind, RestError> {
    let named = call
        .params()
        .text("type")
        .and_then(Kind::named)
        .filter(|kind| KINDS.contains(kind));
    let kind = named.ok_or_else(|| RestError::new(&codes::TYPE_INVALID))?;
    if call.params().context() == "edit" && !call.caller().access.may_edit_kind(kind) {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    Ok(kind)
}

/// One kind. Everybody may ask for one, so that an unknown one still says how it is asked for.
///
/// # Errors
/// `rest_type_invalid`, `rest_forbidden_context`.
pub async fn one_type(call: Ask, (): ()) -> Answer {
    Ok(Reply::json(kind(
        named_type(&call)?,
        call.site(),
        call.params().context(),
    )))
}

/// The states that the caller may know of, by name.
pub async fn statuses(call: Ask, (): ()) -> Answer {
    let all = edits(&call.caller().access);
    let shown = STATUSES
        .into_iter()
        .filter(|status| all || *status == Status::Publish);
    Ok(keyed(shown.map(|one| {
        (
            one.name(),
            status(one, call.site(), call.params().context()),
        )
    })))
}

/// The state that the path names.
///
/// # Errors
/// `rest_status_invalid`, `rest_cannot_read_status`.
pub async fn may_read_status(call: Ask) -> Result<Status, RestError> {
    let named = call.params().text("status").and_then(Status::named);
    let status = named.ok_or_else(|| RestError::new(&codes::STATUS_INVALID))?;
    let may_see =
        status == Status::Publish || STATUSES.contains(&status) && edits(&call.caller().access);
    if !may_see {
        return Err(RestError::new(&codes::CANNOT_READ_STATUS));
    }
    Ok(status)
}

/// One state.
pub async fn one_status(call: Ask, found: Status) -> Answer {
    Ok(Reply::json(status(
        found,
        call.site(),
        call.params().context(),
    )))
}

/// The taxonomies, by name.
pub async fn taxonomies(call: Ask, (): ()) -> Answer {
    let of = call.params().filled("type");
    let editing = call.params().context() == "edit";
    let access = &call.caller().access;
    let shown = TAXONOMIES
        .into_iter()
        .filter(|one| !editing || access.may_assign(*one))
        .filter(|one| of.is_none_or(|name| one.kind().name() == name));
    Ok(keyed(shown.map(|one| {
        (
            one.name(),
            taxonomy(one, call.site(), call.params().context()),
        )
    })))
}

/// The taxonomy that the path names, if there is one.
///
/// # Errors
/// `rest_forbidden_context`.
pub async fn may_read_taxonomy(call: Ask) -> Result<Option<Taxonomy>, RestError> {
    let named = call
        .params()
        .text("taxonomy")
        .and_then(Taxonomy::named)
        .filter(|one| TAXONOMIES.contains(one));
    let editing = call.params().context() == "edit";
    match named {
        Some(one) if editing && !call.caller().access.may_assign(one) => {
            Err(RestError::new(&codes::FORBIDDEN_CONTEXT))
        }
        named => Ok(named),
    }
}

/// One taxonomy.
///
/// # Errors
/// `rest_taxonomy_invalid`.
pub async fn one_taxonomy(call: Ask, found: Option<Taxonomy>) -> Answer {
    let found = found.ok_or_else(|| RestError::new(&codes::TAXONOMY_INVALID))?;
    Ok(Reply::json(taxonomy(
        found,
        call.site(),
        call.params().context(),
    )))
}

fn keyed(entries: impl Iterator<Item = (&'static str, Value)>) -> Reply {
    let map: Map<String, Value> = entries
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    Reply::json(Value::Object(map))
}
