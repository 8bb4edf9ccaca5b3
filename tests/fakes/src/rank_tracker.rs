//! The service of rank tracking: the account, tracked phrases of its websites, their positions.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::response::Response;
use http::StatusCode;
use serde_json::{Value, json};
use url::Url;

use crate::exchange::{self, bearer, is_json, segments, with_header};
use crate::keyword_accounts::{Rules, token};
use crate::record::{Call, Record};
use crate::routing::service_router;
use crate::service::Service;

const SERVICE: Service = Service::RankTracker;

const RULES: Rules = Rules {
    service: SERVICE,
    has_secret: false,
    redirect: "/setup",
    has_verifier: true,
};

/// Phrases that an account may track.
const LIMIT: usize = 5;
/// What an authorisation asks for.
const SCOPES: &str = "profile account websites:read websites:write offline_access";

/// What the service knows.
#[derive(Default)]
pub(crate) struct RankTracker {
    state: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// Tracked phrases by website and identifier.
    tracked: BTreeMap<(String, String), String>,
    /// The campaign of the account.
    campaign: Option<Value>,
    last: u64,
}

impl RankTracker {
    fn state(&self) -> MutexGuard<'_, Known> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The phrases that are tracked.
    pub(crate) fn tracked(&self) -> Vec<String> {
        self.state().tracked.values().cloned().collect()
    }

    /// Offers a campaign to the account.
    pub(crate) fn offer(&self, campaign: Value) {
        self.state().campaign = Some(campaign);
    }

    /// Forgets phrases and campaign.
    pub(crate) fn clear(&self) {
        *self.state() = Known::default();
    }
}

/// The account's owner opens the address of an authorisation and allows access: the code, if the address is right.
pub(crate) fn allow(record: &Record, address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    let sent: BTreeMap<String, String> = url.query_pairs().into_owned().collect();
    let of = |name: &str| sent.get(name).map(String::as_str).unwrap_or_default();
    let state: Value = serde_json::from_str(of("state")).ok()?;
    let is_right = url.path().ends_with("/connect/authorize")
        && sent.len() == 7
        && state.get("domain").is_some_and(Value::is_string)
        && of("scope") == SCOPES
        && of("response_type") == "code"
        && of("code_challenge_method") == "S256"
        && of("redirect_uri").ends_with(&format!("/{}/setup", of("client_id")));
    if !is_right {
        record.violation(SERVICE, format!("the authorisation {address} is wrong"));
        return None;
    }
    let code = record.identifier("code_");
    let challenge = Some(of("code_challenge").to_owned());
    record.keywords.add_code(SERVICE, code.clone(), challenge);
    Some(code)
}

pub(crate) fn router(record: &Arc<Record>) -> Router {
    service_router(record, SERVICE, named, respond)
}

fn refused(status: u16, message: &str) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
    exchange::json(status, &json!({ "message": message }))
}

/// The error with a name.
fn named(name: &str) -> Option<Response> {
    Some(match name {
        "invalid_grant" => exchange::json(
            StatusCode::BAD_REQUEST,
            &json!({ "error": "invalid_grant" }),
        ),
        "402" => refused(402, "the account is not paid"),
        "403" => refused(403, "the account is blocked"),
        "limit" => with_header(refused(429, "too many requests"), "retry-after", 60),
        "500" => refused(500, "internal error"),
        "odd" => exchange::json(StatusCode::OK, &json!({ "limits": 7 })),
        _ => return None,
    })
}

fn respond(record: &Record, call: &Call) -> Response {
    if call.path == "/connect/token" && call.method == "POST" {
        return token(record, call, &RULES);
    }
    let access = bearer(call).unwrap_or_default();
    if call.query.is_some() || !record.keywords.is_alive(SERVICE, access) {
        return refused(401, "the access token is not valid");
    }
    let path = segments(&call.path).unwrap_or_default();
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    match (call.method.as_str(), path.as_slice()) {
        ("GET", ["beta", "account"]) => account(record),
        ("GET", ["v1", _, "upgrade-campaign"]) => campaign(record),
        ("POST", ["beta", "websites", website, "keywords", "bulk"]) => track(record, call, website),
        ("DELETE", ["beta", "websites", website, "keywords", id]) => untrack(record, website, id),
        ("POST", ["beta", _, website]) => positions(record, call, website),
        _ => refused(404, "not found"),
    }
}

fn account(record: &Record) -> Response {
    let usage = record.tracker.state().tracked.len();
    let limits = json!({ "keywords": { "limit": LIMIT, "usage": usage }, "history_days": 31 });
    exchange::json(
        StatusCode::OK,
        &json!({ "limits": limits, "status": "active" }),
    )
}

fn campaign(record: &Record) -> Response {
    let campaign = record.tracker.state().campaign.clone();
    exchange::json(StatusCode::OK, &campaign.unwrap_or_else(|| json!({})))
}

/// The phrases of a request that is a list of `{keyword, groups: []}`.
fn phrases(call: &Call) -> Option<Vec<String>> {
    let entries = call.body.as_ref().filter(|_| is_json(call))?.as_array()?;
    let phrase = |entry: &Value| {
        let members = entry.as_object().filter(|members| members.len() == 2)?;
        members
            .get("groups")?
            .as_array()
            .filter(|groups| groups.is_empty())?;
        let phrase = members.get("keyword")?.as_str()?;
        (!phrase.is_empty()).then(|| phrase.to_owned())
    };
    entries.iter().map(phrase).collect()
}

fn track(record: &Record, call: &Call, website: &str) -> Response {
    let Some(phrases) = phrases(call) else {
        return refused(400, "wrong phrases");
    };
    let mut state = record.tracker.state();
    if state.tracked.len() + phrases.len() > LIMIT {
        record.violation(SERVICE, "more phrases than the account may track");
        return refused(403, "the limit is reached");
    }
    let mut data = Vec::new();
    for phrase in phrases {
        state.last += 1;
        let id = format!("k{}", state.last);
        let phrase = phrase.to_lowercase();
        data.push(json!({ "id": id, "keyword": phrase, "groups": [], "updated_at": null }));
        state.tracked.insert((website.to_owned(), id), phrase);
    }
    exchange::json(StatusCode::OK, &json!({ "data": data }))
}

fn untrack(record: &Record, website: &str, id: &str) -> Response {
    let key = (website.to_owned(), id.to_owned());
    match record.tracker.state().tracked.remove(&key) {
        Some(_) => exchange::with_type(
            StatusCode::NO_CONTENT,
            "application/json",
            axum::body::Body::empty(),
        ),
        None => refused(404, "no such phrase"),
    }
}

fn positions(record: &Record, call: &Call, website: &str) -> Response {
    let body = call
        .body
        .as_ref()
        .filter(|_| is_json(call))
        .and_then(Value::as_object);
    let Some(body) = body.filter(|body| body.get("keywords").is_some_and(Value::is_array)) else {
        return refused(400, "wrong body");
    };
    let known = ["keywords", "url", "start_at"];
    if let Some(name) = body.keys().find(|name| !known.contains(&name.as_str())) {
        return refused(400, &format!("unknown member {name}"));
    }
    let state = record.tracker.state();
    let of_website = state.tracked.iter().filter(|((of, _), _)| of == website);
    // The service answers all phrases of the website, whatever is asked for.
    let data: Vec<Value> = of_website
        .map(|((_, id), phrase)| {
            json!({ "id": id, "keyword": phrase, "position": { "value": 4 }, "updated_at": "2026-11-01" })
        })
        .collect();
    exchange::json(StatusCode::OK, &json!({ "data": data }))
}
