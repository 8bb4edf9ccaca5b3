//! JSON representation of templates and parts, and of their revisions.

use domain::site::meta::PART_AREA;
use domain::site::{Capability, Kind, Status};
use jiff::civil::DateTime;
use markup::render;
use serde_json::{Map, Value, json};
use site_api::ViewContext;
use site_api::reply::shows_links;
use site_contract::core::rest_bases::kind_base;
use site_contract::core::templates::{of, revision_of};
use site_rest::{Link, Links, Locale};
use site_store::{Content, Revision};
use site_theme::{NAME, STYLESHEET, templates};

use crate::language::of_theme;
use crate::templates::found::Found;

/// Whether people choose the template for single items.
pub fn is_chosen(one: &Found) -> bool {
    !templates::is_by_kind(&one.slug)
}

/// Area of a part.
pub fn area(one: &Found) -> &str {
    match (&one.item, one.file) {
        (Some(item), _) => {
            let stored = item.meta.get(PART_AREA).and_then(Value::as_str);
            templates::area(stored.unwrap_or_default())
        }
        (None, Some(file)) => file.area,
        (None, None) => templates::GENERAL,
    }
}

/// Who made it first.
fn origin(one: &Found) -> &'static str {
    match (one.file, &one.item) {
        (Some(_), _) => "theme",
        (None, Some(item)) if item.author == 0 => "site",
        (None, _) => "user",
    }
}

/// Display name of who made it first.
fn author_text(one: &Found, cx: &ViewContext<'_>) -> String {
    match origin(one) {
        "theme" => NAME.to_owned(),
        "site" => cx.store.settings().title.clone(),
        _ => {
            let author = one.item.as_ref().map_or(0, |item| item.author);
            match cx.store.user(author) {
                Some(user) => user.name.clone(),
                None => unknown_author(cx.site.locale).to_owned(),
            }
        }
    }
}

const fn unknown_author(locale: Locale) -> &'static str {
    match locale {
        Locale::PtBr => "Autoria desconhecida",
        Locale::En => "Unknown author",
    }
}

/// What is shown: the template's own texts, or those of a revision.
struct Shown<'a> {
    title: &'a str,
    content: &'a str,
    description: &'a str,
    status: Status,
    id: u64,
    author: u64,
    modified: Option<DateTime>,
}

/// The JSON representation of a template or part.
pub fn view(one: &Found, cx: &ViewContext<'_>) -> Value {
    let locale = of_theme(cx.site.locale);
    let markup = one.markup(cx.site.locale);
    let (title, description) = match (&one.item, one.file) {
        (Some(item), _) => (item.title.as_str(), item.excerpt.as_str()),
        (None, Some(file)) => (file.title.of(locale), file.description.of(locale)),
        (None, None) => ("", ""),
    };
    let item = one.item.as_deref();
    let shown = Shown {
        title,
        content: &markup,
        description,
        status: item.map_or(Status::Publish, |item| item.status),
        id: item.map_or(0, |item| item.id),
        author: item.map_or(0, |item| item.author),
        modified: item.map(|item| item.modified),
    };
    let mut value = members(one, &shown, cx);
    of(one.kind).schema().keep_context(&mut value, cx.context);
    if shows_links(cx.fields)
        && let Some(map) = value.as_object_mut()
    {
        map.insert("_links".to_owned(), links(one, cx).into_value(cx.site));
    }
    value
}

/// The JSON representation of a revision or autosave of a stored template.
pub fn revision(record: &Revision, one: &Found, item: &Content, cx: &ViewContext<'_>) -> Value {
    let shown = Shown {
        title: &record.title,
        content: &record.content,
        description: &record.excerpt,
        status: Status::Inherit,
        id: record.id,
        author: record.author,
        modified: Some(record.date),
    };
    of_revision(&shown, one, item, cx)
}

