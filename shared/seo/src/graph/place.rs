//! Where a page stands: its picture, its breadcrumbs, the site.

use serde_json::{Map, Value, json};

use super::{publisher_id, reference};
use crate::page::{Page, PageKind};
use crate::site::{Picture, Site};

/// The node of the page's picture.
pub fn picture(page: &Page, site: &Site) -> Option<Value> {
    let picture = page.picture()?;
    Some(image(
        picture,
        &format!("{}#primaryimage", page.canonical()),
        site,
    ))
}

/// A picture with this identifier.
pub fn image(picture: &Picture, id: &str, site: &Site) -> Value {
    let mut node = Map::new();
    let mut add = |name: &str, value: Value| {
        node.insert(name.to_owned(), value);
    };
    add("@type", "ImageObject".into());
    add("inLanguage", site.language.clone().into());
    add("@id", id.into());
    add("url", picture.url.clone().into());
    add("contentUrl", picture.url.clone().into());
    if picture.width > 0 && picture.height > 0 {
        add("width", picture.width.into());
        add("height", picture.height.into());
    }
    if !picture.caption.is_empty() {
        add("caption", picture.caption.clone().into());
    }
    Value::Object(node)
}

/// The way from the home page to the page. That of the home page has a single entry, or two where it is described.
pub fn breadcrumbs(page: &Page, site: &Site) -> Option<Value> {
    if !page.shows_breadcrumbs() {
        return None;
    }
    let is_home = page.kind == PageKind::Home;
    let name = site.wording().home_crumb;
    let shown = |position: u32| json!({ "@type": "ListItem", "position": position, "name": name });
    let linked =
        json!({ "@type": "ListItem", "position": 1, "name": name, "item": site.home.as_str() });
    let mut items = match (is_home, page.described) {
        (true, false) => vec![shown(1)],
        (true, true) => vec![linked, shown(2)],
        (false, _) => vec![linked],
    };
    for (crumb, position) in page.breadcrumbs.iter().zip(2..) {
        let mut item = Map::new();
        item.insert("@type".to_owned(), "ListItem".into());
        let position: u32 = position;
        item.insert("position".to_owned(), position.into());
        item.insert("name".to_owned(), crumb.name.clone().into());
        if let Some(url) = &crumb.url {
            item.insert("item".to_owned(), url.clone().into());
        }
        items.push(Value::Object(item));
    }
    Some(json!({
        "@type": "BreadcrumbList",
        "@id": format!("{}#breadcrumb", page.canonical()),
        "itemListElement": items,
    }))
}

/// The node of the site.
pub fn web_site(site: &Site) -> Value {
    let mut node = Map::new();
    let mut add = |name: &str, value: Value| {
        node.insert(name.to_owned(), value);
    };
    add("@type", "WebSite".into());
    add("@id", site.id("website").into());
    add("url", site.home.as_str().into());
    add("name", site.name.clone().into());
    add("description", site.tagline.clone().into());
    if let Some(publisher) = publisher_id(site) {
        add("publisher", reference(publisher));
    }
    add(
        "potentialAction",
        json!([{
            "@type": "SearchAction",
            "target": {
                "@type": "EntryPoint",
                "urlTemplate": format!("{}?s={{search_term_string}}", site.home),
            },
            "query-input": {
                "@type": "PropertyValueSpecification",
                "valueRequired": true,
                "valueName": "search_term_string",
            },
        }]),
    );
    add("inLanguage", site.language.clone().into());
    Value::Object(node)
}
