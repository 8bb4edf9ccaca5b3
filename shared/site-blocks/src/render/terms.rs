//! Lists of terms: categories, the cloud of tags, and the terms of an item.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use super::text::escaped;
use domain::site::{Kind, Taxonomy};
use site_store::{
    Content, ContentFilter, StoreError, Term, TermClause, TermFilter, TermOperator, TermOrder,
};
use site_urls::address;

use super::attributes::Attributes;
use super::context::Context;

/// Largest number of terms that a block shows.
const TERMS: usize = 200;
/// Largest number of terms in a cloud.
const CLOUD: u64 = 100;
/// Deepest level of a list below its first.
const DEPTH: usize = 10;

/// The taxonomy with this name. Only those with public pages show.
pub fn public(name: &str) -> Option<Taxonomy> {
    Taxonomy::named(name).filter(|one| matches!(one, Taxonomy::Category | Taxonomy::PostTag))
}

fn found(cx: &Context<'_>, taxonomy: Taxonomy, filter: &TermFilter) -> Vec<Arc<Term>> {
    // A failure of the read model leaves the block out: the text around it shows.
    let listed = cx.store.terms(taxonomy, filter);
    let terms = listed.map(|listed| listed.items).unwrap_or_default();
    if cx.spend(terms.len()) {
        terms
    } else {
        Vec::new()
    }
}

/// The terms below `parent`, as items of a list.
fn items(
    cx: &Context<'_>,
    below: &HashMap<u64, Vec<&Arc<Term>>>,
    parent: u64,
    counts: Option<&HashMap<u64, u64>>,
    depth: usize,
) -> String {
    let mut out = String::new();
    for term in below.get(&parent).into_iter().flatten() {
        let href = escaped(&address::term(term, cx.store, cx.home));
        let (id, name) = (term.id, escaped(&term.name));
        let _ = write!(
            out,
            "<li class=\"cat-item cat-item-{id}\"><a href=\"{href}\">{name}</a>"
        );
        if let Some(counts) = counts {
            let own = || cx.store.term_count(id);
            let _ = write!(out, " ({})", counts.get(&id).copied().unwrap_or_else(own));
        }
        let inside = if depth < DEPTH {
            items(cx, below, id, counts, depth + 1)
        } else {
            String::new()
        };
        if !inside.is_empty() {
            let _ = write!(out, "<ul class=\"children\">{inside}</ul>");
        }
        out.push_str("</li>");
    }
    out
}

/// The numbers of published posts with the terms that have terms below them, which count too.
async fn counted_with_descendants(
    cx: &Context<'_>,
    taxonomy: Taxonomy,
    below: &HashMap<u64, Vec<&Arc<Term>>>,
) -> Result<HashMap<u64, u64>, StoreError> {
    let mut counts = HashMap::new();
    for id in below.keys().copied().filter(|id| *id > 0) {
        if !cx.spend(1) {
            break;
        }
        let filter = ContentFilter {
            terms: vec![TermClause {
                taxonomy,
                terms: vec![id],
                include_children: true,
                operator: TermOperator::AnyOf,
            }],
            limit: Some(1),
            ..ContentFilter::all(Kind::Post)
        };
        counts.insert(id, cx.store.list(&filter).await?.total);
    }
    Ok(counts)
}

/// The list of terms. It is a list also where its author chose a menu to select from, which needs a script. As on deployed
/// systems, a nested list shows terms without posts above those with posts, and their counts include those below.
///
/// # Errors
/// The store fails.
pub async fn list(cx: &Context<'_>, attributes: &Attributes) -> Result<String, StoreError> {
    let Some(taxonomy) = attributes.text("taxonomy").and_then(public) else {
        return Ok(String::new());
    };
    let nested = attributes.flag("showHierarchy") && taxonomy.is_hierarchical();
    let filter = TermFilter {
        hide_empty: !attributes.flag("showEmpty"),
        keep_ancestors: nested,
        parent: attributes.flag("showOnlyTopLevel").then_some(0),
        limit: Some(TERMS),
        ..TermFilter::default()
    };
    let terms = found(cx, taxonomy, &filter);
    let mut below: HashMap<u64, Vec<&Arc<Term>>> = HashMap::new();
    for term in &terms {
        // A term whose parent does not show stands on the first level.
        let has_parent = nested && terms.iter().any(|other| other.id == term.parent);
        let parent = if has_parent { term.parent } else { 0 };
        below.entry(parent).or_default().push(term);
    }
    let counts = if attributes.flag("showPostCounts") {
        Some(counted_with_descendants(cx, taxonomy, &below).await?)
    } else {
        None
    };
    let items = items(cx, &below, 0, counts.as_ref(), 0);
    if items.is_empty() {
        return Ok(String::new());
    }
    let outer = attributes.outer(&format!(
        "wp-block-categories-list wp-block-categories wp-block-categories-taxonomy-{}",
        taxonomy.name()
    ));
    Ok(format!("<ul {outer}>{items}</ul>"))
}

