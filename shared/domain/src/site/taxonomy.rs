//! Taxonomies of content.

use serde::{Deserialize, Serialize};

use super::kind::Kind;

/// A taxonomy. All taxonomies share one sequence of term identifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Taxonomy {
    /// Categories of posts; hierarchical.
    Category,
    /// Tags of posts.
    PostTag,
    /// Navigation menus, which group menu items.
    NavMenu,
    /// Categories of blocks.
    PatternCategory,
}

impl Taxonomy {
    /// Every taxonomy.
    pub const ALL: [Self; 4] = [
        Self::Category,
        Self::PostTag,
        Self::NavMenu,
        Self::PatternCategory,
    ];

    /// The name on the wire and in the store.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Category => "category",
            Self::PostTag => "post_tag",
            Self::NavMenu => "nav_menu",
            Self::PatternCategory => "pattern_category",
        }
    }

    /// The taxonomy with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|taxonomy| taxonomy.name() == name)
    }

    /// Whether its terms form a tree.
    pub const fn is_hierarchical(self) -> bool {
        matches!(self, Self::Category)
    }

    /// The content type that its terms are assigned to.
    pub const fn kind(self) -> Kind {
        match self {
            Self::Category | Self::PostTag => Kind::Post,
            Self::NavMenu => Kind::NavMenuItem,
            Self::PatternCategory => Kind::Block,
        }
    }
}

impl Kind {
    /// The taxonomies of items of this type.
    pub const fn taxonomies(self) -> &'static [Taxonomy] {
        match self {
            Self::Post => &[Taxonomy::Category, Taxonomy::PostTag],
            Self::NavMenuItem => &[Taxonomy::NavMenu],
            Self::Block => &[Taxonomy::PatternCategory],
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_types_and_taxonomies_agree() {
        for taxonomy in Taxonomy::ALL {
            for kind in Kind::ALL {
                assert_eq!(
                    kind.taxonomies().contains(&taxonomy),
                    taxonomy.kind() == kind
                );
            }
        }
    }
}
