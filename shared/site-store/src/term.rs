//! Terms: categories, tags, menus, block categories.

use std::collections::BTreeMap;

use domain::site::Taxonomy;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The meta key that says whether new pages at the top join a menu by themselves.
pub const AUTO_ADD: &str = "auto_add";

/// A term. Texts are raw; whoever shows them encodes them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Term {
    /// Identifier, unique over all taxonomies.
    pub id: u64,
    /// Its taxonomy.
    pub taxonomy: Taxonomy,
    /// Name.
    pub name: String,
    /// Last part of its address.
    pub slug: String,
    /// Description.
    pub description: String,
    /// Term above, 0 for none.
    pub parent: u64,
    /// Meta.
    pub meta: BTreeMap<String, Value>,
}

/// What to set of a term. On creation the name is needed; on update what is none stays.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TermChange {
    /// Name.
    pub name: Option<String>,
    /// Slug, in any form; empty means made from the name.
    pub slug: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// Term above, 0 for none.
    pub parent: Option<u64>,
    /// Meta: a value, or none to remove it.
    pub meta: BTreeMap<String, Option<Value>>,
}

/// Which terms to list.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TermFilter {
    /// Part of name or slug.
    pub search: Option<String>,
    /// Only these, when not empty.
    pub include: Vec<u64>,
    /// Not these; `include` wins.
    pub exclude: Vec<u64>,
    /// Only these slugs, when not empty.
    pub slugs: Vec<String>,
    /// Only terms below this one; 0 for the top.
    pub parent: Option<u64>,
    /// Only terms of this item.
    pub content: Option<u64>,
    /// Only terms with published items.
    pub hide_empty: bool,
    /// Order.
    pub order_by: TermOrder,
    /// Last first.
    pub descending: bool,
    /// How many to skip.
    pub offset: usize,
    /// How many to answer; all when none.
    pub limit: Option<usize>,
}

/// Order of terms.
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
