//! Posts, pages, blocks and navigations: parameters of writes, routes and error codes.

use domain::site::Kind;
use site_rest::{Arg, Args, RouteSpec};

use super::ID;
use super::NAMESPACE;
use super::content_args::{delete_args, item_args, keeping_null_status};
use super::content_resource::of;
use super::lists::list_args;
use super::rest_bases::kind_base;
use crate::fields::id;

/// Parameters of a creation. A `status` of `null` creates a draft.
pub fn create_args(kind: Kind) -> Args {
    keeping_null_status(of(kind).create_args())
}

/// Parameters of an update. For kinds with a trash, `status` may also repeat the item's current status, which only
/// the handler knows.
pub fn update_args(kind: Kind) -> Args {
    let args = Args::none()
        .arg("id", id("Identifier of the item."))
        .and(of(kind).update_args());
    let status = args.get("status").cloned().map(Arg::unchecked);
    status.into_iter().fold(args, Args::with)
}

/// Route of the list of posts, pages, blocks or navigations.
pub fn list_route(kind: Kind) -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/{}", kind_base(kind)))
        .read(list_args(kind))
        .create(create_args(kind))
        .of(of(kind))
        .batchable()
}

/// Route of one post, page, block or navigation.
pub fn item_route(kind: Kind) -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/{}/{ID}", kind_base(kind)))
        .read(item_args(kind))
        .edit(update_args(kind))
        .delete(delete_args(kind))
        .of(of(kind))
        .batchable()
}

/// The routes of a kind, in the order of the index.
pub fn routes(kind: Kind) -> [RouteSpec; 2] {
    [list_route(kind), item_route(kind)]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        CANNOT_EDIT_OTHERS = "rest_cannot_edit_others", Status::Authorization, "Você não tem permissão para criar ou editar em nome de outra pessoa.", "You may not create or edit in another person's name.";
        CANNOT_ASSIGN_STICKY = "rest_cannot_assign_sticky", Status::Authorization, "Você não tem permissão para fixar este item.", "You may not make this sticky.";
        CANNOT_ASSIGN_TERM = "rest_cannot_assign_term", Status::Authorization, "Você não tem permissão para atribuir estes termos.", "You may not assign these terms.";
        CANNOT_PUBLISH = "rest_cannot_publish", Status::Authorization, "Você não tem permissão para publicar.", "You may not publish.";
        INVALID_FIELD = "rest_invalid_field", Status::Fixed(400), "Um item fixado não pode ter senha.", "A sticky item cannot have a password.";
        INVALID_PAGE_NUMBER = "rest_post_invalid_page_number", Status::Fixed(400), "A página pedida é maior que o número de páginas.", "The requested page is beyond the last one.";
        INCORRECT_POST_PASSWORD = "rest_post_incorrect_password", Status::Fixed(403), "A senha do conteúdo está incorreta.", "The password of the content is incorrect.";
        INVALID_PARAM_FILES = "rest_invalid_param", Status::None, "Você não tem permissão para ver estes itens: {0}.", "You may not read these items: {0}.";
        INVALID_PARAM_TEMPLATE = "rest_invalid_param", Status::None, "{0} não é um modelo disponível.", "{0} is not an available template.";
    }
}
