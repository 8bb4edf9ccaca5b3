//! Application passwords.

use std::sync::LazyLock;

use site_rest::schema::{EDIT, VIEW_EDIT, VIEW_EDIT_EMBED, one_line};
use site_rest::{Args, Format, Kind as Type, Resource, RouteSpec, Schema};

use super::NAMESPACE;
use super::OWNER;
use crate::fields::context;

/// The resource of an application password.
pub static PASSWORD: LazyLock<Resource> = LazyLock::new(|| {
    let shape = Schema::object()
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
    Resource::new("application-password", shape).cleaned("name", one_line)
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
