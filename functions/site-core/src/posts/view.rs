//! JSON representation of posts, pages, blocks and navigations.

use std::cell::LazyCell;
use std::ops::Deref;
use std::sync::Arc;

use domain::site::meta::SYNC_STATUS;
use domain::site::{Kind, Status};
use markup::render;
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value, json};
use site_api::format::{dates, gmt};
use site_api::rendered_texts::{Shown, render_options};
use site_api::reply::shows_links;
use site_api::{PageHeads, ViewContext, links};
use site_contract::core::rest_bases::{kind_base, taxonomy_base};
use site_rest::{Link, Links, RestError};
use site_store::Content;
use site_urls::address;

use crate::content::view::{add_actions, add_terms, base_links, generated_slug, meta};
use crate::revisions::view::add_history;
use site_contract::core::content_resource::of;

/// The JSON representation of a post, page, block or navigation: the members of its kind, in a fixed order, and for kinds with public
/// pages the head of the page.
///
/// # Errors
/// The store fails.
pub fn view(
    item: &Content,
    cx: &ViewContext<'_>,
    heads: &PageHeads<'_>,
) -> Result<Value, RestError> {
    let mut value = members(item, cx);
    if item.kind.is_viewable() {
        heads.add_item(item, &mut value)?;
    }
    if let (true, Some(map)) = (shows_links(cx.fields), value.as_object_mut()) {
        map.insert(
            "_links".to_owned(),
            post_links(item, cx).into_value(cx.site),
        );
    }
    Ok(value)
}

/// The members of the schema that the context shows.
fn members(item: &Content, cx: &ViewContext<'_>) -> Value {
    let kind = item.kind;
    let zone = cx.store.zone();
    let (date, date_gmt) = dates(item.date, &zone);
    let guid = links::numbered(item, cx.site);
    let unlocked = cx.unlocked(item);
    let protected = !item.password.is_empty();
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| {
        out.insert(name.to_owned(), value);
    };
    put("id", json!(item.id));
    put("date", json!(date));
    put("date_gmt", json!(date_gmt));
    put(
        "guid",
        json!({"rendered": render::typography(&guid), "raw": guid}),
    );
    put(
        "modified",
        json!(item.modified.strftime("%Y-%m-%dT%H:%M:%S").to_string()),
    );
    put("modified_gmt", json!(gmt(item.modified_gmt)));
    put("password", json!(item.password.0));
    put("slug", json!(item.slug));
    put("status", json!(item.status.name()));
    put("type", json!(kind.name()));
    put("link", json!(links::item(item, cx.store, cx.site)));
    put("title", title(item));
    // Both members share what is rendered, also of a text that is too long for the cache.
    let texts = LazyCell::new(|| cx.texts.of(cx.store, item));
    put("content", content(item, cx, &texts, unlocked, protected));
    if kind.has_excerpt() {
        put("excerpt", excerpt(item, cx, &texts, unlocked, protected));
    }
    if kind.has_author() {
        put("author", json!(item.author));
    }
    if kind.has_picture() {
        put("featured_media", json!(item.featured_media));
    }
    if kind.is_hierarchical() {
        put("parent", json!(item.parent));
        put("menu_order", json!(item.menu_order));
    }
    if kind.has_discussion() {
        put("comment_status", json!(item.comment_status.name()));
        put("ping_status", json!(item.ping_status.name()));
    }
    if kind.has_format() {
        put("sticky", json!(item.sticky));
    }
    put("template", json!(item.template));
    if kind.has_format() {
        put("format", json!(item.format.name()));
    }
    if kind.has_meta() {
        put("meta", meta(item, cx));
    }
    for taxonomy in kind.taxonomies() {
        put(
            taxonomy_base(*taxonomy),
            json!(cx.store.by_name(item.terms_of(*taxonomy))),
        );
    }
    if kind.is_viewable() {
        put("permalink_template", json!(permalink_template(item, cx)));
        put("generated_slug", json!(generated_slug(item, cx)));
        if cx.wants("class_list") {
            put(
                "class_list",
                json!(site_blocks::item_classes(item, cx.store)),
            );
        }
    }
    if kind == Kind::Block {
        put(SYNC_STATUS, sync_status(item, cx));
    }
    let mut value = Value::Object(out);
    of(kind).schema().keep_context(&mut value, cx.context);
    value
}

/// The title: raw and rendered, or only raw for kinds without rendered texts.
fn title(item: &Content) -> Value {
    if item.kind.has_rendered_texts() {
        json!({"raw": item.title, "rendered": render::title(&item.title)})
    } else {
        json!({"raw": item.title})
    }
}

