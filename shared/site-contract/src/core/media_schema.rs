//! The schema of media items.

use std::sync::LazyLock;

use domain::site::Kind;
use domain::site::meta::registered;
use site_rest::schema::{EDIT, VIEW_EDIT, VIEW_EDIT_EMBED, one_line};
use site_rest::{Format, Kind as ValueKind, Resource, Schema};

use super::content_schema::{action_links, template};
use crate::fields::{LINE, TEXT, computed, dated, meta, openness, text_object};

/// Names of the sizes that a picture gets, in the order in which they are made.
pub const IMAGE_SIZES: [&str; 6] = [
    "thumbnail",
    "medium",
    "medium_large",
    "large",
    "1536x1536",
    "2048x2048",
];

/// The resource of a media item.
pub static MEDIA: LazyLock<Resource> = LazyLock::new(|| {
    let schema = computed(dated(Kind::Attachment))
        .with(
            "title",
            text_object("Title.", LINE, VIEW_EDIT_EMBED).shown_in(VIEW_EDIT_EMBED),
        )
        .with(
            "author",
            Schema::integer()
                .about("Identifier of the uploader.")
                .shown_in(VIEW_EDIT_EMBED),
        )
        .with(
            "featured_media",
            Schema::integer()
                .about("Identifier of the featured image, 0 for none.")
                .shown_in(VIEW_EDIT_EMBED),
        );
    let schema = openness(schema)
        .with("meta", meta(registered(Kind::Attachment)))
        .with("template", template(Kind::Attachment))
        .with(
            "alt_text",
            Schema::string()
                .about("Alternative text.")
                .at_most(TEXT)
                .shown_in(VIEW_EDIT_EMBED),
        )
        .with(
            "caption",
            text_object("Caption.", TEXT, VIEW_EDIT_EMBED).shown_in(VIEW_EDIT_EMBED),
        )
        .with(
            "description",
            text_object("Description of the media item.", TEXT, VIEW_EDIT).shown_in(VIEW_EDIT),
        )
        .with(
            "media_type",
            Schema::string()
                .about("Type of file: image, or other.")
                .choices(["image", "file"])
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "mime_type",
            Schema::string()
                .about("MIME type.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "media_details",
            Schema::object()
                .about("Dimensions and available sizes.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "post",
            Schema::integer()
                .about("Identifier of the item that the file is attached to.")
                .shown_in(VIEW_EDIT),
        )
        .with(
            "edit_root",
            Schema::integer()
                .about("Identifier of the picture from which the chain of edits began that made this one, 0 for none.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "source_url",
            Schema::string()
                .about("URL of the original file.")
                .format(Format::Uri)
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "missing_image_sizes",
            Schema::list(Schema::string())
                .about("Sizes that are not generated yet.")
                .shown_in(EDIT)
                .readonly(),
        );
    let schema = for_editors(schema);
    action_links(Kind::Attachment, Resource::new("attachment", schema))
        .unchecked(&["title", "caption", "description", "template"])
        .maps(&["meta"])
        .cleaned("alt_text", one_line)
});

/// Adds the members that tell an editor how to show the file and how to make its sizes.
fn for_editors(schema: Schema) -> Schema {
    let quality = |about| Schema::integer().about(about).min(1).max(100);
    let sizes = IMAGE_SIZES.into_iter().fold(
        Schema::object().about("Sizes that are encoded with another quality."),
        |sizes, name| sizes.with(name, quality("Quality of this size.")),
    );
    schema
        .with(
            "filename",
            Schema::string()
                .about("Name of the uploaded file.")
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
        .with(
            "filesize",
            Schema::of(&[ValueKind::Integer, ValueKind::Null])
                .about("Size of the main file in bytes.")
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
        .with(
            "exif_orientation",
            Schema::integer()
                .about("EXIF orientation of a picture, from 1, for which nothing is to be done, to 8.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "image_quality",
            Schema::object()
                .about("Quality with which the sizes of a picture are encoded, from 1 to 100.")
                .with("default", quality("Quality of every size without its own."))
                .with("sizes", sizes)
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "image_output_format",
            Schema::of(&[ValueKind::String, ValueKind::Null])
                .about("MIME type that the sizes of a picture are converted to, null for that of the picture.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "image_save_progressive",
            Schema::boolean()
                .about("Whether the sizes of a picture are interlaced.")
                .shown_in(EDIT)
                .readonly(),
        )
}
