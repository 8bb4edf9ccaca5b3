//! Lists of templates and parts, and the template that a page is made with.

use domain::site::Kind;
use serde_json::json;
use site_api::{ApiCall, HandlerResult, ViewContext};
use site_rest::{Params, Reply};
use site_theme::hierarchy;

use crate::templates::found::{self, Found};
use crate::templates::view::{area, is_chosen, view};

/// Lists templates or parts. The list has no pages.
///
/// # Errors
/// The store fails.
pub async fn list(call: ApiCall, kind: Kind) -> HandlerResult {
    let cx = ViewContext::of(&call);
    let all = found::all(&call.caller().store, kind).await?;
    let shown = all.iter().filter(|one| is_meant(one, call.params()));
    Ok(Reply::json(shown.map(|one| view(one, &cx)).collect()))
}

fn is_meant(one: &Found, params: &Params) -> bool {
    if let Some(id) = params.integer("wp_id") {
        let own = one.item.as_ref().map(|item| item.id);
        if own.is_none() || own != u64::try_from(id).ok() {
            return false;
        }
    }
    if let Some(wanted) = params.filled("area")
        && one.kind == Kind::TemplatePart
        && area(one) != wanted
    {
        return false;
    }
    let Some(of) = params.filled("post_type") else {
        return true;
    };
    let may_choose = one.file.is_none_or(|file| file.post_types.contains(&of));
    one.kind != Kind::Template || is_chosen(one) && may_choose
}

/// Returns the template that a page is made with when the one of the given name does not exist; an empty object for
/// none.
///
/// # Errors
/// The store fails.
pub async fn lookup(call: ApiCall, (): ()) -> HandlerResult {
    let params = call.params();
    let slug = params.text("slug").unwrap_or_default();
    let prefix = params.text("template_prefix").unwrap_or_default();
    let locale = call.site().locale;
    for name in hierarchy::names(slug, params.flag("is_custom"), prefix) {
        let found = found::with_slug(&call.caller().store, Kind::Template, &name).await?;
        let Some(found) = found.filter(Found::is_live) else {
            continue;
        };
        if !found.markup(locale).is_empty() {
            return Ok(Reply::json(view(&found, &ViewContext::of(&call))));
        }
    }
    Ok(Reply::json(json!({})))
}
