//! The service of generated titles and descriptions: tokens that it sends to the site's callbacks, suggestions, usage.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::any;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::StatusCode;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::callback::post;
use crate::exchange::{self, bearer, is_json, receive, with_header};
use crate::faults::with_faults;
use crate::record::{Call, Record};
use crate::service::Service;

const SERVICE: Service = Service::SeoTexts;

/// End of a token's validity unless a test sets another one: 2100.
const FAR: i64 = 4_102_444_800;

/// Suggestions of the service, by the last word of their path.
const TYPES: [&str; 8] = [
    "seo-title",
    "meta-description",
    "product-seo-title",
    "product-meta-description",
    "product-taxonomy-seo-title",
    "product-taxonomy-meta-description",
    "taxonomy-seo-title",
    "taxonomy-meta-description",
];

/// What the service knows.
#[derive(Default)]
pub(crate) struct SeoTexts {
    state: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// Grants by their refresh token.
    grants: BTreeMap<String, Grant>,
    /// End of the validity of the next tokens.
    until: Option<i64>,
    /// Suggestions that were made.
    made: u64,
}

/// Tokens of a user.
#[derive(Debug, Clone)]
struct Grant {
    access: String,
    user: String,
    refresh_callback: String,
}

impl SeoTexts {
    fn state(&self) -> MutexGuard<'_, Known> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the next tokens end at this second.
    pub(crate) fn issue_until(&self, second: i64) {
        self.state().until = Some(second);
    }

    /// Forgets all tokens.
    pub(crate) fn revoke(&self) {
        self.state().grants.clear();
    }

    /// Number of users with tokens.
    pub(crate) fn grants(&self) -> usize {
        self.state().grants.len()
    }

    /// Forgets what the service knows.
    pub(crate) fn clear(&self) {
        *self.state() = Known::default();
    }
}

pub(crate) fn router(record: &Arc<Record>) -> Router {
    Router::new()
        .route("/{*path}", any(answer))
        .with_state(record.clone())
}

async fn answer(State(record): State<Arc<Record>>, request: Request) -> Response {
    let call = receive(&record, SERVICE, request).await;
    with_faults(&record, SERVICE, named, respond(&record, &call)).await
}

fn refused(status: u16, message: &str, code: &str) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
    exchange::json(status, &json!({ "message": message, "error_code": code }))
}

/// The error with a name.
fn named(name: &str) -> Option<Response> {
    let licences = |status: u16, message: &str, code: &str| {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
        let body =
            json!({ "message": message, "error_code": code, "missing_licenses": ["Premium"] });
        exchange::json(status, &body)
    };
    Some(match name {
        "400" => refused(400, "The request is wrong", "WRONG"),
        "401" => refused(401, "The token is not valid", "UNAUTHORIZED"),
        "402" => licences(402, "A subscription is needed", "PAYMENT_REQUIRED"),
        "403" => refused(403, "Consent is withdrawn", "FORBIDDEN"),
        "404" => refused(404, "There is no such page", "NOT_FOUND"),
        "408" => refused(408, "Server timeout", "SERVER_TIMEOUT"),
        "limit" | "429" => with_header(
            licences(429, "The limit is reached", "USAGE_LIMIT_REACHED"),
            "retry-after",
            60,
        ),
        "500" => refused(500, "Something broke", "UNKNOWN"),
        "overload" | "503" => refused(503, "The service is busy", "AI_CONTENT_FILTER"),
        _ => return None,
    })
}

async fn respond(record: &Arc<Record>, call: &Call) -> Response {
    let path = call.path.trim_start_matches('/');
    match (call.method.as_str(), path) {
        ("POST", "token/request") => request_tokens(record, call).await,
        ("POST", "token/refresh") => refresh(record, call).await,
        ("POST", "token/invalidate") => invalidate(record, call),
        ("GET", "usage/free-usages" | "usage/month") => usage(record, call),
        ("POST", path) => match path.strip_prefix("suggestions/") {
            Some(kind) if TYPES.contains(&kind) => suggest(record, call),
            _ => refused(404, "There is no such page", "NOT_FOUND"),
        },
        _ => refused(404, "There is no such page", "NOT_FOUND"),
    }
}

/// The members of a JSON body that has exactly these.
fn members<'a>(call: &'a Call, names: &[&str]) -> Result<&'a Map<String, Value>, Box<Response>> {
    let wrong = |message: &str| Box::new(refused(400, message, "WRONG"));
    let body = call.body.as_ref().and_then(Value::as_object);
    let body = body
        .filter(|_| is_json(call))
        .ok_or_else(|| wrong("body must be JSON"))?;
    if let Some(name) = names.iter().find(|name| !body.contains_key(**name)) {
        return Err(wrong(&format!("body must have required property '{name}'")));
    }
    if let Some(name) = body.keys().find(|name| !names.contains(&name.as_str())) {
        return Err(wrong(&format!("body must NOT have the property '{name}'")));
    }
    Ok(body)
}

fn text<'a>(body: &'a Map<String, Value>, name: &str) -> &'a str {
    body.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn is_challenge(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|one| one.is_ascii_hexdigit())
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|one| one.is_ascii_digit())
}

/// A token that says when it ends.
fn token(record: &Record, kind: &str, until: i64) -> String {
    let encoded = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let header = encoded(json!({ "alg": "HS256", "typ": "JWT" }));
    let payload = encoded(json!({ "exp": until, "jti": record.identifier(kind) }));
    format!("{header}.{payload}.{}", URL_SAFE_NO_PAD.encode(kind))
}

