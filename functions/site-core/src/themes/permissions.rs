//! Permission checks for themes: administrators see all, editors of content the active one.

use domain::site::Capability;
use serde_json::json;
use site_api::ApiCall;
use site_contract::core::themes::codes;
use site_rest::RestError;
use site_theme::STYLESHEET;

/// Checks a list request. A list of active themes only needs the right to edit content.
///
/// # Errors
/// `rest_cannot_view_themes`, `rest_cannot_view_active_theme`.
pub async fn may_list(call: ApiCall) -> Result<(), RestError> {
    let is_active = call.params().list("status") == Some(&[json!("active")]);
    may_see(&call, is_active)
}

/// Checks a request for one theme. An unknown theme is refused like an inactive one.
///
/// # Errors
/// `rest_cannot_view_themes`, `rest_cannot_view_active_theme`.
pub async fn may_read(call: ApiCall) -> Result<(), RestError> {
    let is_active = call.params().text("stylesheet") == Some(STYLESHEET);
    may_see(&call, is_active)
}

fn may_see(call: &ApiCall, only_active: bool) -> Result<(), RestError> {
    if call.caller().can(Capability::SwitchThemes) {
        return Ok(());
    }
    if !only_active {
        return Err(RestError::new(&codes::CANNOT_VIEW_THEMES));
    }
    if edits_content(call) {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_VIEW_ACTIVE_THEME))
    }
}

/// Whether the caller may edit content of some kind, and so see the active theme.
pub fn edits_content(call: &ApiCall) -> bool {
    [Capability::EditPosts, Capability::EditPages]
        .into_iter()
        .any(|capability| call.caller().can(capability))
}

/// Whether the caller may edit content or the options of the theme, and so see its templates and styles.
pub fn edits_content_or_theme(call: &ApiCall) -> bool {
    edits_content(call) || call.caller().can(Capability::EditThemeOptions)
}
