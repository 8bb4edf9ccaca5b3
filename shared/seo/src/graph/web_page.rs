//! The page itself.

use serde_json::{Map, Value, json};

use super::{has_article, person_id, publisher_id, reference};
use crate::meta::kinds::PageType;
use crate::page::texts::Texts;
use crate::page::{Page, PageKind, time};
use crate::site::Site;

/// The node.
pub fn node(page: &Page, site: &Site, texts: &Texts) -> Value {
    let mut node = Map::new();
    let mut add = |name: &str, value: Value| {
        node.insert(name.to_owned(), value);
    };
    add("@type", kinds(page));
    // An archive without an address of its own has no identifier.
    let id = Some(page.url.as_str()).filter(|url| !url.is_empty());
    add("@id", id.into());
    add("url", page.canonical().into());
    add("name", texts.title.clone().into());
    add("isPartOf", reference(site.id("website")));
    if page.kind == PageKind::Home
        && !page.described
        && let Some(publisher) = publisher_id(site)
    {
        add("about", reference(publisher));
    }
    if let Some(picture) = page.picture() {
        let image = format!("{}#primaryimage", page.canonical());
        add("primaryImageOfPage", reference(&image));
        add("image", reference(&image));
        add("thumbnailUrl", picture.url.clone().into());
    }
    if page.kind.is_single() {
        if let Some(published) = page.published {
            add("datePublished", time(published).into());
        }
        if let Some(modified) = page.changed() {
            add("dateModified", time(modified).into());
        }
    }
    if !has_article(page, site)
        && let Some(author) = page.shown_author()
    {
        add("author", reference(person_id(site, author.id)));
    }
    if !texts.description.is_empty() {
        add("description", texts.description.clone().into());
    }
    if page.shows_breadcrumbs() {
        add(
            "breadcrumb",
            reference(format!("{}#breadcrumb", page.canonical())),
        );
    }
    add("inLanguage", site.language.clone().into());
    if (page.kind.is_single() || page.kind == PageKind::Author) && !page.protected {
        let read = json!([{ "@type": "ReadAction", "target": [page.canonical()] }]);
        add("potentialAction", read);
    }
    Value::Object(node)
}

/// The type of the page; one that is set stands beside the general one.
fn kinds(page: &Page) -> Value {
    let kind = match page.kind {
        PageKind::Post | PageKind::Page => match page.meta.page_type {
            None | Some(PageType::WebPage) => return json!("WebPage"),
            Some(set) => return json!(["WebPage", set.name()]),
        },
        PageKind::Author => "ProfilePage",
        PageKind::Search => return json!(["CollectionPage", "SearchResultsPage"]),
        _ => "CollectionPage",
    };
    json!(kind)
}
