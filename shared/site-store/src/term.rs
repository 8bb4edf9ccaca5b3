//! Terms: categories, tags, menus, pattern categories.

use std::collections::BTreeMap;

use domain::site::Taxonomy;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Meta key that makes new top-level pages join a menu automatically.
pub const AUTO_ADD: &str = "auto_add";

/// Term with its raw texts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Term {
    /// Identifier, unique across all taxonomies.
    pub id: u64,
    /// Its taxonomy.
    pub taxonomy: Taxonomy,
    /// Name.
    pub name: String,
    /// Slug.
    pub slug: String,
    /// Description.
    pub description: String,
    /// Parent, 0 for none.
    pub parent: u64,
    /// Meta.
    pub meta: BTreeMap<String, Value>,
}

/// Values to set on a term. On creation the name is required; on update `None` keeps the stored value.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TermChange {
    /// Name.
    pub name: Option<String>,
    /// Slug, sanitised when stored; when empty, it is derived from the name.
    pub slug: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// Parent, 0 for none.
    pub parent: Option<u64>,
    /// Meta values by key; `None` deletes a value.
    pub meta: BTreeMap<String, Option<Value>>,
}

/// Filter, order and window of a list of terms.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TermFilter {
    /// Part of name or slug.
    pub search: Option<String>,
    /// Only these terms; no restriction when empty.
    pub include: Vec<u64>,
    /// Without these terms; ignored when `include` is not empty.
    pub exclude: Vec<u64>,
    /// Only with these slugs; no restriction when empty.
    pub slugs: Vec<String>,
    /// Only children of this term; 0 for the top level.
    pub parent: Option<u64>,
    /// Only terms of this content item.
    pub content: Option<u64>,
    /// Only terms with published items.
    pub hide_empty: bool,
    /// With `hide_empty`: also terms above those, in a taxonomy with levels.
    pub keep_ancestors: bool,
    /// Sort order.
    pub order_by: TermOrder,
    /// Descending instead of ascending.
    pub descending: bool,
    /// Number of terms to skip.
    pub offset: usize,
    /// Page size; `None` for all.
    pub limit: Option<usize>,
}

/// Sort order of terms.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TermOrder {
    /// By name.
    #[default]
    Name,
    /// By identifier.
    Id,
    /// By slug.
    Slug,
    /// By description.
    Description,
    /// By the number of published items.
    Count,
    /// In the order of `include`.
    Include,
    /// In the order of `slugs`.
    IncludeSlugs,
}
