//! Parameters with which a client adds files that it made itself to a media item.

use site_rest::{Arg, Args, Kind, Schema};

use super::media_schema::IMAGE_SIZES;
use crate::fields::id;

/// Names that stand for one file with a meaning of its own, not for a size.
pub const SINGLE_FILES: [&str; 5] = [
    "original",
    "scaled",
    "source_original",
    "animated_video",
    "animated_video_poster",
];

/// The size under which documents keep the picture of their first page.
pub const FULL: &str = "full";

/// Most entries in one request that finalizes.
const MOST_SUB_SIZES: usize = 100;

/// Names under which a file can be added: the sizes, which a file may share, and alone also the other ones.
pub fn known_names(is_alone: bool) -> impl Iterator<Item = &'static str> {
    let others = is_alone.then_some(SINGLE_FILES).into_iter().flatten();
    IMAGE_SIZES.into_iter().chain([FULL]).chain(others)
}

/// One name or several.
fn names(about: &'static str) -> Schema {
    Schema::of(&[Kind::String, Kind::Array])
        .about(about)
        .items(Schema::string().length(Some(1), None))
        .count(Some(1), None)
        .length(Some(1), None)
}

/// Whether sizes may get another format.
pub(super) fn convert_format() -> Schema {
    Schema::boolean()
        .about("Whether formats that browsers do not show may be converted. Files are kept as they are here.")
        .default_to(true)
}

/// Parameters of adding a file.
pub(super) fn args() -> Args {
    let size =
        names("Size of the file, or a list of sizes that share it; of a single file, its meaning.");
    Args::none()
        .arg("id", id("Identifier of the media item."))
        .with(Arg::new("image_size", size).required())
        .arg("convert_format", convert_format())
}

/// Parameters of making the added files part of the item.
pub(super) fn finalize_args() -> Args {
    let whole = |about| Schema::integer().about(about).min(1);
    let text = |about| Schema::string().about(about).length(Some(1), None);
    let entry = Schema::object()
        .with(
            "image_size",
            names("Size of the file, or a list of sizes that share it.").required(),
        )
        .with("width", whole("Width in pixels."))
        .with("height", whole("Height in pixels."))
        .with("file", text("Name of the file."))
        .with(
            "mime_type",
            Schema::string().about("MIME type.").matching("^image/.*"),
        )
        .with("filesize", whole("Size of the file in bytes."))
        .with(
            "original_image",
            text("Name of the file that this one replaces as the main file."),
        );
    let entries = Schema::list(entry)
        .about("The files to make part of the item, as the responses described them.")
        .count(None, Some(MOST_SUB_SIZES))
        .default_to(serde_json::json!([]));
    Args::none()
        .arg("id", id("Identifier of the media item."))
        .arg("sub_sizes", entries)
}
