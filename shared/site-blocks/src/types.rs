//! The table of block types.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::{attributes, names};

/// One JSON object per line, ordered by name.
const TYPES: &str = include_str!("../data/types.jsonl");

/// A style of a block that people choose, which the public pages show by the class `is-style-` and its name.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockStyle {
    /// Name in the class.
    pub name: String,
    pt: String,
    en: String,
}

impl BlockStyle {
    /// Display name in Portuguese, otherwise in English.
    pub fn label(&self, portuguese: bool) -> &str {
        if portuguese { &self.pt } else { &self.en }
    }
}

/// A block type.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockType {
    /// Name with its namespace, such as `core/paragraph`.
    pub name: String,
    /// Category in an editor's user interface.
    pub category: String,
    /// Version of the interface between an editor and the block.
    pub api: u8,
    /// Schemas of the attributes, by name.
    #[serde(default)]
    pub attributes: Map<String, Value>,
    /// Supported features.
    #[serde(default)]
    pub supports: Map<String, Value>,
    /// Values that the block reads from the blocks around it.
    #[serde(default)]
    pub uses: Vec<String>,
    /// Values that the block offers to those inside, each with the attribute that holds it.
    #[serde(default)]
    pub provides: Map<String, Value>,
    /// Types that the block must be directly inside of; any when empty.
    #[serde(default)]
    pub parent: Vec<String>,
    /// Types that the block must be somewhere inside of; any when empty.
    #[serde(default)]
    pub ancestor: Vec<String>,
    /// Types that may be directly inside; any when empty.
    #[serde(default)]
    pub allowed: Vec<String>,
    /// CSS selectors of the block's parts, by feature.
    #[serde(default)]
    pub selectors: Map<String, Value>,
    /// Styles that people choose; the first is the one without a choice.
    #[serde(default)]
    pub styles: Vec<BlockStyle>,
    #[serde(skip)]
    names: Option<names::Names>,
}

impl BlockType {
    /// Title in Portuguese, otherwise in English.
    pub fn title(&self, portuguese: bool) -> &'static str {
        self.names.map_or("", |names| {
            if portuguese {
                names.title_pt
            } else {
                names.title_en
            }
        })
    }

    /// Description in Portuguese, otherwise in English.
    pub fn description(&self, portuguese: bool) -> &'static str {
        self.names.map_or("", |names| {
            if portuguese {
                names.description_pt
            } else {
                names.description_en
            }
        })
    }

    /// The namespace.
    pub fn namespace(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }
}

static ALL: LazyLock<Vec<BlockType>> = LazyLock::new(|| TYPES.lines().filter_map(parsed).collect());

/// The type of a line of the table, with its names and the attributes that follow from its features.
fn parsed(line: &str) -> Option<BlockType> {
    let mut one: BlockType = serde_json::from_str(line).ok()?;
    one.names = names::of(one.name.strip_prefix("core/")?);
    attributes::complete(&mut one.attributes, &one.supports);
    Some(one)
}

/// All block types, ordered by name.
pub fn all() -> &'static [BlockType] {
    &ALL
}

/// The type with this full name.
pub fn named(name: &str) -> Option<&'static BlockType> {
    all().iter().find(|one| one.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_a_type_with_names() {
        assert_eq!(all().len(), TYPES.lines().count());
        assert!(
            all().is_sorted_by(|a, b| a.name < b.name),
            "a name twice or out of order"
        );
        for one in all() {
            assert_eq!(one.namespace(), "core", "{}", one.name);
            for portuguese in [true, false] {
                assert!(!one.title(portuguese).is_empty(), "{}", one.name);
                assert!(one.description(portuguese).ends_with('.'), "{}", one.name);
            }
            for (name, schema) in &one.attributes {
                assert!(schema.is_object(), "{} {name}", one.name);
            }
        }
    }

    #[test]
    fn relations_name_known_types() {
        for one in all() {
            for other in one.parent.iter().chain(&one.ancestor).chain(&one.allowed) {
                assert!(named(other).is_some(), "{}: {other}", one.name);
            }
        }
    }

    #[test]
    fn an_unknown_name_has_no_type() {
        for name in ["paragraph", "core/", "core/nada", "acme/paragraph"] {
            assert!(named(name).is_none(), "{name}");
        }
        assert_eq!(named("core/paragraph").unwrap().title(true), "Parágrafo");
    }
}
