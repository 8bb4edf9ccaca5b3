//! Users: what they show, what a write takes, what a list is filtered by.

use std::sync::LazyLock;

use domain::site::Kind;
use serde_json::json;
use site_rest::schema::{EDIT, EMBED_VIEW_EDIT, one_line};
use site_rest::{Arg, Args, Format, Kind as Type, Resource, RouteSpec, Schema};

use super::avatars;

use super::ID;
use super::NAMESPACE;
use crate::fields::meta;
use crate::fields::{context, force, id, ids, order, orderby, paging, search};

/// A user.
pub static USER: LazyLock<Resource> = LazyLock::new(|| {
    let own = |about| Schema::string().about(about).shown_in(EDIT);
    let public = |about| Schema::string().about(about).shown_in(EMBED_VIEW_EDIT);
    let shape = Schema::object()
        .with(
            "id",
            Schema::integer()
                .about("The user.")
                .shown_in(EMBED_VIEW_EDIT)
                .readonly(),
        )
        .with("username", own("The name to sign in with.").required())
        .with("name", public("The name that readers see."))
        .with("first_name", own("The first name."))
        .with("last_name", own("The last name."))
        .with(
            "email",
            own("The e-mail address.").format(Format::Email).required(),
        )
        .with(
            "url",
            public("The address of the person's page.").format(Format::Uri),
        )
        .with("description", public("About the person."))
        .with(
            "link",
            public("The address of the person's posts.")
                .format(Format::Uri)
                .readonly(),
        )
        .with(
            "locale",
            own("The language.").choices(["", "pt_BR", "en_US"]),
        )
        .with("nickname", own("The nickname."))
        .with("slug", public("The readable part of the address."))
        .with(
            "registered_date",
            own("When the person was added.")
                .format(Format::DateTime)
                .readonly(),
        )
        .with(
            "roles",
            Schema::list(Schema::string())
                .about("The roles.")
                .shown_in(EDIT),
        )
        .with(
            "password",
            Schema::string()
                .about("The password; never answered.")
                .required(),
        )
        .with(
            "capabilities",
            Schema::object()
                .about("What the person may do.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "extra_capabilities",
            Schema::object()
                .about("What the person may do besides the roles.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "avatar_urls",
            avatars::schema("Pictures of the person.", EMBED_VIEW_EDIT),
        )
        .with("meta", meta(&[]));
    Resource::new("user", shape)
        .maps(&["meta"])
        .cleaned("name", one_line)
        .cleaned("first_name", one_line)
        .cleaned("last_name", one_line)
        .cleaned("nickname", one_line)
});

/// What reading one takes.
pub fn item_args() -> Args {
    Args::none().arg("id", id("The user.")).with(context())
}

/// What reading oneself takes.
pub fn me_args() -> Args {
    Args::none().with(context())
}

/// What an update takes.
pub fn update_args() -> Args {
    Args::none()
        .arg("id", id("The user."))
        .and(USER.update_args())
}

/// What updating oneself takes.
pub fn update_me_args() -> Args {
    USER.update_args()
}

/// What a deletion takes.
pub fn delete_args() -> Args {
    Args::none()
        .arg("id", id("The user."))
        .and(delete_me_args())
}

/// What deleting oneself takes.
pub fn delete_me_args() -> Args {
    Args::none()
        .arg("force", force("Must be true, as users have no trash."))
        .with(
            Arg::new(
                "reassign",
                Schema::integer().about("The user who gets the items of the deleted one."),
            )
            .required()
            .unchecked(),
        )
}

/// What the list of users is filtered and ordered by.
pub fn list_args() -> Args {
    let names = [
        "id",
        "include",
        "name",
        "registered_date",
        "slug",
        "include_slugs",
        "email",
        "url",
    ];
    Args::none()
        .with(context())
        .and(paging(10))
        .with(search())
        .arg("exclude", ids("Not these users."))
        .arg("include", ids("Only these users."))
        .arg(
            "offset",
            Schema::integer().about("The number of users to pass over."),
        )
        .arg("order", order("asc"))
        .arg("orderby", orderby(&names, "name"))
        .arg(
            "slug",
            Schema::list(Schema::string()).about("Only users with these slugs."),
        )
        .arg(
            "roles",
            Schema::list(Schema::string()).about("Only users with one of these roles."),
        )
        .arg(
            "capabilities",
            Schema::list(Schema::string()).about("Only users with one of these rights."),
        )
        .arg(
            "who",
            Schema::string()
                .about("Only those who write.")
                .choices(["authors"]),
        )
        .arg(
            "has_published_posts",
            Schema::of(&[Type::Boolean, Type::Array])
                .about("Only users who have published, anything or items of these kinds.")
                .items(Schema::string().choices(Kind::ALL.map(Kind::name))),
        )
        .arg(
            "search_columns",
            Schema::list(Schema::string().choices(["email", "name", "id", "username", "slug"]))
                .about("Where the search looks.")
                .default_to(json!([])),
        )
}

/// The list of users.
pub fn list_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/users")
        .read(list_args())
        .create(USER.create_args())
        .of(&USER)
        .batchable()
}

/// One user.
pub fn item_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/users/{ID}"))
        .read(item_args())
        .edit(update_args())
        .delete(delete_args())
        .of(&USER)
        .batchable()
}

