//! CSS classes of an item, by which themes and clients tell items apart.

use domain::site::{Format, Taxonomy};
use site_store::{Content, SiteStore};

/// The classes of an item, in the order of deployed systems: its number, kind and state, its format, whether it has a picture or
/// a password, and its terms by name.
pub fn item_classes(item: &Content, store: &SiteStore) -> Vec<String> {
    let kind = item.kind.name();
    let mut classes = vec![
        format!("post-{}", item.id),
        kind.to_owned(),
        format!("type-{kind}"),
        format!("status-{}", item.status.name()),
    ];
    if item.kind.has_format() {
        classes.push(format!("format-{}", item.format.name()));
    }
    // As in deployed systems, the classes ignore a password sent with the request.
    if !item.password.is_empty() {
        classes.push("post-password-required".to_owned());
    } else if item.featured_media > 0 {
        classes.push("has-post-thumbnail".to_owned());
    }
    classes.push("hentry".to_owned());
    for (taxonomy, prefix) in [(Taxonomy::Category, "category"), (Taxonomy::PostTag, "tag")] {
        let terms = store.by_name(item.terms_of(taxonomy));
        let slugs = terms.iter().filter_map(|id| store.term(*id));
        classes.extend(slugs.map(|term| format!("{prefix}-{}", term.slug)));
    }
    if item.kind.has_format() && item.format != Format::Standard {
        // Deployed systems store the format as a term of a hidden taxonomy.
        classes.push(format!("post_format-post-format-{}", item.format.name()));
    }
    classes
}
