//! JSON representation of menu locations.

use serde_json::{Value, json};
use site_rest::{Link, Links, SiteContext};
use site_store::{MenuLocation, SiteStore};

use site_contract::core::menus::LOCATION;

use crate::representation::finished;

/// The JSON representation of a location. A deleted menu counts as none.
pub fn location(
    name: &str,
    place: &MenuLocation,
    store: &SiteStore,
    site: &SiteContext,
    context: &str,
) -> Value {
    let menu = store.term(place.menu).map_or(0, |term| term.id);
    let value = json!({"name": name, "description": place.description, "menu": menu});
    let mut all = Links::new()
        .link(
            "self",
            Link::to(site.url(&format!("/core/v2/menu-locations/{name}"))),
        )
        .link("collection", Link::to(site.url("/core/v2/menu-locations")));
    if menu > 0 {
        let href = site.url(&format!("/core/v2/menus/{menu}"));
        all.add("core:menu", Link::to(href).embeddable());
    }
    finished(value, all, &LOCATION, site, context)
}
