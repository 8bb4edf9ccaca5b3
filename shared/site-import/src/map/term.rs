//! Terms of all taxonomies.

use std::collections::BTreeMap;

use domain::site::Taxonomy;
use markup::escape;
use serde_json::Value;
use site_store::{AUTO_ADD, Term};

use super::member::{flag, id, number, text};
use super::{Mapped, Misread};

/// A term. Hosts answer names with the characters encoded that HTML gives a meaning.
pub fn map(item: &Value, taxonomy: Taxonomy) -> Result<Mapped<Term>, Misread> {
    let name = escape::decode(&text(item, "name"));
    let slug = text(item, "slug");
    if name.is_empty() {
        return Err(Misread::Member("name"));
    }
    if slug.is_empty() {
        return Err(Misread::Member("slug"));
    }
    let mut meta = BTreeMap::new();
    if flag(item, AUTO_ADD) {
        meta.insert(AUTO_ADD.to_owned(), Value::Bool(true));
    }
    let parent = if taxonomy.is_hierarchical() {
        number(item, "parent")
    } else {
        0
    };
    let record = Term {
        id: id(item).ok_or(Misread::Member("id"))?,
        taxonomy,
        name,
        slug,
        description: text(item, "description"),
        parent,
        meta,
    };
    Ok(Mapped {
        record,
        lost: Vec::new(),
    })
}
