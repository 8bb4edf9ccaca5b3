//! The list of all routes of this function.

use site_api::SiteApp;
use site_contract::seo::{
    ai as generated, configuration as settings, content, index as indexed, people as records,
    services as contract,
};
use site_rest::bind::everyone;
use site_rest::{Api, Endpoint, Route};

use crate::permissions::{
    may_edit, may_edit_others, may_import, may_manage, may_read, may_search_meta,
};
use crate::{
    ai, available_posts, configuration, content_types, file_size, head, import, indexing,
    integrations, meta_search, people, research, scores, services, statistics, tracker, workouts,
};

/// The site's interface, of which this function serves the routes below.
pub fn api() -> Api<SiteApp> {
    Api::of(site_contract::routes()).bind(routes())
}

fn routes() -> Vec<Route<SiteApp>> {
    let mut all = vec![
        Route::bind(content::file_size_route()).read(Endpoint::new(may_manage, file_size::read)),
    ];
    all.extend(texts());
    all.extend(own());
    all.extend(index());
    all.extend(connected());
    all
}

/// Generated texts.
fn texts() -> [Route<SiteApp>; 7] {
    let post = |route, endpoint| Route::bind(route).create(endpoint);
    [
        post(
            generated::callback_route(),
            Endpoint::new(everyone, ai::callback),
        ),
        post(
            generated::refresh_callback_route(),
            Endpoint::new(everyone, ai::callback),
        ),
        post(
            generated::consent_route(),
            Endpoint::new(may_edit, ai::consent),
        ),
        post(
            generated::free_use_route(),
            Endpoint::new(may_edit, ai::start_free_use),
        ),
        post(
            generated::subscription_route(),
            Endpoint::new(may_edit, ai::forget_subscription),
        ),
        post(
            generated::suggestions_route(),
            Endpoint::new(may_edit, ai::suggestions),
        ),
        post(generated::usage_route(), Endpoint::new(may_edit, ai::usage)),
    ]
}

/// The index, with its statistics and scores.
fn index() -> [Route<SiteApp>; 12] {
    let job = |route, endpoint| Route::bind(route).create(endpoint);
    [
        Route::bind(indexed::statistics_route()).read(Endpoint::new(may_read, statistics::read)),
        Route::bind(indexed::readability_scores_route())
            .read(Endpoint::new(may_manage, scores::readability)),
        Route::bind(indexed::seo_scores_route()).read(Endpoint::new(may_manage, scores::seo)),
        job(
            indexed::posts_route(),
            Endpoint::new(may_edit, indexing::posts),
        ),
        job(
            indexed::terms_route(),
            Endpoint::new(may_edit, indexing::terms),
        ),
        job(
            indexed::post_type_archives_route(),
            Endpoint::new(may_edit, indexing::post_type_archives),
        ),
        job(
            indexed::general_route(),
            Endpoint::new(may_edit, indexing::general),
        ),
        job(
            indexed::prepare_route(),
            Endpoint::new(may_edit, indexing::prepare),
        ),
        job(
            indexed::records_complete_route(),
            Endpoint::new(may_edit, indexing::records_complete),
        ),
        job(
            indexed::complete_route(),
            Endpoint::new(may_edit, indexing::complete),
        ),
        job(
            indexed::post_links_route(),
            Endpoint::new(may_edit, indexing::post_links),
        ),
        job(
            indexed::term_links_route(),
            Endpoint::new(may_edit, indexing::term_links),
        ),
    ]
}

/// Keyword research and rank tracking.
fn connected() -> [Route<SiteApp>; 10] {
    use contract::{
        authorization_route, campaign_route, country_route, limit_route, positions_route,
        related_route, research_authenticate_route, track_route, tracker_authenticate_route,
        untrack_route,
    };
    use services::{may_research, may_track};
    let of_research = |spec| Route::bind(spec).present_while(services::research_is_on);
    let of_tracker = |spec| Route::bind(spec).present_while(services::tracking_is_on);
    [
        of_research(research_authenticate_route())
            .create(Endpoint::new(may_research, research::authenticate).refined(services::code)),
        of_research(country_route()).create(
            Endpoint::new(may_research, research::store_country).refined(services::country),
        ),
        of_research(related_route())
            .read(Endpoint::new(may_research, research::related).refined(services::phrase)),
        of_tracker(authorization_route())
            .read(Endpoint::new(may_track, tracker::authorization_url)),
        of_tracker(tracker_authenticate_route()).create(
            Endpoint::new(may_track, tracker::authenticate).refined(services::code_and_website),
        ),
        of_tracker(track_route()).create(Endpoint::new(may_track, tracker::track)),
        of_tracker(positions_route()).create(Endpoint::new(may_track, tracker::positions)),
        of_tracker(untrack_route()).delete(Endpoint::new(may_track, tracker::untrack)),
        of_tracker(limit_route()).read(Endpoint::new(may_track, tracker::limit)),
        of_tracker(campaign_route()).read(Endpoint::new(may_track, tracker::campaign)),
    ]
}

/// What needs no service.
fn own() -> Vec<Route<SiteApp>> {
    vec![
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
        Route::bind(content::import_route()).create(Endpoint::new(may_import, import::run)),
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
