//! Posts.

use domain::site::meta::{SYNC_STATUS, registered};
use domain::site::{Caller, Capability, Format, Kind, Status, Taxonomy};
use markup::render;
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value, json};
use site_rest::{Fields, Link, Links, Surroundings};
use site_store::{Content, SiteStore};
use site_web::address;

use super::links;
use super::revision::add_history;
use super::texts::{Texts, look};
use super::{dates, gmt, map_or_list};
use crate::shapes::post::of;

/// What an answer is made for.
pub struct Scene<'a> {
    /// The site.
    pub site: &'a Surroundings,
    /// The site's data.
    pub store: &'a SiteStore,
    /// Texts as they are shown.
    pub texts: &'a Texts,
    /// Who asks.
    pub access: &'a Caller,
    /// `view`, `embed` or `edit`.
    pub context: &'a str,
    /// The members asked for.
    pub fields: &'a Fields,
    /// The password that a reader gave.
    pub password: Option<&'a str>,
    /// Words of a made summary.
    pub excerpt_words: usize,
}

impl Scene<'_> {
    /// Whether the text of an item is shown: it has no password, the right one was given, or an
    /// editor edits it.
    fn unlocked(&self, item: &Content) -> bool {
        item.password.is_empty()
            || self.password == Some(item.password.0.as_str())
            || (self.context == "edit" && self.access.may_edit(item.subject()))
    }

    fn wants(&self, path: &str) -> bool {
        self.fields.include(path)
    }
}

/// A post, page or block as answered: the members that its kind has, in one order.
pub fn view(item: &Content, scene: &Scene<'_>) -> Value {
    let kind = item.kind;
    let zone = scene.store.zone();
    let (date, date_gmt) = dates(item.date, &zone);
    let guid = links::numbered(item, scene.site);
    let unlocked = scene.unlocked(item);
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
    put("link", json!(links::item(item, scene.store, scene.site)));
    put("title", title(item));
    put("content", content(item, scene, unlocked, protected));
    put("excerpt", excerpt(item, scene, unlocked, protected));
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
    put("meta", meta(item));
    for taxonomy in kind.taxonomies() {
        put(
            links::taxonomy_base(*taxonomy),
            json!(scene.store.by_name(item.terms_of(*taxonomy))),
        );
    }
    if kind.is_viewable() {
        put("permalink_template", json!(permalink_template(item, scene)));
        put("generated_slug", json!(generated_slug(item, scene)));
        if scene.wants("class_list") {
            put("class_list", json!(classes(item, scene)));
        }
    }
    if kind == Kind::Block {
        put(SYNC_STATUS, sync_status(item, scene));
    }
    let mut value = Value::Object(out);
    of(kind).shape().keep_context(&mut value, scene.context);
    if let (true, Some(map)) = (shows_links(scene.fields), value.as_object_mut()) {
        map.insert(
            "_links".to_owned(),
            post_links(item, scene).into_value(scene.site),
        );
    }
    value
}

/// The title: raw and rendered, or raw alone for what readers never see.
fn title(item: &Content) -> Value {
    if item.kind.is_viewable() {
        json!({"raw": item.title, "rendered": render::title(&item.title)})
    } else {
        json!({"raw": item.title})
    }
}

/// How copies of a block follow it. It is written in `meta` and answered beside it, and empty where
/// `meta` is not answered, as in deployed systems.
fn sync_status(item: &Content, scene: &Scene<'_>) -> Value {
    let stored = item
        .meta
        .get(SYNC_STATUS)
        .filter(|_| scene.context != "embed");
    stored.cloned().unwrap_or_else(|| json!(""))
}

/// The address with a place for the slug; that of a page begins with the slugs of the pages above.
fn permalink_template(item: &Content, scene: &Scene<'_>) -> String {
    if item.status == Status::Trash && item.kind == Kind::Post {
        return links::numbered(item, scene.site);
    }
    if !item.kind.is_hierarchical() {
        return format!("{}/%postname%/", scene.site.home);
    }
    if scene.context != "edit" {
        return String::new();
    }
    if address::is_front(item.id, scene.store) {
        return format!("{}/", scene.site.home);
    }
    let mut above = Vec::new();
    let mut parent = item.parent;
    // A tree is never that deep; a longer walk is a circle.
    while parent > 0
        && above.len() < 100
        && let Ok(Some(page)) = scene.store.summary(parent)
    {
        above.push(page.slug);
        parent = page.parent;
    }
    let path: String = above.iter().rev().map(|slug| format!("{slug}/")).collect();
    format!("{}/{path}%pagename%/", scene.site.home)
}

/// The slug that the title would give.
pub fn generated_slug(item: &Content, scene: &Scene<'_>) -> String {
    if scene.context != "edit" || !scene.wants("generated_slug") {
        return String::new();
    }
    scene
        .store
        .free_slug(item.kind, item.parent, &item.title, item.id)
        .map(|slug| percent_decode_str(&slug).decode_utf8_lossy().into_owned())
        .unwrap_or_default()
}

/// Whether links are asked for; embedding needs them too.
pub fn shows_links(fields: &Fields) -> bool {
    fields.include("_links") || fields.include("_embedded")
}

