//! One theme.

use site_api::{ApiCall, HandlerResult};
use site_contract::core::themes::codes;
use site_rest::{Reply, RestError};
use site_theme::STYLESHEET;

use crate::themes::view::view;

/// Returns the theme of the site.
///
/// # Errors
/// `rest_theme_not_found`: the path names another theme.
pub async fn read(call: ApiCall, (): ()) -> HandlerResult {
    if call.params().text("stylesheet") == Some(STYLESHEET) {
        Ok(Reply::json(view(&call)))
    } else {
        Err(RestError::new(&codes::THEME_NOT_FOUND))
    }
}
