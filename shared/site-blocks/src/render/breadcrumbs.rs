//! The way from the front page to an item.

use domain::site::{Kind, Status, Taxonomy};
use site_store::{Content, StoreError};
use site_urls::address;

use super::attributes::Attributes;
use super::context::Context;
use super::item::{href, titled};
use super::text::escaped;

/// Most terms or pages above an item.
const DEPTH: usize = 10;

/// Slugs of the category that posts without one have.
const WITHOUT_CATEGORY: [&str; 2] = ["sem-categoria", "uncategorized"];

/// The links to an item by its first category or by the pages above it.
///
/// # Errors
/// The store fails.
pub async fn trail(
    cx: &Context<'_>,
    attributes: &Attributes,
    item: &Content,
) -> Result<String, StoreError> {
    let is_front = address::is_front(item.id, cx.store);
    if is_front && !attributes.flag("showOnHomePage") {
        return Ok(String::new());
    }
    let mut steps = Vec::new();
    if attributes.flag("showHomeItem") {
        let (home, text) = (escaped(cx.home), cx.word("Início", "Home"));
        steps.push(format!("<a href=\"{home}/\">{text}</a>"));
    }
    if !is_front {
        steps.extend(match item.kind {
            Kind::Post => by_category(cx, item),
            _ => above(cx, item).await?,
        });
    }
    if attributes.flag("showCurrentItem") && !is_front {
        steps.push(format!(
            "<span aria-current=\"page\">{}</span>",
            titled(cx, item)
        ));
    }
    if steps.is_empty() {
        return Ok(String::new());
    }
    let separator = escaped(attributes.text("separator").unwrap_or("/"));
    let separator = format!(" <span aria-hidden=\"true\">{separator}</span></li><li>");
    let label = cx.word("Trilha de navegação", "Breadcrumbs");
    Ok(format!(
        "<nav {} aria-label=\"{label}\"><ol><li>{}</li></ol></nav>",
        attributes.outer("wp-block-breadcrumbs"),
        steps.join(&separator)
    ))
}

/// Links to the first category and those above it, the uppermost first.
fn by_category(cx: &Context<'_>, item: &Content) -> Vec<String> {
    let categories = cx.store.by_name(item.terms_of(Taxonomy::Category));
    let mut next = categories.into_iter().find_map(|id| {
        let term = cx.store.term(id)?;
        (!WITHOUT_CATEGORY.contains(&term.slug.as_str())).then_some(term)
    });
    let mut links = Vec::new();
    while let Some(term) = next.filter(|_| links.len() < DEPTH) {
        let link = escaped(&address::term(&term, cx.store, cx.home));
        links.push(format!("<a href=\"{link}\">{}</a>", escaped(&term.name)));
        next = cx.store.term(term.parent);
    }
    links.reverse();
    links
}

/// Links to the published pages above a page, the uppermost first.
async fn above(cx: &Context<'_>, item: &Content) -> Result<Vec<String>, StoreError> {
    let mut links = Vec::new();
    let mut parent = item.parent;
    for _ in 0..DEPTH {
        if parent == 0 || !cx.spend(1) {
            break;
        }
        let Some(page) = cx.store.get(parent).await? else {
            break;
        };
        if page.status == Status::Publish {
            links.push(format!(
                "<a href=\"{}\">{}</a>",
                href(cx, &page)?,
                titled(cx, &page)
            ));
        }
        parent = page.parent;
    }
    links.reverse();
    Ok(links)
}