/// The representation of an autosave that was stored in the template itself.
pub fn of_draft(one: &Found, item: &Content, cx: &ViewContext<'_>) -> Value {
    let shown = Shown {
        title: &item.title,
        content: &item.content,
        description: &item.excerpt,
        status: item.status,
        id: item.id,
        author: item.author,
        modified: Some(item.modified),
    };
    of_revision(&shown, one, item, cx)
}

fn of_revision(shown: &Shown<'_>, one: &Found, item: &Content, cx: &ViewContext<'_>) -> Value {
    let mut value = members(one, shown, cx);
    if let Some(map) = value.as_object_mut() {
        map.insert("parent".to_owned(), json!(item.id));
    }
    let schema = revision_of(one.kind).schema();
    schema.keep_context(&mut value, cx.context);
    if shows_links(cx.fields)
        && let Some(map) = value.as_object_mut()
    {
        let parent = address(one, cx);
        let own = format!("{parent}/revisions/{}", shown.id);
        let all = Links::new()
            .link("self", Link::to(own))
            .link("parent", Link::to(parent));
        map.insert("_links".to_owned(), all.into_value(cx.site));
    }
    value
}

fn members(one: &Found, shown: &Shown<'_>, cx: &ViewContext<'_>) -> Value {
    let is_stored = one.item.is_some();
    let rendered = if is_stored {
        render::title(shown.title)
    } else {
        shown.title.to_owned()
    };
    let has_blocks = u8::from(render::has_blocks(shown.content));
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| {
        out.insert(name.to_owned(), value);
    };
    put("id", json!(one.id()));
    put("theme", json!(STYLESHEET));
    put(
        "content",
        json!({"raw": shown.content, "block_version": has_blocks}),
    );
    put("slug", json!(one.slug));
    put("source", json!(if is_stored { "custom" } else { "theme" }));
    let is_changed = is_stored && one.file.is_some();
    put("origin", json!(is_changed.then_some("theme")));
    put("type", json!(one.kind.name()));
    put("description", json!(shown.description));
    put("title", json!({"raw": shown.title, "rendered": rendered}));
    put("status", json!(shown.status.name()));
    put("wp_id", json!(shown.id));
    put("has_theme_file", json!(one.file.is_some()));
    if one.kind == Kind::Template {
        put("is_custom", json!(is_chosen(one)));
    }
    put("author", json!(shown.author));
    if one.kind == Kind::TemplatePart {
        put("area", json!(area(one)));
    }
    let modified = shown.modified;
    let modified = modified.map(|date| date.strftime("%Y-%m-%dT%H:%M:%S").to_string());
    put("modified", json!(modified));
    put("author_text", json!(author_text(one, cx)));
    put("original_source", json!(origin(one)));
    Value::Object(out)
}

/// The address of a template.
pub fn address(one: &Found, cx: &ViewContext<'_>) -> String {
    let base = kind_base(one.kind);
    cx.site.url(&format!("/core/v2/{base}/{}", one.id()))
}

fn links(one: &Found, cx: &ViewContext<'_>) -> Links {
    let (own, base) = (address(one, cx), kind_base(one.kind));
    let mut all = Links::new()
        .link("self", Link::to(&own))
        .link(
            "collection",
            Link::to(cx.site.url(&format!("/core/v2/{base}"))),
        )
        .link(
            "about",
            Link::to(cx.site.url(&format!("/core/v2/types/{}", one.kind.name()))),
        );
    if let Some(item) = &one.item {
        let (count, newest) = cx.store.history(item.id);
        let base = format!("{own}/revisions");
        all.add("version-history", Link::to(&base).with("count", count));
        if let Some(id) = newest {
            let newest = Link::to(format!("{base}/{id}")).with("id", id);
            all.add("predecessor-version", newest);
        }
    }
    if cx.access.may_publish(one.kind) {
        all.add("core:action-publish", Link::to(&own));
    }
    if cx.access.can(Capability::UnfilteredHtml) {
        all.add("core:action-unfiltered-html", Link::to(&own));
    }
    all
}
