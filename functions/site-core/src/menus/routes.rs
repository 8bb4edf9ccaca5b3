//! The routes of menus, menu items and menu locations.

use domain::site::{Kind, Taxonomy};
use site_api::{ApiCall, SiteApp};
use site_contract::block_editor;
use site_contract::core::{menu_items, menus};
use site_rest::{Endpoint, Route};

use super::{items, list, locations, navigation_fallback, permissions, read, write};
use crate::content::filter;
use crate::posts::permissions::{may_create, may_delete, may_update};
use crate::terms::permissions as term_permissions;

/// The routes of menu items.
pub fn item_routes() -> [Route<SiteApp>; 2] {
    const KIND: Kind = Kind::NavMenuItem;
    [
        Route::bind(menu_items::list_route())
            .read(
                Endpoint::new(items::permissions::may_list, items::list::list)
                    .refined(filter::refine(KIND)),
            )
            .create(
                Endpoint::new(|call: ApiCall| may_create(call, KIND), items::write::create)
                    .refined(items::write::refine),
            ),
        Route::bind(menu_items::item_route())
            .read(Endpoint::new(
                items::permissions::may_read,
                items::read::read,
            ))
            .edit(
                Endpoint::new(|call: ApiCall| may_update(call, KIND), items::write::update)
                    .refined(items::write::refine),
            )
            .delete(Endpoint::new(
                |call: ApiCall| may_delete(call, KIND),
                items::write::delete,
            )),
    ]
}

/// The routes of menus.
pub fn menu_routes() -> [Route<SiteApp>; 2] {
    const MENUS: Taxonomy = Taxonomy::NavMenu;
    [
        Route::bind(menus::list_route())
            .read(Endpoint::new(permissions::may_list, list::list))
            .create(
                Endpoint::new(
                    |call: ApiCall| term_permissions::may_create(call, MENUS),
                    write::create,
                )
                .refined(locations::write::refine),
            ),
        Route::bind(menus::item_route())
            .read(Endpoint::new(permissions::may_read, read::read))
            .edit(
                Endpoint::new(
                    |call: ApiCall| term_permissions::may_update(call, MENUS),
                    write::update,
                )
                .refined(locations::write::refine),
            )
            .delete(Endpoint::new(
                |call: ApiCall| term_permissions::may_delete(call, MENUS),
                write::delete,
            )),
    ]
}

/// The routes of menu locations.
pub fn location_routes() -> [Route<SiteApp>; 2] {
    [
        Route::bind(menus::locations_route()).read(Endpoint::new(
            locations::permissions::may_list,
            locations::read::list,
        )),
        Route::bind(menus::location_route()).read(Endpoint::new(
            locations::permissions::may_list,
            locations::read::read,
        )),
    ]
}

/// The route of the navigation that a navigation block without one of its own shows.
pub fn navigation_fallback_route() -> Route<SiteApp> {
    let read = Endpoint::new(
        navigation_fallback::permissions::may_read,
        navigation_fallback::read::read,
    );
    Route::bind(block_editor::navigation_fallback_route()).read(read)
}
