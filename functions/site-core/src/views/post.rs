//! Posts.

use domain::site::meta::registered;
use domain::site::{Caller, Capability, Kind, Taxonomy};
use markup::render;
use serde_json::{Map, Value, json};
use site_rest::{Fields, Link, Links, Surroundings};
use site_store::{Content, SiteStore};

use super::links;
use super::revision::add_history;
use super::{dates, gmt, map_or_list};
use crate::shapes::post::POST;

/// What an answer is made for.
pub struct Scene<'a> {
    /// The site.
    pub site: &'a Surroundings,
    /// The site's data.
    pub store: &'a SiteStore,
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

/// A post as answered.
pub fn view(item: &Content, scene: &Scene<'_>) -> Value {
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
    put("type", json!(item.kind.name()));
    put("link", json!(links::item(item, scene.store, scene.site)));
    put(
        "title",
        json!({"raw": item.title, "rendered": render::title(&item.title)}),
    );
    put("content", content(item, scene, unlocked, protected));
    put("excerpt", excerpt(item, scene, unlocked, protected));
    put("author", json!(item.author));
    put("featured_media", json!(item.featured_media));
    put("comment_status", json!(item.comment_status.name()));
    put("ping_status", json!(item.ping_status.name()));
    put("sticky", json!(item.sticky));
    put("template", json!(item.template));
    put("format", json!(item.format.name()));
    put("meta", meta(item));
    put("categories", json!(item.terms_of(Taxonomy::Category)));
    put("tags", json!(item.terms_of(Taxonomy::PostTag)));
    put(
        "permalink_template",
        json!(format!("{}/%postname%/", scene.site.home)),
    );
    put("generated_slug", json!(generated_slug(item, scene)));
    if scene.wants("class_list") {
        put("class_list", json!(classes(item, scene, unlocked)));
    }
    let mut value = Value::Object(out);
    POST.shape().keep_context(&mut value, scene.context);
    if let (true, Some(map)) = (shows_links(scene.fields), value.as_object_mut()) {
        map.insert(
            "_links".to_owned(),
            post_links(item, scene).into_value(scene.site),
        );
    }
    value
}

/// The slug that the title would give.
pub fn generated_slug(item: &Content, scene: &Scene<'_>) -> String {
    if scene.context != "edit" || !scene.wants("generated_slug") {
        return String::new();
    }
    scene
        .store
        .free_slug(item.kind, item.parent, &item.title, item.id)
        .unwrap_or_default()
}

/// Whether links are asked for; embedding needs them too.
pub fn shows_links(fields: &Fields) -> bool {
    fields.include("_links") || fields.include("_embedded")
}

fn content(item: &Content, scene: &Scene<'_>, unlocked: bool, protected: bool) -> Value {
    // The short form leaves the text out, so it is not rendered for it.
    let rendered = if unlocked && scene.context != "embed" && scene.wants("content.rendered") {
        render::content(&item.content)
    } else {
        String::new()
    };
    json!({
        "raw": item.content,
        "rendered": rendered,
        "protected": protected,
        "block_version": u8::from(render::has_blocks(&item.content)),
    })
}

fn excerpt(item: &Content, scene: &Scene<'_>, unlocked: bool, protected: bool) -> Value {
    let rendered = if unlocked && scene.wants("excerpt.rendered") {
        render::excerpt(&item.excerpt, &item.content, scene.excerpt_words)
    } else {
        String::new()
    };
    json!({"raw": item.excerpt, "rendered": rendered, "protected": protected})
}

/// The registered meta of an item; `[]` for a kind that has none.
pub fn meta(item: &Content) -> Value {
    let keys = registered(item.kind).iter();
    map_or_list(
        keys.map(|key| (key.name.to_owned(), item.meta_value(key)))
            .collect(),
    )
}

fn classes(item: &Content, scene: &Scene<'_>, unlocked: bool) -> Vec<String> {
    let kind = item.kind.name();
    let mut classes = vec![
        format!("post-{}", item.id),
        kind.to_owned(),
        format!("type-{kind}"),
        format!("status-{}", item.status.name()),
    ];
    if item.kind == Kind::Post {
        classes.push(format!("format-{}", item.format.name()));
    }
    if !item.password.is_empty() {
        let class = if unlocked {
            "post-password-protected"
        } else {
            "post-password-required"
        };
        classes.push(class.to_owned());
    }
    if item.featured_media > 0 && unlocked {
        classes.push("has-post-thumbnail".to_owned());
    }
    classes.push("hentry".to_owned());
    for (taxonomy, prefix) in [(Taxonomy::Category, "category"), (Taxonomy::PostTag, "tag")] {
        let slugs = item
            .terms_of(taxonomy)
            .iter()
            .filter_map(|id| scene.store.term(*id));
        classes.extend(slugs.map(|term| format!("{prefix}-{}", term.slug)));
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

/// The links of a post. Those to revisions and comments come with their routes.
fn post_links(item: &Content, scene: &Scene<'_>) -> Links {
    let site = scene.site;
    let own = site.url(&format!("/core/v2/{}/{}", links::base(item.kind), item.id));
    let mut all = Links::new()
        .link("self", Link::to(&own).allowing(allowed(item, scene.access)))
        .link(
            "collection",
            Link::to(site.url(&format!("/core/v2/{}", links::base(item.kind)))),
        )
        .link(
            "about",
            Link::to(site.url(&format!("/core/v2/types/{}", item.kind.name()))),
        );
    if item.author > 0 {
        all.add(
            "author",
            Link::to(site.url(&format!("/core/v2/users/{}", item.author))).embeddable(),
        );
    }
    add_history(&mut all, item, scene);
    if item.featured_media > 0 {
        let href = site.url(&format!("/core/v2/media/{}", item.featured_media));
        all.add("core:featuredmedia", Link::to(href).embeddable());
    }
    all.add(
        "core:attachment",
        Link::to(site.url(&format!("/core/v2/media?parent={}", item.id))),
    );
    for taxonomy in item.kind.taxonomies() {
        let href = site.url(&format!(
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
    if scene.context == "edit" {
        add_actions(&mut all, item, scene.access, &own);
    }
    all
}

/// What an editor may do with an item, told by links to itself.
fn add_actions(all: &mut Links, item: &Content, access: &Caller, own: &str) {
    let mut action = |name: String| all.add(format!("core:action-{name}"), Link::to(own));
    if access.may_publish(item.kind) {
        action("publish".to_owned());
    }
    if access.can(Capability::UnfilteredHtml) {
        action("unfiltered-html".to_owned());
    }
    if item.kind == Kind::Post && access.may_make_sticky(item.kind) {
        action("sticky".to_owned());
    }
    if access.may_edit_others(item.kind) {
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
