//! Application passwords.

use std::sync::LazyLock;

use site_rest::schema::{EDIT, VIEW_EDIT, VIEW_EDIT_EMBED, one_line};
use site_rest::{Args, Format, Kind as Type, Resource, RouteSpec, Schema};

use super::NAMESPACE;
use super::OWNER;
use crate::fields::context;

/// An application password.
pub static PASSWORD: LazyLock<Resource> = LazyLock::new(|| {
    let shape = Schema::object()
        .with(
            "uuid",
            Schema::string()
                .about("The password.")
                .format(Format::Uuid)
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "app_id",
            Schema::string()
                .about("The program it is for.")
                .one_of(vec![
                    Schema::string().format(Format::Uuid),
                    Schema::string().choices([""]),
                ])
                .shown_in(VIEW_EDIT_EMBED),
        )
        .with(
            "name",
            Schema::string()
                .about("What it is called.")
                .length(Some(1), None)
                .matching(r".*\S.*")
                .shown_in(VIEW_EDIT_EMBED)
                .required(),
        )
        .with(
            "password",
            Schema::string()
                .about("The password itself, shown once.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "created",
            Schema::string()
                .about("When it was made, in GMT.")
                .format(Format::DateTime)
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
        .with(
            "last_used",
            Schema::of(&[Type::String, Type::Null])
                .about("When it was last used, in GMT.")
                .format(Format::DateTime)
                .shown_in(VIEW_EDIT)
                .readonly(),
        )
        .with(
            "last_ip",
            Schema::of(&[Type::String, Type::Null])
                .about("The address that last used it.")
                .format(Format::Ip)
                .shown_in(VIEW_EDIT)
                .readonly(),
        );
    Resource::new("application-password", shape).cleaned("name", one_line)
});

/// The list, and reading one.
pub fn read_args() -> Args {
    Args::none().with(context())
}

/// Making one.
pub fn create_args() -> Args {
    PASSWORD.create_args()
}

/// Renaming one.
pub fn update_args() -> Args {
    PASSWORD.update_args()
}

/// Deleting one or all.
pub fn delete_args() -> Args {
    Args::none()
}

/// The application passwords of a user.
pub fn list_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/users/{OWNER}/application-passwords"))
        .read(read_args())
        .create(create_args())
        .delete(delete_args())
        .of(&PASSWORD)
}

/// The application password that the request itself used.
pub fn introspect_route() -> RouteSpec {
    RouteSpec::new(
        NAMESPACE,
        &format!("/users/{OWNER}/application-passwords/introspect"),
    )
    .read(read_args())
    .of(&PASSWORD)
}

/// One application password.
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
