//! Lists of content types, statuses and taxonomies.

use domain::site::Status;
use serde_json::{Map, Value};
use site_api::{ApiCall, HandlerResult};
use site_rest::Reply;

use crate::types::heads::TypeViews;
use crate::types::permissions::edits;
use crate::types::view::{KINDS, STATUSES, TAXONOMIES, status, taxonomy};

/// Lists the content types by name.
///
/// # Errors
/// The store fails.
pub async fn types(call: ApiCall, (): ()) -> HandlerResult {
    let editing = call.params().context() == "edit";
    let access = &call.caller().access;
    let views = TypeViews::of(&call).await?;
    let entries = KINDS
        .into_iter()
        .filter(|one| !editing || access.may_edit_kind(*one))
        .map(|one| (one.name(), views.view(one)));
    Ok(keyed(entries))
}

/// Lists the statuses that the caller may know, by name.
pub async fn statuses(call: ApiCall, (): ()) -> HandlerResult {
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

/// Lists the taxonomies by name.
pub async fn taxonomies(call: ApiCall, (): ()) -> HandlerResult {
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

fn keyed(entries: impl Iterator<Item = (&'static str, Value)>) -> Reply {
    let map: Map<String, Value> = entries
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    Reply::json(Value::Object(map))
}
