//! Pexels: search. <https://www.pexels.com/api/documentation/>

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::response::Response;
use axum::routing::get;
use http::StatusCode;
use serde_json::{Value, json};

use super::photos::{self, Photo};
use super::{document, number, query, refused};
use crate::delivery;
use crate::exchange::{self, json as json_response, receive, with_header};
use crate::generation::Account;
use crate::record::{Call, Record};
use crate::scenario::{Fault, Scenario};
use crate::service::Service;

/// Calls per hour.
const LIMIT: u64 = 200;

/// When the limit starts again, in seconds of the Unix epoch.
const RESET: u64 = 1_795_003_600;

/// Most photos of a page.
const MAX_PER_PAGE: usize = 80;

const FREE: [&str; 5] = ["query", "page", "per_page", "color", "locale"];
const FIXED: [(&str, &[&str]); 2] = [
    ("orientation", &["landscape", "portrait", "square"]),
    ("size", &["large", "medium", "small"]),
];

pub(crate) fn router(record: &Arc<Record>) -> Router {
    Router::new()
        .route("/v1/search", get(search))
        .route("/v1/curated", get(curated))
        .route("/v1/photos/{id}", get(photo))
        .fallback(absent)
        .with_state(record.clone())
}

fn error(status: StatusCode, code: &str) -> Response {
    json_response(status, &json!({ "status": status.as_u16(), "code": code }))
}

async fn absent(State(record): State<Arc<Record>>, request: Request) -> Response {
    receive(&record, Service::Pexels, request).await;
    error(StatusCode::NOT_FOUND, "Not Found")
}

/// The account of a call, or the response of a fault. The key stands in the header without a scheme.
async fn accept(record: &Arc<Record>, call: &Call) -> Result<Account, Response> {
    let key = call
        .header("authorization")
        .filter(|key| !key.trim().is_empty() && !key.contains(' '))
        .filter(|key| Scenario::of(key) != Scenario::Bad);
    let Some(key) = key else {
        let body = json!({ "error": "The API key provided is invalid." });
        return Err(json_response(StatusCode::UNAUTHORIZED, &body));
    };
    let account = Account::attempt(record, Service::Pexels, key);
    let fault = account.scenario.fault(account.attempt);
    // Headers of the limit are absent here.
    if account.attempt >= LIMIT || matches!(fault, Some(Fault::Limit { .. } | Fault::NoQuota)) {
        return Err(error(StatusCode::TOO_MANY_REQUESTS, "Too Many Requests"));
    }
    match fault {
        None | Some(Fault::Filter | Fault::NoModel) => Ok(account),
        Some(Fault::NoPermission) => {
            let body = json!({ "error": "Access to this API has been disallowed" });
            Err(json_response(StatusCode::FORBIDDEN, &body))
        }
        Some(Fault::Html502) => Err(exchange::html_502()),
        Some(Fault::Garbage) => Err(exchange::garbage(false)),
        Some(Fault::Reset) => Err(exchange::reset()),
        Some(Fault::StallBefore) => {
            delivery::stall(record).await;
            Err(exchange::reset())
        }
        Some(_) => {
            let status = StatusCode::SERVICE_UNAVAILABLE;
            Err(error(status, "Service Unavailable"))
        }
    }
}

fn answered(record: &Arc<Record>, account: &Account, body: &Value) -> Response {
    let response = document(record, account, body);
    let remaining = LIMIT.saturating_sub(account.attempt + 1);
    let response = with_header(response, "x-ratelimit-limit", LIMIT);
    let response = with_header(response, "x-ratelimit-remaining", remaining);
    with_header(response, "x-ratelimit-reset", RESET)
}

async fn search(State(record): State<Arc<Record>>, request: Request) -> Response {
    let call = receive(&record, Service::Pexels, request).await;
    let has_words = query(&call)
        .get("query")
        .is_some_and(|words| !words.trim().is_empty());
    listed(&record, &call, has_words).await
}

async fn curated(State(record): State<Arc<Record>>, request: Request) -> Response {
    let call = receive(&record, Service::Pexels, request).await;
    listed(&record, &call, true).await
}

async fn listed(record: &Arc<Record>, call: &Call, has_words: bool) -> Response {
    let account = match accept(record, call).await {
        Ok(account) => account,
        Err(response) => return response,
    };
    let query = query(call);
    let page = number(&query, "page", 1, usize::MAX);
    let per_page = number(&query, "per_page", 15, MAX_PER_PAGE);
    let (Some(page), Some(per_page), true, None) =
        (page, per_page, has_words, refused(&query, &FREE, &FIXED))
    else {
        return error(StatusCode::BAD_REQUEST, "Bad Request");
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
        .map(|photo| described(record, photo))
        .collect();
    let mut body = json!({
        "page": page,
        "per_page": per_page,
        "photos": results,
        "total_results": total,
    });
    let more = page.saturating_mul(per_page) < total;
    if let (Value::Object(body), true) = (&mut body, more) {
        let words = query.get("query").map_or("", String::as_str);
        let next: String = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("page", &(page + 1).to_string())
            .append_pair("per_page", &per_page.to_string())
            .append_pair("query", words)
            .finish();
        let next = format!("{}/pexels/v1/search/?{next}", record.origin);
        body.insert("next_page".to_owned(), json!(next));
    }
    answered(record, &account, &body)
}

async fn photo(
    State(record): State<Arc<Record>>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    let call = receive(&record, Service::Pexels, request).await;
    match (accept(&record, &call).await, Photo::of_pexels(&id)) {
        (Err(response), _) => response,
        (Ok(_), None) => error(StatusCode::NOT_FOUND, "Not Found"),
        (Ok(account), Some(photo)) => answered(&record, &account, &described(&record, photo)),
    }
}

fn described(record: &Record, photo: Photo) -> Value {
    let id = photo.pexels_id();
    let file = format!("{}/cdn/pexels/pexels-photo-{id}.jpeg", record.origin);
    let sized = |parameters: &str| format!("{file}?auto=compress&cs=tinysrgb&{parameters}");
    json!({
        "id": id,
        "width": photo.width,
        "height": photo.height,
        "url": format!("https://www.pexels.com/photo/{id}/"),
        "photographer": photo.author,
        "photographer_url": format!("https://www.pexels.com/@{}", photo.user),
        "photographer_id": 700_000 + photo.number,
        "avg_color": photo.colour.to_uppercase(),
        "src": {
            "original": file,
            "large2x": sized("dpr=2&h=1300&w=1880"),
            "large": sized("h=650&w=940"),
            "medium": sized("h=350"),
            "small": sized("h=130"),
            "portrait": sized("fit=crop&h=1200&w=800"),
            "landscape": sized("fit=crop&h=627&w=1200"),
            "tiny": sized("dpr=1&fit=crop&h=200&w=280"),
        },
        "liked": false,
        "alt": photo.description,
    })
}
