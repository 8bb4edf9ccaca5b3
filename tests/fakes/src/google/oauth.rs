//! OAuth 2.0: consent, tokens, revocation, the account's e-mail address.
//! <https://developers.google.com/identity/protocols/oauth2/web-server>

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
use url::Url;

use super::errors;
use crate::accounts::Grant;
use crate::consent::{Screen, Wrong, WrongCode, joined, redeem};
use crate::exchange::{self, bearer, media_type, receive, with_type};
use crate::faults::{self, with_faults};
use crate::record::{Call, Record};
use crate::service::Service;

const SERVICE: Service = Service::GoogleOauth;

/// Lifetime of an access token in seconds, as Google states it.
const LIFETIME: u32 = 3599;

/// Parameters of the consent screen.
const AUTHORIZATION: [&str; 12] = [
    "client_id",
    "redirect_uri",
    "response_type",
    "scope",
    "access_type",
    "prompt",
    "state",
    "include_granted_scopes",
    "login_hint",
    "code_challenge",
    "code_challenge_method",
    "hl",
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

fn refused(status: u16, error: &str, description: &str) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
    let body = json!({ "error": error, "error_description": description });
    exchange::json(status, &body)
}

fn invalid_request(description: &str) -> Response {
    refused(400, "invalid_request", description)
}

/// The error with a name.
fn named(name: &str) -> Option<Response> {
    let (status, error, description) = match name {
        "invalid_grant" => (400, name, "Token has been expired or revoked."),
        "invalid_client" | "invalid-key" => {
            (401, "invalid_client", "The OAuth client was not found.")
        }
        "unauthorized_client" => (401, name, "Unauthorized"),
        "redirect_uri_mismatch" => (400, name, "Bad Request"),
        "invalid_scope" => (400, name, "Some requested scopes were invalid."),
        "access_denied" => (400, name, "The account is not allowed."),
        "admin_policy_enforced" => (
            400,
            name,
            "Access to the scopes is restricted by the administrator.",
        ),
        "org_internal" => (
            400,
            name,
            "The client is restricted to users within its organization.",
        ),
        "429" | "limit" => (429, "rate_limit_exceeded", "Rate Limit Exceeded"),
        "500" => (500, "internal_failure", "Internal error"),
        "503" | "overload" => (503, "temporarily_unavailable", "Backend Error"),
        _ => return None,
    };
    Some(refused(status, error, description))
}

async fn respond(record: &Arc<Record>, call: &Call) -> Response {
    match (call.method.as_str(), call.path.as_str()) {
        ("GET", "/o/oauth2/v2/auth") => SCREEN.answer(record, call),
        ("POST", "/token") => token(record, call).await,
        ("POST", "/revoke") => revoke(record, call),
        ("GET", "/v1/userinfo") => user(record, call),
        _ => errors::not_found(),
    }
}

/// The page that Google shows in place of going back to the client.
fn page(wrong: Wrong<'_>) -> Response {
    let error = match wrong {
        Wrong::Parameter(name) => format!("invalid_request: {name}"),
        Wrong::Client => "invalid_client".to_owned(),
        Wrong::Redirect => "redirect_uri_mismatch".to_owned(),
        Wrong::Request => "invalid_request".to_owned(),
        Wrong::Challenge => "invalid_request: code_challenge_method".to_owned(),
    };
    let page = format!(
        "<!doctype html><title>Erro 400: {error}</title><h1>Acesso bloqueado</h1><p>{error}</p>"
    );
    with_type(
        StatusCode::BAD_REQUEST,
        "text/html; charset=utf-8",
        Body::from(page),
    )
}

const SCREEN: Screen = Screen {
    service: SERVICE,
    parameters: &AUTHORIZATION,
    accounts: |record| record.google.accounts(),
    code: "4/0A",
    takes: is_redirect,
    is_offline: |parameters, _| {
        let is = |name: &str, value: &str| parameters.get(name).is_some_and(|own| own == value);
        is("access_type", "offline") && is("prompt", "consent")
    },
    names_scopes: true,
    denied: &[],
    page,
};

