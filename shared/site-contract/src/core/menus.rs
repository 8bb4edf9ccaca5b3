//! Menus, and the places where they are shown.

use std::sync::LazyLock;

use domain::site::Taxonomy;
use site_rest::schema::{EMBED_VIEW_EDIT, VIEW_EDIT, VIEW_EMBED_EDIT, one_line};
use site_rest::{Args, Resource, RouteSpec, Schema};

use super::ID;
use super::NAMESPACE;
use super::terms::{delete_args, item_args, list_args, update_args};
use crate::fields::context;

/// A menu.
pub static MENU: LazyLock<Resource> = LazyLock::new(|| {
    let shape = Schema::object()
        .with(
            "id",
            Schema::integer()
                .about("The term.")
                .shown_in(VIEW_EMBED_EDIT)
                .readonly(),
        )
        .with(
            "description",
            Schema::string()
                .about("What it is for.")
                .shown_in(VIEW_EDIT),
        )
        .with(
            "name",
            Schema::string()
                .about("Its name.")
                .shown_in(VIEW_EMBED_EDIT)
                .required(),
        )
        .with(
            "slug",
            Schema::string()
                .about("Its name in addresses, made from its name.")
                .shown_in(VIEW_EMBED_EDIT),
        )
        .with(
            "meta",
            Schema::object()
                .about("Further values.")
                .bare()
                .shown_in(VIEW_EDIT),
        )
        .with(
            "locations",
            Schema::list(Schema::string())
                .about("Where it is shown.")
                .shown_in(VIEW_EDIT),
        )
        .with(
            "auto_add",
            Schema::boolean()
                .about("Whether new pages at the top join it by themselves.")
                .shown_in(VIEW_EDIT),
        );
    Resource::new("nav_menu", shape)
        .maps(&["meta"])
        .cleaned("name", one_line)
});

/// A place where a menu is shown.
pub static LOCATION: LazyLock<Resource> = LazyLock::new(|| {
    let shape = Schema::object()
        .with(
            "name",
            Schema::string()
                .about("Its name.")
                .shown_in(EMBED_VIEW_EDIT)
                .readonly(),
        )
        .with(
            "description",
            Schema::string()
                .about("Where it is.")
                .shown_in(EMBED_VIEW_EDIT)
                .readonly(),
        )
        .with(
            "menu",
            Schema::integer()
                .about("The menu shown there, 0 for none.")
                .shown_in(EMBED_VIEW_EDIT)
                .readonly(),
        );
    Resource::new("menu-location", shape)
});

/// What the list of locations takes.
pub fn locations_args() -> Args {
    Args::none().with(context())
}

/// What reading one location takes.
pub fn location_args() -> Args {
    Args::none()
        .arg("location", Schema::string().about("Its name."))
        .with(context())
}

/// The list of menus.
pub fn list_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/menus")
        .read(list_args(Taxonomy::NavMenu))
        .create(MENU.create_args())
        .of(&MENU)
        .batchable()
}

/// One menu.
pub fn item_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/menus/{ID}"))
        .read(item_args())
        .edit(update_args(Taxonomy::NavMenu))
        .delete(delete_args())
        .of(&MENU)
        .batchable()
}

/// The list of menu locations.
pub fn locations_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/menu-locations")
        .read(locations_args())
        .of(&LOCATION)
}

/// One menu location.
pub fn location_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, r"/menu-locations/(?P<location>[\w-]+)")
        .read(location_args())
        .of(&LOCATION)
}
