//! Media: schema, parameters of writes, and filters of lists.

use std::sync::LazyLock;

use domain::site::Kind;
use domain::site::meta::registered;
use site_rest::schema::{EDIT, VIEW_EDIT, VIEW_EDIT_EMBED, one_line};
use site_rest::spec::MEGABYTE;
use site_rest::{Arg, Args, Format, Resource, RouteSpec, Schema};

use super::ID;
use super::NAMESPACE;
use super::content_args::keeping_null_status;
use super::content_schema::action_links;
use super::lists;
use crate::fields::{computed, context, dated, force, id, meta, openness, text_object};

/// The resource of a media item.
pub static MEDIA: LazyLock<Resource> = LazyLock::new(|| {
    let schema = computed(dated("attachment"))
        .with(
            "title",
            text_object("Title.", VIEW_EDIT_EMBED).shown_in(VIEW_EDIT_EMBED),
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
        .with(
            "template",
            Schema::string()
                .about("Theme template of the public page.")
                .shown_in(VIEW_EDIT),
        )
        .with(
            "alt_text",
            Schema::string()
                .about("Alternative text.")
                .shown_in(VIEW_EDIT_EMBED),
        )
        .with(
            "caption",
            text_object("Caption.", VIEW_EDIT_EMBED).shown_in(VIEW_EDIT_EMBED),
        )
        .with(
            "description",
            text_object("Description of the media item.", VIEW_EDIT).shown_in(VIEW_EDIT),
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
    action_links(Kind::Attachment, Resource::new("attachment", schema))
        .unchecked(&["title", "caption", "description", "template"])
        .maps(&["meta"])
        .cleaned("alt_text", one_line)
});

/// Parameters of an upload, besides the file.
pub fn create_args() -> Args {
    keeping_null_status(MEDIA.create_args())
}

/// Parameters of an update.
pub fn update_args() -> Args {
    let args = Args::none().arg("id", id("Identifier of the media item."));
    let status = MEDIA
        .update_args()
        .get("status")
        .cloned()
        .map(Arg::unchecked);
    status
        .into_iter()
        .fold(args.and(MEDIA.update_args()), Args::with)
}

/// Parameters of reading one media item.
pub fn item_args() -> Args {
    Args::none()
        .arg("id", id("Identifier of the media item."))
        .with(context())
}

/// Parameters of generating missing sizes.
pub fn process_args() -> Args {
    let action = Schema::string()
        .about("Action to perform.")
        .choices(["create-image-subsizes"]);
    Args::none()
        .arg("id", id("Identifier of the media item."))
        .with(Arg::new("action", action).required())
}

/// Parameters of editing a picture.
pub fn edit_args() -> Args {
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

/// Parameters of a deletion.
pub fn delete_args() -> Args {
    Args::none()
        .arg("id", id("Identifier of the media item."))
        .arg(
            "force",
            force("Required to be true: media items cannot be trashed."),
        )
}

/// Largest file accepted, in bytes.
const UPLOAD_LIMIT: usize = 25 * MEGABYTE;

/// Route of the list of media and of uploads.
pub fn list_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/media")
        .read(lists::list_args(Kind::Attachment))
        .create(create_args())
        .of(&MEDIA)
        .body_limit(UPLOAD_LIMIT)
}

/// Route of one media item.
pub fn item_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/media/{ID}"))
        .read(item_args())
        .edit(update_args())
        .delete(delete_args())
        .of(&MEDIA)
}

/// Route that generates the missing sizes of a picture.
pub fn post_process_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/media/{ID}/post-process"))
        .create(process_args())
        .of(&MEDIA)
}

/// Route that edits a picture.
pub fn edit_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/media/{ID}/edit"))
        .create(edit_args())
        .of(&MEDIA)
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 4] {
    [
        list_route(),
        item_route(),
        post_process_route(),
        edit_route(),
    ]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        NO_FEATURED_MEDIA = "rest_no_featured_media", Status::Fixed(400), "Uma mídia não pode ter imagem de destaque.", "A media item cannot have a featured image.";
        UPLOAD_NO_DATA = "rest_upload_no_data", Status::Fixed(400), "Nenhum arquivo foi enviado.", "No file was sent.";
        UPLOAD_NO_TYPE = "rest_upload_no_content_type", Status::Fixed(400), "Falta o cabeçalho Content-Type.", "The Content-Type header is missing.";
        UPLOAD_NO_DISPOSITION = "rest_upload_no_content_disposition", Status::Fixed(400), "Falta o cabeçalho Content-Disposition.", "The Content-Disposition header is missing.";
        UPLOAD_INVALID_DISPOSITION = "rest_upload_invalid_disposition", Status::Fixed(400), "O cabeçalho Content-Disposition deve trazer attachment; filename=\"arquivo.jpg\".", "The Content-Disposition header must say attachment; filename=\"file.jpg\".";
        UPLOAD_HASH_MISMATCH = "rest_upload_hash_mismatch", Status::Fixed(412), "O conteúdo não corresponde ao Content-MD5 informado.", "The content does not match its Content-MD5.";
        UPLOAD_SIDELOAD = "rest_upload_sideload_error", Status::Deployed(500), "Este tipo de arquivo não é aceito ou o conteúdo não corresponde a ele.", "This kind of file is not accepted or its content does not match it.";
        UPLOAD_UNKNOWN = "rest_upload_unknown_error", Status::Deployed(500), "Este tipo de arquivo não é aceito ou o conteúdo não corresponde a ele.", "This kind of file is not accepted or its content does not match it.";
        UPLOAD_IMAGE_TYPE = "rest_upload_image_type_not_supported", Status::Fixed(400), "Esta imagem não pode ser processada.", "This image cannot be processed.";
        UPLOAD_TOO_BIG = "rest_upload_file_too_big", Status::Fixed(413), "A imagem tem mais de {0} megapixels.", "The image has more than {0} megapixels.";
        CANNOT_EDIT_IMAGE = "rest_cannot_edit_image", Status::Authorization, "Você não tem permissão para enviar mídia neste site.", "You may not upload media to this site.";
        CANNOT_EDIT_FILE_TYPE = "rest_cannot_edit_file_type", Status::Fixed(400), "Este tipo de arquivo não pode ser editado.", "This kind of file cannot be edited.";
        IMAGE_NOT_EDITED = "rest_image_not_edited", Status::Fixed(400), "Nenhuma edição foi pedida.", "No edit was requested.";
        IMAGE_CROP_FAILED = "rest_image_crop_failed", Status::Deployed(500), "A imagem não pôde ser recortada.", "The image could not be cropped.";
        IMAGE_ROTATION_FAILED = "rest_image_rotation_failed", Status::Deployed(500), "A imagem não pôde ser girada.", "The image could not be rotated.";
        UNKNOWN_IMAGE_FILE_TYPE = "rest_unknown_image_file_type", Status::Deployed(500), "Esta imagem não pode ser editada.", "This image cannot be edited.";
        UNKNOWN_ATTACHMENT = "rest_unknown_attachment", Status::Fixed(404), "Os dados desta mídia não foram encontrados.", "The data of this media item was not found.";
    }
}
