//! Answers of a site without sidebars and widgets.

use serde_json::json;
use site_api::{ApiCall, HandlerResult};
use site_contract::core::widgets::codes;
use site_rest::{Reply, RestError};

/// The empty list.
pub async fn none(_: ApiCall, (): ()) -> HandlerResult {
    Ok(Reply::json(json!([])))
}

/// # Errors
/// `rest_sidebar_not_found`, always.
pub async fn no_sidebar(_: ApiCall, (): ()) -> HandlerResult {
    Err(RestError::new(&codes::SIDEBAR_NOT_FOUND))
}

/// # Errors
/// `rest_widget_not_found`, always.
pub async fn no_widget(_: ApiCall, (): ()) -> HandlerResult {
    Err(RestError::new(&codes::WIDGET_NOT_FOUND))
}

/// # Errors
/// `rest_invalid_widget`, always.
pub async fn no_new_widget(_: ApiCall, (): ()) -> HandlerResult {
    Err(RestError::new(&codes::INVALID_WIDGET))
}

/// # Errors
/// `rest_widget_type_invalid`, always.
pub async fn no_type(_: ApiCall, (): ()) -> HandlerResult {
    Err(RestError::new(&codes::WIDGET_TYPE_INVALID))
}
