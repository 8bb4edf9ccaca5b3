//! Routes of the index: jobs, statistics and scores.

use domain::site::Capability;
use serde_json::Value;
use site_rest::{Arg, Args, RouteSpec, Schema};

use super::{NAMESPACE, needing};

/// Numbers of published posts by score, for those who are signed in.
pub fn statistics_route() -> RouteSpec {
    let route = RouteSpec::new(NAMESPACE, "/statistics").read(Args::none());
    needing(Capability::Read, route)
}

fn scores(path: &'static str) -> RouteSpec {
    let kind = Schema::string().about_here("Type of the texts.").required();
    let taxonomy = Schema::string()
        .about_here("Taxonomy of the term.")
        .default_to("");
    let term = Schema::integer()
        .about_here("Only texts with this term.")
        .default_to(Value::Null);
    let troubleshooting = Schema::any_shown_as("bool")
        .bytes_at_most(200)
        .about_here("Whether the texts are named; they are counted anew then.")
        .default_to(Value::Null);
    let args = Args::none()
        .with(Arg::new("contentType", kind).unchecked())
        .with(Arg::new("taxonomy", taxonomy).unchecked())
        .with(Arg::new("term", term).unchecked())
        .with(Arg::new("troubleshooting", troubleshooting).unchecked());
    needing(
        Capability::ManageOptions,
        RouteSpec::new(NAMESPACE, path).read(args),
    )
}

/// Numbers of texts by readability.
pub fn readability_scores_route() -> RouteSpec {
    scores("/readability_scores")
}

/// Numbers of texts by score for search engines.
pub fn seo_scores_route() -> RouteSpec {
    scores("/seo_scores")
}

fn job(path: &'static str) -> RouteSpec {
    let route = RouteSpec::new(NAMESPACE, path).create(Args::none());
    needing(Capability::EditPosts, route)
}

/// Makes records of posts and pages.
pub fn posts_route() -> RouteSpec {
    job("/indexing/posts")
}

/// Makes records of terms.
pub fn terms_route() -> RouteSpec {
    job("/indexing/terms")
}

/// Makes records of archives of types.
pub fn post_type_archives_route() -> RouteSpec {
    job("/indexing/post-type-archives")
}

/// Makes records of the home page, the search, date archives and the page of unknown addresses.
pub fn general_route() -> RouteSpec {
    job("/indexing/general")
}

/// Begins a run.
pub fn prepare_route() -> RouteSpec {
    job("/indexing/prepare")
}

/// Notes that all records are made.
pub fn records_complete_route() -> RouteSpec {
    job("/indexing/indexables-complete")
}

/// Ends a run.
pub fn complete_route() -> RouteSpec {
    job("/indexing/complete")
}

/// Counts links of posts and pages.
pub fn post_links_route() -> RouteSpec {
    job("/link-indexing/posts")
}

/// Counts links of terms.
pub fn term_links_route() -> RouteSpec {
    job("/link-indexing/terms")
}
