//! The members of a media item that describe its file (docs/interface/site/media.md#members-of-the-file).

use domain::site::Kind;
use serde_json::{Map, Value, json};
use site_api::{ViewContext, links};
use site_store::{Content, Media, Summary};

/// The members that describe the file. Those that only pictures have are missing for other files.
pub fn members(item: &Content, cx: &ViewContext<'_>) -> Map<String, Value> {
    let file = item.media.as_ref();
    let source = file
        .map(|file| links::file(&file.path, cx.site))
        .unwrap_or_default();
    let picture = file.filter(|file| file.is_image());
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| {
        out.insert(name.to_owned(), value);
    };
    put(
        "alt_text",
        json!(file.map_or("", |file| file.alt_text.as_str())),
    );
    let media_type = if picture.is_some() { "image" } else { "file" };
    put("media_type", json!(media_type));
    put(
        "mime_type",
        json!(file.map_or("", |file| file.mime_type.as_str())),
    );
    put(
        "media_details",
        file.map_or_else(|| json!({}), |file| details(file, cx)),
    );
    let parent = (item.parent > 0).then_some(item.parent);
    put("post", json!(parent));
    if cx.context == "edit" {
        put(
            "edit_root",
            json!(edit_root(item, cx).map_or(0, |root| root.id)),
        );
    }
    put("source_url", json!(source));
    put(
        "missing_image_sizes",
        json!(file.map(Media::missing_sizes).unwrap_or_default()),
    );
    put("filename", json!(file.map(Media::uploaded_name)));
    let bytes = file.map(|file| file.file_size).filter(|bytes| *bytes > 0);
    put("filesize", json!(bytes));
    if let Some(picture) = picture {
        put("exif_orientation", json!(picture.orientation()));
        // Sizes keep the format of the picture, are not interlaced, and have one quality.
        put("image_output_format", Value::Null);
        put("image_save_progressive", json!(false));
        put(
            "image_quality",
            json!({"default": pictures::QUALITY, "sizes": {}}),
        );
    }
    out
}

/// The picture from which a chain of edits began, while it exists.
pub fn edit_root(item: &Content, cx: &ViewContext<'_>) -> Option<Summary> {
    let root = item.media.as_ref()?.edit_root()?;
    let found = cx.store.summary(root).ok().flatten()?;
    (found.kind == Kind::Attachment).then_some(found)
}

fn details(file: &Media, cx: &ViewContext<'_>) -> Value {
    let mut sizes = sizes(file, cx);
    let (Some(width), Some(height)) = (file.width, file.height) else {
        let mut out = file.details.clone();
        out.insert("filesize".to_owned(), json!(file.file_size));
        out.insert("sizes".to_owned(), Value::Object(sizes));
        return Value::Object(out);
    };
    if !sizes.is_empty() {
        let own_name = file.path.rsplit('/').next().unwrap_or_default();
        sizes.insert(
            "full".to_owned(),
            json!({
                "file": own_name,
                "width": width,
                "height": height,
                "mime_type": file.mime_type,
                "source_url": links::file(&file.path, cx.site),
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
        // The identifier as a string, as in deployed systems.
        let from = json!({"attachment_id": from.id.to_string(), "file": from.path});
        out.insert("parent_image".to_owned(), from);
    }
    for (role, name) in &file.companions {
        out.insert(role.clone(), json!(name));
    }
    Value::Object(out)
}

/// The sizes of a file, besides the whole picture.
fn sizes(file: &Media, cx: &ViewContext<'_>) -> Map<String, Value> {
    file.sizes_in_order()
        .map(|(name, size)| {
            let entry = json!({
                "file": size.file,
                "width": size.width,
                "height": size.height,
                "filesize": size.file_size,
                "mime_type": size.mime_type,
                "source_url": links::file(&file.beside(&size.file), cx.site),
            });
            (name.to_owned(), entry)
        })
        .collect()
}
