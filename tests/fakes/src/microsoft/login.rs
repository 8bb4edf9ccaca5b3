//! Identity platform: consent and tokens.
//! <https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow>

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::any;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::StatusCode;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use url::Url;

use crate::accounts::{Code, Consent, Grant};
use crate::exchange::{self, media_type, query, receive, with_header, with_type};
use crate::faults::{self, with_faults};
use crate::record::{Call, Record};
use crate::service::Service;

const SERVICE: Service = Service::MicrosoftLogin;

/// Lifetime of an access token in seconds.
const LIFETIME: u32 = 3599;
/// Scope that brings a refresh token.
const OFFLINE: &str = "offline_access";

/// Parameters of the consent screen.
const AUTHORIZATION: [&str; 11] = [
    "client_id",
    "redirect_uri",
    "response_type",
    "response_mode",
    "scope",
    "prompt",
    "state",
    "login_hint",
    "domain_hint",
    "code_challenge",
    "code_challenge_method",
];

pub(crate) fn router(record: &Arc<Record>) -> Router {
    Router::new()
        .route("/{*path}", any(answer))
        .with_state(record.clone())
}

async fn answer(State(record): State<Arc<Record>>, request: Request) -> Response {
    let call = receive(&record, SERVICE, request).await;
    with_faults(&record, SERVICE, named, respond(&record, &call)).await
}

fn refused(status: u16, error: &str, number: u32, description: &str) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
    let body = json!({
        "error": error,
        "error_description": format!("AADSTS{number}: {description} Trace ID: 0001 Correlation ID: 0002"),
        "error_codes": [number],
        "timestamp": "2027-01-15 08:00:00Z",
        "trace_id": "0001",
        "correlation_id": "0002",
    });
    exchange::json(status, &body)
}

/// The error with a name.
fn named(name: &str) -> Option<Response> {
    let (status, error, number, description) = match name {
        "invalid_grant" => (400, name, 700_082, "The refresh token has expired."),
        "invalid_client" | "invalid-key" => (
            401,
            "invalid_client",
            7_000_215,
            "Invalid client secret provided.",
        ),
        "unauthorized_client" => (400, name, 700_016, "Application was not found."),
        "invalid_scope" => (400, name, 70_011, "The scope is not valid."),
        "temporarily_unavailable" | "overload" | "503" => (
            503,
            "temporarily_unavailable",
            90_033,
            "A transient error has occurred.",
        ),
        "429" | "limit" => (429, "temporarily_unavailable", 90_055, "Too many requests."),
        "500" => (500, "server_error", 90_000, "Unexpected error."),
        _ => return None,
    };
    Some(refused(status, error, number, description))
}

async fn respond(record: &Arc<Record>, call: &Call) -> Response {
    match (call.method.as_str(), call.path.as_str()) {
        ("GET", "/common/oauth2/v2.0/authorize") => consent(record, call),
        ("POST", "/common/oauth2/v2.0/token") => token(record, call).await,
        _ => refused(404, "not_found", 90_002, "Not found."),
    }
}

/// The page that is shown in place of going back to the client.
fn page(error: &str) -> Response {
    let page =
        format!("<!doctype html><title>Entrar</title><h1>Algo deu errado</h1><p>{error}</p>");
    let status = StatusCode::BAD_REQUEST;
    with_type(status, "text/html; charset=utf-8", Body::from(page))
}

/// Answers for the person at the consent screen.
fn consent(record: &Record, call: &Call) -> Response {
    let parameters = query(call);
    let of = |name: &str| parameters.get(name).map(String::as_str);
    if let Some(name) = parameters
        .keys()
        .find(|name| !AUTHORIZATION.contains(&name.as_str()))
    {
        return page(&format!("AADSTS900144: {name}"));
    }
    let Some(client) = of("client_id").filter(|client| !client.is_empty()) else {
        return page("AADSTS900144: client_id");
    };
    let Some(mut back) = of("redirect_uri").and_then(|uri| Url::parse(uri).ok()) else {
        return page("AADSTS50011: redirect_uri");
    };
    let scopes: BTreeSet<String> = of("scope")
        .unwrap_or_default()
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    if of("response_type") != Some("code") || scopes.is_empty() {
        return page("AADSTS900144: scope");
    }
    if of("code_challenge").is_some() && of("code_challenge_method") != Some("S256") {
        return page("AADSTS501491: code_challenge_method");
    }
    if of("state").is_none_or(str::is_empty) {
        record.violation(SERVICE, "the authorization has no state");
    }
    let mut accounts = record.microsoft.accounts();
    let consent = accounts.next_consent();
    let mut answer = back.query_pairs_mut();
    if consent == Consent::Denied {
        answer
            .append_pair("error", "access_denied")
            .append_pair("error_subcode", "cancel")
            .append_pair(
                "error_description",
                "AADSTS65004: User declined to consent.",
            );
    } else {
        let granted: BTreeSet<String> = match &consent {
            Consent::Without(scope) => scopes.into_iter().filter(|s| s != scope).collect(),
            _ => scopes,
        };
        let text = record.identifier("M.C5");
        answer.append_pair("code", &text);
        let code = Code {
            client: client.to_owned(),
            redirect_uri: of("redirect_uri").unwrap_or_default().to_owned(),
            offline: granted.contains(OFFLINE) && consent != Consent::Again,
            scopes: granted,
            challenge: of("code_challenge").map(str::to_owned),
            account: accounts.account().to_owned(),
        };
        accounts.add_code(text, code);
    }
    if let Some(state) = of("state") {
        answer.append_pair("state", state);
    }
    drop(answer);
    let response = with_type(StatusCode::FOUND, "text/html; charset=utf-8", Body::empty());
    with_header(response, "location", back)
}

