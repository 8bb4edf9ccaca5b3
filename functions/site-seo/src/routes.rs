//! The list of all routes of this function.

use site_api::SiteApp;
use site_contract::seo::{configuration as settings, content, people as records};
use site_rest::bind::everyone;
use site_rest::{Api, Endpoint, Route};

use crate::permissions::{may_edit, may_edit_others, may_manage, may_search_meta};
use crate::{
    available_posts, configuration, content_types, file_size, head, integrations, meta_search,
    people, workouts,
};

/// The site's interface, of which this function serves the routes below.
pub fn api() -> Api<SiteApp> {
    Api::of(site_contract::routes()).bind(routes())
}

fn routes() -> Vec<Route<SiteApp>> {
    vec![
        Route::bind(content::file_size_route()).read(Endpoint::new(may_manage, file_size::read)),
        Route::bind(content::dismiss_post_type_route()).create(
            Endpoint::new(may_edit, content_types::dismiss_post_type)
                .refined(content_types::known_post_type),
        ),
        Route::bind(content::dismiss_taxonomy_route()).create(
            Endpoint::new(may_edit, content_types::dismiss_taxonomy)
                .refined(content_types::known_taxonomy),
        ),
        Route::bind(records::introduction_route())
            .create(Endpoint::new(may_edit, people::introduction_seen)),
        Route::bind(records::video_route())
            .read(Endpoint::new(may_edit, people::read_video))
            .create(Endpoint::new(may_edit, people::write_video)),
        Route::bind(content::available_posts_route())
            .read(Endpoint::new(may_manage, available_posts::list)),
        Route::bind(records::alerts_route())
            .create(Endpoint::new(may_edit, people::dismiss_alert).refined(people::known_alert)),
        Route::bind(settings::representation_route())
            .create(Endpoint::new(may_manage, configuration::representation)),
        Route::bind(settings::profiles_route())
            .create(Endpoint::new(may_manage, configuration::profiles)),
        Route::bind(settings::capability_route())
            .read(Endpoint::new(may_manage, configuration::capability)),
        Route::bind(settings::tracking_route())
            .create(Endpoint::new(may_manage, configuration::tracking)),
        Route::bind(settings::save_state_route())
            .create(Endpoint::new(may_manage, configuration::save_state)),
        Route::bind(settings::state_route()).read(Endpoint::new(may_manage, configuration::state)),
        Route::bind(content::head_route())
            .read(Endpoint::new(everyone, head::read).refined(head::is_address)),
        Route::bind(settings::integrations_route())
            .create(Endpoint::new(may_manage, integrations::set_active)),
        Route::bind(content::meta_search_route())
            .read(Endpoint::new(may_search_meta, meta_search::search)),
        Route::bind(content::workouts_route())
            .read(Endpoint::new(may_edit_others, workouts::read))
            .create(Endpoint::new(may_edit_others, workouts::write)),
    ]
}
