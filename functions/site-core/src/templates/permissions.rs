//! Permission checks for templates: who edits content reads them, who edits the theme's options changes them.

use std::sync::Arc;

use domain::site::{Capability, Kind};
use site_api::ApiCall;
use site_contract::core::revisions::codes::{CANNOT_READ, POST_INVALID_PARENT};
use site_contract::core::templates::codes;
use site_rest::RestError;
use site_store::Content;

use crate::templates::found;
use crate::themes::permissions::edits_content_or_theme;

/// Checks that the caller edits content of some kind.
///
/// # Errors
/// `rest_cannot_manage_templates`.
pub async fn may_read(call: ApiCall) -> Result<(), RestError> {
    if edits_content_or_theme(&call) {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_MANAGE_TEMPLATES))
    }
}

/// Checks that the caller may change templates.
///
/// # Errors
/// `rest_cannot_manage_templates`.
pub async fn may_edit(call: ApiCall) -> Result<(), RestError> {
    if call.caller().can(Capability::EditThemeOptions) {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_MANAGE_TEMPLATES))
    }
}

/// Checks that the caller may change the template that the path parameter `name` names, and that it is stored, because
/// one of the theme as it is has no revisions.
///
/// # Errors
/// `rest_post_invalid_parent`, `rest_invalid_template`, `rest_cannot_read`.
pub async fn may_edit_stored(
    call: ApiCall,
    kind: Kind,
    name: &'static str,
) -> Result<Arc<Content>, RestError> {
    let found = found::named(&call, kind, name).await?;
    let found = found.ok_or_else(|| RestError::new(&POST_INVALID_PARENT))?;
    let item = found.item;
    let item = item.ok_or_else(|| RestError::new(&codes::TEMPLATE_UNCHANGED))?;
    if call.caller().access.may_edit(item.subject()) {
        Ok(item)
    } else {
        Err(RestError::new(&CANNOT_READ))
    }
}
