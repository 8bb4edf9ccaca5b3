//! The member `theme_supports`: what the public pages show of what an editor can write.

use serde_json::{Value, json};
use site_rest::{Format, Kind, Schema};

/// Names of the post formats.
const FORMATS: [&str; 10] = [
    "standard", "aside", "chat", "gallery", "link", "image", "quote", "status", "video", "audio",
];

/// Parts of the pages that can be HTML 5.
pub const HTML5: [&str; 7] = [
    "search-form",
    "comment-form",
    "comment-list",
    "gallery",
    "caption",
    "script",
    "style",
];

fn flag(about: &'static str) -> Schema {
    Schema::boolean().about(about).default_to(false)
}

/// A list, or `false` where the theme declares none.
fn list(about: &'static str, one: Schema) -> Schema {
    Schema::of(&[Kind::Array, Kind::Boolean])
        .about(about)
        .items(one)
        .default_to(false)
}

/// An object, or `false` where the theme has no such feature.
fn options(about: &'static str, members: &[(&'static str, Kind)]) -> Schema {
    let schema = Schema::of(&[Kind::Object, Kind::Boolean])
        .about(about)
        .default_to(false);
    members.iter().fold(schema, |schema, (name, kind)| {
        schema.with(*name, Schema::of(&[*kind]))
    })
}

/// A preset that an editor offers: its name, its slug and its value.
fn preset(value: &'static str, kind: Kind) -> Schema {
    Schema::object()
        .with("name", Schema::string())
        .with(value, Schema::of(&[kind]))
        .with("slug", Schema::string())
}

fn background() -> Schema {
    options(
        "Background picture of the pages.",
        &[
            ("default-preset", Kind::String),
            ("default-position-x", Kind::String),
            ("default-position-y", Kind::String),
            ("default-size", Kind::String),
            ("default-repeat", Kind::String),
            ("default-attachment", Kind::String),
            ("default-color", Kind::String),
        ],
    )
    .with("default-image", Schema::string().format(Format::Uri))
}

fn header() -> Schema {
    options(
        "Picture above the pages.",
        &[
            ("random-default", Kind::Boolean),
            ("width", Kind::Integer),
            ("height", Kind::Integer),
            ("flex-height", Kind::Boolean),
            ("flex-width", Kind::Boolean),
            ("default-text-color", Kind::String),
            ("header-text", Kind::Boolean),
            ("uploads", Kind::Boolean),
            ("video", Kind::Boolean),
        ],
    )
    .with("default-image", Schema::string().format(Format::Uri))
}

fn logo() -> Schema {
    options(
        "Logo above the pages, with its sizes in pixels.",
        &[
            ("width", Kind::Integer),
            ("height", Kind::Integer),
            ("flex-width", Kind::Boolean),
            ("flex-height", Kind::Boolean),
            ("unlink-homepage-logo", Kind::Boolean),
        ],
    )
    .with("header-text", Schema::list(Schema::string()))
}

/// The schema of the member.
pub(super) fn supports() -> Schema {
    Schema::object()
        .about("What the public pages show of what an editor offers.")
        .readonly()
        .with("align-wide", flag("Wide and full alignment of blocks."))
        .with("automatic-feed-links", flag("Links to feeds in the head of the pages."))
        .with("block-templates", flag("Templates made of blocks."))
        .with("block-template-parts", flag("Template parts made of blocks."))
        .with("custom-background", background())
        .with("custom-header", header())
        .with("custom-logo", logo())
        .with("customize-selective-refresh-widgets", flag("Preview of single widgets."))
        .with("dark-editor-style", flag("Dark background of the editor."))
        .with("disable-custom-colors", flag("No colours besides those of the palette."))
        .with("disable-custom-font-sizes", flag("No sizes of letters besides the presets."))
        .with("disable-custom-gradients", flag("No gradients besides the presets."))
        .with("disable-layout-styles", flag("No generated styles of the layout of blocks."))
        .with(
            "editor-color-palette",
            list("Colours that the editor offers; `false` for those of the editor.", preset("color", Kind::String)),
        )
        .with(
            "editor-font-sizes",
            list("Sizes of letters that the editor offers; `false` for those of the editor.", preset("size", Kind::Number)),
        )
        .with(
            "editor-gradient-presets",
            list("Gradients that the editor offers; `false` for those of the editor.", preset("gradient", Kind::String)),
        )
        .with(
            "editor-spacing-sizes",
            list("Distances that the editor offers; `false` for those of the editor.", preset("size", Kind::String)),
        )
        .with("editor-styles", flag("A style sheet for the editor."))
        .with(
            "html5",
            list("Parts of the pages that are HTML 5.", Schema::string().choices(HTML5)),
        )
        .with(
            "formats",
            Schema::list(Schema::string().choices(FORMATS))
                .about("Post formats that the pages show differently, and `standard`.")
                .default_to(json!(["standard"])),
        )
        .with(
            "post-thumbnails",
            Schema::of(&[Kind::Boolean, Kind::Array])
                .about("Whether the pages show featured pictures, or the types of which they show them.")
                .items(Schema::string())
                .default_to(false),
        )
        .with("responsive-embeds", flag("Embedded frames as wide as the text."))
        .with("title-tag", flag("A title in the head of the pages."))
        .with("wp-block-styles", flag("The editor's own style sheet of blocks on the pages."))
}

/// The features of the theme of this site.
pub fn of_this_site() -> Value {
    json!({
        "align-wide": true,
        "automatic-feed-links": true,
        "block-templates": true,
        "block-template-parts": true,
        "custom-background": false,
        "custom-header": false,
        "custom-logo": {
            "flex-width": true,
            "flex-height": true,
            "header-text": [],
            "unlink-homepage-logo": false,
        },
        "customize-selective-refresh-widgets": false,
        "dark-editor-style": false,
        "disable-custom-colors": false,
        "disable-custom-font-sizes": false,
        "disable-custom-gradients": false,
        "disable-layout-styles": true,
        "editor-color-palette": false,
        "editor-font-sizes": false,
        "editor-gradient-presets": false,
        "editor-spacing-sizes": false,
        "editor-styles": false,
        "html5": HTML5,
        "formats": ["standard"],
        "post-thumbnails": true,
        "responsive-embeds": true,
        "title-tag": true,
        "wp-block-styles": false,
    })
}
