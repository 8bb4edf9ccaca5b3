//! The routes of global styles.

use site_api::SiteApp;
use site_contract::core::global_styles;
use site_rest::{Endpoint, Route};

use super::permissions::{may_edit, may_read, may_read_revisions, may_read_theme};
use super::{read, revisions, write};

/// The routes of global styles.
pub fn routes() -> [Route<SiteApp>; 5] {
    [
        Route::bind(global_styles::revisions_route())
            .read(Endpoint::new(may_read_revisions, revisions::list)),
        Route::bind(global_styles::revision_route())
            .read(Endpoint::new(may_read_revisions, revisions::read)),
        Route::bind(global_styles::variations_route())
            .read(Endpoint::new(may_read_theme, read::variations)),
        Route::bind(global_styles::theme_route()).read(Endpoint::new(may_read_theme, read::theme)),
        Route::bind(global_styles::item_route())
            .read(Endpoint::new(may_read, read::read))
            .edit(Endpoint::new(may_edit, write::update)),
    ]
}
