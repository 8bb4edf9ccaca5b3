//! The routes of the spam filter.

use site_api::SiteApp;
use site_contract::spam_filter::{
    alert_route, interval_route, key_route, settings_route, stats_route, webhook_route,
};
use site_rest::{Endpoint, Route};

use super::permissions::{may_call_webhook, may_manage, may_see_alert};
use super::{read, webhook, write};

/// The routes.
pub fn routes() -> Vec<Route<SiteApp>> {
    vec![
        Route::bind(key_route())
            .read(Endpoint::new(may_manage, read::key))
            .edit(Endpoint::new(may_manage, write::key))
            .delete(Endpoint::new(may_manage, write::delete_key)),
        Route::bind(settings_route())
            .read(Endpoint::new(may_manage, read::settings))
            .edit(Endpoint::new(may_manage, write::settings)),
        Route::bind(stats_route()).read(Endpoint::new(may_manage, read::statistics)),
        Route::bind(interval_route()).read(Endpoint::new(may_manage, read::statistics_of_path)),
        Route::bind(alert_route())
            .read(Endpoint::new(may_see_alert, read::alert))
            .edit(Endpoint::new(may_see_alert, write::refresh_alert))
            .delete(Endpoint::new(may_see_alert, write::delete_alert)),
        Route::bind(webhook_route()).create(Endpoint::new(may_call_webhook, webhook::receive)),
    ]
}
