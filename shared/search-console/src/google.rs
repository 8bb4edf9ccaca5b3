//! The search provider over HTTP.

mod call;
mod index_now;
mod indexing;
mod oauth;
mod refusal;
mod webmasters;

use async_trait::async_trait;
use outbound::Outbound;
use secrecy::SecretString;
use url::Url;

use crate::access::{AuthorizationRequest, Grant, OAuthClient, RenewedAccess};
use crate::endpoints::SearchEndpoints;
use crate::error::SearchError;
use crate::index_now::{IndexNowKey, IndexNowOutcome, IndexNowSubmission};
use crate::performance::{PagePerformance, PageQuery};
use crate::property::Property;
use crate::search_console::{IndexingReceipt, SearchConsole};

/// [`SearchConsole`] over HTTP: Google's services and IndexNow. Clones share the connections.
#[derive(Debug, Clone)]
pub struct GoogleClient {
    outbound: Outbound,
    endpoints: SearchEndpoints,
}

impl GoogleClient {
    /// A client that calls the services at `endpoints`.
    #[must_use]
    pub const fn new(outbound: Outbound, endpoints: SearchEndpoints) -> Self {
        Self {
            outbound,
            endpoints,
        }
    }
}

#[async_trait]
impl SearchConsole for GoogleClient {
    fn authorization_url(&self, client: &OAuthClient, request: &AuthorizationRequest) -> Url {
        oauth::authorization_url(&self.endpoints.authorization, client, request)
    }

    async fn exchange_code(
        &self,
        client: &OAuthClient,
        code: &SecretString,
        redirect_uri: &Url,
    ) -> Result<Grant, SearchError> {
        oauth::exchange_code(self, client, code, redirect_uri).await
    }

    async fn refresh(
        &self,
        client: &OAuthClient,
        refresh_token: &SecretString,
    ) -> Result<RenewedAccess, SearchError> {
        oauth::refresh(self, client, refresh_token).await
    }

    async fn revoke(&self, token: &SecretString) -> Result<(), SearchError> {
        oauth::revoke(self, token).await
    }

    async fn account_email(&self, access: &SecretString) -> Result<String, SearchError> {
        oauth::account_email(self, access).await
    }

    async fn properties(&self, access: &SecretString) -> Result<Vec<Property>, SearchError> {
        webmasters::properties(self, access).await
    }

    async fn submit_sitemap(
        &self,
        access: &SecretString,
        property: &str,
        sitemap: &Url,
    ) -> Result<(), SearchError> {
        webmasters::submit_sitemap(self, access, property, sitemap).await
    }

    async fn page_performance(
        &self,
        access: &SecretString,
        property: &str,
        query: &PageQuery,
    ) -> Result<PagePerformance, SearchError> {
        webmasters::page_performance(self, access, property, query).await
    }

    async fn request_indexing(
        &self,
        access: &SecretString,
        page: &Url,
    ) -> Result<IndexingReceipt, SearchError> {
        indexing::request(self, access, page).await
    }

    async fn serves_index_now_key(
        &self,
        home: &Url,
        key: &IndexNowKey,
    ) -> Result<bool, SearchError> {
        index_now::serves_key(self, home, key).await
    }

    async fn submit_index_now(
        &self,
        submission: &IndexNowSubmission,
    ) -> Result<IndexNowOutcome, SearchError> {
        index_now::submit(self, submission).await
    }
}
