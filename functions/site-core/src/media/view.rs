//! JSON representation of media items.

use domain::site::Caller as Access;
use markup::render;
use serde_json::{Map, Value, json};
use site_api::format::{dates, gmt};
use site_api::rendered_texts::render_options;
use site_api::reply::shows_links;
use site_api::{ViewContext, links};
use site_contract::core::media::MEDIA;
use site_contract::core::rest_bases::kind_base;
use site_rest::{Link, Links};
use site_store::{Content, Media, Summary};

use crate::content::view::{allowed, generated_slug, meta};
use crate::media::{file_view, preview};

/// The JSON representation of a media item; `parent` is the item that it is attached to, if it exists.
pub fn view(item: &Content, parent: Option<&Content>, cx: &ViewContext<'_>) -> Value {
    let mut members = content_members(item, parent, cx);
    members.extend(file_view::members(item, cx));
    let mut value = Value::Object(members);
    MEDIA.schema().keep_context(&mut value, cx.context);
    if let (true, Some(map)) = (shows_links(cx.fields), value.as_object_mut()) {
        map.insert(
            "_links".to_owned(),
            media_links(item, parent, cx).into_value(cx.site),
        );
    }
    value
}

/// The members that a media item shares with other kinds of content.
fn content_members(
    item: &Content,
    parent: Option<&Content>,
    cx: &ViewContext<'_>,
) -> Map<String, Value> {
    let zone = cx.store.zone();
    let (date, date_gmt) = dates(item.date, &zone);
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| {
        out.insert(name.to_owned(), value);
    };
    put("id", json!(item.id));
    put("date", json!(date));
    put("date_gmt", json!(date_gmt));
    let file = item.media.as_ref();
    let guid = file.map_or_else(String::new, |file| {
        links::file(&file.uploaded_path(), cx.site)
    });
    put(
        "guid",
        json!({"rendered": render::typography(&guid), "raw": guid}),
    );
    put(
        "modified",
        json!(item.modified.strftime("%Y-%m-%dT%H:%M:%S").to_string()),
    );
    put("modified_gmt", json!(gmt(item.modified_gmt)));
    put("slug", json!(item.slug));
    put("status", json!(item.status.name()));
    put("type", json!(item.kind.name()));
    put("link", json!(links::item(item, cx.store, cx.site)));
    put(
        "title",
        json!({"raw": item.title, "rendered": render::title(&item.title)}),
    );
    put("author", json!(item.author));
    // The schema of media items has this member, always 0.
    put("featured_media", json!(0));
    put("comment_status", json!(item.comment_status.name()));
    put("ping_status", json!(item.ping_status.name()));
    put("template", json!(item.template));
    put("meta", meta(item, cx));
    put(
        "permalink_template",
        json!(permalink_template(item, parent, cx)),
    );
    put("generated_slug", json!(generated_slug(item, cx)));
    put(
        "class_list",
        json!(site_blocks::item_classes(item, cx.store)),
    );
    put("description", description(item, cx));
    let caption = caption(item, cx);
    put("caption", json!({"raw": item.excerpt, "rendered": caption}));
    out
}

/// The address with a placeholder for the slug; only a file below a page has one.
fn permalink_template(item: &Content, parent: Option<&Content>, cx: &ViewContext<'_>) -> String {
    let above = parent.map(|parent| links::item(parent, cx.store, cx.site));
    match above.filter(|above| above.ends_with('/')) {
        Some(above) => format!("{above}%postname%/"),
        None => links::numbered(item, cx.site),
    }
}

/// The description, preceded by the preview of the file.
fn description(item: &Content, cx: &ViewContext<'_>) -> Value {
    let rendered = if cx.context != "embed" && cx.fields.include("description.rendered") {
        let shown = preview::paragraph(item, cx);
        format!(
            "{shown}\n{}",
            render_options(cx.store).content(&item.content)
        )
    } else {
        String::new()
    };
    json!({"raw": item.content, "rendered": rendered})
}

/// The caption; a missing one is made from the description's text.
fn caption(item: &Content, cx: &ViewContext<'_>) -> String {
    let options = render_options(cx.store);
    let is_image = item.media.as_ref().is_some_and(Media::is_image);
    if !item.excerpt.is_empty() || is_image {
        return options.excerpt(&item.excerpt, &item.content, cx.excerpt_words);
    }
    let text = format!("{} {}", item.title, item.content);
    options.excerpt("", &text, cx.excerpt_words)
}

fn media_links(item: &Content, parent: Option<&Content>, cx: &ViewContext<'_>) -> Links {
    let site = cx.site;
    let own = site.url(&format!("/core/v2/media/{}", item.id));
    let mut all = Links::new()
        .link("self", Link::to(&own).allowing(allowed(item, cx.access)))
        .link("collection", Link::to(site.url("/core/v2/media")))
        .link("about", Link::to(site.url("/core/v2/types/attachment")));
    if item.author > 0 {
        all.add(
            "author",
            Link::to(site.url(&format!("/core/v2/users/{}", item.author))).embeddable(),
        );
    }
    let replies = site.url(&format!("/core/v2/comments?post={}", item.id));
    all.add("replies", Link::to(replies).embeddable());
    if let Some(parent) = parent {
        let href = site.url(&format!(
            "/core/v2/{}/{}",
            kind_base(parent.kind),
            parent.id
        ));
        let link = Link::to(href)
            .embeddable()
            .with("post_type", parent.kind.name())
            .with("id", parent.id);
        all.add("core:attached-to", link);
    }
    if cx.context == "edit" {
        let may_read = |root: &Summary| {
            // A file whose parent cannot be looked up is not linked.
            cx.store
                .may_read(cx.access, root.subject(), root.parent)
                .unwrap_or(false)
        };
        if let Some(root) = file_view::edit_root(item, cx).filter(may_read) {
            let href = site.url(&format!("/core/v2/media/{}", root.id));
            all.add("core:edit-root", Link::to(href).embeddable());
        }
        add_actions(&mut all, cx.access, &own);
    }
    all
}

fn add_actions(all: &mut Links, access: &Access, own: &str) {
    if access.can(domain::site::Capability::UnfilteredHtml) {
        all.add("core:action-unfiltered-html", Link::to(own));
    }
    if access.may_edit_others(domain::site::Kind::Attachment) {
        all.add("core:action-assign-author", Link::to(own));
    }
}
