//! Permission checks for global styles: who edits content reads them, who edits the theme's options changes them.

use std::sync::Arc;

use domain::site::Kind;
use site_api::params::path_id;
use site_api::{ApiCall, OrRefuse};
use site_contract::core::global_styles::codes;
use site_contract::core::revisions::codes::POST_INVALID_PARENT;
use site_rest::RestError;
use site_store::{Content, GLOBAL_STYLES};

use crate::themes::permissions::edits_content_or_theme;

fn edits_styles(call: &ApiCall) -> bool {
    call.caller().access.may_edit_kind(Kind::GlobalStyles)
}

/// The stored styles, if the path parameter `name` is the identifier of the styles.
async fn named(
    call: &ApiCall,
    name: &str,
    unknown: &'static site_rest::Code,
) -> Result<Option<Arc<Content>>, RestError> {
    if path_id(call.params(), name) != Some(GLOBAL_STYLES) {
        return Err(RestError::new(unknown));
    }
    call.caller().store.global_styles().await.or_refuse()
}

/// Checks that the caller may read the styles.
///
/// # Errors
/// `rest_global_styles_not_found`, `rest_forbidden_context`, `rest_cannot_view`.
pub async fn may_read(call: ApiCall) -> Result<Option<Arc<Content>>, RestError> {
    let found = named(&call, "id", &codes::GLOBAL_STYLES_NOT_FOUND).await?;
    if call.params().context() == "edit" && !edits_styles(&call) {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    if !edits_content_or_theme(&call) {
        return Err(RestError::new(&codes::CANNOT_VIEW));
    }
    Ok(found)
}

/// Checks that the caller may change the styles.
///
/// # Errors
/// `rest_global_styles_not_found`, `rest_cannot_edit`.
pub async fn may_edit(call: ApiCall) -> Result<Option<Arc<Content>>, RestError> {
    let found = named(&call, "id", &codes::GLOBAL_STYLES_NOT_FOUND).await?;
    if edits_styles(&call) {
        Ok(found)
    } else {
        Err(RestError::new(&codes::CANNOT_EDIT))
    }
}

/// Checks that the caller may read the revisions of the styles.
///
/// # Errors
/// `rest_post_invalid_parent`, `rest_cannot_read`, `rest_global_styles_not_found` while the styles are unchanged.
pub async fn may_read_revisions(call: ApiCall) -> Result<Arc<Content>, RestError> {
    let found = named(&call, "parent", &POST_INVALID_PARENT).await?;
    if !edits_styles(&call) {
        return Err(RestError::new(&codes::CANNOT_READ));
    }
    found.ok_or_else(|| RestError::new(&codes::GLOBAL_STYLES_NOT_FOUND))
}

/// Checks that the caller may read the styles of the theme.
///
/// # Errors
/// `rest_cannot_read_global_styles`.
pub async fn may_read_theme(call: ApiCall) -> Result<(), RestError> {
    if edits_content_or_theme(&call) {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_READ_GLOBAL_STYLES))
    }
}
