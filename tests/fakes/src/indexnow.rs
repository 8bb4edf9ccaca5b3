//! IndexNow: submitted addresses of hosts that serve a key file. <https://www.indexnow.org/documentation>

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::any;
use http::StatusCode;
use serde_json::{Value, json};
use url::Url;

use crate::exchange::{self, is_json, query, receive, with_type};
use crate::faults::with_faults;
use crate::record::{Call, Record};
use crate::service::Service;

const SERVICE: Service = Service::IndexNow;

/// Most addresses of a submission.
const MAX_URLS: usize = 10_000;

/// Key files by host, and what was submitted.
#[derive(Default)]
pub(crate) struct KeyFiles {
    state: Mutex<Files>,
}

#[derive(Default)]
struct Files {
    /// Key of a host, and the address of its file.
    keys: BTreeMap<String, (String, String)>,
    submitted: Vec<String>,
}

impl KeyFiles {
    fn state(&self) -> MutexGuard<'_, Files> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn add(&self, location: &str, key: &str) {
        if let Some(host) = Url::parse(location).ok().and_then(|url| authority(&url)) {
            let file = (key.to_owned(), location.to_owned());
            self.state().keys.insert(host, file);
        }
    }

    /// Forgets what was submitted.
    pub(crate) fn clear(&self) {
        self.state().submitted.clear();
    }

    pub(crate) fn submitted(&self) -> Vec<String> {
        self.state().submitted.clone()
    }
}

/// Host of a URL, with its port where it is not the usual one.
fn authority(url: &Url) -> Option<String> {
    let host = url.host_str()?;
    Some(match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    })
}

pub(crate) fn router(record: &Arc<Record>) -> Router {
    Router::new()
        .route("/", any(answer))
        .route("/indexnow", any(answer))
        .with_state(record.clone())
}

async fn answer(State(record): State<Arc<Record>>, request: Request) -> Response {
    let call = receive(&record, SERVICE, request).await;
    let work = async { respond(&record, &call) };
    with_faults(&record, SERVICE, named, work).await
}

fn empty(status: StatusCode) -> Response {
    with_type(status, "text/plain", Body::empty())
}

fn error(status: StatusCode, code: &str, message: &str) -> Response {
    let body = json!({ "code": code, "message": message, "details": [] });
    exchange::json(status, &body)
}

/// The error with a name: a status.
fn named(name: &str) -> Option<Response> {
    Some(match name {
        "202" => empty(StatusCode::ACCEPTED),
        "400" => error(StatusCode::BAD_REQUEST, "InvalidRequest", "Invalid request"),
        "403" => forbidden(),
        "422" => error(
            StatusCode::UNPROCESSABLE_ENTITY,
            "InvalidRequestParameters",
            "Given request is invalid",
        ),
        "429" => error(
            StatusCode::TOO_MANY_REQUESTS,
            "TooManyRequests",
            "Too many requests (potential spam)",
        ),
        "500" => error(
            StatusCode::INTERNAL_SERVER_ERROR,
            "InternalError",
            "Internal error",
        ),
        _ => return None,
    })
}

fn forbidden() -> Response {
    error(
        StatusCode::FORBIDDEN,
        "UserForbiddedToAccessSite",
        "User is unauthorized to access the site. Please verify the site using the key and try again",
    )
}

fn unprocessable(message: &str) -> Response {
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    error(status, "InvalidRequestParameters", message)
}

fn malformed(message: &str) -> Response {
    error(StatusCode::BAD_REQUEST, "InvalidRequest", message)
}

/// A submission.
struct Submission {
    host: String,
    key: String,
    location: String,
    urls: Vec<String>,
}

fn respond(record: &Record, call: &Call) -> Response {
    let submission = match call.method.as_str() {
        "POST" => posted(call),
        "GET" => asked(call),
        _ => return error(StatusCode::METHOD_NOT_ALLOWED, "InvalidRequest", "Use POST"),
    };
    let submission = match submission {
        Ok(submission) => submission,
        Err(message) => return malformed(message),
    };
    let key = &submission.key;
    let is_key = (8..=128).contains(&key.len())
        && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    if !is_key {
        return malformed("Invalid key");
    }
    let of_host = |url: &str| {
        let url = Url::parse(url).ok()?;
        let is_web = ["http", "https"].contains(&url.scheme());
        (is_web && authority(&url)? == submission.host).then_some(())
    };
    if submission.urls.iter().any(|url| of_host(url).is_none()) {
        return unprocessable("One or more of the URLs do not belong to the host");
    }
    if of_host(&submission.location).is_none() {
        return unprocessable("The key file is not on the host");
    }
    let mut state = record.key_files.state();
    match state.keys.get(&submission.host) {
        // The key file is looked up later.
        None => empty(StatusCode::ACCEPTED),
        Some((key, location)) if *key == submission.key && *location == submission.location => {
            state.submitted.extend(submission.urls);
            empty(StatusCode::OK)
        }
        Some(_) => forbidden(),
    }
}

fn usual_location(host: &str, key: &str) -> String {
    format!("https://{host}/{key}.txt")
}

fn posted(call: &Call) -> Result<Submission, &'static str> {
    if !is_json(call) {
        return Err("The content type is not application/json");
    }
    let members = call.body.as_ref().and_then(Value::as_object);
    let members = members.ok_or("The body is not an object")?;
    let known = ["host", "key", "keyLocation", "urlList"];
    if members.keys().any(|name| !known.contains(&name.as_str())) {
        return Err("Unknown member");
    }
    let text = |name: &str| members.get(name).and_then(Value::as_str).map(str::to_owned);
    let host = text("host").ok_or("host is missing")?;
    if host.contains('/') {
        return Err("host is not a host name");
    }
    let key = text("key").ok_or("key is missing")?;
    let urls = members.get("urlList").and_then(Value::as_array);
    let urls: Vec<String> = urls
        .ok_or("urlList is missing")?
        .iter()
        .map(|url| url.as_str().map(str::to_owned))
        .collect::<Option<_>>()
        .ok_or("urlList has other members than texts")?;
    if urls.is_empty() || urls.len() > MAX_URLS {
        return Err("urlList has no members or too many");
    }
    let location = match members.get("keyLocation") {
        None => usual_location(&host, &key),
        Some(location) => location
            .as_str()
            .ok_or("keyLocation is not a text")?
            .to_owned(),
    };
    Ok(Submission {
        host,
        key,
        location,
        urls,
    })
}

fn asked(call: &Call) -> Result<Submission, &'static str> {
    let query = query(call);
    let url = query.get("url").ok_or("url is missing")?;
    let key = query.get("key").ok_or("key is missing")?;
    let host = Url::parse(url).ok().and_then(|url| authority(&url));
    let host = host.ok_or("url is not a URL")?;
    let location = query.get("keyLocation").cloned();
    Ok(Submission {
        location: location.unwrap_or_else(|| usual_location(&host, key)),
        host,
        key: key.clone(),
        urls: vec![url.clone()],
    })
}
