//! Members and links that the views of all kinds of content share.

use domain::site::meta::{SYNC_STATUS, registered};
use domain::site::{Caller as Access, Capability};
use percent_encoding::percent_decode_str;
use serde_json::Value;
use site_api::ViewContext;
use site_api::format::map_or_list;
use site_contract::core::rest_bases::{kind_base, taxonomy_base};
use site_rest::{Link, Links, SiteContext};
use site_store::Content;

/// The slug that the title generates.
pub fn generated_slug(item: &Content, cx: &ViewContext<'_>) -> String {
    if cx.context != "edit" || !cx.wants("generated_slug") {
        return String::new();
    }
    cx.store
        .free_slug(item.kind, item.parent, &item.title, item.id)
        .map(|slug| percent_decode_str(&slug).decode_utf8_lossy().into_owned())
        .unwrap_or_default()
}

/// The registered meta of an item that the caller sees; `[]` for kinds without meta.
pub fn meta(item: &Content, cx: &ViewContext<'_>) -> Value {
    let may_edit = cx.access.may_edit(item.subject());
    let keys = registered(item.kind)
        .iter()
        .filter(|key| key.name != SYNC_STATUS && (may_edit || !key.is_private));
    map_or_list(
        keys.map(|key| (key.name.to_owned(), item.meta_value(key)))
            .collect(),
    )
}

/// The methods that the caller may use on an item that they may read, for `Allow`.
pub fn allowed(item: &Content, access: &Access) -> Vec<&'static str> {
    let mut methods = vec!["GET"];
    if access.may_edit(item.subject()) {
        methods.extend(["POST", "PUT", "PATCH"]);
    }
    if access.may_delete(item.subject()) {
        methods.push("DELETE");
    }
    methods
}

/// The address of an item, relative to the REST root.
fn own(item: &Content, site: &SiteContext) -> String {
    site.url(&format!("/core/v2/{}/{}", kind_base(item.kind), item.id))
}

/// The links that every item has.
pub fn base_links(item: &Content, cx: &ViewContext<'_>) -> Links {
    let site = cx.site;
    Links::new()
        .link(
            "self",
            Link::to(own(item, site)).allowing(allowed(item, cx.access)),
        )
        .link(
            "collection",
            Link::to(site.url(&format!("/core/v2/{}", kind_base(item.kind)))),
        )
        .link(
            "about",
            Link::to(site.url(&format!("/core/v2/types/{}", item.kind.name()))),
        )
}

/// Adds a link to the item's terms of each taxonomy.
pub fn add_terms(all: &mut Links, item: &Content, cx: &ViewContext<'_>) {
    for taxonomy in item.kind.taxonomies() {
        let href = cx.site.url(&format!(
            "/core/v2/{}?post={}",
            taxonomy_base(*taxonomy),
            item.id
        ));
        all.add(
            "core:term",
            Link::to(href)
                .with("taxonomy", taxonomy.name())
                .embeddable(),
        );
    }
}

/// Adds the action links, which tell an editor what the caller may do with the item.
pub fn add_actions(all: &mut Links, item: &Content, cx: &ViewContext<'_>) {
    let (access, own) = (cx.access, own(item, cx.site));
    let mut action = |name: String| all.add(format!("core:action-{name}"), Link::to(&own));
    if access.may_publish(item.kind) {
        action("publish".to_owned());
    }
    if access.can(Capability::UnfilteredHtml) {
        action("unfiltered-html".to_owned());
    }
    if item.kind.has_format() && access.may_pin(item.kind) {
        action("sticky".to_owned());
    }
    if item.kind.has_author() && access.may_edit_others(item.kind) {
        action("assign-author".to_owned());
    }
    for taxonomy in item.kind.taxonomies() {
        let base = taxonomy_base(*taxonomy);
        if access.may_create_terms(*taxonomy) {
            action(format!("create-{base}"));
        }
        if access.may_assign(*taxonomy) {
            action(format!("assign-{base}"));
        }
    }
}
