//! Renders the blocks that show records of the site. Their stored form has no HTML.

mod attributes;
mod context;
mod search;
mod site;
mod terms;
mod text;

use std::cell::Cell;

use site_store::SiteStore;

use self::attributes::Attributes;
use self::context::Context;
use crate::types;

/// The blocks that the site renders, by their names without a namespace.
const RENDERED: [&str; 5] = [
    "categories",
    "search",
    "site-tagline",
    "site-title",
    "tag-cloud",
];

/// Whether the site renders the block with this full name.
pub fn is_rendered(name: &str) -> bool {
    name.strip_prefix("core/")
        .is_some_and(|bare| RENDERED.contains(&bare))
}

/// Whether a text may contain a block that the site renders, so that its HTML depends on other records.
pub fn may_contain(raw: &str) -> bool {
    raw.split("wp:").skip(1).any(|after| {
        let after = after.strip_prefix("core/").unwrap_or(after);
        RENDERED.iter().any(|name| after.starts_with(name))
    })
}

/// Renders the blocks of one text.
pub struct Renderer<'a>(Context<'a>);

impl<'a> Renderer<'a> {
    /// A renderer for a text of the site whose pages are below `home`, which has no slash at its end. Only the read model
    /// of the store is read.
    pub fn new(store: &'a SiteStore, home: &'a str) -> Self {
        Self(Context {
            store,
            home,
            portuguese: store.settings().language.starts_with("pt"),
            forms: Cell::new(0),
        })
    }

    /// The HTML of a block by its name without the namespace of core blocks and its attributes as JSON; empty for one that
    /// the site does not render.
    pub fn block(&self, name: &str, json: &str) -> String {
        let Some(one) = types::named(&format!("core/{name}")) else {
            return String::new();
        };
        let attributes = Attributes::parsed(one, json);
        match name {
            "categories" => terms::list(&self.0, &attributes),
            "search" => search::form(&self.0, &attributes),
            "site-tagline" => site::tagline(&self.0, &attributes),
            "site-title" => site::title(&self.0, &attributes),
            "tag-cloud" => terms::cloud(&self.0, &attributes),
            _ => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_with_rendered_blocks_are_found() {
        for (raw, expected) in [
            ("<!-- wp:search /-->", true),
            ("<!-- wp:core/tag-cloud {\"a\":1} /-->", true),
            ("<!--  wp:site-title  /-->", true),
            (
                "<!-- wp:paragraph --><p>wp</p><!-- /wp:paragraph -->",
                false,
            ),
            ("busca wp: search", false),
            ("", false),
        ] {
            assert_eq!(may_contain(raw), expected, "{raw}");
        }
    }

    #[test]
    fn rendered_blocks_are_types() {
        for name in RENDERED {
            let full = format!("core/{name}");
            assert!(is_rendered(&full), "{name}");
            assert!(types::named(&full).is_some(), "{name}");
            assert!(!is_rendered(name), "{name}");
        }
    }
}
