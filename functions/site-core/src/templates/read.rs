//! One template or part.

use domain::site::Kind;
use site_api::{ApiCall, HandlerResult, ViewContext};
use site_contract::core::templates::codes;
use site_rest::{Reply, RestError};

use crate::templates::found::{self, Found};
use crate::templates::view::view;

/// Returns one template or part; with `source=theme` that of the theme, even when it was changed.
///
/// # Errors
/// `rest_template_not_found`; the store fails.
pub async fn read(call: ApiCall, kind: Kind) -> HandlerResult {
    let found = found::named(&call, kind, "id").await?;
    let wants_file = call.params().text("source") == Some("theme");
    let found = match found {
        Some(found) if wants_file => found.file.map(|file| Found::of_theme(kind, file)),
        found => found,
    };
    let found = found.ok_or_else(|| RestError::new(&codes::TEMPLATE_NOT_FOUND))?;
    Ok(Reply::json(view(&found, &ViewContext::of(&call))))
}
