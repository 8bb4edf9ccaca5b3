//! Routes of the site's SEO settings.

use domain::site::Capability;
use site_rest::{Arg, Args, Kind, RouteSpec, Schema};

use super::{NAMESPACE, needing};
use crate::fields::short_value;

fn managed(route: RouteSpec) -> RouteSpec {
    needing(Capability::ManageOptions, route)
}

/// The organisation or person behind the site.
pub fn representation_route() -> RouteSpec {
    let text = |about: &'static str| Schema::string().about_here(about);
    let id = |about: &'static str| Schema::integer().about_here(about);
    let chosen = text("Whether an organisation or a person stands behind the site.")
        .choices(["company", "person"])
        .required();
    let args = Args::none()
        .arg("company_or_person", chosen)
        .arg("company_name", text("Name of the organisation."))
        .arg("company_logo", text("Address of the organisation's logo."))
        .arg("company_logo_id", id("The logo among the media."))
        .arg("person_logo", text("Address of the person's picture."))
        .arg(
            "person_logo_id",
            id("The person's picture among the media."),
        )
        .arg("company_or_person_user_id", id("User who is the person."))
        .arg(
            "description",
            text("Never stored: the tagline is a setting of the site."),
        );
    managed(
        RouteSpec::new(NAMESPACE, "/configuration/site_representation")
            .create(args)
            .others(short_value()),
    )
}

/// Profiles in social networks.
pub fn profiles_route() -> RouteSpec {
    let text = |about: &'static str| Schema::string().about_here(about);
    let others = Schema::of(&[Kind::Array])
        .about_here("Addresses of other profiles.")
        .bytes_at_most(100_000);
    let args = Args::none()
        .arg(
            "social_network_site",
            text("Address of the page in the social network."),
        )
        .arg(
            "short_message_site",
            text("Handle or address in the short-message network."),
        )
        .arg("other_social_urls", others);
    managed(
        RouteSpec::new(NAMESPACE, "/configuration/social_profiles")
            .create(args)
            .others(short_value()),
    )
}

/// Whether the caller may edit a user.
pub fn capability_route() -> RouteSpec {
    let user = Schema::any()
        .bytes_at_most(200)
        .about_here("Identifier of the user.")
        .required();
    let args = Args::none().arg("user_id", user);
    managed(RouteSpec::new(NAMESPACE, "/configuration/check_capability").read(args))
}

/// Whether the use of the site may be reported.
pub fn tracking_route() -> RouteSpec {
    let tracking = Schema::boolean()
        .about_here("Whether the use of the site may be reported.")
        .required();
    let args = Args::none().arg("tracking", tracking);
    managed(RouteSpec::new(NAMESPACE, "/configuration/enable_tracking").create(args))
}

/// Stores the finished steps of the first-time configuration.
pub fn save_state_route() -> RouteSpec {
    let steps = Schema::of(&[Kind::Array])
        .bytes_at_most(20_000)
        .about_here("Names of the finished steps.")
        .required();
    let args = Args::none().arg("finishedSteps", steps);
    managed(RouteSpec::new(NAMESPACE, "/configuration/save_configuration_state").create(args))
}

/// The finished steps of the first-time configuration.
pub fn state_route() -> RouteSpec {
    managed(RouteSpec::new(NAMESPACE, "/configuration/get_configuration_state").read(Args::none()))
}

/// Switches a connected service on or off.
pub fn integrations_route() -> RouteSpec {
    let active = Schema::boolean()
        .about_here("Whether the service is on.")
        .required();
    let integration = Schema::string()
        .about_here("Name of the service.")
        .required();
    let args = Args::none()
        .with(Arg::new("active", active))
        .with(Arg::new("integration", integration));
    managed(RouteSpec::new(NAMESPACE, "/integrations/set_active").create(args))
}
