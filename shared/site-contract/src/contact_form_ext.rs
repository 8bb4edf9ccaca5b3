//! The extension of contact forms: export of submissions, files, settings (docs/interface/site/contact-form-ext.md).

use domain::site::Capability;
use site_rest::spec::Access;
use site_rest::{Arg, Args, RouteSpec, Schema};

use crate::fields::short_value;

/// The namespace.
pub const NAMESPACE: &str = "contact-form-ext/v1";

/// A required text that is not validated; deployed systems accept any value.
fn any_text(name: &'static str, about: &'static str) -> Arg {
    Arg::new(name, Schema::string().about(about))
        .unchecked()
        .required()
}

fn managed(route: RouteSpec) -> RouteSpec {
    route.access(Access::Capability(Capability::ManageOptions.name()))
}

/// Submissions as CSV.
pub fn export_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/export")
        .read(Args::none())
        .others(short_value())
        .access(Access::Capability(Capability::PublishPages.name()))
}

/// Licences of add-ons.
pub fn license_route() -> RouteSpec {
    let args = Args::none()
        .with(any_text("slug", "Name of the add-on."))
        .with(any_text("key", "Licence key."))
        .with(any_text(
            "action",
            "Whether the licence is activated or deactivated.",
        ));
    managed(RouteSpec::new(NAMESPACE, "/update-license").create(args))
}

/// The switch of the debug mode.
pub fn debug_route() -> RouteSpec {
    managed(RouteSpec::new(NAMESPACE, "/toggle-debug").create(Args::none()))
}

/// The return to the first settings.
pub fn reset_route() -> RouteSpec {
    managed(RouteSpec::new(NAMESPACE, "/reset-settings").create(Args::none()))
}

/// An uploaded file of a submission.
pub fn file_route() -> RouteSpec {
    let args = Args::none()
        .with(any_text(
            "file_key",
            "Name of the file's field, or a signed key to the file.",
        ))
        .with(any_text("entry_post_id", "Identifier of the submission."));
    managed(RouteSpec::new(NAMESPACE, "/download-file").read(args))
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 5] {
    [
        export_route(),
        license_route(),
        debug_route(),
        reset_route(),
        file_route(),
    ]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        NO_ENTRIES = "no_entries", Status::Fixed(404), "Não há envios para exportar.", "There are no submissions to export.";
        ENTRY_META_NOT_FOUND = "entry_meta_not_found", Status::Fixed(404), "Este envio não tem arquivos.", "This submission has no files.";
        FILE_NOT_FOUND_IN_ENTRY = "file_not_found_in_entry", Status::Fixed(404), "Este envio não tem este arquivo.", "This submission does not have this file.";
        FILE_NOT_FOUND_IN_STORAGE = "file_not_found_in_storage", Status::Fixed(404), "O arquivo não existe mais.", "The file does not exist any more.";
    }
}
