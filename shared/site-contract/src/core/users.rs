//! Users: schema, parameters of writes, and filters of lists.

use std::sync::LazyLock;

use domain::site::Kind;
use serde_json::json;
use site_rest::schema::{EDIT, EMBED_VIEW_EDIT, one_line};
use site_rest::{Arg, Args, Format, Kind as Type, Resource, RouteSpec, Schema};

use super::avatars;

use super::ID;
use super::NAMESPACE;
use crate::fields::{TEXT, meta};
use crate::fields::{context, force, id, ids, order, orderby, paging, search};

/// The meta key of the preferences that editors keep for a user.
pub const PERSISTED_PREFERENCES: &str = "persisted_preferences";

/// Largest size of a user's preferences, in bytes of JSON. They are part of the user's record, which is read with every request.
pub const MAX_PREFERENCES: usize = 32 * 1024;

/// The preferences that editors keep for a user: members of their own, and the time of the last change.
pub fn persisted_preferences() -> Schema {
    let modified = Schema::string()
        .about("Date and time of the last change.")
        .format(Format::DateTime);
    Schema::object()
        .about("Preferences that editors keep for the user, at most 32 KB.")
        .bytes_at_most(4 * MAX_PREFERENCES)
        .default_to(json!([]))
        .shown_in(EDIT)
        .with("_modified", modified)
        .others(Schema::any())
}

/// The resource of a user.
pub static USER: LazyLock<Resource> = LazyLock::new(|| {
    let own = |about| Schema::string().about(about).shown_in(EDIT);
    let public = |about| Schema::string().about(about).shown_in(EMBED_VIEW_EDIT);
    let schema = Schema::object()
        .with(
            "id",
            Schema::integer()
                .about("Identifier of the user.")
                .shown_in(EMBED_VIEW_EDIT)
                .readonly(),
        )
        .with("username", own("Login name.").required())
        .with("name", public("Display name."))
        .with("first_name", own("First name."))
        .with("last_name", own("Last name."))
        .with(
            "email",
            own("E-mail address.").format(Format::Email).required(),
        )
        .with(
            "url",
            public("URL of the user's website.").format(Format::Uri),
        )
        .with(
            "description",
            public("Description of the user.").at_most(TEXT),
        )
        .with(
            "link",
            public("URL of the author's archive.")
                .format(Format::Uri)
                .readonly(),
        )
        .with(
            "locale",
            own("Locale of the user; empty for the site's.").choices(["", "pt_BR", "en_US"]),
        )
        .with("nickname", own("Nickname."))
        .with(
            "slug",
            public("Slug: the readable part of the archive's URL."),
        )
        .with(
            "registered_date",
            own("Date of registration.")
                .format(Format::DateTime)
                .readonly(),
        )
        .with(
            "roles",
            Schema::list(Schema::string())
                .about("Roles of the user.")
                .shown_in(EDIT),
        )
        .with(
            "password",
            Schema::string()
                .about("Password; never part of a response.")
                .required(),
        )
        .with(
            "capabilities",
            Schema::object()
                .about("Capabilities of the user, including those of their roles.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "extra_capabilities",
            Schema::object()
                .about("Capabilities in addition to those of the roles.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "avatar_urls",
            avatars::schema("Avatar URLs by width in pixels.", EMBED_VIEW_EDIT),
        )
        .with(
            "meta",
            meta(&[]).with(PERSISTED_PREFERENCES, persisted_preferences()),
        );
    Resource::new("user", schema)
        .maps(&["meta"])
        .cleaned("name", one_line)
        .cleaned("first_name", one_line)
        .cleaned("last_name", one_line)
        .cleaned("nickname", one_line)
});

/// Parameters of reading one user.
pub fn item_args() -> Args {
    Args::none()
        .arg("id", id("Identifier of the user."))
        .with(context())
}

/// Parameters of reading the caller.
pub fn me_args() -> Args {
    Args::none().with(context())
}

/// Parameters of an update.
pub fn update_args() -> Args {
    Args::none()
        .arg("id", id("Identifier of the user."))
        .and(USER.update_args())
}

/// Parameters of an update of the caller.
pub fn update_me_args() -> Args {
    USER.update_args()
}

/// Parameters of a deletion.
pub fn delete_args() -> Args {
    Args::none()
        .arg("id", id("Identifier of the user."))
        .and(delete_me_args())
}

/// Parameters of deleting the caller.
pub fn delete_me_args() -> Args {
    Args::none()
        .arg(
            "force",
            force("Required to be true: users cannot be trashed."),
        )
        .with(
            Arg::new(
                "reassign",
                Schema::integer()
                    .about("Identifier of the user who inherits the deleted user's items."),
            )
            .required()
            .unchecked(),
        )
}

/// Filters and sort keys of the list of users.
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
        .arg("exclude", ids("Excludes users with these identifiers."))
        .arg("include", ids("Only users with these identifiers."))
        .arg(
            "offset",
            Schema::integer().about("Number of users to skip."),
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
            Schema::list(Schema::string()).about("Only users with one of these capabilities."),
        )
        .arg(
            "who",
            Schema::string()
                .about("Only users who can write posts.")
                .choices(["authors"]),
        )
        .arg(
            "has_published_posts",
            Schema::of(&[Type::Boolean, Type::Array])
                .about("Only users with published items: true for any type, or a list of types.")
                .items(Schema::string().choices(Kind::ALL.map(Kind::name))),
        )
        .arg(
            "search_columns",
            Schema::list(Schema::string().choices(["email", "name", "id", "username", "slug"]))
                .about("Fields to search.")
                .default_to(json!([])),
        )
}

/// Route of the list of users.
pub fn list_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/users")
        .read(list_args())
        .create(USER.create_args())
        .of(&USER)
        .batchable()
}

