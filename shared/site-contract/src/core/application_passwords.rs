//! Application passwords.

use std::sync::LazyLock;

use site_rest::schema::{EDIT, VIEW_EDIT, VIEW_EDIT_EMBED, one_line};
use site_rest::{Args, Format, Kind as Type, Resource, RouteSpec, Schema};

use super::NAMESPACE;
use super::OWNER;
use crate::fields::context;

/// The resource of an application password.
pub static PASSWORD: LazyLock<Resource> = LazyLock::new(|| {
    let schema = Schema::object()
        .with(
            "uuid",
            Schema::string()
                .about("UUID of the application password.")
                .format(Format::Uuid)
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "app_id",
            Schema::string()
                .about("Identifier of the application, a UUID that the application provides.")
                .one_of(vec![
                    Schema::string().format(Format::Uuid),
                    Schema::string().choices([""]),
                ])
                .shown_in(VIEW_EDIT_EMBED),
        )
        .with(
            "name",
            Schema::string()
                .about("Name of the application password.")
                .length(Some(1), None)
                .matching(r".*\S.*")
                .shown_in(VIEW_EDIT_EMBED)
                .required(),
        )
        .with(
            "password",
            Schema::string()
                .about("Generated password; only in the response to its creation.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "created",
            Schema::string()
                .about("Date of creation, in GMT.")
                .format(Format::DateTime)
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
        .with(
            "last_used",
            Schema::of(&[Type::String, Type::Null])
                .about("Date of the last use, in GMT, null if unused.")
                .format(Format::DateTime)
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
        .with(
            "last_ip",
            Schema::of(&[Type::String, Type::Null])
                .about("IP address of the last use.")
                .format(Format::Ip)
                .shown_in(VIEW_EDIT)
                .readonly(),
        );
    Resource::new("application-password", schema).cleaned("name", one_line)
});

/// Parameters of the list, and of reading one password.
pub fn read_args() -> Args {
    Args::none().with(context())
}

/// Parameters of a creation.
pub fn create_args() -> Args {
    PASSWORD.create_args()
}

/// Parameters of an update.
pub fn update_args() -> Args {
    PASSWORD.update_args()
}

/// Parameters of deleting one or all passwords.
pub fn delete_args() -> Args {
    Args::none()
}

/// Route of a user's application passwords.
pub fn list_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/users/{OWNER}/application-passwords"))
        .read(read_args())
        .create(create_args())
        .delete(delete_args())
        .of(&PASSWORD)
}

/// Route of the application password that authenticates the request.
pub fn introspect_route() -> RouteSpec {
    RouteSpec::new(
        NAMESPACE,
        &format!("/users/{OWNER}/application-passwords/introspect"),
    )
    .read(read_args())
    .of(&PASSWORD)
}

/// Route of one application password.
pub fn item_route() -> RouteSpec {
    RouteSpec::new(
        NAMESPACE,
        &format!(r"/users/{OWNER}/application-passwords/(?P<uuid>[\w\-]+)"),
    )
    .read(read_args())
    .edit(update_args())
    .delete(delete_args())
    .of(&PASSWORD)
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 3] {
    [list_route(), introspect_route(), item_route()]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        CANNOT_LIST_APP_PASSWORDS = "rest_cannot_list_application_passwords", Status::Authorization, "Você não tem permissão para listar senhas de aplicativo deste usuário.", "You may not list this user's application passwords.";
        CANNOT_READ_APP_PASSWORD = "rest_cannot_read_application_password", Status::Authorization, "Você não tem permissão para ver esta senha de aplicativo.", "You may not see this application password.";
        CANNOT_CREATE_APP_PASSWORDS = "rest_cannot_create_application_passwords", Status::Authorization, "Você não tem permissão para criar senhas de aplicativo para este usuário.", "You may not create application passwords for this user.";
        CANNOT_EDIT_APP_PASSWORD = "rest_cannot_edit_application_password", Status::Authorization, "Você não tem permissão para alterar esta senha de aplicativo.", "You may not change this application password.";
        CANNOT_DELETE_APP_PASSWORDS = "rest_cannot_delete_application_passwords", Status::Authorization, "Você não tem permissão para excluir senhas de aplicativo deste usuário.", "You may not delete this user's application passwords.";
        CANNOT_DELETE_APP_PASSWORD = "rest_cannot_delete_application_password", Status::Authorization, "Você não tem permissão para excluir esta senha de aplicativo.", "You may not delete this application password.";
        APP_PASSWORD_NOT_FOUND = "rest_application_password_not_found", Status::Fixed(404), "Senha de aplicativo não encontrada.", "Application password not found.";
        APP_PASSWORD_EMPTY_NAME = "application_password_empty_name", Status::Fixed(400), "A senha de aplicativo deve ter um nome.", "An application password needs a name.";
        APP_PASSWORD_DUPLICATE_NAME = "application_password_duplicate_name", Status::Fixed(409), "Já existe uma senha de aplicativo com este nome. Escolha outro.", "There is an application password with this name. Choose another one.";
        NO_AUTHENTICATED_APP_PASSWORD = "rest_no_authenticated_app_password", Status::Fixed(404), "Esta requisição não usou senha de aplicativo.", "This request used no application password.";
        CANNOT_INTROSPECT = "rest_cannot_introspect_app_password_for_non_authenticated_user", Status::Authorization, "Só é possível consultar a senha de aplicativo do próprio usuário.", "You may only look up your own application password.";
        APP_PASSWORDS_DISABLED = "application_passwords_disabled", Status::Deployed(501), "As senhas de aplicativo só estão disponíveis sobre HTTPS.", "Application passwords are available over HTTPS only.";
    }
}
