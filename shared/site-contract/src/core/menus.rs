//! Menus and menu locations.

use std::sync::LazyLock;

use domain::site::Taxonomy;
use site_rest::schema::{EMBED_VIEW_EDIT, VIEW_EDIT, VIEW_EMBED_EDIT, one_line};
use site_rest::{Args, Resource, RouteSpec, Schema};

use super::ID;
use super::NAMESPACE;
use super::terms::{delete_args, item_args, list_args, update_args};
use crate::fields::context;

/// The resource of a menu.
pub static MENU: LazyLock<Resource> = LazyLock::new(|| {
    let shape = Schema::object()
        .with(
            "id",
            Schema::integer()
                .about("Identifier of the term.")
                .shown_in(VIEW_EMBED_EDIT)
                .readonly(),
        )
        .with(
            "description",
            Schema::string()
                .about("Description of the menu.")
                .shown_in(VIEW_EDIT),
        )
        .with(
            "name",
            Schema::string()
                .about("Name.")
                .shown_in(VIEW_EMBED_EDIT)
                .required(),
        )
        .with(
            "slug",
            Schema::string()
                .about("Slug, derived from the name.")
                .shown_in(VIEW_EMBED_EDIT),
        )
        .with(
            "meta",
            Schema::object()
                .about("Values of registered meta keys.")
                .bare()
                .shown_in(VIEW_EDIT),
        )
        .with(
            "locations",
            Schema::list(Schema::string())
                .about("Locations that show the menu.")
                .shown_in(VIEW_EDIT),
        )
        .with(
            "auto_add",
            Schema::boolean()
                .about("Whether new top-level pages are added automatically.")
                .shown_in(VIEW_EDIT),
        );
    Resource::new("nav_menu", shape)
        .maps(&["meta"])
        .cleaned("name", one_line)
});

/// The resource of a menu location.
pub static LOCATION: LazyLock<Resource> = LazyLock::new(|| {
    let shape = Schema::object()
        .with(
            "name",
            Schema::string()
                .about("Name.")
                .shown_in(EMBED_VIEW_EDIT)
                .readonly(),
        )
        .with(
            "description",
            Schema::string()
                .about("Description of the location.")
                .shown_in(EMBED_VIEW_EDIT)
                .readonly(),
        )
        .with(
            "menu",
            Schema::integer()
                .about("Identifier of the assigned menu, 0 for none.")
                .shown_in(EMBED_VIEW_EDIT)
                .readonly(),
        );
    Resource::new("menu-location", shape)
});

/// Parameters of the list of locations.
pub fn locations_args() -> Args {
    Args::none().with(context())
}

/// Parameters of reading one location.
pub fn location_args() -> Args {
    Args::none()
        .arg("location", Schema::string().about("Name."))
        .with(context())
}

/// Route of the list of menus.
pub fn list_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/menus")
        .read(list_args(Taxonomy::NavMenu))
        .create(MENU.create_args())
        .of(&MENU)
        .batchable()
}

/// Route of one menu.
pub fn item_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/menus/{ID}"))
        .read(item_args())
        .edit(update_args(Taxonomy::NavMenu))
        .delete(delete_args())
        .of(&MENU)
        .batchable()
}

/// Route of the list of menu locations.
pub fn locations_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/menu-locations")
        .read(locations_args())
        .of(&LOCATION)
}

/// Route of one menu location.
pub fn location_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, r"/menu-locations/(?P<location>[\w-]+)")
        .read(location_args())
        .of(&LOCATION)
}
