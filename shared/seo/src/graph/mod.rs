//! Structured data of a page: the JSON-LD graph.

mod article;
mod people;
mod place;
mod web_page;

use serde_json::{Value, json};

use crate::page::texts::Texts;
use crate::page::{Page, PageKind};
use crate::site::{Represented, Site};

/// The graph of `page`, with its context. Nodes: page, article, picture, breadcrumbs, site, organisation, person; those that do
/// not apply are left out. A text that needs a password tells no more than page and site.
pub fn graph(page: &Page, site: &Site, texts: &Texts) -> Value {
    let mut nodes = Vec::new();
    if page.kind != PageKind::NotFound {
        nodes.extend(article::node(page, site, texts));
        nodes.push(web_page::node(page, site, texts));
        nodes.extend(place::picture(page, site));
        nodes.extend(place::breadcrumbs(page, site));
    }
    nodes.push(place::web_site(site));
    nodes.extend(people::publisher(page, site));
    nodes.extend(people::author(page, site));
    json!({ "@context": "https://schema.org", "@graph": nodes })
}

/// A reference to another node.
fn reference(id: impl Into<String>) -> Value {
    let id: String = id.into();
    json!({ "@id": id })
}

/// The node that stands for the organisation or person behind the site.
fn publisher_id(site: &Site) -> Option<String> {
    match &site.represented {
        Represented::Unset => None,
        Represented::Company { .. } => Some(site.id("organization")),
        Represented::Person(author) => Some(person_id(site, author.id)),
    }
}

/// The node of a user.
fn person_id(site: &Site, user: u64) -> String {
    site.id(&format!("/schema/person/{user}"))
}

/// Whether the page has an article: a post that everyone may read, on a site that names who stands behind it.
pub(crate) fn has_article(page: &Page, site: &Site) -> bool {
    let wanted = page.meta.article_type != Some(crate::meta::kinds::ArticleType::None);
    page.kind == PageKind::Post
        && !page.protected
        && wanted
        && site.represented != Represented::Unset
}

#[cfg(test)]
mod tests;