/// Google takes an address without a fragment: https, or a loopback host.
fn is_redirect(uri: &Url) -> bool {
    let is_loopback = matches!(uri.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
    uri.fragment().is_none() && (uri.scheme() == "https" || uri.scheme() == "http" && is_loopback)
}

/// The fields of a form, or the response to another body.
fn form(call: &Call) -> Result<BTreeMap<String, String>, Box<Response>> {
    if call.query.is_some() {
        return Err(Box::new(invalid_request(
            "Parameters belong into the body.",
        )));
    }
    let fields = call.body.as_ref().and_then(Value::as_object);
    let Some(fields) = fields.filter(|_| media_type(call) == "application/x-www-form-urlencoded")
    else {
        return Err(Box::new(invalid_request("Invalid content type.")));
    };
    let text = |(name, value): (&String, &Value)| {
        (name.clone(), value.as_str().unwrap_or_default().to_owned())
    };
    Ok(fields.iter().map(text).collect())
}

async fn token(record: &Arc<Record>, call: &Call) -> Response {
    let fields = match form(call) {
        Ok(fields) => fields,
        Err(response) => return *response,
    };
    let of = |name: &str| fields.get(name).map(String::as_str).unwrap_or_default();
    let kind = of("grant_type");
    let accepted: &[&str] = match kind {
        "authorization_code" => &["code", "redirect_uri", "code_verifier"],
        "refresh_token" => &["refresh_token"],
        _ => return refused(400, "unsupported_grant_type", "Invalid grant_type"),
    };
    let every = ["grant_type", "client_id", "client_secret"];
    if let Some(name) = fields
        .keys()
        .map(String::as_str)
        .find(|name| !every.contains(name) && !accepted.contains(name))
    {
        let words = format!("Parameter not allowed for this message type: {name}");
        return invalid_request(&words);
    }
    if of("client_id").is_empty() {
        return invalid_request("Could not determine client ID from request.");
    }
    if of("client_secret").is_empty() {
        return invalid_request("client_secret is missing.");
    }
    for credential in ["client_id", "client_secret"] {
        if let Some(fault) = faults::of_key(record, SERVICE, of(credential)) {
            return faults::response(record, SERVICE, named, fault).await;
        }
    }
    match kind {
        "authorization_code" => exchange_code(record, &fields),
        _ => refresh(record, of("refresh_token"), of("client_id")),
    }
}

fn exchange_code(record: &Record, fields: &BTreeMap<String, String>) -> Response {
    let of = |name: &str| fields.get(name).map(String::as_str).unwrap_or_default();
    let mut accounts = record.google.accounts();
    let code = match redeem(&mut accounts, of) {
        Ok(code) => code,
        Err(wrong) => {
            let (status, error, description) = match wrong {
                WrongCode::Unknown => (400, "invalid_grant", "Malformed auth code."),
                WrongCode::Client => (401, "unauthorized_client", "Unauthorized"),
                WrongCode::Redirect => (400, "redirect_uri_mismatch", "Bad Request"),
                WrongCode::Verifier => (400, "invalid_grant", "Invalid code verifier."),
            };
            return refused(status, error, description);
        }
    };
    let (scopes, account, offline) = (code.scopes.clone(), code.account.clone(), code.offline);
    let grant = accounts.add_grant(code);
    let mut body = issued(record, &scopes);
    accounts.add_access_token(text(&body, "access_token"), grant);
    if offline {
        let token = record.identifier("1//0");
        exchange::insert(&mut body, "refresh_token", json!(token));
        accounts.add_refresh_token(token, grant);
    }
    if scopes.contains("openid") {
        exchange::insert(
            &mut body,
            "id_token",
            json!(id_token(&account, of("client_id"))),
        );
    }
    exchange::json(StatusCode::OK, &body)
}

fn text(body: &Value, name: &str) -> String {
    let text = body.get(name).and_then(Value::as_str);
    text.unwrap_or_default().to_owned()
}

/// The response with a new access token.
fn issued(record: &Record, scopes: &BTreeSet<String>) -> Value {
    json!({
        "access_token": record.identifier("ya29."),
        "expires_in": LIFETIME,
        "scope": joined(scopes),
        "token_type": "Bearer",
    })
}

/// A token about the account. Its signature is none: clients that got it over TLS from Google need not verify it.
fn id_token(account: &str, client: &str) -> String {
    let part = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let header = part(json!({ "alg": "RS256", "kid": "f1", "typ": "JWT" }));
    let claims = part(json!({
        "iss": "https://accounts.google.com", "aud": client, "azp": client, "sub": subject(account),
        "email": account, "email_verified": true,
    }));
    format!("{header}.{claims}.c2VtIGFzc2luYXR1cmE")
}

/// Identifier of an account.
fn subject(account: &str) -> String {
    let sum: u64 = account.bytes().map(u64::from).sum();
    format!("1{:020}", sum * 7_919)
}

fn refresh(record: &Record, token: &str, client: &str) -> Response {
    let mut accounts = record.google.accounts();
    let Some((number, grant)) = accounts.refreshed(token) else {
        return refused(400, "invalid_grant", "Token has been expired or revoked.");
    };
    if grant.client != client {
        return refused(401, "unauthorized_client", "Unauthorized");
    }
    let Grant {
        scopes, account, ..
    } = grant.clone();
    let mut body = issued(record, &scopes);
    if scopes.contains("openid") {
        exchange::insert(&mut body, "id_token", json!(id_token(&account, client)));
    }
    accounts.add_access_token(text(&body, "access_token"), number);
    exchange::json(StatusCode::OK, &body)
}

fn revoke(record: &Record, call: &Call) -> Response {
    let fields = match form(call) {
        Ok(fields) => fields,
        Err(response) => return *response,
    };
    let token = fields.get("token").map(String::as_str).unwrap_or_default();
    if token.is_empty() || fields.len() != 1 {
        return invalid_request("Expected the parameter token.");
    }
    if record.google.accounts().revoke(token) {
        exchange::json(StatusCode::OK, &json!({}))
    } else {
        refused(400, "invalid_token", "Token expired or revoked")
    }
}

fn user(record: &Record, call: &Call) -> Response {
    let accounts = record.google.accounts();
    let grant = bearer(call).and_then(|token| accounts.allowed(token));
    let Some(grant) = grant.filter(|grant| grant.scopes.contains("openid")) else {
        return refused(401, "invalid_request", "Invalid Credentials");
    };
    let mut body = json!({ "sub": subject(&grant.account) });
    if grant.scopes.contains("email") {
        exchange::insert(&mut body, "email", json!(grant.account));
        exchange::insert(&mut body, "email_verified", json!(true));
    }
    exchange::json(StatusCode::OK, &body)
}
