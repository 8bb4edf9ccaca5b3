//! SEO: routes of the namespace `seo/v1` (docs/interface/site/seo.md).

pub mod configuration;
pub mod content;
pub mod people;

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
    vec![
        content::file_size_route(),
        content::dismiss_post_type_route(),
        content::dismiss_taxonomy_route(),
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
        content::head_route(),
        configuration::integrations_route(),
        content::meta_search_route(),
        content::workouts_route(),
    ]
}
