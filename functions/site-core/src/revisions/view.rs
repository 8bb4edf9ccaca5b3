//! JSON representation of revisions and autosaves.

use domain::site::Kind;
use domain::site::meta::registered;
use markup::render;
use serde_json::{Map, Value, json};
use site_api::format::{gmt, map_or_list};
use site_api::rendered_texts::render_options;
use site_api::reply::shows_links;
use site_api::{ViewContext, links};
use site_contract::core::rest_bases::kind_base;
use site_rest::{Link, Links};
use site_store::{Content, Revision};

use site_contract::core::revisions::revision as resource;

/// The data to show, from a revision or from a draft.
struct Shown<'a> {
    author: u64,
    date: Option<String>,
    date_gmt: Option<String>,
    id: u64,
    modified: String,
    modified_gmt: String,
    parent: u64,
    slug: String,
    guid: String,
    title: &'a str,
    content: &'a str,
    excerpt: &'a str,
    meta: Value,
    preview: Option<String>,
}

/// The bodies of revisions, with their identifiers.
pub fn bodies(revisions: &[Revision]) -> impl Iterator<Item = (u64, &str)> {
    revisions.iter().map(|one| (one.id, one.content.as_str()))
}

/// The JSON representation of a revision or autosave of `item`.
pub fn view(revision: &Revision, item: &Content, cx: &ViewContext<'_>) -> Value {
    let date = local(revision.date);
    let form = if revision.is_autosave {
        "autosave"
    } else {
        "revision"
    };
    let shown = Shown {
        author: revision.author,
        date: Some(date.clone()),
        date_gmt: Some(gmt(revision.date_gmt)),
        id: revision.id,
        modified: date,
        modified_gmt: gmt(revision.date_gmt),
        parent: revision.parent,
        slug: format!("{}-{form}-v1", revision.parent),
        guid: format!("{}/?p={}", cx.site.home, revision.id),
        title: &revision.title,
        content: &revision.content,
        excerpt: &revision.excerpt,
        meta: meta(item, |name| revision.meta.get(name)),
        preview: revision.is_autosave.then(|| preview(item, true, cx)),
    };
    answer(shown, item, cx)
}

/// The representation of an autosave that was stored in the draft itself.
pub fn of_draft(item: &Content, cx: &ViewContext<'_>) -> Value {
    let shown = Shown {
        author: item.author,
        date: item.date.gmt.map(|_| local(item.date.local)),
        date_gmt: item.date.gmt.map(gmt),
        id: item.id,
        modified: local(item.modified),
        modified_gmt: gmt(item.modified_gmt),
        parent: item.parent,
        slug: item.slug.clone(),
        guid: links::numbered(item, cx.site),
        title: &item.title,
        content: &item.content,
        excerpt: &item.excerpt,
        meta: meta(item, |name| item.meta.get(name)),
        preview: Some(preview(item, false, cx)),
    };
    answer(shown, item, cx)
}

fn local(date: jiff::civil::DateTime) -> String {
    date.strftime("%Y-%m-%dT%H:%M:%S").to_string()
}

fn answer(shown: Shown<'_>, item: &Content, cx: &ViewContext<'_>) -> Value {
    let options = render_options(cx.store);
    let content = if cx.shows_body() {
        cx.revision_body(shown.id, shown.content)
    } else {
        String::new()
    };
    // Unlike an item's excerpt, a revision's is not generated from the content.
    let excerpt = if shown.excerpt.is_empty() {
        String::new()
    } else {
        options.excerpt(shown.excerpt, "", cx.excerpt_words)
    };
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| {
        out.insert(name.to_owned(), value);
    };
    put("author", json!(shown.author));
    put("date", json!(shown.date));
    put("date_gmt", json!(shown.date_gmt));
    put("id", json!(shown.id));
    put("modified", json!(shown.modified));
    put("modified_gmt", json!(shown.modified_gmt));
    put("parent", json!(shown.parent));
    put("slug", json!(shown.slug));
    put(
        "guid",
        json!({"rendered": render::typography(&shown.guid), "raw": shown.guid}),
    );
    put(
        "title",
        json!({"raw": shown.title, "rendered": render::title(shown.title)}),
    );
    if item.kind != Kind::NavMenuItem {
        put(
            "content",
            json!({"raw": shown.content, "rendered": content}),
        );
    }
    if item.kind.has_excerpt() {
        put(
            "excerpt",
            json!({"raw": shown.excerpt, "rendered": excerpt}),
        );
    }
    if item.kind.has_meta() {
        put("meta", shown.meta);
    }
    if let Some(preview) = shown.preview {
        put("preview_link", json!(preview));
    }
    let mut value = Value::Object(out);
    resource(item.kind)
        .schema()
        .keep_context(&mut value, cx.context);
    if shown.parent > 0
        && shows_links(cx.fields)
        && let Some(map) = value.as_object_mut()
    {
        let parent = cx.site.url(&format!(
            "/core/v2/{}/{}",
            kind_base(item.kind),
            shown.parent
        ));
        let all = Links::new().link("parent", Link::to(parent));
        map.insert("_links".to_owned(), all.into_value(cx.site));
    }
    value
}

/// The registered meta that revisions store; for blocks also, as `null`, the keys that they do not store.
fn meta<'a>(item: &Content, of: impl Fn(&str) -> Option<&'a Value>) -> Value {
    let keys = registered(item.kind).iter();
    let shown = keys.filter(|key| key.revisioned || item.kind == Kind::Block);
    map_or_list(
        shown
            .map(|key| {
                let kept = || of(key.name).cloned().unwrap_or_else(|| key.default());
                let value = if key.revisioned { kept() } else { Value::Null };
                (key.name.to_owned(), value)
            })
            .collect(),
    )
}

/// The preview address of unpublished content; empty for kinds without pages.
fn preview(item: &Content, beside: bool, cx: &ViewContext<'_>) -> String {
    if !item.kind.is_viewable() {
        return String::new();
    }
    let page = links::item(item, cx.store, cx.site);
    let mark = if page.contains('?') { '&' } else { '?' };
    if beside {
        format!("{page}{mark}preview_id={}&preview=true", item.id)
    } else {
        format!("{page}{mark}preview=true")
    }
}

/// Adds the links from an item to its revisions.
pub fn add_history(all: &mut Links, item: &Content, cx: &ViewContext<'_>) {
    if !item.kind.has_revisions() {
        return;
    }
    let (count, newest) = cx.store.history(item.id);
    let base = cx.site.url(&format!(
        "/core/v2/{}/{}/revisions",
        kind_base(item.kind),
        item.id
    ));
    all.add("version-history", Link::to(&base).with("count", count));
    if let Some(id) = newest {
        all.add(
            "predecessor-version",
            Link::to(format!("{base}/{id}")).with("id", id),
        );
    }
}
