//! Search Console API: properties, sitemaps, search analytics. URL inspection is not faked.
//! <https://developers.google.com/webmaster-tools/v1/api_reference_index>

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::response::Response;
use http::StatusCode;
use serde_json::{Value, json};
use url::Url;

use super::analytics;
use super::errors::{forbidden, invalid, named, not_found};
use super::properties::{Level, Property, covers};
use super::token::{self, SEARCH, SEARCH_READ};
use crate::exchange::{self, is_json, segments, with_type};
use crate::record::{Call, Record};
use crate::routing::service_router;
use crate::service::Service;

const SERVICE: Service = Service::SearchConsole;

/// Where the API begins.
const ROOT: &str = "/webmasters/v3/sites";

pub(crate) fn router(record: &Arc<Record>) -> Router {
    service_router(record, SERVICE, named, respond)
}

fn respond(record: &Record, call: &Call) -> Response {
    let Some(rest) = call.path.strip_prefix(ROOT) else {
        return not_found();
    };
    let Some(path) = segments(rest) else {
        return not_found();
    };
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let is_write = call.method == "PUT";
    let scopes: &[&str] = if is_write {
        &[SEARCH]
    } else {
        &[SEARCH, SEARCH_READ]
    };
    if let Err(response) = token::check(record, SERVICE, call, scopes) {
        return *response;
    }
    match (call.method.as_str(), path.as_slice()) {
        ("GET", [""]) => sites(record),
        (_, [site, ..]) if !is_encoded(record, rest) => {
            invalid(&format!("'{site}' is not a valid Search Console site URL."))
        }
        ("POST", [site, "searchAnalytics", "query"]) => {
            with_property(record, site, Level::Restricted, |property| {
                performance(call, property)
            })
        }
        ("GET", [site, "sitemaps"]) => with_property(record, site, Level::Restricted, sitemaps),
        ("PUT", [site, "sitemaps", feed]) => with_property(record, site, Level::Full, |property| {
            submit(call, site, property, feed)
        }),
        _ => not_found(),
    }
}

/// Whether addresses in a path are percent-encoded as one segment, colons included.
fn is_encoded(record: &Record, rest: &str) -> bool {
    if rest.contains(':') {
        record.violation(SERVICE, "a colon of the path is not percent-encoded");
        return false;
    }
    true
}

fn sites(record: &Record) -> Response {
    let search = record.google.search();
    let entries: Vec<Value> = search
        .properties
        .iter()
        .map(|(url, property)| json!({ "siteUrl": url, "permissionLevel": property.level.word() }))
        .collect();
    // An account without properties has no member.
    let body = if entries.is_empty() {
        json!({})
    } else {
        json!({ "siteEntry": entries })
    };
    exchange::json(StatusCode::OK, &body)
}

fn with_property(
    record: &Record,
    url: &str,
    least: Level,
    work: impl FnOnce(&mut Property) -> Response,
) -> Response {
    let mut search = record.google.search();
    match search.properties.get_mut(url) {
        Some(property) if property.level >= least => work(property),
        _ => forbidden(url),
    }
}

fn performance(call: &Call, property: &Property) -> Response {
    let Some(body) = call.body.as_ref().filter(|_| is_json(call)) else {
        return invalid("Invalid JSON payload received.");
    };
    match analytics::query(body, &property.rows) {
        Ok(answer) => exchange::json(StatusCode::OK, &answer),
        Err(message) => invalid(&message),
    }
}

fn sitemaps(property: &mut Property) -> Response {
    let list: Vec<Value> = property
        .sitemaps
        .iter()
        .map(|path| {
            json!({
                "path": path, "lastSubmitted": "2027-01-15T08:00:00.000Z", "isPending": true,
                "isSitemapsIndex": false, "warnings": "0", "errors": "0",
            })
        })
        .collect();
    let body = if list.is_empty() {
        json!({})
    } else {
        json!({ "sitemap": list })
    };
    exchange::json(StatusCode::OK, &body)
}

fn submit(call: &Call, site: &str, property: &mut Property, feed: &str) -> Response {
    if call
        .header("content-length")
        .is_some_and(|length| length != "0")
    {
        return invalid("The request has a body.");
    }
    let is_web = Url::parse(feed).is_ok_and(|url| ["http", "https"].contains(&url.scheme()));
    if !is_web || !covers(site, feed) {
        return invalid(&format!("'{feed}' is not a valid sitemap of '{site}'."));
    }
    property.sitemaps.push(feed.to_owned());
    with_type(StatusCode::NO_CONTENT, "application/json", Body::empty())
}
