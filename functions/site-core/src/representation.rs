//! The end of a JSON representation whose members are all there.

use serde_json::Value;
use site_rest::{Links, Resource, SiteContext};

/// Leaves the members that `context` shows, and adds the links.
pub fn finished(
    mut value: Value,
    links: Links,
    resource: &Resource,
    site: &SiteContext,
    context: &str,
) -> Value {
    resource.schema().keep_context(&mut value, context);
    if let Some(map) = value.as_object_mut() {
        map.insert("_links".to_owned(), links.into_value(site));
    }
    value
}
