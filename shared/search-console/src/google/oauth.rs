//! Google's OAuth 2.0 (<https://developers.google.com/identity/protocols/oauth2/web-server>).

use std::collections::BTreeSet;

use oauth::{Authorization, AuthorizationCode, TokenEndpoint};
use outbound::{Request, Response, below};
use secrecy::SecretString;
use serde_json::Value;
use url::Url;

use super::GoogleClient;
use super::call::{Repeat, authorized, deadline, object, repeated};
use super::refusal::of_api;
use crate::access::{AuthorizationRequest, Grant, OAuthClient, RenewedAccess, Scope};
use crate::error::SearchError;

/// The granted scopes. A response without them grants all that were asked for (RFC 6749, section 5.1).
fn scopes(list: Option<&str>) -> BTreeSet<Scope> {
    match list {
        Some(list) => Scope::listed(list),
        None => Scope::ALL
            .into_iter()
            .filter(|scope| *scope != Scope::WebmastersReadonly)
            .collect(),
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
    let mut further = vec![
        ("access_type", "offline"),
        ("prompt", "consent"),
        ("include_granted_scopes", "false"),
    ];
    further.extend(
        request
            .login_hint
            .as_deref()
            .map(|hint| ("login_hint", hint)),
    );
    let authorization = Authorization {
        redirect_uri: &request.redirect_uri,
        scopes: &scopes,
        state: &request.state,
        challenge: None,
        further: &further,
    };
    oauth::authorization_url(
        below(base, &["o", "oauth2", "v2", "auth"]),
        client,
        &authorization,
    )
}

/// The endpoint of tokens, or that of their revocation.
fn endpoint(google: &GoogleClient, name: &str) -> TokenEndpoint {
    TokenEndpoint::new(
        google.outbound.clone(),
        below(&google.endpoints.token, &[name]),
    )
}

pub(super) async fn exchange_code(
    google: &GoogleClient,
    client: &OAuthClient,
    code: &SecretString,
    redirect_uri: &Url,
) -> Result<Grant, SearchError> {
    let code = AuthorizationCode {
        code: code.clone(),
        redirect_uri: redirect_uri.clone(),
        proof_key: None,
    };
    let (endpoint, code) = (&endpoint(google, "token"), &code);
    let tokens = repeated(Repeat::Unsent, deadline(), |left| async move {
        Ok(endpoint.exchange(client, code, left).await?)
    })
    .await?;
    Ok(Grant {
        access: tokens.access,
        refresh_token: tokens.refresh_token.ok_or(SearchError::NoRefreshToken)?,
        scopes: scopes(tokens.scope.as_deref()),
        account_email: tokens.account_email,
    })
}

pub(super) async fn refresh(
    google: &GoogleClient,
    client: &OAuthClient,
    refresh_token: &SecretString,
) -> Result<RenewedAccess, SearchError> {
    let endpoint = &endpoint(google, "token");
    let tokens = repeated(Repeat::Transient, deadline(), |left| async move {
        Ok(endpoint.refresh(client, refresh_token, left).await?)
    })
    .await?;
    Ok(RenewedAccess {
        access: tokens.access,
        refresh_token: tokens.refresh_token,
    })
}

pub(super) async fn revoke(google: &GoogleClient, token: &SecretString) -> Result<(), SearchError> {
    let endpoint = &endpoint(google, "revoke");
    repeated(Repeat::Transient, deadline(), |left| async move {
        Ok(endpoint.revoke(token, left).await?)
    })
    .await
}

pub(super) async fn account_email(
    google: &GoogleClient,
    access: &SecretString,
) -> Result<String, SearchError> {
    let request = Request::get(below(&google.endpoints.userinfo, &["v1", "userinfo"]));
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
