//! The menu locations of the site, all or one.

use serde_json::{Map, Value};
use site_api::format::map_or_list;
use site_api::{ApiCall, HandlerResult};
use site_contract::core::menus::codes;
use site_rest::{Reply, RestError};

use crate::menus::locations::view::location;

/// Lists the locations by name.
pub async fn list(call: ApiCall, (): ()) -> HandlerResult {
    let settings = call.caller().store.settings();
    let all: Map<String, Value> = settings
        .locations()
        .keys()
        .filter_map(|name| Some((name.clone(), shown(&call, name)?)))
        .collect();
    Ok(Reply::json(map_or_list(all)))
}

fn shown(call: &ApiCall, name: &str) -> Option<Value> {
    let store = &call.caller().store;
    let settings = store.settings();
    let locations = settings.locations();
    let place = locations.get(name)?;
    let context = call.params().context();
    Some(location(name, place, store, call.site(), context))
}

/// Returns the location that the path names.
///
/// # Errors
/// `rest_menu_location_invalid`.
pub async fn read(call: ApiCall, (): ()) -> HandlerResult {
    let name = call.params().text("location").unwrap_or_default();
    shown(&call, name)
        .map(Reply::json)
        .ok_or_else(|| RestError::new(&codes::MENU_LOCATION_INVALID))
}