async fn request_tokens(record: &Arc<Record>, call: &Call) -> Response {
    let names = [
        "service",
        "code_challenge",
        "license_site_url",
        "user_id",
        "callback_url",
        "refresh_callback_url",
    ];
    let body = match members(call, &names) {
        Ok(body) => body,
        Err(response) => return *response,
    };
    let is_right = text(body, "service") == "openai"
        && is_challenge(text(body, "code_challenge"))
        && text(body, "license_site_url").starts_with("http")
        && is_number(text(body, "user_id"));
    if !is_right {
        return refused(400, "a member is wrong", "WRONG");
    }
    let grant = Grant {
        access: String::new(),
        user: text(body, "user_id").to_owned(),
        refresh_callback: text(body, "refresh_callback_url").to_owned(),
    };
    issue(
        record,
        text(body, "callback_url"),
        text(body, "code_challenge"),
        grant,
    )
    .await
}

/// Sends new tokens to a callback, which has to prove that it asked for them.
async fn issue(record: &Arc<Record>, callback: &str, challenge: &str, grant: Grant) -> Response {
    let until = record.seo_texts.state().until.take().unwrap_or(FAR);
    let grant = Grant {
        access: token(record, "acc", until),
        ..grant
    };
    let renewing = token(record, "ref", FAR);
    let user: u64 = grant.user.parse().unwrap_or_default();
    let body = json!({
        "access_jwt": grant.access, "refresh_jwt": renewing, "code_challenge": challenge, "user_id": user,
    });
    let Some((status, answer)) = post(callback, &body).await else {
        return refused(400, "The callback cannot be reached", "CALLBACK_FAILED");
    };
    let verifier = answer.get("code_verifier").and_then(Value::as_str);
    let proof: String = Sha256::digest(verifier.unwrap_or_default())
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    if status != 200 || proof != challenge {
        return refused(
            400,
            "The callback did not prove the request",
            "CALLBACK_FAILED",
        );
    }
    record.seo_texts.state().grants.insert(renewing, grant);
    exchange::json(StatusCode::OK, &json!({}))
}

async fn refresh(record: &Arc<Record>, call: &Call) -> Response {
    let body = match members(call, &["code_challenge"]) {
        Ok(body) => body,
        Err(response) => return *response,
    };
    let challenge = text(body, "code_challenge");
    if !is_challenge(challenge) {
        return refused(400, "a member is wrong", "WRONG");
    }
    let renewing = bearer(call).unwrap_or_default();
    let grant = record.seo_texts.state().grants.remove(renewing);
    let Some(grant) = grant else {
        return refused(401, "The token is not valid", "UNAUTHORIZED");
    };
    let callback = grant.refresh_callback.clone();
    issue(record, &callback, challenge, grant).await
}

/// The user of the call's access token.
fn user_of(record: &Record, call: &Call) -> Option<String> {
    let access = bearer(call)?;
    let state = record.seo_texts.state();
    let mut grants = state.grants.values();
    grants
        .find(|grant| grant.access == access)
        .map(|grant| grant.user.clone())
}

fn unauthorized() -> Response {
    refused(401, "The token is not valid", "UNAUTHORIZED")
}

fn invalidate(record: &Record, call: &Call) -> Response {
    let body = match members(call, &["user_id"]) {
        Ok(body) => body,
        Err(response) => return *response,
    };
    match user_of(record, call) {
        Some(user) if user == text(body, "user_id") => {
            record
                .seo_texts
                .state()
                .grants
                .retain(|_, grant| grant.user != user);
            exchange::json(StatusCode::OK, &json!({}))
        }
        _ => unauthorized(),
    }
}

fn suggest(record: &Record, call: &Call) -> Response {
    let body = match members(call, &["service", "user_id", "subject"]) {
        Ok(body) => body,
        Err(response) => return *response,
    };
    if user_of(record, call).as_deref() != Some(text(body, "user_id")) {
        return unauthorized();
    }
    let subject = body.get("subject").and_then(Value::as_object);
    let names = ["content", "focus_keyphrase", "language", "platform"];
    let is_whole = subject.is_some_and(|subject| {
        subject.len() == names.len()
            && names
                .iter()
                .all(|name| subject.get(*name).is_some_and(Value::is_string))
    });
    let Some(subject) = subject.filter(|_| is_whole) else {
        return refused(400, "body/subject is wrong", "WRONG");
    };
    if text(subject, "content").is_empty() {
        let message = "body/subject/content must NOT have fewer than 1 characters";
        return exchange::json(StatusCode::BAD_REQUEST, &json!({ "message": message }));
    }
    record.seo_texts.state().made += 1;
    let about = text(subject, "focus_keyphrase");
    let queued = record
        .next_answer(SERVICE)
        .and_then(|text| serde_json::from_str(&text).ok());
    let choice = |number: u32| json!({ "text": format!("Texto {number} sobre {about}") });
    let choices: Vec<Value> = (1..=5).map(choice).collect();
    let body = queued.unwrap_or_else(|| json!({ "choices": choices }));
    exchange::json(StatusCode::OK, &body)
}

fn usage(record: &Record, call: &Call) -> Response {
    if user_of(record, call).is_none() {
        return unauthorized();
    }
    let made = record.seo_texts.state().made;
    exchange::json(StatusCode::OK, &json!({ "count": made, "limit": 10 }))
}
