//! Google's OAuth 2.0 (<https://developers.google.com/identity/protocols/oauth2/web-server>).

use std::collections::BTreeSet;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use outbound::{Request, Response};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::Value;
use url::Url;

use super::GoogleClient;
use super::call::{Repeat, authorized, deadline, form, object};
use super::refusal::{of_api, of_oauth};
use crate::endpoints::joined;
use crate::error::SearchError;
use crate::oauth::{AccessToken, AuthorizationRequest, Grant, OAuthClient, RenewedAccess, Scope};

/// Validity of an access token in seconds where the response does not say it: that of Google's tokens.
const USUAL_LIFETIME: u64 = 3_600;
/// Longest validity of an access token that is taken as true, in seconds: a day.
const LONGEST_LIFETIME: u64 = 86_400;

#[derive(Deserialize)]
struct TokenResponse {
    access_token: String,
    expires_in: Option<u64>,
    refresh_token: Option<String>,
    scope: Option<String>,
    token_type: Option<String>,
    id_token: Option<String>,
}

impl TokenResponse {
    fn read(response: &Response) -> Result<Self, SearchError> {
        let read: Self = object(response)?;
        let kind = read.token_type.as_deref().unwrap_or("Bearer");
        if read.access_token.is_empty() || !kind.eq_ignore_ascii_case("bearer") {
            return Err(SearchError::BadPayload);
        }
        Ok(read)
    }

    fn access(&self) -> AccessToken {
        let seconds = self.expires_in.unwrap_or(USUAL_LIFETIME);
        AccessToken {
            secret: SecretString::from(self.access_token.clone()),
            lifetime: Duration::from_secs(seconds.min(LONGEST_LIFETIME)),
        }
    }

    fn refresh_token(&self) -> Option<SecretString> {
        let token = self.refresh_token.clone()?;
        (!token.is_empty()).then(|| SecretString::from(token))
    }

    /// The granted scopes. A response without them grants all that were asked for (RFC 6749, section 5.1).
    fn scopes(&self) -> BTreeSet<Scope> {
        match &self.scope {
            Some(list) => Scope::listed(list),
            None => Scope::ALL
                .into_iter()
                .filter(|scope| *scope != Scope::WebmastersReadonly)
                .collect(),
        }
    }

    /// The e-mail address in the identity token. Its signature is not checked, because the token comes from the provider
    /// itself over TLS (OpenID Connect Core, section 3.1.3.7).
    fn account_email(&self) -> Option<String> {
        let claims = self.id_token.as_deref()?.split('.').nth(1)?;
        let claims = URL_SAFE_NO_PAD.decode(claims).ok()?;
        let claims: Value = serde_json::from_slice(&claims).ok()?;
        email(&claims)
    }
}

/// The member `email` of an identity.
fn email(identity: &Value) -> Option<String> {
    let email = identity.get("email")?.as_str()?.trim();
    (!email.is_empty()).then(|| email.to_owned())
}

pub(super) fn authorization_url(
    base: &Url,
    client: &OAuthClient,
    request: &AuthorizationRequest,
) -> Url {
    let mut scopes = vec![Scope::OpenId, Scope::Email, Scope::Webmasters];
    if request.indexing {
        scopes.push(Scope::Indexing);
    }
    let scopes: Vec<&str> = scopes.into_iter().map(Scope::as_str).collect();
    let mut url = joined(base, &["o", "oauth2", "v2", "auth"]);
    let mut query = url.query_pairs_mut();
    query
        .append_pair("client_id", &client.id)
        .append_pair("redirect_uri", request.redirect_uri.as_str())
        .append_pair("response_type", "code")
        .append_pair("scope", &scopes.join(" "))
        .append_pair("access_type", "offline")
        .append_pair("prompt", "consent")
        .append_pair("include_granted_scopes", "false")
        .append_pair("state", &request.state);
    if let Some(hint) = &request.login_hint {
        query.append_pair("login_hint", hint);
    }
    drop(query);
    url
}

pub(super) async fn exchange_code(
    google: &GoogleClient,
    client: &OAuthClient,
    code: &SecretString,
    redirect_uri: &Url,
) -> Result<Grant, SearchError> {
    let fields = [
        ("grant_type", "authorization_code"),
        ("code", code.expose_secret()),
        ("redirect_uri", redirect_uri.as_str()),
    ];
    let answer = token(google, client, code, &fields, Repeat::Unsent).await?;
    Ok(Grant {
        access: answer.access(),
        refresh_token: answer.refresh_token().ok_or(SearchError::NoRefreshToken)?,
        scopes: answer.scopes(),
        account_email: answer.account_email(),
    })
}

pub(super) async fn refresh(
    google: &GoogleClient,
    client: &OAuthClient,
    refresh_token: &SecretString,
) -> Result<RenewedAccess, SearchError> {
    let fields = [
        ("grant_type", "refresh_token"),
        ("refresh_token", refresh_token.expose_secret()),
    ];
    let answer = token(google, client, refresh_token, &fields, Repeat::Transient).await?;
    Ok(RenewedAccess {
        access: answer.access(),
        refresh_token: answer.refresh_token(),
    })
}

/// A call of the token endpoint by `client`, with `secret` among the `fields`.
async fn token(
    google: &GoogleClient,
    client: &OAuthClient,
    secret: &SecretString,
    fields: &[(&str, &str)],
    repeat: Repeat,
) -> Result<TokenResponse, SearchError> {
    let mut fields = fields.to_vec();
    fields.push(("client_id", &client.id));
    fields.push(("client_secret", client.secret.expose_secret()));
    let request = Request::post(joined(&google.endpoints.token, &["token"]));
    let judge = |response: &Response| {
        if response.status.is_success() {
            TokenResponse::read(response)
        } else {
            Err(of_oauth(response, &[secret, &client.secret]))
        }
    };
    google
        .call(form(request, &fields), repeat, deadline(), judge)
        .await
}

pub(super) async fn revoke(google: &GoogleClient, token: &SecretString) -> Result<(), SearchError> {
    let request = Request::post(joined(&google.endpoints.token, &["revoke"]));
    let request = form(request, &[("token", token.expose_secret())]);
    let judge = |response: &Response| {
        if response.status.is_success() {
            return Ok(());
        }
        match of_oauth(response, &[token]) {
            // The token was withdrawn before.
            SearchError::Refused {
                status: 400,
                reason: Some(reason),
                ..
            } if reason == "invalid_token" => Ok(()),
            error => Err(error),
        }
    };
    google
        .call(request, Repeat::Transient, deadline(), judge)
        .await
}

pub(super) async fn account_email(
    google: &GoogleClient,
    access: &SecretString,
) -> Result<String, SearchError> {
    let request = Request::get(joined(&google.endpoints.userinfo, &["v1", "userinfo"]));
    let judge = |response: &Response| {
        if !response.status.is_success() {
            return Err(of_api(response, access));
        }
        let identity: Value = object(response)?;
        email(&identity).ok_or(SearchError::BadPayload)
    };
    google
        .call(
            authorized(request, access)?,
            Repeat::Transient,
            deadline(),
            judge,
        )
        .await
}
