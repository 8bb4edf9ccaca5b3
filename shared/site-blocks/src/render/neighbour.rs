//! Links from a post to the next or the previous one.

use domain::site::{Kind, Taxonomy};
use site_store::{Content, ContentFilter, StoreError, TermClause, TermOperator};

use super::attributes::Attributes;
use super::context::Context;
use super::found;
use super::item::{href, titled};
use super::text::{arrow, escaped};

/// The next or previous post by date, also only of those that share a term.
async fn neighbour(
    cx: &Context<'_>,
    attributes: &Attributes,
    item: &Content,
    is_next: bool,
) -> Result<Option<std::sync::Arc<Content>>, StoreError> {
    let taxonomy = attributes.text("taxonomy").filter(|name| !name.is_empty());
    let terms = match taxonomy.map(Taxonomy::named) {
        None => Vec::new(),
        Some(Some(taxonomy)) if !item.terms_of(taxonomy).is_empty() => vec![TermClause {
            taxonomy,
            terms: item.terms_of(taxonomy).to_vec(),
            include_children: false,
            operator: TermOperator::AnyOf,
        }],
        Some(_) => return Ok(None),
    };
    let date = Some(item.date.local);
    let filter = ContentFilter {
        after: date.filter(|_| is_next),
        before: date.filter(|_| !is_next),
        ascending: is_next,
        terms,
        limit: Some(1),
        ..ContentFilter::all(Kind::Post)
    };
    Ok(found::public(cx, filter).await?.pop())
}

/// The link to a neighbour of a post. The element stands there also without one.
///
/// # Errors
/// The store fails.
pub async fn link(
    cx: &Context<'_>,
    attributes: &Attributes,
    item: &Content,
) -> Result<String, StoreError> {
    let (is_next, name) = match attributes.text("type") {
        Some("next") => (true, "next"),
        Some("previous") => (false, "previous"),
        _ => return Ok(String::new()),
    };
    let class = format!("wp-block-post-navigation-link post-navigation-link-{name}");
    let outer = attributes.outer(&class);
    let found = match item.kind {
        Kind::Post => neighbour(cx, attributes, item, is_next).await?,
        _ => None,
    };
    let Some(other) = found else {
        return Ok(format!("<div {outer}></div>"));
    };
    let label = attributes.plain("label").map(|label| escaped(&label));
    let title = titled(cx, &other);
    let named =
        |label: &str| format!("<span class=\"post-navigation-link__label\">{label}</span> ");
    let is_inside = attributes.flag("linkLabel");
    let usual = match (attributes.flag("showTitle"), is_next) {
        (true, true) => cx.word("Próximo:", "Next:"),
        (true, false) => cx.word("Anterior:", "Previous:"),
        (false, true) => cx.word("Próximo", "Next"),
        (false, false) => cx.word("Anterior", "Previous"),
    };
    let (before, inner) = match (attributes.flag("showTitle"), is_inside) {
        (false, _) => (String::new(), label.unwrap_or_else(|| usual.to_owned())),
        (true, false) => (label.map_or_else(String::new, |label| named(&label)), title),
        (true, true) => {
            let label = named(label.as_deref().unwrap_or(usual));
            let title = format!("<span class=\"post-navigation-link__title\">{title}</span>");
            (String::new(), format!("{label}{title}"))
        }
    };
    let rel = if is_next { "next" } else { "prev" };
    let link = format!(
        "{before}<a href=\"{}\" rel=\"{rel}\">{inner}</a>",
        href(cx, &other)?
    );
    let class = format!("wp-block-post-navigation-link__arrow-{name}");
    let arrow = arrow(attributes.text("arrow"), is_next, &class);
    Ok(if is_next {
        format!("<div {outer}>{link}{arrow}</div>")
    } else {
        format!("<div {outer}>{arrow}{link}</div>")
    })
}
