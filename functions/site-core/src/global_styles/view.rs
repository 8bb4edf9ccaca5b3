//! JSON representation of global styles and their revisions.

use domain::site::Capability;
use markup::render;
use serde_json::{Map, Value, json};
use site_api::ViewContext;
use site_api::format::gmt;
use site_api::reply::shows_links;
use site_contract::core::global_styles::{GLOBAL_STYLES as RESOURCE, REVISION};
use site_rest::{Link, Links, Locale};
use site_store::{Content, GLOBAL_STYLES, Revision};

/// The settings or styles in a stored text.
pub fn part(content: &str, name: &str) -> Value {
    let stored: Value = serde_json::from_str(content).unwrap_or_default();
    let part = stored.get(name).filter(|part| part.is_object());
    part.cloned().unwrap_or_else(|| json!({}))
}

const fn untitled(locale: Locale) -> &'static str {
    match locale {
        Locale::PtBr => "Estilos do site",
        Locale::En => "Custom styles",
    }
}

/// The JSON representation of the styles; `item` is what is stored.
pub fn view(item: Option<&Content>, cx: &ViewContext<'_>) -> Value {
    let content = item.map_or("", |item| item.content.as_str());
    let title = item.map_or(untitled(cx.site.locale), |item| item.title.as_str());
    let mut value = json!({
        "id": GLOBAL_STYLES,
        "title": {"raw": title, "rendered": render::title(title)},
        "settings": part(content, "settings"),
        "styles": part(content, "styles"),
    });
    RESOURCE.schema().keep_context(&mut value, cx.context);
    if shows_links(cx.fields)
        && let Some(map) = value.as_object_mut()
    {
        map.insert("_links".to_owned(), links(cx).into_value(cx.site));
    }
    value
}

/// The title of styles without a name.
pub fn title(item: Option<&Content>, locale: Locale) -> String {
    item.map_or(untitled(locale), |item| item.title.as_str())
        .to_owned()
}

fn links(cx: &ViewContext<'_>) -> Links {
    let path = format!("/core/v2/global-styles/{GLOBAL_STYLES}");
    let own = cx.site.url(&path);
    let (count, _) = cx.store.history(GLOBAL_STYLES);
    let mut all = Links::new()
        .link("self", Link::to(&own))
        .link(
            "about",
            Link::to(cx.site.url("/core/v2/types/global_styles")),
        )
        .link(
            "version-history",
            Link::to(format!("{own}/revisions")).with("count", count),
        );
    if cx.access.can(Capability::EditThemeOptions) {
        all.add("core:action-publish", Link::to(&own));
    }
    if cx.access.can(Capability::EditCss) {
        all.add("core:action-edit-css", Link::to(&own));
    }
    all
}

/// The JSON representation of a revision.
pub fn revision(record: &Revision, context: &str) -> Value {
    let date = record.date.strftime("%Y-%m-%dT%H:%M:%S").to_string();
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| {
        out.insert(name.to_owned(), value);
    };
    put("settings", part(&record.content, "settings"));
    put("styles", part(&record.content, "styles"));
    put("author", json!(record.author));
    put("date", json!(date));
    put("date_gmt", json!(gmt(record.date_gmt)));
    put("id", json!(record.id));
    put("modified", json!(date));
    put("modified_gmt", json!(gmt(record.date_gmt)));
    put("parent", json!(record.parent));
    let mut value = Value::Object(out);
    REVISION.schema().keep_context(&mut value, context);
    value
}
