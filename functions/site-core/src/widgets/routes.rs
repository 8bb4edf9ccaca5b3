//! The routes of widgets, widget types and sidebars.

use site_api::SiteApp;
use site_contract::core::widgets;
use site_rest::{Endpoint, Route};

use super::permissions::may_manage;
use super::read::{no_new_widget, no_sidebar, no_type, no_widget, none};

/// The routes.
pub fn routes() -> [Route<SiteApp>; 8] {
    [
        Route::bind(widgets::sidebars_route()).read(Endpoint::new(may_manage, none)),
        Route::bind(widgets::sidebar_route())
            .read(Endpoint::new(may_manage, no_sidebar))
            .edit(Endpoint::new(may_manage, no_sidebar)),
        Route::bind(widgets::types_route()).read(Endpoint::new(may_manage, none)),
        Route::bind(widgets::type_route()).read(Endpoint::new(may_manage, no_type)),
        Route::bind(widgets::encode_route()).create(Endpoint::new(may_manage, no_type)),
        Route::bind(widgets::render_route()).create(Endpoint::new(may_manage, no_type)),
        Route::bind(widgets::widgets_route())
            .read(Endpoint::new(may_manage, none))
            .create(Endpoint::new(may_manage, no_new_widget)),
        Route::bind(widgets::widget_route())
            .read(Endpoint::new(may_manage, no_widget))
            .edit(Endpoint::new(may_manage, no_widget))
            .delete(Endpoint::new(may_manage, no_widget)),
    ]
}
