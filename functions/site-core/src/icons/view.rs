//! JSON representations of icons and of their collection.

use serde_json::{Value, json};
use site_blocks::{ICON_COLLECTION, Icon};
use site_contract::core::icons::{COLLECTION, ICON};
use site_rest::{Locale, Resource, SiteContext};

use crate::language::in_language;

/// The members that `context` shows. Icons have no links, as on deployed systems.
fn shown(mut all: Value, resource: &Resource, context: &str) -> Value {
    resource.schema().keep_context(&mut all, context);
    all
}

/// An icon.
pub fn icon(one: &Icon, site: &SiteContext, context: &str) -> Value {
    let all = json!({
        "name": one.name,
        "label": one.label(site.locale == Locale::PtBr),
        "content": one.svg("", ""),
        "collection": ICON_COLLECTION,
    });
    shown(all, &ICON, context)
}

/// The collection.
pub fn collection(site: &SiteContext, context: &str) -> Value {
    let label = in_language(["Ícones do site", "Icons of the site"], site.locale);
    let description = in_language(
        [
            "Ícones na cor do texto, que acompanham o site.",
            "Icons in the colour of the text, which come with the site.",
        ],
        site.locale,
    );
    let all = json!({"slug": ICON_COLLECTION, "label": label, "description": description});
    shown(all, &COLLECTION, context)
}
