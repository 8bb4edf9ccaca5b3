//! Contact forms: routes and error codes (docs/interface/site/contact-form.md). No route declares parameters.

use domain::site::Capability;
use site_rest::spec::{Access, MEGABYTE};
use site_rest::{Args, RouteSpec, Schema};

use crate::feedback_schema;
use crate::fields::{TEXT, search_text, short_value};

/// The namespace.
pub const NAMESPACE: &str = "contact-form/v1";

/// Path of a form, with the parameter written as deployed systems show it in the index.
const ITEM: &str = r"/contact-forms/(?P<id>\d+)";

/// Largest body of a submission in bytes: what a request to a Lambda function may have.
const BODY_LIMIT: usize = 5 * MEGABYTE;

/// Callers who change forms; deployed systems ask for the same capability.
const EDITORS: Access = Access::Capability(Capability::PublishPages.name());

/// A property of a form: its template, mails, messages and settings.
fn property() -> Schema {
    Schema::any().bytes_at_most(200_000)
}

/// All forms.
pub fn list_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/contact-forms")
        .read(Args::none())
        .undescribed(Args::none().arg("search", search_text("")))
        .others(short_value())
        .access(Access::Capability(Capability::EditPosts.name()))
        .create(Args::none())
        .others(property())
        .access(EDITORS)
}

/// One form.
pub fn item_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, ITEM)
        .read(Args::none())
        .others(short_value())
        .edit(Args::none())
        .others(property())
        .delete(Args::none())
        .others(short_value())
        .access(EDITORS)
}

/// Submissions of a form.
pub fn feedback_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("{ITEM}/feedback"))
        .create(Args::none())
        .others(Schema::any().bytes_at_most(TEXT))
        .access(Access::Everyone)
        .body_limit(BODY_LIMIT)
}

/// The validation rules of a form.
pub fn schema_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("{ITEM}/feedback/schema"))
        .read(Args::none())
        .access(Access::Everyone)
        .described_by(feedback_schema::json_schema)
}

/// New questions of a form's quiz fields.
pub fn refill_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("{ITEM}/refill"))
        .read(Args::none())
        .access(Access::Everyone)
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 5] {
    [
        list_route(),
        item_route(),
        feedback_route(),
        schema_route(),
        refill_route(),
    ]
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
        FORM_UNSUPPORTED_MEDIA_TYPE = "contactform_unsupported_media_type", Status::Fixed(415), "O envio deve ter o formato multipart/form-data.", "A submission needs the format multipart/form-data.";
        FORM_UNIT_TAG_NOT_FOUND = "contactform_unit_tag_not_found", Status::Fixed(400), "Falta dizer em que lugar da página está o formulário.", "The place of the form on its page is missing.";
        FORM_TOO_MANY_SUBMISSIONS = "contactform_too_many_submissions", Status::Fixed(429), "Muitos envios deste formulário. Tente de novo em {0} segundos.", "Too many submissions of this form. Try again in {0} seconds.";
        FORM_TOO_LARGE = "contactform_too_large", Status::Fixed(413), "O formulário é grande demais para ser guardado.", "The contact form is too large to be stored.";
    }
}
