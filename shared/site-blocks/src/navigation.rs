//! Entries of a navigation, read from its blocks: for the blocks that show it and for the menus of pages
//! (docs/interface/site/navigation.md#what-a-navigation-shows).

use site_store::{SiteStore, StoreError};
use site_urls::address;

use crate::block_tree::{Block, blocks};
use crate::links;
use crate::render::Attributes;

/// Most entries of a navigation, on all levels together.
const ENTRIES: usize = 200;

/// Most levels of a navigation.
const LEVELS: usize = 5;

/// An entry of a navigation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NavigationEntry {
    /// A link, or a heading without an address.
    Link(Box<NavigationLink>),
    /// The list of the pages, as its block is stored.
    Pages(String),
    /// Another block, as it is stored.
    Other(String),
}

/// A link of a navigation. Texts are plain.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NavigationLink {
    /// Text of the link; not empty.
    pub label: String,
    /// Address: absolute, or a place on the page that begins with `#`; empty when it leads nowhere or runs code.
    pub href: String,
    /// Whether it leads to the front page by being a link to it.
    pub is_home: bool,
    /// What the link is about.
    pub description: String,
    /// Tooltip.
    pub title: String,
    /// Whether it opens a window of its own.
    pub opens_window: bool,
    /// Relations, separated by blanks.
    pub rel: String,
    /// CSS classes, separated by blanks.
    pub classes: String,
    /// Entries below it.
    pub below: Vec<NavigationEntry>,
    /// Whether it is a submenu, also when nothing below it shows.
    pub is_submenu: bool,
}

/// The entries of a navigation with the text `raw`, on a site whose pages are below `home`, which has no slash at its end. Links
/// whose target is not public or that have no text are left out, with the entries below them.
///
/// # Errors
/// The read model fails.
pub fn navigation_entries(
    store: &SiteStore,
    home: &str,
    raw: &str,
) -> Result<Vec<NavigationEntry>, StoreError> {
    let mut reader = Reader {
        store,
        home,
        left: ENTRIES,
    };
    reader.entries(raw, 1)
}

struct Reader<'a> {
    store: &'a SiteStore,
    home: &'a str,
    /// Number of entries that may still be read.
    left: usize,
}

impl Reader<'_> {
    fn entries(&mut self, raw: &str, level: usize) -> Result<Vec<NavigationEntry>, StoreError> {
        let mut out = Vec::new();
        for block in blocks(raw) {
            out.extend(self.entry(block, level)?);
        }
        Ok(out)
    }

    fn entry(
        &mut self,
        block: Block<'_>,
        level: usize,
    ) -> Result<Option<NavigationEntry>, StoreError> {
        let Some(left) = self.left.checked_sub(1) else {
            return Ok(None);
        };
        self.left = left;
        let values = Attributes::given(serde_json::from_str(block.attributes).unwrap_or_default());
        let link = match block.name {
            "navigation-link" | "navigation-submenu" => self.link(&values)?,
            "home-link" => Some(self.home_link(&values)),
            "page-list" => return Ok(Some(NavigationEntry::Pages(block.whole.to_owned()))),
            _ => return Ok(Some(NavigationEntry::Other(block.whole.to_owned()))),
        };
        let Some(mut link) = link else {
            return Ok(None);
        };
        if block.name == "navigation-submenu" {
            link.is_submenu = true;
            if level < LEVELS {
                link.below = self.entries(block.inside, level + 1)?;
            }
        }
        Ok(Some(NavigationEntry::Link(Box::new(link))))
    }

    /// The link of a block; `None` when it has no text or its target is not public.
    fn link(&self, values: &Attributes) -> Result<Option<NavigationLink>, StoreError> {
        let Some(label) = values.plain("label") else {
            return Ok(None);
        };
        let href = self.href(values)?;
        Ok(href.map(|href| NavigationLink {
            label,
            href,
            description: values.plain("description").unwrap_or_default(),
            title: values.plain("title").unwrap_or_default(),
            opens_window: values.flag("opensInNewTab"),
            rel: text(values, "rel").to_owned(),
            classes: text(values, "className").to_owned(),
            ..NavigationLink::default()
        }))
    }

    fn home_link(&self, values: &Attributes) -> NavigationLink {
        let named = if self.store.settings().language.starts_with("pt") {
            "Início"
        } else {
            "Home"
        };
        NavigationLink {
            label: values.plain("label").unwrap_or_else(|| named.to_owned()),
            href: format!("{}/", self.home),
            is_home: true,
            opens_window: values.flag("opensInNewTab"),
            classes: text(values, "className").to_owned(),
            ..NavigationLink::default()
        }
    }

    /// The address of a link: the present one of an item or a term, otherwise the written one. `None` when an item or a term is
    /// gone or not public.
    fn href(&self, values: &Attributes) -> Result<Option<String>, StoreError> {
        let is_item =
            text(values, "kind") == "post-type" || matches!(text(values, "type"), "post" | "page");
        match (values.number("id"), text(values, "kind")) {
            (Some(id), "taxonomy") => {
                let term = self.store.term(id);
                Ok(term.map(|term| address::term(&term, self.store, self.home)))
            }
            (Some(id), _) if is_item => {
                let Some(item) = self.store.summary(id)? else {
                    return Ok(None);
                };
                if !self.store.is_public(&item)? {
                    return Ok(None);
                }
                address::item(&item, self.store, self.home).map(Some)
            }
            _ => Ok(Some(links::written(text(values, "url"), self.home))),
        }
    }
}

fn text<'v>(values: &'v Attributes, name: &str) -> &'v str {
    values.text(name).unwrap_or_default()
}
