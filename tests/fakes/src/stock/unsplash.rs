//! Unsplash: search, and the use event of a photo. <https://unsplash.com/documentation>

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::response::Response;
use axum::routing::get;
use http::StatusCode;
use serde_json::{Value, json};

use super::photos::{self, Photo};
use super::{document, number, query, refused};
use crate::delivery;
use crate::exchange::{self, json as json_response, receive, with_header, with_type};
use crate::generation::Account;
use crate::record::{Call, Record};
use crate::scenario::{Fault, Scenario};
use crate::service::Service;

/// Calls per hour of a demonstration key.
const LIMIT: u64 = 50;

/// Most photos of a page.
const MAX_PER_PAGE: usize = 30;

const FREE: [&str; 5] = ["query", "page", "per_page", "lang", "collections"];
const FIXED: [(&str, &[&str]); 4] = [
    ("order_by", &["latest", "editorial", "relevant"]),
    ("orientation", &["landscape", "portrait", "squarish"]),
    ("content_filter", &["low", "high"]),
    (
        "color",
        &[
            "black_and_white",
            "black",
            "white",
            "yellow",
            "orange",
            "red",
            "purple",
            "magenta",
            "green",
            "teal",
            "blue",
        ],
    ),
];

pub(crate) fn router(record: &Arc<Record>) -> Router {
    Router::new()
        .route("/search/photos", get(search))
        .route("/photos/{id}", get(photo))
        .route("/photos/{id}/download", get(download))
        .fallback(absent)
        .with_state(record.clone())
}

fn error(status: StatusCode, message: &str) -> Response {
    json_response(status, &json!({ "errors": [message] }))
}

async fn absent(State(record): State<Arc<Record>>, request: Request) -> Response {
    receive(&record, Service::Unsplash, request).await;
    error(StatusCode::NOT_FOUND, "Couldn't find Resource")
}

/// The account of a call, or the response of a fault.
async fn accept(record: &Arc<Record>, call: &Call) -> Result<Account, Response> {
    if query(call).contains_key("client_id") {
        record.violation(Service::Unsplash, "the key is in the URL");
    }
    let key = call
        .header("authorization")
        .and_then(|value| value.strip_prefix("Client-ID "))
        .filter(|key| !key.trim().is_empty() && Scenario::of(key) != Scenario::Bad);
    let Some(key) = key else {
        let message = "OAuth error: The access token is invalid";
        return Err(error(StatusCode::UNAUTHORIZED, message));
    };
    if call.header("accept-version") != Some("v1") {
        let what = "Accept-Version: v1 is missing";
        record.violation(Service::Unsplash, what);
    }
    let account = Account::attempt(record, Service::Unsplash, key);
    let fault = account.scenario.fault(account.attempt);
    if account.attempt >= LIMIT || matches!(fault, Some(Fault::Limit { .. } | Fault::NoQuota)) {
        let body = Body::from("Rate Limit Exceeded");
        let response = with_type(StatusCode::FORBIDDEN, "text/plain", body);
        return Err(limits(response, LIMIT));
    }
    match fault {
        None | Some(Fault::Filter | Fault::NoModel) => Ok(account),
        Some(Fault::NoPermission) => {
            let message = "Missing permissions to perform request";
            Err(error(StatusCode::FORBIDDEN, message))
        }
        Some(Fault::Html502) => Err(exchange::html_502()),
        Some(Fault::Garbage) => Err(exchange::garbage(false)),
        Some(Fault::Reset) => Err(exchange::reset()),
        Some(Fault::StallBefore) => {
            delivery::stall(record).await;
            Err(exchange::reset())
        }
        Some(_) => {
            let message = "Something went wrong on our end";
            Err(error(StatusCode::SERVICE_UNAVAILABLE, message))
        }
    }
}

/// Adds the headers of the rate limit after `used` calls.
fn limits(response: Response, used: u64) -> Response {
    let response = with_header(response, "x-ratelimit-limit", LIMIT);
    with_header(
        response,
        "x-ratelimit-remaining",
        LIMIT.saturating_sub(used),
    )
}

