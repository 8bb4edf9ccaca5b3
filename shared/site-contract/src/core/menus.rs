//! Menus and menu locations.

use std::sync::LazyLock;

use domain::site::Taxonomy;
use site_rest::schema::EMBED_VIEW_EDIT;
use site_rest::{Args, Resource, RouteSpec, Schema};

use super::ID;
use super::NAMESPACE;
use super::term_schema::MENU;
use super::terms::{delete_args, item_args, list_args, update_args};
use crate::fields::context;

/// The resource of a menu location.
pub static LOCATION: LazyLock<Resource> = LazyLock::new(|| {
    let schema = Schema::object()
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
    Resource::new("menu-location", schema)
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

/// The routes of menus, in the order of the index.
pub fn routes() -> [RouteSpec; 2] {
    [list_route(), item_route()]
}

/// The routes of the places that show menus, in the order of the index.
pub fn location_routes() -> [RouteSpec; 2] {
    [locations_route(), location_route()]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        TERM_INVALID_ID = "rest_term_invalid_id", Status::Fixed(400), "O termo de destino não existe.", "The term that the item leads to does not exist.";
        POST_INVALID_TYPE = "rest_post_invalid_type", Status::Fixed(400), "Tipo de conteúdo inválido.", "Invalid content type.";
        TITLE_REQUIRED = "rest_title_required", Status::Fixed(400), "Um link personalizado deve ter título.", "A custom link needs a title.";
        URL_REQUIRED = "rest_url_required", Status::Fixed(400), "Um link personalizado deve ter endereço.", "A custom link needs an address.";
        INVALID_MENU_ID = "invalid_menu_id", Status::Fixed(400), "O menu não existe.", "The menu does not exist.";
        MENU_EXISTS = "menu_exists", Status::Fixed(400), "Já existe um menu com o nome {0}.", "A menu named {0} exists.";
        MENU_EXISTS_UNPLACED = "menu_exists", Status::Unstated, "Já existe um menu com o nome {0}.", "A menu named {0} exists.";
        MENU_LOCATION_INVALID = "rest_menu_location_invalid", Status::Fixed(404), "A posição de menu não existe.", "The menu location does not exist.";
        INVALID_MENU_LOCATION_PARAM = "rest_invalid_menu_location", Status::None, "A posição de menu {0} não existe.", "The menu location {0} does not exist.";
    }
}