fn content(item: &Content, scene: &Scene<'_>, unlocked: bool, protected: bool) -> Value {
    // The short form leaves the text out, so it is not rendered for it.
    let shown = item.kind.is_viewable() && scene.context != "embed";
    let rendered = if unlocked && shown && scene.wants("content.rendered") {
        scene.texts.of(scene.store, item).content(item).to_owned()
    } else {
        String::new()
    };
    let mut value = json!({
        "raw": item.content,
        "rendered": rendered,
        "protected": protected,
        "block_version": u8::from(render::has_blocks(&item.content)),
    });
    if !item.kind.is_viewable()
        && let Some(map) = value.as_object_mut()
    {
        map.shift_remove("rendered");
    }
    value
}

fn excerpt(item: &Content, scene: &Scene<'_>, unlocked: bool, protected: bool) -> Value {
    let rendered = if unlocked && scene.wants("excerpt.rendered") {
        if scene.excerpt_words == render::EXCERPT_WORDS {
            scene.texts.of(scene.store, item).summary(item).to_owned()
        } else {
            look(scene.store).excerpt(&item.excerpt, &item.content, scene.excerpt_words)
        }
    } else {
        String::new()
    };
    json!({"raw": item.excerpt, "rendered": rendered, "protected": protected})
}

/// The registered meta of an item; `[]` for a kind that has none.
pub fn meta(item: &Content) -> Value {
    let keys = registered(item.kind)
        .iter()
        .filter(|key| key.name != SYNC_STATUS);
    map_or_list(
        keys.map(|key| (key.name.to_owned(), item.meta_value(key)))
            .collect(),
    )
}

fn classes(item: &Content, scene: &Scene<'_>) -> Vec<String> {
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
    // As deployed systems have it, the classes do not know a password that came with the request.
    if !item.password.is_empty() {
        classes.push("post-password-required".to_owned());
    } else if item.featured_media > 0 {
        classes.push("has-post-thumbnail".to_owned());
    }
    classes.push("hentry".to_owned());
    for (taxonomy, prefix) in [(Taxonomy::Category, "category"), (Taxonomy::PostTag, "tag")] {
        let terms = scene.store.by_name(item.terms_of(taxonomy));
        let slugs = terms.iter().filter_map(|id| scene.store.term(*id));
        classes.extend(slugs.map(|term| format!("{prefix}-{}", term.slug)));
    }
    if item.kind.has_format() && item.format != Format::Standard {
        // A form is a term of a hidden taxonomy in deployed systems.
        classes.push(format!("post_format-post-format-{}", item.format.name()));
    }
    classes
}

/// The methods that the caller may use on an item that they may read.
pub fn allowed(item: &Content, access: &Caller) -> Vec<&'static str> {
    let mut methods = vec!["GET"];
    if access.may_edit(item.subject()) {
        methods.extend(["POST", "PUT", "PATCH"]);
    }
    if access.may_delete(item.subject()) {
        methods.push("DELETE");
    }
    methods
}

/// The links of a post, page or block.
fn post_links(item: &Content, scene: &Scene<'_>) -> Links {
    let site = scene.site;
    let mut all = base_links(item, scene);
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
    add_history(&mut all, item, scene);
    if item.kind.is_hierarchical() && item.parent > 0 {
        // The item above a page may be of another kind.
        let above = scene.store.summary(item.parent).ok().flatten();
        let base = links::base(above.map_or(item.kind, |above| above.kind));
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
    add_terms(&mut all, item, scene);
    if scene.context == "edit" {
        add_actions(&mut all, item, scene);
    }
    all
}

/// The address of an item below the REST root.
fn own(item: &Content, site: &Surroundings) -> String {
    site.url(&format!("/core/v2/{}/{}", links::base(item.kind), item.id))
}

/// The links that every item has.
pub fn base_links(item: &Content, scene: &Scene<'_>) -> Links {
    let site = scene.site;
    Links::new()
        .link(
            "self",
            Link::to(own(item, site)).allowing(allowed(item, scene.access)),
        )
        .link(
            "collection",
            Link::to(site.url(&format!("/core/v2/{}", links::base(item.kind)))),
        )
        .link(
            "about",
            Link::to(site.url(&format!("/core/v2/types/{}", item.kind.name()))),
        )
}

/// A link to the terms of each taxonomy.
pub fn add_terms(all: &mut Links, item: &Content, scene: &Scene<'_>) {
    for taxonomy in item.kind.taxonomies() {
        let href = scene.site.url(&format!(
            "/core/v2/{}?post={}",
            links::taxonomy_base(*taxonomy),
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

/// What an editor may do with an item, told by links to itself.
pub fn add_actions(all: &mut Links, item: &Content, scene: &Scene<'_>) {
    let (access, own) = (scene.access, own(item, scene.site));
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
        let base = links::taxonomy_base(*taxonomy);
        if access.may_create_terms(*taxonomy) {
            action(format!("create-{base}"));
        }
        if access.may_assign(*taxonomy) {
            action(format!("assign-{base}"));
        }
    }
}
