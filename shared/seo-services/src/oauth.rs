//! Tokens by OAuth 2.0 (RFC 6749): exchange of a code, renewal.

use std::time::Duration;

use seo::keywords::message;
use seo::keywords::tokens::{OAuthClient, ServiceTokens, exchange_form};
use serde_json::Value;
use url::Url;

use crate::error::CallError;
use crate::service::{Service, form};

/// Time limit of an exchange or renewal.
const DEADLINE: Duration = Duration::from_secs(10);
/// The code of a refusal after which the connection is lost (RFC 6749, section 5.2).
const INVALID_GRANT: &str = "invalid_grant";

/// Why there are no tokens. Contains no token and no code.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OAuthError {
    /// The service refuses the code or the refresh token: access has to be allowed again.
    #[error("{0}")]
    InvalidGrant(String),
    /// The service refuses for another reason, in its words.
    #[error("{0}")]
    Refused(String),
    /// The service did not answer.
    #[error(transparent)]
    Call(#[from] CallError),
}

/// Where tokens come from.
#[derive(Clone)]
pub(crate) struct TokenEndpoint {
    pub service: Service,
    pub url: Url,
    pub client: OAuthClient,
}

impl TokenEndpoint {
    /// The tokens for a code; with the verifier where the authorisation had one.
    pub(crate) async fn exchange(
        &self,
        code: &str,
        verifier: Option<&str>,
    ) -> Result<ServiceTokens, OAuthError> {
        self.tokens(&exchange_form(&self.client, code, verifier), None)
            .await
    }

    /// Renewed tokens. The refresh token stays when the service gives no other one.
    pub(crate) async fn renew(&self, tokens: &ServiceTokens) -> Result<ServiceTokens, OAuthError> {
        let form = tokens.renewal_form(&self.client);
        self.tokens(&form, Some(&tokens.refresh_token)).await
    }

    async fn tokens(
        &self,
        fields: &[(&'static str, String)],
        refresh_token: Option<&str>,
    ) -> Result<ServiceTokens, OAuthError> {
        let request = form(self.url.clone(), fields);
        let mut answer = self.service.send(request, DEADLINE).await?;
        if !answer.is_success() {
            return Err(refusal(&answer.body));
        }
        if let (Some(body), Some(token)) = (answer.body.as_object_mut(), refresh_token) {
            body.entry("refresh_token").or_insert_with(|| token.into());
        }
        let now = self.service.clock().now();
        let tokens = ServiceTokens::read(&answer.body, now);
        tokens.ok_or(OAuthError::Call(CallError::Unreadable))
    }
}

fn refusal(body: &Value) -> OAuthError {
    let message = message::of_answer(body);
    if message == INVALID_GRANT {
        OAuthError::InvalidGrant(message)
    } else {
        OAuthError::Refused(message)
    }
}
