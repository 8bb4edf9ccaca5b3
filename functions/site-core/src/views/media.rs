//! Media.

use domain::site::Caller;
use markup::render;
use serde_json::{Map, Value, json};
use site_rest::{Link, Links};
use site_store::{Content, Media, SubSize};

use super::post::{Scene, allowed, generated_slug, meta, shows_links};
use super::texts::look;
use super::{dates, gmt};
use super::{links, media_preview as preview};
use crate::shapes::media::MEDIA;

/// A media item as answered; `parent` is the item it belongs to, if that one is there.
pub fn view(item: &Content, parent: Option<&Content>, scene: &Scene<'_>) -> Value {
    let zone = scene.store.zone();
    let (date, date_gmt) = dates(item.date, &zone);
    let file = item.media.as_ref();
    let source = file
        .map(|file| links::file(&file.path, scene.site))
        .unwrap_or_default();
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| {
        out.insert(name.to_owned(), value);
    };
    put("id", json!(item.id));
    put("date", json!(date));
    put("date_gmt", json!(date_gmt));
    let guid = file.map_or_else(String::new, |file| {
        links::file(&file.uploaded_path(), scene.site)
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
    put("link", json!(links::item(item, scene.store, scene.site)));
    put(
        "title",
        json!({"raw": item.title, "rendered": render::title(&item.title)}),
    );
    put("author", json!(item.author));
    // Media items declare the member and have none.
    put("featured_media", json!(0));
    put("comment_status", json!(item.comment_status.name()));
    put("ping_status", json!(item.ping_status.name()));
    put("template", json!(item.template));
    put("meta", meta(item));
    put(
        "permalink_template",
        json!(permalink_template(item, parent, scene)),
    );
    put("generated_slug", json!(generated_slug(item, scene)));
    put("class_list", json!(classes(item)));
    put("description", description(item, scene));
    let caption = caption(item, scene);
    put("caption", json!({"raw": item.excerpt, "rendered": caption}));
    put(
        "alt_text",
        json!(file.map_or("", |file| file.alt_text.as_str())),
    );
    put(
        "media_type",
        json!(if file.is_some_and(Media::is_image) {
            "image"
        } else {
            "file"
        }),
    );
    put(
        "mime_type",
        json!(file.map_or("", |file| file.mime_type.as_str())),
    );
    put(
        "media_details",
        file.map_or_else(|| json!({}), |file| details(file, scene)),
    );
    put(
        "post",
        if item.parent > 0 {
            json!(item.parent)
        } else {
            Value::Null
        },
    );
    put("source_url", json!(source));
    put(
        "missing_image_sizes",
        json!(file.map(Media::missing_sizes).unwrap_or_default()),
    );
    let mut value = Value::Object(out);
    MEDIA.shape().keep_context(&mut value, scene.context);
    if let (true, Some(map)) = (shows_links(scene.fields), value.as_object_mut()) {
        map.insert(
            "_links".to_owned(),
            media_links(item, parent, scene).into_value(scene.site),
        );
    }
    value
}

fn classes(item: &Content) -> Vec<String> {
    let kind = item.kind.name();
    vec![
        format!("post-{}", item.id),
        kind.to_owned(),
        format!("type-{kind}"),
        format!("status-{}", item.status.name()),
        "hentry".to_owned(),
    ]
}

/// The address of its page with a place for the slug, which it only has below another page.
fn permalink_template(item: &Content, parent: Option<&Content>, scene: &Scene<'_>) -> String {
    let above = parent.map(|parent| links::item(parent, scene.store, scene.site));
    match above.filter(|above| above.ends_with('/')) {
        Some(above) => format!("{above}%postname%/"),
        None => links::numbered(item, scene.site),
    }
}

/// The description behind a paragraph that shows the file.
fn description(item: &Content, scene: &Scene<'_>) -> Value {
    let rendered = if scene.context != "embed" && scene.fields.include("description.rendered") {
        let shown = preview::paragraph(item, scene);
        format!("{shown}\n{}", look(scene.store).content(&item.content))
    } else {
        String::new()
    };
    json!({"raw": item.content, "rendered": rendered})
}

/// The caption; one that is missing is made of the description, as a reader sees it.
fn caption(item: &Content, scene: &Scene<'_>) -> String {
    let look = look(scene.store);
    let is_image = item.media.as_ref().is_some_and(Media::is_image);
    if !item.excerpt.is_empty() || is_image {
        return look.excerpt(&item.excerpt, &item.content, scene.excerpt_words);
    }
    let text = format!("{} {}", item.title, item.content);
    look.excerpt("", &text, scene.excerpt_words)
}

/// The sizes in the order in which deployed systems make them.
pub(super) fn sizes_in_order(file: &Media) -> impl Iterator<Item = (&str, &SubSize)> {
    const ORDER: [&str; 6] = [
        "medium",
        "large",
        "thumbnail",
        "medium_large",
        "1536x1536",
        "2048x2048",
    ];
    let others = file.sizes.iter().map(|(name, size)| (name.as_str(), size));
    let others = others.filter(|(name, _)| !ORDER.contains(name));
    let known = ORDER.iter().filter_map(move |name| {
        let (name, size) = file.sizes.get_key_value(*name)?;
        Some((name.as_str(), size))
    });
    known.chain(others)
}

fn details(file: &Media, scene: &Scene<'_>) -> Value {
    let (Some(width), Some(height)) = (file.width, file.height) else {
        return json!({"filesize": file.file_size, "sizes": {}});
    };
    let beside = |name: &str| links::file(&file.beside(name), scene.site);
    let mut sizes: Map<String, Value> = sizes_in_order(file)
        .map(|(name, size)| {
            let entry = json!({
                "file": size.file,
                "width": size.width,
                "height": size.height,
                "filesize": size.file_size,
                "mime_type": size.mime_type,
                "source_url": beside(&size.file),
            });
            (name.to_owned(), entry)
        })
        .collect();
    if !sizes.is_empty() {
        let own_name = file.path.rsplit('/').next().unwrap_or_default();
        sizes.insert(
            "full".to_owned(),
            json!({
                "file": own_name,
                "width": width,
                "height": height,
                "mime_type": file.mime_type,
                "source_url": links::file(&file.path, scene.site),
            }),
        );
    }
    let mut out = Map::new();
    out.insert("width".to_owned(), json!(width));
    out.insert("height".to_owned(), json!(height));
    out.insert("file".to_owned(), json!(file.path));
    out.insert("filesize".to_owned(), json!(file.file_size));
    out.insert("sizes".to_owned(), Value::Object(sizes));
    out.insert(
        "image_meta".to_owned(),
        Value::Object(file.image_meta.clone()),
    );
    if let Some(original) = &file.original {
        out.insert("original_image".to_owned(), json!(original));
    }
    if let Some(from) = &file.edited_from {
        // The number as a text: so do deployed systems.
        let from = json!({"attachment_id": from.id.to_string(), "file": from.path});
        out.insert("parent_image".to_owned(), from);
    }
    Value::Object(out)
}

fn media_links(item: &Content, parent: Option<&Content>, scene: &Scene<'_>) -> Links {
    let site = scene.site;
    let own = site.url(&format!("/core/v2/media/{}", item.id));
    let mut all = Links::new()
        .link("self", Link::to(&own).allowing(allowed(item, scene.access)))
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
            links::base(parent.kind),
            parent.id
        ));
        let link = Link::to(href)
            .embeddable()
            .with("post_type", parent.kind.name())
            .with("id", parent.id);
        all.add("core:attached-to", link);
    }
    if scene.context == "edit" {
        add_actions(&mut all, scene.access, &own);
    }
    all
}

fn add_actions(all: &mut Links, access: &Caller, own: &str) {
    if access.can(domain::site::Capability::UnfilteredHtml) {
        all.add("core:action-unfiltered-html", Link::to(own));
    }
    if access.may_edit_others(domain::site::Kind::Attachment) {
        all.add("core:action-assign-author", Link::to(own));
    }
}
