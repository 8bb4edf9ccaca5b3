//! SEO: routes of the namespace `seo/v1` (docs/interface/site/seo.md).

pub mod ai;
pub mod configuration;
pub mod content;
pub mod index;
pub mod people;
pub mod services;

use domain::site::Capability;
use site_rest::RouteSpec;
use site_rest::spec::Access;

/// The namespace.
pub const NAMESPACE: &str = "seo/v1";

/// A route that needs a capability.
fn needing(capability: Capability, route: RouteSpec) -> RouteSpec {
    route.access(Access::Capability(capability.name()))
}

/// The routes, in the order of the index.
pub fn routes() -> Vec<RouteSpec> {
    let mut all = vec![content::file_size_route(), index::statistics_route()];
    all.extend(ai::routes());
    all.extend([
        content::dismiss_post_type_route(),
        content::dismiss_taxonomy_route(),
        index::readability_scores_route(),
        index::seo_scores_route(),
        people::introduction_route(),
        people::video_route(),
        content::available_posts_route(),
        people::alerts_route(),
        configuration::representation_route(),
        configuration::profiles_route(),
        configuration::capability_route(),
        configuration::tracking_route(),
        configuration::save_state_route(),
        configuration::state_route(),
        content::import_route(),
        content::head_route(),
        index::posts_route(),
        index::terms_route(),
        index::post_type_archives_route(),
        index::general_route(),
        index::prepare_route(),
        index::records_complete_route(),
        index::complete_route(),
        index::post_links_route(),
        index::term_links_route(),
        configuration::integrations_route(),
        content::meta_search_route(),
    ]);
    all.extend(services::routes());
    all.push(content::workouts_route());
    all
}

/// Error codes of this namespace.
pub mod codes {
    use site_rest::Status;

    site_rest::error_codes! {
        IMPORTER_UNKNOWN = "rest_no_route", Status::Fixed(404), "O importador pedido não existe.", "Requested importer not found";
        INDEXING_FAILED = "seo_error_indexing", Status::Unstated, "A indexação falhou.", "The indexing failed.";
        IMPORT_WITHOUT_DATA = "seo_error_validation", Status::Unstated, "Não há dados para importar.", "There is no data to import.";
    }
}
