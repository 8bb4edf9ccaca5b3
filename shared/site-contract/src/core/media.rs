//! Media: parameters, routes and error codes.

use domain::site::Kind;
use site_rest::spec::MEGABYTE;
use site_rest::{Arg, Args, Format, RouteSpec, Schema};

use super::ID;
use super::NAMESPACE;
use super::content_args::keeping_null_status;
pub use super::media_schema::{IMAGE_SIZES, MEDIA};
pub use super::media_sideload::known_names;
use super::{lists, media_edit, media_sideload};
use crate::fields::{context, force, id};

/// Parameters of an upload, besides the file.
pub fn create_args() -> Args {
    let sizes = Schema::boolean()
        .about("Whether to make the sizes of a picture and to apply its orientation.")
        .default_to(true);
    let url = Schema::string()
        .about("URL of a picture that the site reads, in place of a file.")
        .format(Format::Uri);
    keeping_null_status(MEDIA.create_args())
        .arg("generate_sub_sizes", sizes)
        .arg("convert_format", media_sideload::convert_format())
        .arg("url", url)
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
pub const UPLOAD_LIMIT: usize = 25 * MEGABYTE;

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
        .create(media_edit::args())
        .of(&MEDIA)
}

/// Route that adds a file which the client made to a media item.
pub fn sideload_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/media/{ID}/sideload"))
        .create(media_sideload::args())
        .of(&MEDIA)
        .body_limit(UPLOAD_LIMIT)
}

/// Route that makes the added files part of the media item.
pub fn finalize_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/media/{ID}/finalize"))
        .create(media_sideload::finalize_args())
        .of(&MEDIA)
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 6] {
    [
        list_route(),
        item_route(),
        post_process_route(),
        edit_route(),
        sideload_route(),
        finalize_route(),
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
        UPLOAD_TOO_LONG = "rest_upload_file_too_big", Status::Fixed(413), "A imagem tem mais de {0} pixels de largura ou altura.", "The image is more than {0} pixels wide or high.";
        REMOTE_TOO_BIG = "rest_upload_file_too_big", Status::Fixed(400), "A imagem deste endereço tem mais de {0} MB.", "The image at this address is larger than {0} MB.";
        REMOTE_FAILED = "http_request_failed", Status::Fixed(400), "O endereço não respondeu com uma imagem.", "The address did not answer with an image.";
        CANNOT_EDIT_IMAGE = "rest_cannot_edit_image", Status::Authorization, "Você não tem permissão para enviar mídia neste site.", "You may not upload media to this site.";
        CANNOT_EDIT_FILE_TYPE = "rest_cannot_edit_file_type", Status::Fixed(400), "Este tipo de arquivo não pode ser editado.", "This kind of file cannot be edited.";
        IMAGE_NOT_EDITED = "rest_image_not_edited", Status::Fixed(400), "Nenhuma edição foi pedida.", "No edit was requested.";
        IMAGE_CROP_FAILED = "rest_image_crop_failed", Status::Deployed(500), "A imagem não pôde ser recortada.", "The image could not be cropped.";
        IMAGE_ROTATION_FAILED = "rest_image_rotation_failed", Status::Deployed(500), "A imagem não pôde ser girada.", "The image could not be rotated.";
        UNKNOWN_IMAGE_FILE_TYPE = "rest_unknown_image_file_type", Status::Deployed(500), "Esta imagem não pode ser editada.", "This image cannot be edited.";
        UPLOAD_INVALID_IMAGE = "rest_upload_invalid_image", Status::Fixed(400), "O arquivo não pôde ser lido, ou o seu tipo não serve para isto.", "The file could not be read, or its type does not fit.";
        UPLOAD_DIMENSIONS = "rest_upload_dimension_mismatch", Status::Fixed(400), "As dimensões da imagem ({0} × {1}) não são as de {2}.", "The dimensions of the image ({0} × {1}) are not those of {2}.";
        TOO_MANY_FILES = "rest_upload_too_many_files", Status::Fixed(400), "Esta mídia já tem {0} arquivos acrescentados.", "This media item has {0} added files already.";
        INVALID_SUB_SIZE_FILE = "rest_invalid_sub_size_file", Status::Fixed(400), "Um dos arquivos não foi acrescentado a esta mídia ou não serve para o tamanho indicado.", "One of the files was not added to this media item, or does not fit the size that is named.";
        UNKNOWN_ATTACHMENT = "rest_unknown_attachment", Status::Fixed(404), "Os dados desta mídia não foram encontrados.", "The data of this media item was not found.";
    }
}
