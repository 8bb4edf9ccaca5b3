//! JSON representation of terms.

use serde_json::{Map, Value, json};
use site_api::ViewContext;
use site_api::format::{encoded, map_or_list};
use site_api::reply::shows_links;
use site_contract::core::rest_bases::kind_base;
use site_contract::core::rest_bases::taxonomy_base;
use site_rest::{Link, Links};
use site_store::Term;
use site_urls::address;

use site_contract::core::terms::of;

/// The JSON representation of a term.
pub fn view(term: &Term, cx: &ViewContext<'_>) -> Value {
    let ViewContext {
        site,
        store,
        context,
        fields,
        ..
    } = *cx;
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| {
        out.insert(name.to_owned(), value);
    };
    put("id", json!(term.id));
    put("count", json!(store.term_count(term.id)));
    put("description", json!(term.description));
    put("link", json!(address::term(term, store, &site.home)));
    put("name", json!(encoded(&term.name)));
    put("slug", json!(term.slug));
    put("taxonomy", json!(term.taxonomy.name()));
    if term.taxonomy.is_hierarchical() {
        put("parent", json!(term.parent));
    }
    put("meta", map_or_list(Map::new()));
    let mut value = Value::Object(out);
    of(term.taxonomy).schema().keep_context(&mut value, context);
    if let (true, Some(map)) = (shows_links(fields), value.as_object_mut()) {
        map.insert("_links".to_owned(), term_links(term, cx).into_value(site));
    }
    value
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
