//! Identity platform: consent and tokens.
//! <https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow>

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::any;
use http::StatusCode;
use serde_json::{Value, json};

use crate::accounts::Grant;
use crate::consent::{Screen, Wrong, WrongCode, redeem};
use crate::exchange::{self, media_type, receive, with_type};
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
        ("GET", "/common/oauth2/v2.0/authorize") => SCREEN.answer(record, call),
        ("POST", "/common/oauth2/v2.0/token") => token(record, call).await,
        _ => refused(404, "not_found", 90_002, "Not found."),
    }
}

/// The page that is shown in place of going back to the client.
fn page(wrong: Wrong<'_>) -> Response {
    let error = match wrong {
        Wrong::Parameter(name) => format!("AADSTS900144: {name}"),
        Wrong::Client => "AADSTS900144: client_id".to_owned(),
        Wrong::Redirect => "AADSTS50011: redirect_uri".to_owned(),
        Wrong::Request => "AADSTS900144: scope".to_owned(),
        Wrong::Challenge => "AADSTS501491: code_challenge_method".to_owned(),
    };
    let page =
        format!("<!doctype html><title>Entrar</title><h1>Algo deu errado</h1><p>{error}</p>");
    let status = StatusCode::BAD_REQUEST;
    with_type(status, "text/html; charset=utf-8", Body::from(page))
}

const SCREEN: Screen = Screen {
    service: SERVICE,
    parameters: &AUTHORIZATION,
    accounts: |record| record.microsoft.accounts(),
    code: "M.C5",
    takes: |_| true,
    is_offline: |_, scopes| scopes.contains(OFFLINE),
    names_scopes: false,
    denied: &[
        ("error_subcode", "cancel"),
        (
            "error_description",
            "AADSTS65004: User declined to consent.",
        ),
    ],
    page,
};

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
    let code = match redeem(&mut accounts, of) {
        Ok(code) => code,
        Err(wrong) => {
            let (error, number, description) = match wrong {
                WrongCode::Unknown => ("invalid_grant", 54_005, "The code was already redeemed."),
                WrongCode::Client => ("unauthorized_client", 700_016, "Application was not found."),
                WrongCode::Redirect => {
                    ("invalid_grant", 500_112, "The redirect URI does not match.")
                }
                WrongCode::Verifier => (
                    "invalid_grant",
                    501_481,
                    "The code verifier does not match.",
                ),
            };
            return refused(400, error, number, description);
        }
    };
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
