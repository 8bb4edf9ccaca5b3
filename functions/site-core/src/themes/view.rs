//! JSON representation of the theme of the site.

use serde_json::{Value, json};
use site_contract::core::theme_supports;
use site_rest::{Link, Links, Locale, SiteContext};

/// Name of the theme in addresses.
pub const STYLESHEET: &str = "pauta";

/// Display name of the theme and of its author.
const NAME: &str = "Pauta";

const fn description(locale: Locale) -> &'static str {
    match locale {
        Locale::PtBr => {
            "As páginas públicas do site. Cor de destaque, tipo de letra, fundo e página inicial são definidos nas configurações do site."
        }
        Locale::En => {
            "The public pages of the site. Accent colour, typeface, ground and front page are set in the site's settings."
        }
    }
}

/// A text without markup, as declared and as HTML.
fn both(text: &str) -> Value {
    json!({"raw": text, "rendered": text})
}

/// The address of the theme, relative to the REST root.
pub fn address(site: &SiteContext) -> String {
    site.url(&format!("/core/v2/themes/{STYLESHEET}"))
}

/// The theme of the site.
pub fn view(site: &SiteContext) -> Value {
    let links = Links::new()
        .link("self", Link::to(address(site)))
        .link("collection", Link::to(site.url("/core/v2/themes")));
    json!({
        "stylesheet": STYLESHEET,
        "stylesheet_uri": "",
        "template": STYLESHEET,
        "template_uri": "",
        "author": both(NAME),
        "author_uri": both(""),
        "description": both(description(site.locale)),
        "is_block_theme": false,
        "name": both(NAME),
        "requires_php": "",
        "requires_wp": "",
        "screenshot": "",
        "tags": {"raw": [], "rendered": ""},
        "textdomain": "",
        "theme_supports": theme_supports::of_this_site(),
        "theme_uri": both(""),
        "version": env!("CARGO_PKG_VERSION"),
        "status": "active",
        "default_template_types": [],
        "default_template_part_areas": [],
        "_links": links.into_value(site),
    })
}
