//! Keyword research.

use std::sync::Arc;
use std::time::Duration;

use http::Method;
use seo::keywords::failure::Failure;
use seo::keywords::tokens::ServiceTokens;
use seo::keywords::{message, research};
use serde_json::Value;

use crate::address::BaseAddress;
use crate::oauth::{OAuthError, TokenEndpoint};
use crate::recent::Recent;
use crate::service::{Service, with_token};

/// Time limit of a call.
const DEADLINE: Duration = Duration::from_secs(12);

/// Client of the service of keyword research. Clones share circuit and answers.
#[derive(Clone)]
pub struct Research {
    pub(crate) service: Service,
    pub(crate) address: BaseAddress,
    pub(crate) tokens: TokenEndpoint,
    pub(crate) recent: Arc<Recent>,
}

impl std::fmt::Debug for Research {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Research")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

impl Research {
    /// The tokens for a code that the service gave to the account's owner.
    ///
    /// # Errors
    /// [`OAuthError`].
    pub async fn exchange(&self, code: &str) -> Result<ServiceTokens, OAuthError> {
        self.tokens.exchange(code, None).await
    }

    /// Renewed tokens.
    ///
    /// # Errors
    /// [`OAuthError`].
    pub async fn renew(&self, tokens: &ServiceTokens) -> Result<ServiceTokens, OAuthError> {
        self.tokens.renew(tokens).await
    }

    /// The body for a phrase and country that this process answered for the site within a day.
    pub fn recent(&self, site: &str, phrase: &str, country: &str) -> Option<Value> {
        let key = research::cache_key(site, phrase, country);
        self.recent.get(&key, self.service.clock().now())
    }

    /// The body for a phrase and country.
    ///
    /// # Errors
    /// [`Failure::Refused`], also when the service does not answer.
    pub async fn related(
        &self,
        site: &str,
        tokens: &ServiceTokens,
        phrase: &str,
        country: &str,
    ) -> Result<Value, Failure> {
        let mut url = self
            .address
            .at(&["api", "v1", "keywords", "phrase_fullsearch"]);
        // The service reads the token from the address; errors of the outbound client contain no query.
        url.query_pairs_mut()
            .append_pair("access_token", &tokens.access_token)
            .extend_pairs(research::query(phrase, country));
        let request = with_token(Method::GET, url, &tokens.access_token);
        let sent = match request {
            Ok(request) => self.service.send(request, DEADLINE).await,
            Err(error) => Err(error),
        };
        let answer = sent.map_err(|error| Failure::Refused(error.to_string()))?;
        if !answer.is_success() {
            return Err(Failure::Refused(message::of_answer(&answer.body)));
        }
        let body = research::body(&answer.body)?;
        let key = research::cache_key(site, phrase, country);
        self.recent
            .put(key, body.clone(), self.service.clock().now());
        Ok(body)
    }
}
