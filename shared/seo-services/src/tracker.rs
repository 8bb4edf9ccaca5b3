//! Rank tracking.

use std::time::Duration;

use http::Method;
use outbound::{Body, Request};
use seo::keywords::failure::Failure;
use seo::keywords::limit::Limit;
use seo::keywords::message;
use seo::keywords::tokens::ServiceTokens;
use seo::keywords::tracking::{self, Period};
use serde_json::Value;
use url::Url;

use crate::address::BaseAddress;
use crate::error::CallError;
use crate::oauth::{OAuthError, TokenEndpoint};
use crate::service::{Service, with_token};

/// Time limit of a call.
const DEADLINE: Duration = Duration::from_secs(10);
/// Time limit of a call for positions, which may be many.
const POSITIONS_DEADLINE: Duration = Duration::from_secs(20);

/// Client of the service of rank tracking. Clones share its circuits.
#[derive(Clone)]
pub struct Tracker {
    pub(crate) service: Service,
    pub(crate) address: BaseAddress,
    pub(crate) sign_in: BaseAddress,
    pub(crate) tokens: TokenEndpoint,
}

impl std::fmt::Debug for Tracker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tracker")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

impl Tracker {
    /// The address where the account's owner allows access to `domain`.
    pub fn authorization_url(&self, domain: &str, verifier: &str) -> Url {
        let base = self.sign_in.at(&["connect", "authorize"]);
        tracking::authorization_url(
            &base,
            &self.tokens.client.id,
            &self.tokens.client.redirect,
            domain,
            verifier,
        )
    }

    /// The tokens for a code that the service gave to the account's owner.
    ///
    /// # Errors
    /// [`OAuthError`].
    pub async fn exchange(&self, code: &str, verifier: &str) -> Result<ServiceTokens, OAuthError> {
        self.tokens.exchange(code, Some(verifier)).await
    }

    /// Renewed tokens.
    ///
    /// # Errors
    /// [`OAuthError`].
    pub async fn renew(&self, tokens: &ServiceTokens) -> Result<ServiceTokens, OAuthError> {
        self.tokens.renew(tokens).await
    }

    /// What the account may track.
    ///
    /// # Errors
    /// [`Failure::Refused`], also when the service does not answer.
    pub async fn limit(&self, token: &str) -> Result<Limit, Failure> {
        let url = self.address.at(&["beta", "account"]);
        let account = self.call(Method::GET, url, token, None, DEADLINE).await?;
        let limit = Limit::read(&account);
        limit.ok_or_else(|| Failure::Refused(CallError::Unreadable.to_string()))
    }

    /// The body of `account/upgrade-campaign`.
    ///
    /// # Errors
    /// [`Failure::Refused`], also when the service does not answer.
    pub async fn campaign(&self, token: &str) -> Result<Value, Failure> {
        let client = self.tokens.client.id.as_str();
        let url = self.address.at(&["v1", client, "upgrade-campaign"]);
        let campaign = self.call(Method::GET, url, token, None, DEADLINE).await?;
        Ok(tracking::campaign_body(&campaign))
    }

    /// Begins to track phrases of a website, and returns the body of `keyphrases/track`.
    ///
    /// # Errors
    /// [`Failure::Refused`], also when the service does not answer.
    pub async fn track(
        &self,
        token: &str,
        website: i64,
        phrases: &[String],
    ) -> Result<Value, Failure> {
        let website = website.to_string();
        let path = ["beta", "websites", website.as_str(), "keywords", "bulk"];
        let body = tracking::track_request(phrases);
        let answer = self
            .call(
                Method::POST,
                self.address.at(&path),
                token,
                Some(body),
                DEADLINE,
            )
            .await?;
        tracking::tracked_body(&answer)
    }

    /// The body of `keyphrases` for phrases of a website.
    ///
    /// # Errors
    /// [`Failure::Refused`], also when the service does not answer.
    pub async fn positions(
        &self,
        token: &str,
        website: i64,
        phrases: &[String],
        period: &Period,
    ) -> Result<Value, Failure> {
        let website = website.to_string();
        let client = self.tokens.client.id.as_str();
        let url = self.address.at(&["beta", client, website.as_str()]);
        let body = tracking::positions_request(phrases, period);
        let answer = self
            .call(Method::POST, url, token, Some(body), POSITIONS_DEADLINE)
            .await?;
        tracking::positions_body(&answer, phrases)
    }

    /// Ends the tracking of a phrase of a website. `phrase` is an identifier of [`tracking::phrase_id`].
    ///
    /// # Errors
    /// [`Failure::Refused`], also when the service does not answer.
    pub async fn untrack(&self, token: &str, website: i64, phrase: &str) -> Result<(), Failure> {
        let website = website.to_string();
        let path = ["beta", "websites", website.as_str(), "keywords", phrase];
        let url = self.address.at(&path);
        self.call(Method::DELETE, url, token, None, DEADLINE)
            .await?;
        Ok(())
    }

    async fn call(
        &self,
        method: Method,
        url: Url,
        token: &str,
        body: Option<Value>,
        deadline: Duration,
    ) -> Result<Value, Failure> {
        let not_answered = |error: CallError| Failure::Refused(error.to_string());
        let request = with_token(method, url, token).map_err(not_answered)?;
        let request: Request = match body {
            Some(body) => request.body(Body::Json(body)),
            None => request,
        };
        let answer = self.service.send(request, deadline).await;
        let answer = answer.map_err(not_answered)?;
        if answer.is_success() {
            Ok(answer.body)
        } else {
            Err(Failure::Refused(message::of_answer(&answer.body)))
        }
    }
}