/// A size of letters such as `8pt`, as a number and its unit.
fn size(attributes: &Attributes, name: &str, otherwise: f64) -> (f64, &'static str) {
    let text = attributes.text(name).unwrap_or_default();
    let units = ["pt", "px", "rem", "em", "%"];
    let parsed = units.into_iter().find_map(|unit| {
        let number: f64 = text.strip_suffix(unit)?.parse().ok()?;
        (0.0..=200.0).contains(&number).then_some((number, unit))
    });
    parsed.unwrap_or((otherwise, "pt"))
}

/// The most used terms by name, in sizes between the two of the block according to their use.
pub fn cloud(cx: &Context<'_>, attributes: &Attributes) -> String {
    let Some(taxonomy) = attributes.text("taxonomy").and_then(public) else {
        return String::new();
    };
    let number = attributes
        .number("numberOfTags")
        .unwrap_or(45)
        .clamp(1, CLOUD);
    let filter = TermFilter {
        hide_empty: true,
        order_by: TermOrder::Count,
        descending: true,
        limit: usize::try_from(number).ok(),
        ..TermFilter::default()
    };
    let terms = found(cx, taxonomy, &filter);
    let ids: Vec<u64> = terms.iter().map(|term| term.id).collect();
    let count = |id: u64| u32::try_from(cx.store.term_count(id)).unwrap_or(u32::MAX);
    let uses = || ids.iter().map(|id| count(*id));
    let (Some(least), Some(most)) = (uses().min(), uses().max()) else {
        return String::new();
    };
    let (small, unit) = size(attributes, "smallestFontSize", 8.0);
    let (large, _) = size(attributes, "largestFontSize", 22.0);
    let step = (large - small) / f64::from((most - least).max(1));
    let mut links = Vec::new();
    for term in cx
        .store
        .by_name(&ids)
        .into_iter()
        .filter_map(|id| cx.store.term(id))
    {
        let uses = count(term.id);
        let size = step.mul_add(f64::from(uses - least), small);
        let href = escaped(&address::term(&term, cx.store, cx.home));
        let name = escaped(&term.name);
        let items = if uses == 1 {
            cx.word("item", "item")
        } else {
            cx.word("itens", "items")
        };
        let shown = if attributes.flag("showTagCounts") {
            format!("<span class=\"tag-link-count\"> ({uses})</span>")
        } else {
            String::new()
        };
        links.push(format!(
            "<a href=\"{href}\" class=\"tag-cloud-link tag-link-{} tag-link-position-{}\" style=\"font-size:{}{unit}\" aria-label=\"{name} ({uses} {items})\">{name}{shown}</a>",
            term.id,
            links.len() + 1,
            // At most one digit behind the point, and none for whole sizes.
            (size * 10.0).round() / 10.0,
        ));
    }
    format!(
        "<p {}>{}</p>",
        attributes.outer("wp-block-tag-cloud"),
        links.join("\n")
    )
}

/// The terms of an item by name; nothing without any.
pub fn of_item(cx: &Context<'_>, attributes: &Attributes, item: &Content) -> String {
    let Some(taxonomy) = attributes.text("term").and_then(public) else {
        return String::new();
    };
    let terms = cx.store.by_name(item.terms_of(taxonomy));
    let links: Vec<String> = terms
        .into_iter()
        .filter_map(|id| cx.store.term(id))
        .map(|term| {
            let href = escaped(&address::term(&term, cx.store, cx.home));
            format!("<a href=\"{href}\" rel=\"tag\">{}</a>", escaped(&term.name))
        })
        .collect();
    if links.is_empty() {
        return String::new();
    }
    let part = |name: &str| {
        let text = attributes.plain(name);
        text.map_or_else(String::new, |text| {
            let text = escaped(&text);
            format!("<span class=\"wp-block-post-terms__{name}\">{text}</span>")
        })
    };
    let separator = escaped(attributes.text("separator").unwrap_or(", "));
    let separator = format!("<span class=\"wp-block-post-terms__separator\">{separator}</span>");
    let class = format!("wp-block-post-terms taxonomy-{}", taxonomy.name());
    format!(
        "<div {}>{}{}{}</div>",
        attributes.outer(&class),
        part("prefix"),
        links.join(&separator),
        part("suffix")
    )
}
