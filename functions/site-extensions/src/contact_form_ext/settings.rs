//! Settings: the debug mode, and licences of add-ons, of which this host has none.

use serde_json::json;
use site_api::{ApiCall, HandlerResult, options_error};
use site_options::{OptionName, Owner, SiteOptions};
use site_rest::Reply;

/// Whether the debug mode is on.
const DEBUG: OptionName = OptionName::new("contact-form-ext.debug");

fn options(call: &ApiCall) -> SiteOptions {
    let store = &call.caller().store;
    SiteOptions::new(store.parts().table.clone(), store.tenant().clone())
}

/// Switches the debug mode on or off.
///
/// # Errors
/// The store fails.
pub async fn toggle_debug(call: ApiCall, (): ()) -> HandlerResult {
    let flipped = |debug: Option<&bool>| Some(!debug.copied().unwrap_or_default());
    let debug = options(&call).update(Owner::Site, DEBUG, flipped).await;
    let debug = debug.map_err(options_error)?.unwrap_or_default();
    Ok(Reply::json(
        json!({"success": true, "data": {"debugMode": debug}}),
    ))
}

/// Returns to the first settings. Submissions stay.
///
/// # Errors
/// The store fails.
pub async fn reset(call: ApiCall, (): ()) -> HandlerResult {
    let off = |debug: Option<&bool>| debug.copied().unwrap_or_default().then_some(false);
    let reset = options(&call).update(Owner::Site, DEBUG, off).await;
    reset.map_err(options_error)?;
    Ok(Reply::json(json!({"success": true})))
}

/// The state of the licence of an add-on. This host has no add-ons with licences, so none is known.
///
/// # Errors
/// Never fails.
pub async fn update_license(_call: ApiCall, (): ()) -> HandlerResult {
    Ok(Reply::json(json!({
        "success": true,
        "data": {"status": "", "statusLabel": "Missing License", "licenseMask": ""},
    })))
}