fn answered(record: &Arc<Record>, account: &Account, body: &Value) -> Response {
    limits(document(record, account, body), account.attempt + 1)
}

async fn search(State(record): State<Arc<Record>>, request: Request) -> Response {
    let call = receive(&record, Service::Unsplash, request).await;
    let account = match accept(&record, &call).await {
        Ok(account) => account,
        Err(response) => return response,
    };
    let query = query(&call);
    if let Some(name) = refused(&query, &FREE, &FIXED) {
        return error(StatusCode::BAD_REQUEST, &format!("{name} is invalid"));
    }
    let words = query.get("query").map(|words| words.trim());
    let Some(words) = words.filter(|words| !words.is_empty()) else {
        return error(StatusCode::BAD_REQUEST, "query is missing");
    };
    if words == "spam" {
        return error(StatusCode::GONE, "This query has been flagged as spam");
    }
    let page = number(&query, "page", 1, usize::MAX);
    let per_page = number(&query, "per_page", 10, MAX_PER_PAGE);
    let (Some(page), Some(per_page)) = (page, per_page) else {
        return error(StatusCode::BAD_REQUEST, "page or per_page is invalid");
    };
    let none = account.scenario == Scenario::Empty;
    let found = if none {
        Vec::new()
    } else {
        photos::page(page, per_page)
    };
    let total = if none { 0 } else { photos::COUNT };
    let results: Vec<Value> = found
        .into_iter()
        .map(|photo| described(&record, photo))
        .collect();
    let body = json!({
        "total": total,
        "total_pages": total.div_ceil(per_page),
        "results": results,
    });
    answered(&record, &account, &body)
}

async fn photo(
    State(record): State<Arc<Record>>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    let call = receive(&record, Service::Unsplash, request).await;
    match (accept(&record, &call).await, Photo::of_unsplash(&id)) {
        (Err(response), _) => response,
        (Ok(_), None) => error(StatusCode::NOT_FOUND, "Couldn't find Photo"),
        (Ok(account), Some(photo)) => answered(&record, &account, &described(&record, photo)),
    }
}

async fn download(
    State(record): State<Arc<Record>>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    let call = receive(&record, Service::Unsplash, request).await;
    match (accept(&record, &call).await, Photo::of_unsplash(&id)) {
        (Err(response), _) => response,
        (Ok(_), None) => error(StatusCode::NOT_FOUND, "Couldn't find Photo"),
        (Ok(account), Some(photo)) => {
            record.download(&id);
            let body = json!({ "url": file(&record, photo, "") });
            answered(&record, &account, &body)
        }
    }
}

/// Address of a photo's file.
fn file(record: &Record, photo: Photo, parameters: &str) -> String {
    let id = photo.unsplash_id();
    format!(
        "{}/cdn/unsplash/photo-{id}?ixid=M3wx&ixlib=rb-4.1.0{parameters}",
        record.origin
    )
}

fn described(record: &Record, photo: Photo) -> Value {
    let id = photo.unsplash_id();
    let api = format!("{}/{}", record.origin, Service::Unsplash.prefix());
    let sized = |width: u32| {
        let parameters = format!("&fm=jpg&fit=max&q=80&w={width}");
        file(record, photo, &parameters)
    };
    json!({
        "id": id,
        "width": photo.width,
        "height": photo.height,
        "color": photo.colour,
        "blur_hash": "LKO2?U%2Tw=w]~RBVZRi};RPxuwH",
        "description": null,
        "alt_description": photo.description,
        "urls": {
            "raw": file(record, photo, ""),
            "full": file(record, photo, "&fm=jpg&q=85"),
            "regular": sized(1080),
            "small": sized(400),
            "thumb": sized(200),
        },
        "links": {
            "self": format!("{api}/photos/{id}"),
            "html": format!("https://unsplash.com/photos/{id}"),
            "download": format!("https://unsplash.com/photos/{id}/download"),
            "download_location": format!("{api}/photos/{id}/download?ixid=M3wx"),
        },
        "user": {
            "id": format!("u{}", photo.user),
            "username": photo.user,
            "name": photo.author,
            "links": { "html": format!("https://unsplash.com/@{}", photo.user) },
        },
    })
}
