//! Mapping of terms of all taxonomies.

use std::collections::BTreeMap;

use domain::site::Taxonomy;
use markup::escape;
use serde_json::Value;
use site_store::{AUTO_ADD, Term};

use super::member::Item;
use super::meta::of_term;
use super::search_meta::renamed;
use super::{MapError, Mapped, content};

/// Maps a term. Hosts return names HTML-encoded.
pub fn map(item: &Item<'_>, taxonomy: Taxonomy) -> Result<Mapped<Term>, MapError> {
    let mut lost = Vec::new();
    let filled = |name: &'static str, text: String| {
        Some(text)
            .filter(|text| !text.is_empty())
            .ok_or(MapError::Malformed(name))
    };
    let mut meta = BTreeMap::new();
    if taxonomy == Taxonomy::NavMenu && item.get(AUTO_ADD)?.flag()? {
        meta.insert(AUTO_ADD.to_owned(), Value::Bool(true));
    }
    let given = content::meta(item)?.map(renamed);
    meta.extend(of_term(taxonomy, given.as_ref(), &mut lost));
    let record = Term {
        id: item.id()?,
        taxonomy,
        name: filled("name", escape::decode(&item.get("name")?.text()?))?,
        slug: filled("slug", item.get("slug")?.text()?)?,
        description: item.get("description")?.text()?,
        parent: if taxonomy.is_hierarchical() {
            item.get("parent")?.number()?
        } else {
            0
        },
        meta,
    };
    Ok(Mapped { record, lost })
}
