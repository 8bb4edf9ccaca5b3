//! One content type, status or taxonomy.

use domain::site::{Kind, Status, Taxonomy};
use site_api::{ApiCall, HandlerResult};
use site_contract::core::types::codes;
use site_rest::{Reply, RestError};

use crate::types::heads::TypeViews;
use crate::types::view::{KINDS, status, taxonomy};

/// The content type that the path names.
///
/// # Errors
/// `rest_type_invalid`, `rest_forbidden_context`.
fn named_type(call: &ApiCall) -> Result<Kind, RestError> {
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

/// Returns one content type. The check of existence is here and not among the permissions, so that the response for
/// an unknown type still has `Allow`.
///
/// # Errors
/// `rest_type_invalid`, `rest_forbidden_context`; the store fails.
pub async fn one_type(call: ApiCall, (): ()) -> HandlerResult {
    let named = named_type(&call)?;
    let views = TypeViews::of(&call).await?;
    Ok(Reply::json(views.view(named)))
}

/// Returns one status.
pub async fn one_status(call: ApiCall, found: Status) -> HandlerResult {
    Ok(Reply::json(status(
        found,
        call.site(),
        call.params().context(),
    )))
}

/// Returns one taxonomy.
///
/// # Errors
/// `rest_taxonomy_invalid`.
pub async fn one_taxonomy(call: ApiCall, found: Option<Taxonomy>) -> HandlerResult {
    let found = found.ok_or_else(|| RestError::new(&codes::TAXONOMY_INVALID))?;
    Ok(Reply::json(taxonomy(
        found,
        call.site(),
        call.params().context(),
    )))
}
