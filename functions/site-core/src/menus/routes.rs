//! The routes of menus, of what is in them, and of the places where they are shown.

use domain::site::{Kind, Taxonomy};
use site_api::{ApiCall, SiteApp};
use site_rest::{Endpoint, Route};

use super::{items, list, locations, permissions, read, write};
use crate::content::filter;
use crate::namespace::{ID, route};
use crate::posts::permissions::{may_create, may_delete, may_update};
use crate::schemas;
use crate::terms::permissions as term_permissions;

/// The routes of menu items.
pub fn item_routes() -> [Route<SiteApp>; 2] {
    use crate::schemas::post::{create_args, delete_args, item_args, of, update_args};
    const KIND: Kind = Kind::NavMenuItem;
    [
        route("/menu-items")
            .on(Endpoint::read(
                schemas::list::list_args(KIND),
                items::permissions::may_list,
                items::list::list,
            )
            .refined(filter::refine(KIND)))
            .on(Endpoint::create(
                create_args(KIND),
                |call: ApiCall| may_create(call, KIND),
                items::write::create,
            )
            .refined(items::write::refine))
            .of(of(KIND))
            .batchable(),
        route(&format!("/menu-items/{ID}"))
            .on(Endpoint::read(
                item_args(KIND),
                items::permissions::may_read,
                items::read::read,
            ))
            .on(Endpoint::edit(
                update_args(KIND),
                |call: ApiCall| may_update(call, KIND),
                items::write::update,
            )
            .refined(items::write::refine))
            .on(Endpoint::delete(
                delete_args(KIND),
                |call: ApiCall| may_delete(call, KIND),
                items::write::delete,
            ))
            .of(of(KIND))
            .batchable(),
    ]
}

/// The routes of menus.
pub fn menu_routes() -> [Route<SiteApp>; 2] {
    use crate::schemas::menu::MENU;
    use crate::schemas::term::{delete_args, item_args, list_args, update_args};
    const MENUS: Taxonomy = Taxonomy::NavMenu;
    [
        route("/menus")
            .on(Endpoint::read(
                list_args(MENUS),
                permissions::may_list,
                list::list,
            ))
            .on(Endpoint::create(
                MENU.create_args(),
                |call: ApiCall| term_permissions::may_create(call, MENUS),
                write::create,
            )
            .refined(locations::write::refine))
            .of(&MENU)
            .batchable(),
        route(&format!("/menus/{ID}"))
            .on(Endpoint::read(
                item_args(),
                permissions::may_read,
                read::read,
            ))
            .on(Endpoint::edit(
                update_args(MENUS),
                |call: ApiCall| term_permissions::may_update(call, MENUS),
                write::update,
            )
            .refined(locations::write::refine))
            .on(Endpoint::delete(
                delete_args(),
                |call: ApiCall| term_permissions::may_delete(call, MENUS),
                write::delete,
            ))
            .of(&MENU)
            .batchable(),
    ]
}

/// The routes of the places where menus are shown.
pub fn location_routes() -> [Route<SiteApp>; 2] {
    use crate::schemas::menu::{LOCATION, location_args, locations_args};
    [
        route("/menu-locations")
            .on(Endpoint::read(
                locations_args(),
                locations::permissions::may_list,
                locations::read::list,
            ))
            .of(&LOCATION),
        route(r"/menu-locations/(?P<location>[\w-]+)")
            .on(Endpoint::read(
                location_args(),
                locations::permissions::may_list,
                locations::read::read,
            ))
            .of(&LOCATION),
    ]
}
