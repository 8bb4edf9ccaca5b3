//! The global styles, the theme's own ones, and variations.

use std::sync::Arc;

use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use site_api::{ApiCall, HandlerResult, ViewContext};
use site_contract::core::themes::codes::THEME_NOT_FOUND;
use site_rest::{Link, Links, Reply, RestError};
use site_store::Content;
use site_theme::{STYLESHEET, theme_json};

use crate::global_styles::view::view;
use crate::language::of_theme;

/// Returns what people changed; empty styles while there are no changes.
pub async fn read(call: ApiCall, found: Option<Arc<Content>>) -> HandlerResult {
    Ok(Reply::json(view(found.as_deref(), &ViewContext::of(&call))))
}

/// Checks that the path names the theme of the site.
fn check_theme(call: &ApiCall) -> Result<(), RestError> {
    let name = call.params().text("stylesheet").unwrap_or_default();
    if percent_decode_str(name).decode_utf8_lossy() == STYLESHEET {
        Ok(())
    } else {
        Err(RestError::new(&THEME_NOT_FOUND))
    }
}

/// Returns the settings and styles of the theme.
///
/// # Errors
/// `rest_theme_not_found`.
pub async fn theme(call: ApiCall, (): ()) -> HandlerResult {
    check_theme(&call)?;
    let path = format!("/core/v2/global-styles/themes/{STYLESHEET}");
    let links = Links::new().link("self", Link::to(call.site().url(&path)));
    Ok(Reply::json(json!({
        "settings": theme_json::settings(),
        "styles": theme_json::styles(),
        "_links": links.into_value(call.site()),
    })))
}

/// Lists the variations of the theme.
///
/// # Errors
/// `rest_theme_not_found`.
pub async fn variations(call: ApiCall, (): ()) -> HandlerResult {
    check_theme(&call)?;
    let variations = theme_json::variations(of_theme(call.site().locale));
    Ok(Reply::json(Value::Array(variations)))
}
