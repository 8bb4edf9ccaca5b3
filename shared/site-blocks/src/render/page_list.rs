//! The published pages, below one another.

use std::collections::HashMap;
use std::sync::Arc;

use domain::site::Kind;
use site_store::{Content, ContentFilter, OrderBy, StoreError, fold};
use site_urls::address;

use super::attributes::Attributes;
use super::context::{Context, Scope};
use super::found;
use super::item::{href, titled};

/// Deepest level of a list below its first.
const DEPTH: usize = 10;

/// The list of pages; nothing without any. Pages below one that does not show are left out. With `parentPageID` only the pages below that one are in it.
///
/// # Errors
/// The store fails.
pub async fn list(
    cx: &Context<'_>,
    attributes: &Attributes,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    let filter = ContentFilter {
        order_by: OrderBy::MenuOrder,
        ascending: true,
        ..ContentFilter::all(Kind::Page)
    };
    let mut pages = found::public(cx, filter).await?;
    pages.sort_by_cached_key(|page| (page.menu_order, fold(&page.title)));
    let root = attributes.number("parentPageID").unwrap_or(0);
    let mut below: HashMap<u64, Vec<Arc<Content>>> = HashMap::new();
    for page in &pages {
        below.entry(page.parent).or_default().push(Arc::clone(page));
    }
    let tree = Tree {
        cx,
        below,
        shown: scope.item.map_or(0, |item| item.id),
        ancestors: ancestors(cx, scope.item)?,
        is_in_navigation: scope.is_in_navigation,
    };
    let items = tree.branch(root, 0)?;
    if items.is_empty() {
        return Ok(items);
    }
    let outer = attributes.outer("wp-block-page-list");
    Ok(format!("<ul {outer}>{items}</ul>"))
}

/// The pages above an item.
fn ancestors(cx: &Context<'_>, item: Option<&Content>) -> Result<Vec<u64>, StoreError> {
    let mut above = Vec::new();
    let mut at = item.map_or(0, |item| item.parent);
    while at > 0 && above.len() < DEPTH {
        above.push(at);
        at = cx.store.summary(at)?.map_or(0, |page| page.parent);
    }
    Ok(above)
}

struct Tree<'a> {
    cx: &'a Context<'a>,
    below: HashMap<u64, Vec<Arc<Content>>>,
    /// The item that the list stands in, 0 for none.
    shown: u64,
    ancestors: Vec<u64>,
    is_in_navigation: bool,
}

impl Tree<'_> {
    fn branch(&self, parent: u64, depth: usize) -> Result<String, StoreError> {
        let mut out = String::new();
        for page in self.below.get(&parent).into_iter().flatten() {
            let inside = if depth < DEPTH {
                self.branch(page.id, depth + 1)?
            } else {
                String::new()
            };
            let is_current = page.id == self.shown;
            let (mut class, of_link) = if self.is_in_navigation {
                (
                    "wp-block-navigation-item wp-block-pages-list__item".to_owned(),
                    "wp-block-navigation-item__content wp-block-pages-list__item__link",
                )
            } else {
                (
                    "wp-block-pages-list__item".to_owned(),
                    "wp-block-pages-list__item__link",
                )
            };
            for (is_so, name) in [
                (is_current, " current-menu-item"),
                (self.ancestors.contains(&page.id), " current-menu-ancestor"),
                (!inside.is_empty(), " has-child"),
                (address::is_front(page.id, self.cx.store), " menu-item-home"),
            ] {
                if is_so {
                    class.push_str(name);
                }
            }
            let current = if is_current {
                " aria-current=\"page\""
            } else {
                ""
            };
            let (href, title) = (href(self.cx, page)?, titled(self.cx, page));
            out.push_str(&format!(
                "<li class=\"{class}\"><a class=\"{of_link}\" href=\"{href}\"{current}>{title}</a>"
            ));
            if !inside.is_empty() {
                out.push_str(&format!(
                    "<ul class=\"wp-block-navigation__submenu-container\">{inside}</ul>"
                ));
            }
            out.push_str("</li>");
        }
        Ok(out)
    }
}
