//! Routes of connected services: keyword research and rank tracking.

use domain::site::Capability;
use site_rest::{Args, RouteSpec, Schema};

use super::{NAMESPACE, needing};
use crate::fields::short_value;

fn research(route: RouteSpec) -> RouteSpec {
    needing(Capability::EditPosts, route)
}

fn tracker(route: RouteSpec) -> RouteSpec {
    needing(Capability::PublishPosts, route)
}

/// A value that the service checks.
fn value() -> Schema {
    Schema::any().bytes_at_most(10_000)
}

/// A phrase, or a list of phrases.
fn phrases() -> Schema {
    Schema::any().bytes_at_most(200_000)
}

fn code() -> Schema {
    value()
        .about_here("Code that the service gave to the account's owner.")
        .required()
}

/// Connects keyword research.
pub fn research_authenticate_route() -> RouteSpec {
    let args = Args::none().arg("code", code());
    research(RouteSpec::new(NAMESPACE, "/keyword-research/authenticate").create(args))
}

/// Stores the country of keyword research.
pub fn country_route() -> RouteSpec {
    let country = value().about_here("Two lower-case letters.").required();
    let args = Args::none().arg("country_code", country);
    research(RouteSpec::new(NAMESPACE, "/keyword-research/country_code").create(args))
}

/// Phrases that are related to a phrase.
pub fn related_route() -> RouteSpec {
    let args = Args::none()
        .arg("keyphrase", value().about_here("The phrase.").required())
        .arg(
            "country_code",
            value().about_here("Country of the searches.").required(),
        );
    research(RouteSpec::new(NAMESPACE, "/keyword-research/related_keyphrases").read(args))
}

/// Where the owner of an account allows rank tracking.
pub fn authorization_route() -> RouteSpec {
    tracker(RouteSpec::new(NAMESPACE, "/rank-tracker/authorization-url").read(Args::none()))
}

/// Connects rank tracking.
pub fn tracker_authenticate_route() -> RouteSpec {
    let website = value()
        .about_here("Identifier of the website in the account.")
        .required();
    let args = Args::none().arg("code", code()).arg("websiteId", website);
    tracker(RouteSpec::new(NAMESPACE, "/rank-tracker/authenticate").create(args))
}

/// Begins to track phrases.
pub fn track_route() -> RouteSpec {
    let phrases = self::phrases()
        .about_here("A phrase, or a list of phrases.")
        .required();
    let args = Args::none().arg("keyphrases", phrases);
    tracker(RouteSpec::new(NAMESPACE, "/rank-tracker/keyphrases/track").create(args))
}

/// Positions of phrases.
pub fn positions_route() -> RouteSpec {
    let args = Args::none()
        .arg(
            "keyphrases",
            phrases().about_here("Phrases; all focus keyphrases of the site when it is absent."),
        )
        .arg("permalink", value().about_here("Address of a page."))
        .arg("startAt", value().about_here("Begin of the history."));
    tracker(RouteSpec::new(NAMESPACE, "/rank-tracker/keyphrases").create(args))
}

/// Ends the tracking of a phrase.
pub fn untrack_route() -> RouteSpec {
    tracker(
        RouteSpec::new(NAMESPACE, "/rank-tracker/keyphrases/untrack")
            .delete(Args::none())
            .others(short_value()),
    )
}

/// What the account may track.
pub fn limit_route() -> RouteSpec {
    tracker(RouteSpec::new(NAMESPACE, "/rank-tracker/account/limit").read(Args::none()))
}

/// The discount of the account, if there is one.
pub fn campaign_route() -> RouteSpec {
    tracker(RouteSpec::new(NAMESPACE, "/rank-tracker/account/upgrade-campaign").read(Args::none()))
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 10] {
    [
        research_authenticate_route(),
        country_route(),
        related_route(),
        authorization_route(),
        tracker_authenticate_route(),
        track_route(),
        positions_route(),
        untrack_route(),
        limit_route(),
        campaign_route(),
    ]
}
