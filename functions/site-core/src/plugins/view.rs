//! JSON representation of an extension.

use serde_json::{Value, json};
use site_contract::core::plugins::PLUGIN_RESOURCE;
use site_rest::{Link, Links, SiteContext};

use crate::plugins::table::Plugin;
use crate::representation::finished;

/// An extension.
pub fn view(one: &Plugin, site: &SiteContext, context: &str) -> Value {
    let description = one.description(site.locale);
    let value = json!({
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
    let address = site.url(&format!("/core/v2/plugins/{}", one.name));
    let links = Links::new().link("self", Link::to(address));
    finished(value, links, &PLUGIN_RESOURCE, site, context)
}