fn invalid_request(description: &str) -> Response {
    refused(400, "invalid_request", 900_144, description)
}

async fn token(record: &Arc<Record>, call: &Call) -> Response {
    let fields = call.body.as_ref().and_then(Value::as_object);
    let is_form = media_type(call) == "application/x-www-form-urlencoded" && call.query.is_none();
    let Some(fields) = fields.filter(|_| is_form) else {
        return invalid_request("The request body must be a form.");
    };
    let fields: BTreeMap<&str, &str> = fields
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str().unwrap_or_default()))
        .collect();
    let of = |name: &str| fields.get(name).copied().unwrap_or_default();
    let accepted: &[&str] = match of("grant_type") {
        "authorization_code" => &["code", "redirect_uri", "code_verifier", "scope"],
        "refresh_token" => &["refresh_token", "scope"],
        _ => {
            return refused(
                400,
                "unsupported_grant_type",
                70_003,
                "Unsupported grant type.",
            );
        }
    };
    let every = ["grant_type", "client_id", "client_secret"];
    if let Some(name) = fields
        .keys()
        .find(|name| !every.contains(name) && !accepted.contains(name))
    {
        record.violation(SERVICE, format!("the field {name} does not exist"));
    }
    for credential in ["client_id", "client_secret"] {
        if of(credential).is_empty() {
            return invalid_request(&format!("The parameter {credential} is missing."));
        }
        if let Some(fault) = faults::of_key(record, SERVICE, of(credential)) {
            return faults::response(record, SERVICE, named, fault).await;
        }
    }
    match of("grant_type") {
        "authorization_code" => exchange_code(record, &fields),
        _ => refresh(record, of("refresh_token"), of("client_id")),
    }
}

fn exchange_code(record: &Record, fields: &BTreeMap<&str, &str>) -> Response {
    let of = |name: &str| fields.get(name).copied().unwrap_or_default();
    let mut accounts = record.microsoft.accounts();
    let Some(code) = accounts.take_code(of("code")) else {
        return refused(
            400,
            "invalid_grant",
            54_005,
            "The code was already redeemed.",
        );
    };
    if code.client != of("client_id") {
        return refused(
            400,
            "unauthorized_client",
            700_016,
            "Application was not found.",
        );
    }
    if code.redirect_uri != of("redirect_uri") {
        return refused(
            400,
            "invalid_grant",
            500_112,
            "The redirect URI does not match.",
        );
    }
    if let Some(challenge) = &code.challenge {
        let verifier = Sha256::digest(of("code_verifier"));
        if *challenge != URL_SAFE_NO_PAD.encode(verifier) {
            return refused(
                400,
                "invalid_grant",
                501_481,
                "The code verifier does not match.",
            );
        }
    }
    let (scopes, offline) = (code.scopes.clone(), code.offline);
    let grant = accounts.add_grant(code);
    let (access, mut body) = issued(record, &scopes);
    accounts.add_access_token(access, grant);
    if offline {
        let token = record.identifier("M.R3");
        exchange::insert(&mut body, "refresh_token", json!(token));
        accounts.add_refresh_token(token, grant);
    }
    exchange::json(StatusCode::OK, &body)
}

/// A new access token, and the response with it, which does not name the scope of refresh tokens.
fn issued(record: &Record, scopes: &BTreeSet<String>) -> (String, Value) {
    let access = record.identifier("EwB4");
    let shown: Vec<&str> = scopes
        .iter()
        .map(String::as_str)
        .filter(|scope| *scope != OFFLINE)
        .collect();
    let body = json!({
        "token_type": "Bearer",
        "scope": shown.join(" "),
        "expires_in": LIFETIME,
        "ext_expires_in": LIFETIME,
        "access_token": access,
    });
    (access, body)
}

/// Renews an access token; each renewal brings a new refresh token, beside which the former one stays valid.
fn refresh(record: &Record, token: &str, client: &str) -> Response {
    let mut accounts = record.microsoft.accounts();
    let Some((number, grant)) = accounts.refreshed(token) else {
        return refused(400, "invalid_grant", 50_173, "The grant was revoked.");
    };
    if grant.client != client {
        return refused(
            400,
            "unauthorized_client",
            700_016,
            "Application was not found.",
        );
    }
    let Grant { scopes, .. } = grant.clone();
    let (access, mut body) = issued(record, &scopes);
    accounts.add_access_token(access, number);
    let next = record.identifier("M.R3");
    exchange::insert(&mut body, "refresh_token", json!(next));
    accounts.add_refresh_token(next, number);
    exchange::json(StatusCode::OK, &body)
}
