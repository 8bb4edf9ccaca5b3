//! JSON representation of an extension.

use serde_json::{Value, json};
use site_contract::core::plugins::PLUGIN_RESOURCE;
use site_rest::{Link, Links, SiteContext};

use crate::plugins::table::Plugin;

/// An extension.
pub fn view(one: &Plugin, site: &SiteContext, context: &str) -> Value {
    let description = one.description(site.locale);
    let mut value = json!({
        "plugin": one.name,
        "status": "active",
        "name": one.title(site.locale),
        "plugin_uri": "",
        "author": "Pauta",
        "author_uri": "",
        "description": {"raw": description, "rendered": description},
        "version": env!("CARGO_PKG_VERSION"),
        "network_only": false,
        "requires_wp": "",
        "requires_php": "",
        "textdomain": "",
    });
    PLUGIN_RESOURCE.schema().keep_context(&mut value, context);
    let address = site.url(&format!("/core/v2/plugins/{}", one.name));
    let links = Links::new().link("self", Link::to(address));
    if let Some(map) = value.as_object_mut() {
        map.insert("_links".to_owned(), links.into_value(site));
    }
    value
}
