//! JSON representation of families and fonts.

use serde_json::{Map, Value, json};
use site_api::reply::shows_links;
use site_api::{ViewContext, links};
use site_contract::core::fonts::{FONT_FACE, FONT_FAMILY, THEME_JSON_VERSION};
use site_rest::{Link, Links, Resource, SiteContext};
use site_store::{Content, FontFaceRecord, StoredSource};

use crate::content::view::allowed;

/// Path of the collection of families.
const FAMILIES: &str = "/core/v2/font-families";

/// Address of a family.
pub fn family_address(id: u64, site: &SiteContext) -> String {
    site.url(&format!("{FAMILIES}/{id}"))
}

/// Address of a font.
pub fn face_address(family: u64, id: u64, site: &SiteContext) -> String {
    site.url(&format!("{FAMILIES}/{family}/font-faces/{id}"))
}

/// The stored settings of a family, besides name and slug.
fn settings(item: &Content) -> Value {
    serde_json::from_str(&item.content).unwrap_or_default()
}

/// The value of a stored setting of a family; empty when it has none.
pub fn setting(item: &Content, name: &str) -> String {
    let stored = settings(item);
    let value = stored.get(name).and_then(Value::as_str);
    value.unwrap_or_default().to_owned()
}

/// The JSON representation of a family with these fonts.
pub fn family(item: &Content, faces: &[u64], cx: &ViewContext<'_>) -> Value {
    let value = json!({
        "id": item.id,
        "theme_json_version": THEME_JSON_VERSION,
        "font_faces": faces,
        "font_family_settings": {
            "name": item.title,
            "slug": item.slug,
            "fontFamily": setting(item, "fontFamily"),
            "preview": setting(item, "preview"),
        },
    });
    let own = Link::to(family_address(item.id, cx.site));
    let mut all = Links::new()
        .link("self", own.allowing(allowed(item, cx.access)))
        .link("collection", Link::to(cx.site.url(FAMILIES)));
    for face in faces {
        let href = face_address(item.id, *face, cx.site);
        all.add("font_faces", Link::to(href).embeddable());
    }
    finished(value, all, &FONT_FAMILY, cx)
}

/// The JSON representation of a font.
pub fn face(item: &Content, cx: &ViewContext<'_>) -> Value {
    let value = json!({
        "id": item.id,
        "theme_json_version": THEME_JSON_VERSION,
        "parent": item.parent,
        "font_face_settings": face_settings(item, cx.site),
    });
    let family = family_address(item.parent, cx.site);
    let methods = allowed(item, cx.access);
    let methods = methods.into_iter();
    let methods = methods.filter(|one| matches!(*one, "GET" | "DELETE"));
    let own = Link::to(face_address(item.parent, item.id, cx.site));
    let all = Links::new()
        .link("self", own.allowing(methods.collect()))
        .link("collection", Link::to(format!("{family}/font-faces")))
        .link("parent", Link::to(family));
    finished(value, all, &FONT_FACE, cx)
}

/// The settings with the addresses of the files: a text for one, a list for several.
fn face_settings(item: &Content, site: &SiteContext) -> Map<String, Value> {
    let record = FontFaceRecord::of(item);
    let address = |source: &StoredSource| match source {
        StoredSource::Address(address) => address.clone(),
        StoredSource::File(path) => links::file(path, site),
    };
    let mut addresses: Vec<String> = record.sources.iter().map(address).collect();
    let src = match (addresses.len(), addresses.pop()) {
        (1, Some(one)) => json!(one),
        (_, last) => {
            addresses.extend(last);
            json!(addresses)
        }
    };
    let mut all = record.settings;
    all.insert("src".to_owned(), src);
    all
}

fn finished(mut value: Value, all: Links, of: &Resource, cx: &ViewContext<'_>) -> Value {
    of.schema().keep_context(&mut value, cx.context);
    if shows_links(cx.fields)
        && let Some(map) = value.as_object_mut()
    {
        map.insert("_links".to_owned(), all.into_value(cx.site));
    }
    value
}
