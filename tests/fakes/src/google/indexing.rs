//! Indexing API: notifications of changed pages. <https://developers.google.com/search/apis/indexing-api>

use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use http::StatusCode;
use serde_json::{Value, json};
use url::Url;

use super::errors::{error, invalid, named, not_found};
use super::properties::{Level, covers};
use super::token;
use crate::exchange::{self, is_json, query};
use crate::record::{Call, Record};
use crate::routing::service_router;
use crate::service::Service;

const SERVICE: Service = Service::Indexing;

/// Notifications that a project may send a day.
pub(super) const QUOTA: u64 = 200;

/// Time of every notification.
const NOTIFIED: &str = "2027-01-15T08:00:00Z";

pub(crate) fn router(record: &Arc<Record>) -> Router {
    service_router(record, SERVICE, named, respond)
}

fn respond(record: &Record, call: &Call) -> Response {
    if let Err(response) = token::check(record, SERVICE, call, &[token::INDEXING]) {
        return *response;
    }
    match (call.method.as_str(), call.path.as_str()) {
        ("POST", "/v3/urlNotifications:publish") => publish(record, call),
        ("GET", "/v3/urlNotifications/metadata") => metadata(record, call),
        _ => not_found(),
    }
}

fn refused(name: &str) -> Response {
    named(name).unwrap_or_default()
}

/// Whether an account of the fakes owns the address.
fn is_owner(record: &Record, url: &str) -> bool {
    let search = record.google.search();
    let mut properties = search.properties.iter();
    properties.any(|(site, property)| property.level == Level::Owner && covers(site, url))
}

fn publish(record: &Record, call: &Call) -> Response {
    let members = call.body.as_ref().and_then(Value::as_object);
    let Some(members) = members.filter(|_| is_json(call)) else {
        return invalid("Invalid JSON payload received.");
    };
    if let Some(name) = members
        .keys()
        .find(|name| !["url", "type"].contains(&name.as_str()))
    {
        let words = "Invalid JSON payload received. Unknown name";
        return invalid(&format!("{words} \"{name}\": Cannot find field."));
    }
    let text = |name: &str| members.get(name).and_then(Value::as_str);
    let kind = text("type").unwrap_or_default();
    if !["URL_UPDATED", "URL_DELETED"].contains(&kind) {
        return invalid(&format!(
            "Invalid value at 'url_notification.type': \"{kind}\""
        ));
    }
    let url = text("url").unwrap_or_default();
    let is_web = Url::parse(url).is_ok_and(|url| ["http", "https"].contains(&url.scheme()));
    if !is_web {
        return invalid("Invalid attribute. 'url' is not in standard URL format");
    }
    if !is_owner(record, url) {
        return refused("ownership");
    }
    let mut search = record.google.search();
    if search.today >= QUOTA {
        return error(
            429,
            "RESOURCE_EXHAUSTED",
            "rateLimitExceeded",
            "Quota exceeded for quota metric 'Publish requests' and limit 'Publish requests per \
             day' of service 'indexing.googleapis.com' for consumer 'project_number:1012'.",
        );
    }
    search.today += 1;
    search.notifications.push((url.to_owned(), kind.to_owned()));
    let body = json!({
        "urlNotificationMetadata": {
            "url": url,
            "latestUpdate": { "url": url, "type": kind, "notifyTime": NOTIFIED },
        },
    });
    exchange::json(StatusCode::OK, &body)
}

fn metadata(record: &Record, call: &Call) -> Response {
    let query = query(call);
    let url = query.get("url").map(String::as_str).unwrap_or_default();
    if !is_owner(record, url) {
        return refused("ownership");
    }
    let search = record.google.search();
    let mut notifications = search.notifications.iter().rev();
    match notifications.find(|(found, _)| found == url) {
        None => not_found(),
        Some((_, kind)) => {
            let update = json!({ "url": url, "type": kind, "notifyTime": NOTIFIED });
            let name = if kind == "URL_UPDATED" {
                "latestUpdate"
            } else {
                "latestRemove"
            };
            exchange::json(StatusCode::OK, &json!({ "url": url, name: update }))
        }
    }
}
