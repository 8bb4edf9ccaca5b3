//! Organisations and persons.

use serde_json::{Map, Value, json};

use super::{person_id, place, reference};
use crate::page::{Page, PageKind};
use crate::site::{Author, Picture, Represented, Site};

/// The organisation or person behind the site.
pub fn publisher(page: &Page, site: &Site) -> Option<Value> {
    match &site.represented {
        Represented::Unset => None,
        Represented::Company { name, logo } => Some(company(site, name, logo)),
        Represented::Person(author) => Some(person(page, author, site, true)),
    }
}

fn company(site: &Site, name: &str, logo: &Picture) -> Value {
    let mut node = Map::new();
    let mut add = |member: &str, value: Value| {
        node.insert(member.to_owned(), value);
    };
    add("@type", "Organization".into());
    add("@id", site.id("organization").into());
    add("name", name.into());
    add("url", site.home.as_str().into());
    let id = site.id("/schema/logo/image/");
    add("logo", place::image(logo, &id, site));
    add("image", reference(id));
    let profiles = site.profiles.addresses();
    if !profiles.is_empty() {
        add("sameAs", json!(profiles));
    }
    Value::Object(node)
}

/// The author of a post or of an archive, unless the same person stands behind the site.
pub fn author(page: &Page, site: &Site) -> Option<Value> {
    let author = match page.kind {
        PageKind::Author => page.author.as_ref(),
        _ => page.shown_author(),
    }?;
    let same = matches!(&site.represented, Represented::Person(person) if person.id == author.id);
    (!same).then(|| person(page, author, site, false))
}

/// A person. Only texts of the person name the address of the archive; the archive itself is the person's page.
fn person(page: &Page, author: &Author, site: &Site, is_publisher: bool) -> Value {
    let mut node = Map::new();
    let mut add = |member: &str, value: Value| {
        node.insert(member.to_owned(), value);
    };
    let kind = if is_publisher {
        json!(["Person", "Organization"])
    } else {
        json!("Person")
    };
    add("@type", kind);
    add("@id", person_id(site, author.id).into());
    add("name", author.name.clone().into());
    if !author.avatar.is_empty() {
        let avatar = Picture {
            url: author.avatar.clone(),
            caption: author.name.clone(),
            ..Picture::default()
        };
        let id = site.id("/schema/person/image/");
        add("image", place::image(&avatar, &id, site));
        if is_publisher {
            add("logo", reference(id));
        }
    }
    if !author.description.is_empty() {
        add("description", author.description.clone().into());
    }
    let mut profiles = author.profiles.clone();
    if is_publisher {
        profiles.extend(site.profiles.addresses());
    }
    if !profiles.is_empty() {
        add("sameAs", json!(profiles));
    }
    let is_of_page = page.author.as_ref().is_some_and(|one| one.id == author.id);
    if page.kind == PageKind::Author && is_of_page {
        add("mainEntityOfPage", reference(page.url.as_str()));
    } else if page.kind == PageKind::Post && is_of_page && !author.url.is_empty() {
        add("url", author.url.clone().into());
    }
    Value::Object(node)
}
