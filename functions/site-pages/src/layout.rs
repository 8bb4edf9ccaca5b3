//! The template that an item's page is made with: the chosen one, otherwise that of its kind
//! (docs/interface/site/templates.md#pages).

use domain::site::{Kind, Status};
use site_store::Content;
use site_theme::hierarchy;
use site_theme::layout::Layout;
use site_theme::templates::{Language, template};

use crate::page_request::{PageRequest, PageResult};

/// The title stays for those who hear the page, and as its first heading.
const UNSEEN: &str = ".unseen h1{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.opening.unseen{margin-top:24px;margin-bottom:16px}";
const WIDE: &str = ".prose,.piece .opening{max-width:none}";

/// The parts of an item's page. A stored template stands in place of that of the theme; one that no page can be made with
/// has no effect. Reads at most the one stored template that takes effect, unless some have none.
///
/// # Errors
/// The store fails.
pub async fn of(request: &PageRequest, item: &Content) -> PageResult<Layout> {
    for name in names(item) {
        if let Some(stored) = stored(request, &name).await?
            && let Some(layout) = Layout::of(&stored)
        {
            return Ok(layout);
        }
        // The theme's own templates of a kind show all parts of a page.
        let own = template(&name).filter(|file| file.is_chosen());
        let own = own.and_then(|file| Layout::of(&file.markup(Language::English)));
        if let Some(layout) = own {
            return Ok(layout);
        }
    }
    Ok(Layout::WHOLE)
}

/// The names of the templates for an item, from the most specific one; those of lists are not among them.
fn names(item: &Content) -> Vec<String> {
    let of_kind = match item.kind {
        Kind::Post => format!("single-post-{}", item.slug),
        Kind::Page => format!("page-{}", item.slug),
        _ => return Vec::new(),
    };
    let chosen = Some(item.template.clone()).filter(|name| !name.is_empty());
    let of_kind = hierarchy::names(&of_kind, false, "");
    let of_kind = of_kind.into_iter().filter(|name| name != "index");
    chosen.into_iter().chain(of_kind).collect()
}

/// The blocks of a stored template.
async fn stored(request: &PageRequest, name: &str) -> PageResult<Option<String>> {
    for id in request.store.with_slug(name)? {
        let item = request.store.summary(id)?;
        let is_live =
            item.is_some_and(|item| item.kind == Kind::Template && item.status == Status::Publish);
        if is_live && let Some(item) = request.store.get(id).await? {
            return Ok(Some(item.content.clone()));
        }
    }
    Ok(None)
}

/// Style sheet of a layout, beside that of pages.
pub fn css(layout: Layout) -> String {
    let unseen = if layout.has_title { "" } else { UNSEEN };
    let wide = if layout.is_wide { WIDE } else { "" };
    [unseen, wide].concat()
}
