//! Routes of what is kept per user.

use domain::site::Capability;
use site_rest::{Arg, Args, RouteSpec, Schema};

use super::{NAMESPACE, needing};

/// Stores whether an introduction was seen.
pub fn introduction_route() -> RouteSpec {
    let id = Schema::string()
        .about_here("Identifier of the introduction.")
        .required();
    let seen = Schema::any_shown_as("bool")
        .bytes_at_most(200)
        .about_here("Whether it counts as seen.")
        .default_to(true);
    let args = Args::none()
        .with(Arg::new("introduction_id", id).unchecked())
        .with(Arg::new("is_seen", seen).unchecked());
    let path = r"/introductions/(?P<introduction_id>[\w-]+)/seen";
    needing(
        Capability::EditPosts,
        RouteSpec::new(NAMESPACE, path).create(args),
    )
}

/// Whether videos may be embedded for the caller.
pub fn video_route() -> RouteSpec {
    let value = Schema::any_shown_as("bool")
        .bytes_at_most(200)
        .about_here("Whether videos may be embedded; read from a JSON body alone.")
        .default_to(true);
    let args = Args::none().with(Arg::new("value", value).unchecked());
    let route = RouteSpec::new(NAMESPACE, "/video_embed_permission")
        .read(Args::none())
        .create(args);
    needing(Capability::EditPosts, route)
}

/// Dismisses an alert.
pub fn alerts_route() -> RouteSpec {
    let key = Schema::any()
        .bytes_at_most(200)
        .about_here("Key of the alert.")
        .required();
    let args = Args::none().arg("key", key);
    needing(
        Capability::EditPosts,
        RouteSpec::new(NAMESPACE, "/alerts/dismiss").create(args),
    )
}
