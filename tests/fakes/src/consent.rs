//! OAuth 2.0 as providers of accounts share it: the consent screen, and what a code must fit (RFC 6749, RFC 7636).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::MutexGuard;

use axum::body::Body;
use axum::response::Response;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::StatusCode;
use sha2::{Digest, Sha256};
use url::Url;

use crate::accounts::{Accounts, Code, Consent};
use crate::exchange::{query, with_header, with_type};
use crate::record::{Call, Record};
use crate::service::Service;

/// Parameters of an authorization.
pub(crate) type Parameters = BTreeMap<String, String>;

/// Why an authorization shows a page in place of going back to the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wrong<'a> {
    /// The parameter does not exist.
    Parameter(&'a str),
    /// The client is missing.
    Client,
    /// The redirect is no address that the provider takes.
    Redirect,
    /// The type is not `code`, or there are no scopes.
    Request,
    /// The method of the proof key is not `S256`.
    Challenge,
}

/// The consent screen of a provider.
pub(crate) struct Screen {
    pub(crate) service: Service,
    /// Parameters that exist.
    pub(crate) parameters: &'static [&'static str],
    pub(crate) accounts: fn(&Record) -> MutexGuard<'_, Accounts>,
    /// Beginning of codes.
    pub(crate) code: &'static str,
    /// Whether the provider takes an address as redirect.
    pub(crate) takes: fn(&Url) -> bool,
    /// Whether a refresh token comes with these parameters and scopes.
    pub(crate) is_offline: fn(&Parameters, &BTreeSet<String>) -> bool,
    /// Whether the granted scopes are named in the redirect.
    pub(crate) names_scopes: bool,
    /// What the redirect of a person who cancels has beside its error.
    pub(crate) denied: &'static [(&'static str, &'static str)],
    /// The page for a wrong authorization.
    pub(crate) page: fn(Wrong<'_>) -> Response,
}

impl Screen {
    /// Answers for the person at the consent screen.
    pub(crate) fn answer(&self, record: &Record, call: &Call) -> Response {
        let parameters = query(call);
        match self.redirect(record, &parameters) {
            Ok(back) => {
                let status = StatusCode::FOUND;
                let response = with_type(status, "text/html; charset=utf-8", Body::empty());
                with_header(response, "location", back)
            }
            Err(wrong) => (self.page)(wrong),
        }
    }

    fn redirect<'a>(&self, record: &Record, parameters: &'a Parameters) -> Result<Url, Wrong<'a>> {
        let of = |name: &str| parameters.get(name).map(String::as_str);
        let mut names = parameters.keys().map(String::as_str);
        if let Some(name) = names.find(|name| !self.parameters.contains(name)) {
            return Err(Wrong::Parameter(name));
        }
        let client = of("client_id").filter(|client| !client.is_empty());
        let client = client.ok_or(Wrong::Client)?;
        let back = of("redirect_uri").and_then(|uri| Url::parse(uri).ok());
        let mut back = back.filter(self.takes).ok_or(Wrong::Redirect)?;
        let scopes = of("scope").unwrap_or_default().split_whitespace();
        let scopes: BTreeSet<String> = scopes.map(str::to_owned).collect();
        if of("response_type") != Some("code") || scopes.is_empty() {
            return Err(Wrong::Request);
        }
        if of("code_challenge").is_some() && of("code_challenge_method") != Some("S256") {
            return Err(Wrong::Challenge);
        }
        if of("state").is_none_or(str::is_empty) {
            record.violation(self.service, "the authorization has no state");
        }
        let mut accounts = (self.accounts)(record);
        let consent = accounts.next_consent();
        let mut answer = back.query_pairs_mut();
        if consent == Consent::Denied {
            answer.append_pair("error", "access_denied");
            answer.extend_pairs(self.denied);
        } else {
            let granted: BTreeSet<String> = match &consent {
                Consent::Without(scope) => scopes.into_iter().filter(|one| one != scope).collect(),
                _ => scopes,
            };
            let text = record.identifier(self.code);
            answer.append_pair("code", &text);
            if self.names_scopes {
                answer.append_pair("scope", &joined(&granted));
            }
            let code = Code {
                client: client.to_owned(),
                redirect_uri: of("redirect_uri").unwrap_or_default().to_owned(),
                offline: (self.is_offline)(parameters, &granted) && consent != Consent::Again,
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
        Ok(back)
    }
}

/// Scopes as one text.
pub(crate) fn joined(scopes: &BTreeSet<String>) -> String {
    let scopes: Vec<&str> = scopes.iter().map(String::as_str).collect();
    scopes.join(" ")
}

/// Why a code brings no tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WrongCode {
    /// It is unknown, or was used.
    Unknown,
    /// It belongs to another client.
    Client,
    /// The redirect is another one than that of the authorization.
    Redirect,
    /// The verifier does not fit the proof key.
    Verifier,
}

/// The meaning of the code in the fields of a token request, which ends with it.
pub(crate) fn redeem<'a>(
    accounts: &mut Accounts,
    of: impl Fn(&str) -> &'a str,
) -> Result<Code, WrongCode> {
    let code = accounts.take_code(of("code")).ok_or(WrongCode::Unknown)?;
    if code.client != of("client_id") {
        return Err(WrongCode::Client);
    }
    if code.redirect_uri != of("redirect_uri") {
        return Err(WrongCode::Redirect);
    }
    let proof = URL_SAFE_NO_PAD.encode(Sha256::digest(of("code_verifier")));
    match &code.challenge {
        Some(challenge) if *challenge != proof => Err(WrongCode::Verifier),
        _ => Ok(code),
    }
}
