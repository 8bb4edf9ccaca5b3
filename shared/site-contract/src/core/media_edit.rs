//! Parameters of editing a picture.

use site_rest::{Arg, Args, Format, Schema};

use super::media_schema::MEDIA;

/// Parameters of editing a picture.
pub fn args() -> Args {
    let per_cent = |about| Schema::number().about(about).min(0).max(100);
    let source = Schema::string()
        .about("URL of the picture or of one of its sizes.")
        .format(Format::Uri);
    let edits = Schema::list(
        Schema::object()
            .about("Edit to apply.")
            .needs(&["type", "args"])
            .one_of(vec![flip(), rotation(), crop()]),
    )
    .about("Edits to apply, in order.")
    .count(Some(1), None);
    let args = Args::none()
        .with(Arg::new("src", source).required())
        .arg("modifiers", edits)
        .arg(
            "rotation",
            Schema::integer()
                .about("Rotation in degrees, clockwise. Deprecated in favour of modifiers.")
                .above(0)
                .below(360),
        )
        .arg(
            "x",
            per_cent("Left edge of the crop, in per cent of the width. Deprecated in favour of modifiers."),
        )
        .arg(
            "y",
            per_cent("Top edge of the crop, in per cent of the height. Deprecated in favour of modifiers."),
        )
        .arg(
            "width",
            per_cent("Width of the crop, in per cent. Deprecated in favour of modifiers."),
        )
        .arg(
            "height",
            per_cent("Height of the crop, in per cent. Deprecated in favour of modifiers."),
        );
    let texts = MEDIA.update_args();
    let texts = ["caption", "description", "title", "post", "alt_text"]
        .into_iter()
        .filter_map(|name| texts.get(name).cloned());
    args.and(texts.collect())
}

/// The schema of one type of edit.
fn modifier(title: &'static str, name: &'static str, args: Schema) -> Schema {
    let kind = Schema::string().about("Type of edit.").choices([name]);
    Schema::object()
        .implied()
        .titled(title)
        .with("type", kind)
        .with("args", args)
}

fn flip() -> Schema {
    let side = |about| Schema::boolean().about(about);
    let sides = Schema::object()
        .about("Axes of the flip.")
        .needs(&["horizontal", "vertical"])
        .with("horizontal", side("Whether to flip horizontally."))
        .with("vertical", side("Whether to flip vertically."));
    let args = Schema::object()
        .about("Arguments of the flip.")
        .needs(&["flip"])
        .with("flip", sides);
    modifier("Flip", "flip", args)
}

fn rotation() -> Schema {
    let args = Schema::object()
        .about("Arguments of the rotation.")
        .needs(&["angle"])
        .with(
            "angle",
            Schema::number().about("Angle in degrees, clockwise."),
        );
    modifier("Rotation", "rotate", args)
}

fn crop() -> Schema {
    let part = |about| Schema::number().about(about);
    let args = Schema::object()
        .about("Arguments of the crop.")
        .needs(&["left", "top", "width", "height"])
        .with(
            "left",
            part("Left edge of the crop, in per cent of the width."),
        )
        .with(
            "top",
            part("Top edge of the crop, in per cent of the height."),
        )
        .with(
            "width",
            part("Width of the crop, in per cent of the picture's."),
        )
        .with(
            "height",
            part("Height of the crop, in per cent of the picture's."),
        );
    modifier("Crop", "crop", args)
}
