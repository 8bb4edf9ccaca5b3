//! JSON representation of the theme of the site.

use serde_json::{Value, json};
use site_api::ApiCall;
use site_contract::core::theme_supports;
use site_rest::{Link, Links, Locale, SiteContext};
use site_store::GLOBAL_STYLES;
use site_theme::templates::{AREAS, TEMPLATES, Text};
use site_theme::{NAME, STYLESHEET};

use crate::language::of_theme;

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

fn worded(text: Text, locale: Locale) -> &'static str {
    text.of(of_theme(locale))
}

/// The templates that pages are made with by their kind.
fn template_types(locale: Locale) -> Value {
    let by_kind = TEMPLATES.iter().filter(|file| !file.is_chosen());
    let one = |file: &site_theme::templates::ThemeFile| {
        json!({
            "title": worded(file.title, locale),
            "description": worded(file.description, locale),
            "slug": file.slug,
        })
    };
    by_kind.map(one).collect()
}

fn areas(locale: Locale) -> Value {
    let one = |area: &site_theme::templates::Area| {
        json!({
            "area": area.name,
            "label": worded(area.label, locale),
            "description": worded(area.description, locale),
            "icon": area.icon,
            "area_tag": area.tag,
        })
    };
    AREAS.iter().map(one).collect()
}

/// The theme of the site.
pub fn view(call: &ApiCall) -> Value {
    let site = call.site();
    let own = site.url(&format!("/core/v2/global-styles/{GLOBAL_STYLES}"));
    let links = Links::new()
        .link("self", Link::to(address(site)))
        .link("collection", Link::to(site.url("/core/v2/themes")))
        .link("core:user-global-styles", Link::to(own));
    json!({
        "stylesheet": STYLESHEET,
        "stylesheet_uri": "",
        "template": STYLESHEET,
        "template_uri": "",
        "author": both(NAME),
        "author_uri": both(""),
        "description": both(description(site.locale)),
        "is_block_theme": true,
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
        "default_template_types": template_types(site.locale),
        "default_template_part_areas": areas(site.locale),
        "_links": links.into_value(site),
    })
}
