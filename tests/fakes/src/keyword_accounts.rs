//! Accounts of the services of keywords: codes, refresh tokens and access tokens by OAuth 2.0.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::response::Response;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::StatusCode;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::exchange::{self, media_type};
use crate::record::{Call, Record};
use crate::service::Service;

/// Lifetime of an access token in seconds.
const LIFETIME: u32 = 3_600;

/// What a service asks of a token request.
pub(crate) struct Rules {
    pub(crate) service: Service,
    /// Whether clients have a secret.
    pub(crate) has_secret: bool,
    /// The end of the redirect's path behind the client's identifier.
    pub(crate) redirect: &'static str,
    /// Whether codes are bound to a verifier.
    pub(crate) has_verifier: bool,
}

/// Codes and tokens of all accounts.
#[derive(Default)]
pub(crate) struct KeywordAccounts {
    state: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// Codes with the challenge of their verifier.
    codes: BTreeMap<(Service, String), Option<String>>,
    /// Access tokens by refresh token.
    grants: BTreeMap<(Service, String), String>,
}

impl KeywordAccounts {
    fn state(&self) -> MutexGuard<'_, Known> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The account's owner allows access and gets a code.
    pub(crate) fn add_code(&self, service: Service, code: String, challenge: Option<String>) {
        self.state().codes.insert((service, code), challenge);
    }

    /// The account's owner withdraws access.
    pub(crate) fn revoke(&self, service: Service) {
        self.state().grants.retain(|(of, _), _| *of != service);
    }

    /// Whether an access token is alive.
    pub(crate) fn is_alive(&self, service: Service, access: &str) -> bool {
        let state = self.state();
        let mut grants = state.grants.iter();
        grants.any(|((of, _), alive)| *of == service && alive == access)
    }

    /// Forgets codes and tokens.
    pub(crate) fn clear(&self) {
        *self.state() = Known::default();
    }
}

fn refused(status: StatusCode, error: &str) -> Response {
    let body = json!({ "error": error, "error_description": "The request is refused." });
    exchange::json(status, &body)
}

/// Answers a token request.
pub(crate) fn token(record: &Record, call: &Call, rules: &Rules) -> Response {
    let bad = |error: &str| refused(StatusCode::BAD_REQUEST, error);
    let fields = call.body.as_ref().and_then(Value::as_object);
    let is_form = media_type(call) == "application/x-www-form-urlencoded";
    let Some(fields) = fields.filter(|_| is_form && call.query.is_none()) else {
        return bad("invalid_request");
    };
    let of = |name: &str| fields.get(name).and_then(Value::as_str).unwrap_or_default();
    let mut names = vec!["grant_type", "client_id", "redirect_uri"];
    match of("grant_type") {
        "authorization_code" => {
            names.push("code");
            names.extend(rules.has_verifier.then_some("code_verifier"));
        }
        "refresh_token" => names.push("refresh_token"),
        _ => return bad("unsupported_grant_type"),
    }
    names.extend(rules.has_secret.then_some("client_secret"));
    let is_whole = names.len() == fields.len() && names.iter().all(|name| !of(name).is_empty());
    if !is_whole {
        return bad("invalid_request");
    }
    if rules.has_secret && of("client_secret").starts_with("bad") {
        return refused(StatusCode::UNAUTHORIZED, "invalid_client");
    }
    let redirect = format!("/{}{}", of("client_id"), rules.redirect);
    if !of("redirect_uri").ends_with(&redirect) {
        return bad("redirect_uri_mismatch");
    }
    let mut state = record.keywords.state();
    let found = match of("grant_type") {
        "authorization_code" => {
            let code = (rules.service, of("code").to_owned());
            let verifier = URL_SAFE_NO_PAD.encode(Sha256::digest(of("code_verifier")));
            let challenge = state.codes.remove(&code);
            challenge.is_some_and(|challenge| challenge.is_none_or(|known| known == verifier))
        }
        _ => {
            let token = (rules.service, of("refresh_token").to_owned());
            state.grants.remove(&token).is_some()
        }
    };
    if !found {
        return bad("invalid_grant");
    }
    let (access, refresh) = (record.identifier("acc_"), record.identifier("ref_"));
    let grant = (rules.service, refresh.clone());
    state.grants.insert(grant, access.clone());
    let body = json!({
        "access_token": access, "refresh_token": refresh, "expires_in": LIFETIME, "token_type": "Bearer",
    });
    exchange::json(StatusCode::OK, &body)
}
