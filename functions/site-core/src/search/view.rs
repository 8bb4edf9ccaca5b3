//! JSON representation of search results.

use site_contract::core::rest_bases::{kind_base, taxonomy_base};
use std::sync::Arc;

use domain::site::Format;
use markup::render;
use serde_json::{Value, json};
use site_api::format::encoded;
use site_api::reply::shows_links;
use site_api::{ApiCall, links};
use site_rest::{Link, Links, Locale};
use site_store::{Content, Term};
use site_urls::address;

use site_contract::core::search::RESULT;

/// Merges the results of several kinds into one list by date.
pub fn newest_first(found: Vec<Vec<Arc<Content>>>) -> Vec<Arc<Content>> {
    let mut all: Vec<_> = found.into_iter().flatten().collect();
    all.sort_by_key(|item| std::cmp::Reverse((item.date.local, item.id)));
    all
}

/// A post or page.
pub fn item(item: &Content, call: &ApiCall) -> Value {
    let site = call.site();
    let own = site.url(&format!("/core/v2/{}/{}", kind_base(item.kind), item.id));
    let about = site.url(&format!("/core/v2/types/{}", item.kind.name()));
    let caller = call.caller();
    let mut allow = vec!["GET"];
    if caller.access.may_edit(item.subject()) {
        allow.extend(["POST", "PUT", "PATCH"]);
    }
    if caller.access.may_delete(item.subject()) {
        allow.push("DELETE");
    }
    let value = json!({
        "id": item.id,
        "title": render::title(&item.title),
        "url": links::item(item, &caller.store, site),
        "type": "post",
        "subtype": item.kind.name(),
    });
    let found = Links::new()
        .link("self", Link::to(own).embeddable().allowing(allow))
        .link("about", Link::to(about));
    finish(value, found, call)
}

/// A term.
pub fn term(term: &Term, call: &ApiCall) -> Value {
    let site = call.site();
    let base = taxonomy_base(term.taxonomy);
    let own = site.url(&format!("/core/v2/{base}/{}", term.id));
    let about = site.url(&format!("/core/v2/taxonomies/{}", term.taxonomy.name()));
    let caller = call.caller();
    let mut allow = vec!["GET"];
    if caller.access.may_edit_terms(term.taxonomy) {
        allow.extend(["POST", "PUT", "PATCH", "DELETE"]);
    }
    let value = json!({
        "id": term.id,
        "title": encoded(&term.name),
        "url": address::term(term, &caller.store, &site.home),
        "type": term.taxonomy.name(),
    });
    let found = Links::new()
        .link("self", Link::to(own).embeddable().allowing(allow))
        .link("about", Link::to(about));
    finish(value, found, call)
}

/// A post format.
pub fn format(format: Format, call: &ApiCall) -> Value {
    let value = json!({
        "id": format.name(),
        "title": format_name(format, call.site().locale),
        "url": format!("{}/type/{}/", call.site().home, format.name()),
        "type": "post-format",
    });
    finish(value, Links::new(), call)
}

/// The display name of a post format.
pub const fn format_name(format: Format, locale: Locale) -> &'static str {
    let (pt, en) = match format {
        Format::Standard => ("Padrão", "Standard"),
        Format::Aside => ("Nota", "Aside"),
        Format::Chat => ("Conversa", "Chat"),
        Format::Gallery => ("Galeria", "Gallery"),
        Format::Link => ("Link", "Link"),
        Format::Image => ("Imagem", "Image"),
        Format::Quote => ("Citação", "Quote"),
        Format::Status => ("Status", "Status"),
        Format::Video => ("Vídeo", "Video"),
        Format::Audio => ("Áudio", "Audio"),
    };
    match locale {
        Locale::PtBr => pt,
        Locale::En => en,
    }
}

fn finish(mut value: Value, found: Links, call: &ApiCall) -> Value {
    let context = call.params().context();
    RESULT.schema().keep_context(&mut value, context);
    if let (true, Some(map)) = (shows_links(call.fields()), value.as_object_mut()) {
        let all = found.link("collection", Link::to(call.site().url("/core/v2/search")));
        map.insert("_links".to_owned(), all.into_value(call.site()));
    }
    value
}
