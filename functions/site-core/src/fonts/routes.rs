//! The routes of families, fonts and collections.

use site_api::SiteApp;
use site_contract::core::fonts;
use site_rest::{Endpoint, Route};

use super::permissions::{
    may_create, may_create_face, may_delete, may_delete_face, may_list, may_list_collections,
    may_list_faces, may_read, may_read_face, may_update,
};
use super::{collections, list, read, settings, write};

/// The routes of families, fonts and collections.
pub fn routes() -> [Route<SiteApp>; 6] {
    [
        Route::bind(fonts::families_route())
            .read(Endpoint::new(may_list, list::families))
            .create(
                Endpoint::new(may_create, write::create_family).refined(settings::of_new_family),
            ),
        Route::bind(fonts::family_route())
            .read(Endpoint::new(may_read, read::family))
            .edit(Endpoint::new(may_update, write::update_family).refined(settings::of_change))
            .delete(Endpoint::new(may_delete, write::delete_family)),
        Route::bind(fonts::faces_route())
            .read(Endpoint::new(may_list_faces, list::faces))
            .create(
                Endpoint::new(may_create_face, write::create_face).refined(settings::of_new_face),
            ),
        Route::bind(fonts::face_route())
            .read(Endpoint::new(may_read_face, read::face))
            .delete(Endpoint::new(may_delete_face, write::delete_face)),
        Route::bind(fonts::collections_route())
            .read(Endpoint::new(may_list_collections, collections::list)),
        Route::bind(fonts::collection_route())
            .read(Endpoint::new(may_list_collections, collections::read)),
    ]
}
