//! Assigning a menu to locations.

use site_api::{ApiCall, Caller, OrRefuse};
use site_contract::core::menus::codes;
use site_rest::{Params, RestError};

/// Checks the `locations` of a menu: each must exist.
pub fn refine(caller: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let locations = caller.store.settings().locations();
    let unknown = params
        .texts("locations")
        .into_iter()
        .find(|name| !locations.contains_key(*name));
    let Some(name) = unknown else {
        return Vec::new();
    };
    let error =
        RestError::naming(&codes::INVALID_MENU_LOCATION_PARAM, [&name]).with("location", name);
    vec![("locations".to_owned(), error)]
}

/// Assigns a menu to exactly the locations that the request names. Without the member, its locations stay.
///
/// # Errors
/// The store fails.
pub async fn assign(call: &ApiCall, menu: u64) -> Result<(), RestError> {
    let params = call.params();
    if !params.has("locations") {
        return Ok(());
    }
    let wanted = params.texts("locations");
    let change = |settings: &mut site_store::Settings| {
        settings.menu_locations = settings.locations();
        for (name, place) in &mut settings.menu_locations {
            if wanted.contains(&name.as_str()) {
                place.menu = menu;
            } else if place.menu == menu {
                place.menu = 0;
            }
        }
    };
    call.caller()
        .store
        .update_settings(change)
        .await
        .or_refuse()?;
    Ok(())
}