/// The caller.
pub fn me_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/users/me")
        .read(me_args())
        .edit(update_me_args())
        .delete(delete_me_args())
        .of(&USER)
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 3] {
    [list_route(), item_route(), me_route()]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        USER_CANNOT_VIEW = "rest_user_cannot_view", Status::Authorization, "Você não tem permissão para ver usuários.", "You may not view users.";
        FORBIDDEN_ORDERBY = "rest_forbidden_orderby", Status::Authorization, "Você não tem permissão para ordenar por este campo.", "You may not order by this field.";
        FORBIDDEN_WHO = "rest_forbidden_who", Status::Authorization, "Você não tem permissão para consultar autores.", "You may not query authors.";
        CANNOT_CREATE_USER = "rest_cannot_create_user", Status::Authorization, "Você não tem permissão para criar usuários.", "You may not create users.";
        USER_EXISTS = "rest_user_exists", Status::Fixed(400), "Não é possível criar um usuário que já existe.", "A user that exists cannot be created.";
        USER_INVALID_EMAIL = "rest_user_invalid_email", Status::Fixed(400), "E-mail inválido ou já em uso.", "The e-mail address is invalid or in use.";
        USER_INVALID_ARGUMENT = "rest_user_invalid_argument", Status::Fixed(400), "O nome de usuário não pode mudar.", "The user name cannot change.";
        USER_INVALID_SLUG = "rest_user_invalid_slug", Status::Fixed(400), "Slug inválido ou já em uso.", "The slug is invalid or in use.";
        USER_INVALID_ROLE = "rest_user_invalid_role", Status::Fixed(400), "O papel {0} não existe.", "The role {0} does not exist.";
        USER_SELF_DEMOTION = "rest_user_invalid_role", Status::Authorization, "Você não pode retirar de si mesmo este papel.", "You cannot take this role from yourself.";
        CANNOT_EDIT_ROLES = "rest_cannot_edit_roles", Status::Authorization, "Você não tem permissão para alterar papéis.", "You may not change roles.";
        USER_INVALID_USERNAME = "rest_user_invalid_username", Status::Fixed(400), "O nome de usuário é inválido.", "The user name is invalid.";
        USER_INVALID_PASSWORD = "rest_user_invalid_password", Status::Fixed(400), "A senha não pode ser vazia nem conter \\.", "The password must not be empty nor contain \\.";
        USER_LOGIN_TOO_LONG = "user_login_too_long", Status::Unstated, "O nome de usuário tem mais de 60 caracteres.", "The user name has more than 60 characters.";
        USER_URL_TOO_LONG = "user_url_too_long", Status::Unstated, "O endereço do usuário tem mais de 100 caracteres.", "The user's address has more than 100 characters.";
        USER_CANNOT_DELETE = "rest_user_cannot_delete", Status::Authorization, "Você não tem permissão para excluir este usuário.", "You may not delete this user.";
        USER_INVALID_HEIR = "rest_invalid_param", Status::Fixed(400), "O usuário indicado é inválido.", "The user named is invalid.";
    }
}