/// Whether copies of a block stay synchronised. It is written through `meta` and shown beside it; it is empty where
/// the representation has no `meta`, as in deployed systems.
fn sync_status(item: &Content, cx: &ViewContext<'_>) -> Value {
    let stored = item.meta.get(SYNC_STATUS).filter(|_| cx.context != "embed");
    stored.cloned().unwrap_or_else(|| json!(""))
}

/// The address with a placeholder for the slug; that of a page begins with the slugs of its ancestors, in which letters
/// of other scripts stand as they are.
fn permalink_template(item: &Content, cx: &ViewContext<'_>) -> String {
    if item.status == Status::Trash && item.kind == Kind::Post {
        return links::numbered(item, cx.site);
    }
    if !item.kind.is_hierarchical() {
        return format!("{}/%postname%/", cx.site.home);
    }
    if cx.context != "edit" {
        return String::new();
    }
    if address::is_front(item.id, cx.store) {
        return format!("{}/", cx.site.home);
    }
    let mut above = Vec::new();
    let mut parent = item.parent;
    // No tree is that deep; a longer walk is a cycle.
    while parent > 0
        && above.len() < 100
        && let Ok(Some(page)) = cx.store.summary(parent)
    {
        above.push(page.slug);
        parent = page.parent;
    }
    let readable = |slug: &String| percent_decode_str(slug).decode_utf8_lossy().into_owned();
    let path: String = above
        .iter()
        .rev()
        .map(|slug| readable(slug) + "/")
        .collect();
    format!("{}/{path}%pagename%/", cx.site.home)
}

fn content(
    item: &Content,
    cx: &ViewContext<'_>,
    texts: &impl Deref<Target = Arc<Shown>>,
    unlocked: bool,
    protected: bool,
) -> Value {
    let rendered = if unlocked && cx.shows_text_of(item.kind) {
        cx.body(item, || Arc::clone(texts))
    } else {
        String::new()
    };
    // Callers who may edit read the stored text; the embed context shows it to readers too.
    let raw = if unlocked || cx.context != "embed" {
        item.content.as_str()
    } else {
        ""
    };
    let mut value = json!({
        "raw": raw,
        "rendered": rendered,
        "protected": protected,
        "block_version": u8::from(render::has_blocks(&item.content)),
    });
    if !item.kind.has_rendered_texts()
        && let Some(map) = value.as_object_mut()
    {
        map.shift_remove("rendered");
    }
    value
}

fn excerpt(
    item: &Content,
    cx: &ViewContext<'_>,
    texts: &impl Deref<Target = Arc<Shown>>,
    unlocked: bool,
    protected: bool,
) -> Value {
    let rendered = if unlocked && cx.wants("excerpt.rendered") {
        if cx.excerpt_words == render::EXCERPT_WORDS {
            texts.summary(item).to_owned()
        } else {
            render_options(cx.store).excerpt(&item.excerpt, &item.content, cx.excerpt_words)
        }
    } else {
        String::new()
    };
    json!({"raw": item.excerpt, "rendered": rendered, "protected": protected})
}

/// The links of a post, page, block or navigation.
fn post_links(item: &Content, cx: &ViewContext<'_>) -> Links {
    let site = cx.site;
    let mut all = base_links(item, cx);
    if item.kind.has_author() && item.author > 0 {
        all.add(
            "author",
            Link::to(site.url(&format!("/core/v2/users/{}", item.author))).embeddable(),
        );
    }
    if item.kind.has_discussion() {
        all.add(
            "replies",
            Link::to(site.url(&format!("/core/v2/comments?post={}", item.id))).embeddable(),
        );
    }
    add_history(&mut all, item, cx);
    if item.kind.is_hierarchical() && item.parent > 0 {
        // The parent of a page may be of another kind.
        let above = cx.store.summary(item.parent).ok().flatten();
        let base = kind_base(above.map_or(item.kind, |above| above.kind));
        let href = site.url(&format!("/core/v2/{base}/{}", item.parent));
        all.add("up", Link::to(href).embeddable());
    }
    if item.featured_media > 0 {
        let href = site.url(&format!("/core/v2/media/{}", item.featured_media));
        all.add("core:featuredmedia", Link::to(href).embeddable());
    }
    all.add(
        "core:attachment",
        Link::to(site.url(&format!("/core/v2/media?parent={}", item.id))),
    );
    add_terms(&mut all, item, cx);
    if cx.context == "edit" {
        add_actions(&mut all, item, cx);
    }
    all
}
