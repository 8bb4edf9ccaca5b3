//! The places of a site's pages where a menu is shown. Which there are is part of the site's
//! settings, as the pages decide it; a site begins with none.

use serde_json::{Map, Value};
use site_rest::{Params, Reply, RestError, codes};

use crate::failure::OrRefuse;
use crate::posts::{Answer, Ask};
use crate::views::menu::location;
use crate::visitor::Visitor;

/// Looks at the `locations` of a menu: only those that the site has.
pub fn refine(visitor: &Visitor, params: &mut Params) -> Vec<(String, RestError)> {
    let settings = visitor.store.settings();
    let unknown = params
        .texts("locations")
        .into_iter()
        .find(|name| !settings.menu_locations.contains_key(*name));
    let Some(name) = unknown else {
        return Vec::new();
    };
    let error =
        RestError::naming(&codes::INVALID_MENU_LOCATION_PARAM, [&name]).with("location", name);
    vec![("locations".to_owned(), error)]
}

/// Shows a menu at the locations that a request names, and nowhere else; when it names none, the
/// menu stays where it is.
///
/// # Errors
/// The store fails.
pub async fn assign(call: &Ask, menu: u64) -> Result<(), RestError> {
    let params = call.params();
    if !params.has("locations") {
        return Ok(());
    }
    let wanted = params.texts("locations");
    let change = |settings: &mut site_store::Settings| {
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

/// Locations are for those who keep the menus.
///
/// # Errors
/// `rest_cannot_view`.
pub async fn may_list(call: Ask) -> Result<(), RestError> {
    if call
        .caller()
        .can(domain::site::Capability::EditThemeOptions)
    {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_VIEW))
    }
}

/// The locations, by name; `[]` when there are none, as in deployed systems.
pub async fn list(call: Ask, (): ()) -> Answer {
    let settings = call.caller().store.settings();
    let all: Map<String, Value> = settings
        .menu_locations
        .keys()
        .filter_map(|name| Some((name.clone(), shown(&call, name)?)))
        .collect();
    Ok(Reply::json(crate::views::map_or_list(all)))
}

fn shown(call: &Ask, name: &str) -> Option<Value> {
    let store = &call.caller().store;
    let settings = store.settings();
    let place = settings.menu_locations.get(name)?;
    let context = call.params().context();
    Some(location(name, place, store, call.site(), context))
}

/// Answers the location that the path names.
///
/// # Errors
/// `rest_menu_location_invalid`.
pub async fn read(call: Ask, (): ()) -> Answer {
    let name = call.params().text("location").unwrap_or_default();
    shown(&call, name)
        .map(Reply::json)
        .ok_or_else(|| RestError::new(&codes::MENU_LOCATION_INVALID))
}
