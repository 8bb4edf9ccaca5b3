//! Contact forms: routes and error codes (docs/interface/site/contact-form.md). No route declares parameters.

use domain::site::Capability;
use site_rest::spec::Access;
use site_rest::{Args, RouteSpec};

/// The namespace.
pub const NAMESPACE: &str = "contact-form/v1";

/// Path of a form.
const ITEM: &str = r"/contact-forms/(?P<id>[\d]+)";

/// Callers who change forms; deployed systems ask for the same capability.
const EDITORS: Access = Access::Capability(Capability::PublishPages.name());

/// All forms.
pub fn list_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/contact-forms")
        .read(Args::none())
        .access(Access::Capability(Capability::EditPosts.name()))
        .create(Args::none())
        .access(EDITORS)
}

/// One form.
pub fn item_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, ITEM)
        .read(Args::none())
        .edit(Args::none())
        .delete(Args::none())
        .access(EDITORS)
}

/// The validation rules of a form.
pub fn schema_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("{ITEM}/feedback/schema"))
        .read(Args::none())
        .access(Access::Everyone)
}

/// New questions of a form's quiz fields.
pub fn refill_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("{ITEM}/refill"))
        .read(Args::none())
        .access(Access::Everyone)
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 4] {
    [list_route(), item_route(), schema_route(), refill_route()]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        FORM_MAY_NOT_LIST = "contactform_forbidden", Status::Fixed(403), "Você não tem permissão para ver os formulários de contato.", "You may not list contact forms.";
        FORM_MAY_NOT_CREATE = "contactform_forbidden", Status::Fixed(403), "Você não tem permissão para criar um formulário de contato.", "You may not create a contact form.";
        FORM_MAY_NOT_ACCESS = "contactform_forbidden", Status::Fixed(403), "Você não tem permissão para acessar este formulário de contato.", "You may not access this contact form.";
        FORM_EXISTS = "contactform_post_exists", Status::Fixed(400), "Não é possível criar um formulário que já existe.", "An existing contact form cannot be created.";
        FORM_NOT_FOUND = "contactform_not_found", Status::Fixed(404), "O formulário de contato não foi encontrado.", "The contact form was not found.";
        FORM_TOO_LARGE = "contactform_too_large", Status::Fixed(413), "O formulário é grande demais para ser guardado.", "The contact form is too large to be stored.";
    }
}
