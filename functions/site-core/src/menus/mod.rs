//! Navigation menus: the terms that group menu items, the items, and the places of a site's pages
//! where a menu is shown (docs/interface/site/menus.md).

mod items;
mod locations;
pub mod target;
mod terms;

use domain::site::{Kind, Taxonomy};
use site_rest::{Endpoint, RestError, Route, codes};

use crate::app::Core;
use crate::posts::{Ask, filter, may_create, may_delete, may_update};
use crate::routes::{ID, route};
use crate::shapes;
use crate::taxonomy;

/// Menus and what is in them are read by whoever writes anything.
fn may_read_menus(call: &Ask) -> Result<(), RestError> {
    if call.caller().access.may_read_menus() {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_VIEW))
    }
}

/// The routes of menu items.
pub fn item_routes() -> [Route<Core>; 2] {
    use shapes::post::{create_args, delete_args, item_args, of, update_args};
    const KIND: Kind = Kind::NavMenuItem;
    [
        route("/menu-items")
            .on(
                Endpoint::read(shapes::list::list_args(KIND), items::may_list, items::list)
                    .refined(filter::refine(KIND)),
            )
            .on(Endpoint::create(
                create_args(KIND),
                |call: Ask| may_create(call, KIND),
                items::create,
            )
            .refined(items::refine))
            .of(of(KIND))
            .batchable(),
        route(&format!("/menu-items/{ID}"))
            .on(Endpoint::read(
                item_args(KIND),
                items::may_read,
                items::read,
            ))
            .on(Endpoint::edit(
                update_args(KIND),
                |call: Ask| may_update(call, KIND),
                items::update,
            )
            .refined(items::refine))
            .on(Endpoint::delete(
                delete_args(KIND),
                |call: Ask| may_delete(call, KIND),
                items::delete,
            ))
            .of(of(KIND))
            .batchable(),
    ]
}

/// The routes of menus.
pub fn menu_routes() -> [Route<Core>; 2] {
    use shapes::menu::MENU;
    use shapes::term::{delete_args, item_args, list_args, update_args};
    const MENUS: Taxonomy = Taxonomy::NavMenu;
    [
        route("/menus")
            .on(Endpoint::read(
                list_args(MENUS),
                terms::may_list,
                terms::list,
            ))
            .on(Endpoint::create(
                MENU.create_args(),
                |call: Ask| taxonomy::may_create(call, MENUS),
                terms::create,
            )
            .refined(locations::refine))
            .of(&MENU)
            .batchable(),
        route(&format!("/menus/{ID}"))
            .on(Endpoint::read(item_args(), terms::may_read, terms::read))
            .on(Endpoint::edit(
                update_args(MENUS),
                |call: Ask| taxonomy::may_update(call, MENUS),
                terms::update,
            )
            .refined(locations::refine))
            .on(Endpoint::delete(
                delete_args(),
                |call: Ask| taxonomy::may_delete(call, MENUS),
                terms::delete,
            ))
            .of(&MENU)
            .batchable(),
    ]
}

/// The routes of the places where menus are shown.
pub fn location_routes() -> [Route<Core>; 2] {
    use shapes::menu::{LOCATION, location_args, locations_args};
    [
        route("/menu-locations")
            .on(Endpoint::read(
                locations_args(),
                locations::may_list,
                locations::list,
            ))
            .of(&LOCATION),
        route(r"/menu-locations/(?P<location>[\w-]+)")
            .on(Endpoint::read(
                location_args(),
                locations::may_list,
                locations::read,
            ))
            .of(&LOCATION),
    ]
}