/// Route of one user.
pub fn item_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/users/{ID}"))
        .read(item_args())
        .edit(update_args())
        .delete(delete_args())
        .of(&USER)
        .batchable()
}

/// Route of the caller.
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
        USER_EXISTS = "rest_user_exists", Status::Fixed(400), "Não é possível criar um usuário que já existe.", "An existing user cannot be created.";
        USER_INVALID_EMAIL = "rest_user_invalid_email", Status::Fixed(400), "E-mail inválido ou já em uso.", "The e-mail address is invalid or in use.";
        USER_INVALID_ARGUMENT = "rest_user_invalid_argument", Status::Fixed(400), "O nome de usuário não pode mudar.", "The user name cannot change.";
        USER_INVALID_SLUG = "rest_user_invalid_slug", Status::Fixed(400), "Slug inválido ou já em uso.", "The slug is invalid or in use.";
        USER_INVALID_ROLE = "rest_user_invalid_role", Status::Fixed(400), "O perfil {0} não existe.", "The role {0} does not exist.";
        USER_SELF_DEMOTION = "rest_user_invalid_role", Status::Authorization, "Você não pode retirar de si mesmo este perfil.", "You cannot take this role from yourself.";
        CANNOT_EDIT_ROLES = "rest_cannot_edit_roles", Status::Authorization, "Você não tem permissão para alterar perfis.", "You may not change roles.";
        USER_INVALID_USERNAME = "rest_user_invalid_username", Status::Fixed(400), "O nome de usuário é inválido.", "The user name is invalid.";
        USER_INVALID_PASSWORD = "rest_user_invalid_password", Status::Fixed(400), "A senha não pode ser vazia nem conter \\.", "The password must not be empty nor contain \\.";
        USER_LOGIN_TOO_LONG = "user_login_too_long", Status::Unstated, "O nome de usuário tem mais de 60 caracteres.", "The user name has more than 60 characters.";
        USER_URL_TOO_LONG = "user_url_too_long", Status::Unstated, "O endereço do usuário tem mais de 100 caracteres.", "The user's address has more than 100 characters.";
        USER_CANNOT_DELETE = "rest_user_cannot_delete", Status::Authorization, "Você não tem permissão para excluir este usuário.", "You may not delete this user.";
        USER_PREFERENCES_TOO_LONG = "rest_user_preferences_too_long", Status::Fixed(400), "As preferências do usuário passam de 32 KB ou de 20 níveis.", "The user's preferences exceed 32 KB or 20 levels.";
        USER_INVALID_HEIR = "rest_invalid_param", Status::Fixed(400), "O usuário indicado é inválido.", "The user named is invalid.";
    }
}
