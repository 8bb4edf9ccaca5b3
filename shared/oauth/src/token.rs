//! Token endpoints.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use outbound::{Outbound, Request, Response};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::{Map, Value};
use url::Url;

use crate::authorization::OAuthClient;
use crate::call::form;
use crate::error::OAuthError;
use crate::proof_key::ProofKey;

/// Validity of an access token in seconds where the response does not say it.
const USUAL_LIFETIME: u64 = 3_600;
/// Longest validity of an access token that is taken as true, in seconds: a day.
const LONGEST_LIFETIME: u64 = 86_400;
/// Size limit of a response in bytes.
const MOST_BYTES: usize = 256 * 1024;

/// An access token.
#[derive(Debug, Clone)]
pub struct AccessToken {
    /// The token.
    pub secret: SecretString,
    /// Time for which it is valid, counted from the response; usually an hour.
    pub lifetime: Duration,
}

/// What the provider gives for a code or a refresh token.
#[derive(Debug, Clone)]
pub struct Tokens {
    /// The access token.
    pub access: AccessToken,
    /// A refresh token; after a renewal it replaces the former one, and is usually absent.
    pub refresh_token: Option<SecretString>,
    /// The granted scopes, separated by blanks. Without them all that were asked for are granted (RFC 6749, section 5.1).
    pub scope: Option<String>,
    /// E-mail address of the account, if the response identifies the account by it.
    pub account_email: Option<String>,
}

/// A code with what its exchange has to repeat.
#[derive(Debug, Clone)]
pub struct AuthorizationCode {
    /// The code.
    pub code: SecretString,
    /// The redirect address of the authorization.
    pub redirect_uri: Url,
    /// The proof key, if the authorization had a challenge.
    pub proof_key: Option<ProofKey>,
}

#[derive(Deserialize)]
struct TokenResponse {
    access_token: String,
    expires_in: Option<u64>,
    refresh_token: Option<String>,
    scope: Option<String>,
    token_type: Option<String>,
    id_token: Option<String>,
}

/// A token endpoint, and the revocation endpoint beside it.
#[derive(Debug, Clone)]
pub struct TokenEndpoint {
    outbound: Outbound,
    url: Url,
}

impl TokenEndpoint {
    /// The endpoint at `url`.
    #[must_use]
    pub const fn new(outbound: Outbound, url: Url) -> Self {
        Self { outbound, url }
    }

    /// Exchanges a code within `deadline`. A code can be exchanged once.
    ///
    /// # Errors
    /// [`OAuthError`].
    pub async fn exchange(
        &self,
        client: &OAuthClient,
        code: &AuthorizationCode,
        deadline: Duration,
    ) -> Result<Tokens, OAuthError> {
        let mut fields = vec![
            ("grant_type", "authorization_code"),
            ("code", code.code.expose_secret()),
            ("redirect_uri", code.redirect_uri.as_str()),
        ];
        let verifier = code.proof_key.as_ref().map(ProofKey::verifier);
        fields.extend(verifier.map(|verifier| ("code_verifier", verifier.expose_secret())));
        let secrets = [Some(&code.code), verifier];
        let secrets: Vec<&SecretString> = secrets.into_iter().flatten().collect();
        self.tokens(client, &fields, &secrets, deadline).await
    }

    /// Renews an access token within `deadline`.
    ///
    /// # Errors
    /// [`OAuthError`].
    pub async fn refresh(
        &self,
        client: &OAuthClient,
        refresh_token: &SecretString,
        deadline: Duration,
    ) -> Result<Tokens, OAuthError> {
        let fields = [
            ("grant_type", "refresh_token"),
            ("refresh_token", refresh_token.expose_secret()),
        ];
        self.tokens(client, &fields, &[refresh_token], deadline)
            .await
    }

    /// Revokes a token within `deadline` (RFC 7009), when the endpoint is one of revocation. A token that the provider does
    /// not know any more counts as revoked.
    ///
    /// # Errors
    /// [`OAuthError`].
    pub async fn revoke(&self, token: &SecretString, deadline: Duration) -> Result<(), OAuthError> {
        let fields = [("token", token.expose_secret())];
        let response = self.send(&fields, deadline).await?;
        if response.status.is_success() {
            return Ok(());
        }
        match OAuthError::of_response(&response, &[token]) {
            OAuthError::Refused {
                status: 400,
                code: Some(code),
                ..
            } if code == "invalid_token" => Ok(()),
            error => Err(error),
        }
    }

    async fn tokens(
        &self,
        client: &OAuthClient,
        fields: &[(&str, &str)],
        secrets: &[&SecretString],
        deadline: Duration,
    ) -> Result<Tokens, OAuthError> {
        let mut fields = fields.to_vec();
        fields.push(("client_id", &client.id));
        fields.push(("client_secret", client.secret.expose_secret()));
        let response = self.send(&fields, deadline).await?;
        if response.status.is_success() {
            return read(&response);
        }
        let secrets = [secrets, &[&client.secret]].concat();
        Err(OAuthError::of_response(&response, &secrets))
    }

    async fn send(
        &self,
        fields: &[(&str, &str)],
        deadline: Duration,
    ) -> Result<Response, OAuthError> {
        let request = Request::post(self.url.clone())
            .deadline(deadline)
            .max_bytes(MOST_BYTES);
        let sent = self.outbound.send(form(request, fields)).await;
        sent.map_err(|error| OAuthError::of_outbound(&error))
    }
}

/// Reads the response of a success (RFC 6749, section 5.1).
fn read(response: &Response) -> Result<Tokens, OAuthError> {
    // An array is no response, although each of its members could be read in order.
    let members: Map<String, Value> = response.json().map_err(|_| OAuthError::BadPayload)?;
    let read: TokenResponse =
        serde_json::from_value(Value::Object(members)).map_err(|_| OAuthError::BadPayload)?;
    let kind = read.token_type.as_deref().unwrap_or("Bearer");
    if read.access_token.is_empty() || !kind.eq_ignore_ascii_case("bearer") {
        return Err(OAuthError::BadPayload);
    }
    let seconds = read.expires_in.unwrap_or(USUAL_LIFETIME);
    let refresh = read.refresh_token.filter(|token| !token.is_empty());
    Ok(Tokens {
        access: AccessToken {
            secret: SecretString::from(read.access_token),
            lifetime: Duration::from_secs(seconds.min(LONGEST_LIFETIME)),
        },
        refresh_token: refresh.map(SecretString::from),
        scope: read.scope,
        account_email: read.id_token.as_deref().and_then(account_email),
    })
}

/// The e-mail address in an identity token. Its signature is not checked, because the token comes from the provider itself
/// over TLS (OpenID Connect Core, section 3.1.3.7).
fn account_email(identity_token: &str) -> Option<String> {
    let claims = identity_token.split('.').nth(1)?;
    let claims = URL_SAFE_NO_PAD.decode(claims).ok()?;
    let claims: Value = serde_json::from_slice(&claims).ok()?;
    let email = claims.get("email")?.as_str()?.trim();
    (!email.is_empty()).then(|| email.to_owned())
}
