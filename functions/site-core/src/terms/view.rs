//! JSON representation of terms.

use domain::site::Taxonomy;
use domain::site::meta::registered_for_terms;
use serde_json::{Map, Value, json};
use site_api::format::{encoded, map_or_list};
use site_api::reply::shows_links;
use site_api::{PageHeads, ViewContext};
use site_contract::core::rest_bases::{kind_base, taxonomy_base};
use site_contract::core::terms::of;
use site_rest::{Link, Links, RestError};
use site_store::Term;
use site_urls::address;

/// The JSON representation of a term. Terms with public pages have the head of the page.
///
/// # Errors
/// The store fails.
pub fn view(term: &Term, cx: &ViewContext<'_>, heads: &PageHeads<'_>) -> Result<Value, RestError> {
    let ViewContext {
        site,
        store,
        context,
        fields,
        ..
    } = *cx;
    let taxonomy = ("taxonomy", json!(term.taxonomy.name()));
    let mut value = Value::Object(members(term, meta(term, cx), |shared| match shared {
        "id" => vec![("count", json!(store.term_count(term.id)))],
        "description" => vec![("link", json!(address::term(term, store, &site.home)))],
        "slug" if term.taxonomy.is_hierarchical() => {
            vec![taxonomy.clone(), ("parent", json!(term.parent))]
        }
        "slug" => vec![taxonomy.clone()],
        _ => Vec::new(),
    }));
    of(term.taxonomy).schema().keep_context(&mut value, context);
    if matches!(term.taxonomy, Taxonomy::Category | Taxonomy::PostTag) {
        heads.add_term(term, &mut value)?;
    }
    if let (true, Some(map)) = (shows_links(fields), value.as_object_mut()) {
        map.insert("_links".to_owned(), term_links(term, cx).into_value(site));
    }
    Ok(value)
}

/// The registered meta of a term that the caller sees.
fn meta(term: &Term, cx: &ViewContext<'_>) -> Map<String, Value> {
    let may_edit = cx.access.may_edit_terms(term.taxonomy);
    let keys = registered_for_terms(term.taxonomy).iter();
    let keys = keys.filter(|key| may_edit || !key.is_private);
    keys.map(|key| {
        let stored = term.meta.get(key.name).cloned();
        let value = stored.unwrap_or_else(|| key.default());
        (key.name.to_owned(), value)
    })
    .collect()
}

/// The members of a term's representation. `own` returns those that follow a member of all taxonomies in one
/// representation.
pub fn members(
    term: &Term,
    meta: Map<String, Value>,
    own: impl Fn(&str) -> Vec<(&'static str, Value)>,
) -> Map<String, Value> {
    let shared = [
        ("id", json!(term.id)),
        ("description", json!(term.description)),
        ("name", json!(encoded(&term.name))),
        ("slug", json!(term.slug)),
        ("meta", map_or_list(meta)),
    ];
    let mut out = Map::new();
    for (name, value) in shared {
        out.insert(name.to_owned(), value);
        out.extend(
            own(name)
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value)),
        );
    }
    out
}

/// The links of a term.
pub fn term_links(term: &Term, cx: &ViewContext<'_>) -> Links {
    let site = cx.site;
    let base = taxonomy_base(term.taxonomy);
    let mut allow = vec!["GET"];
    if cx.access.may_edit_terms(term.taxonomy) {
        allow.extend(["POST", "PUT", "PATCH"]);
        // The default category cannot be deleted.
        if term.id != cx.store.settings().default_category {
            allow.push("DELETE");
        }
    }
    let mut all = Links::new()
        .link(
            "self",
            Link::to(site.url(&format!("/core/v2/{base}/{}", term.id))).allowing(allow),
        )
        .link(
            "collection",
            Link::to(site.url(&format!("/core/v2/{base}"))),
        )
        .link(
            "about",
            Link::to(site.url(&format!("/core/v2/taxonomies/{}", term.taxonomy.name()))),
        );
    if term.parent > 0 {
        all.add(
            "up",
            Link::to(site.url(&format!("/core/v2/{base}/{}", term.parent))).embeddable(),
        );
    }
    let items = kind_base(term.taxonomy.kind());
    all.add(
        "core:post_type",
        Link::to(site.url(&format!("/core/v2/{items}?{base}={}", term.id))),
    );
    all
}
