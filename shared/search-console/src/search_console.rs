//! The interface of the search provider.

use async_trait::async_trait;
use jiff::Timestamp;
use secrecy::SecretString;
use url::Url;

use crate::access::{AuthorizationRequest, Grant, OAuthClient, RenewedAccess};
use crate::error::SearchError;
use crate::index_now::{IndexNowKey, IndexNowOutcome, IndexNowSubmission};
use crate::performance::{PagePerformance, PageQuery};
use crate::property::Property;

/// The provider's confirmation of an indexing request. It says that the request arrived, not that the page is indexed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexingReceipt {
    /// Instant at which the provider noted the request, if it says so.
    pub noted_at: Option<Timestamp>,
}

/// Calls of the search provider. Each has a time limit of ten seconds with its repetitions (twenty for
/// [`page_performance`](Self::page_performance)); connecting has five. Calls that only read, that replace the same state,
/// or that never left are repeated at most twice within that time.
#[async_trait]
pub trait SearchConsole: Send + Sync {
    /// Address of the page on which a person grants access, with offline access and forced consent. Nothing is sent.
    fn authorization_url(&self, client: &OAuthClient, request: &AuthorizationRequest) -> Url;

    /// Exchanges the code that the provider sent back with a person for tokens. A code is accepted once, so the call is
    /// repeated only when it never left, or was
    /// refused with status 503.
    ///
    /// # Errors
    /// [`SearchError`]; [`SearchError::NoRefreshToken`] when the response contains only an access token.
    async fn exchange_code(
        &self,
        client: &OAuthClient,
        code: &SecretString,
        redirect_uri: &Url,
    ) -> Result<Grant, SearchError>;

    /// Renews the access.
    ///
    /// # Errors
    /// [`SearchError`]; [`SearchError::InvalidGrant`] when the access was withdrawn or has expired.
    async fn refresh(
        &self,
        client: &OAuthClient,
        refresh_token: &SecretString,
    ) -> Result<RenewedAccess, SearchError>;

    /// Withdraws the access. A token that is already invalid is a success. The provider withdraws all that this account
    /// granted to the client, also what other connections of the same account use.
    ///
    /// # Errors
    /// [`SearchError`].
    async fn revoke(&self, token: &SecretString) -> Result<(), SearchError>;

    /// E-mail address of the account.
    ///
    /// # Errors
    /// [`SearchError`]; [`SearchError::BadPayload`] for an account without one.
    async fn account_email(&self, access: &SecretString) -> Result<String, SearchError>;

    /// All properties that the account can see; see [`crate::property_covering`].
    ///
    /// # Errors
    /// [`SearchError`].
    async fn properties(&self, access: &SecretString) -> Result<Vec<Property>, SearchError>;

    /// Submits a sitemap of a property, again if it is known.
    ///
    /// # Errors
    /// [`SearchError`].
    async fn submit_sitemap(
        &self,
        access: &SecretString,
        property: &str,
        sitemap: &Url,
    ) -> Result<(), SearchError>;

    /// Figures of one page. Without any for its address, those of the address that differs in the slash at its end.
    ///
    /// # Errors
    /// [`SearchError`].
    async fn page_performance(
        &self,
        access: &SecretString,
        property: &str,
        query: &PageQuery,
    ) -> Result<PagePerformance, SearchError>;

    /// Sends an indexing request for a page that was added or changed. Each counts towards the quota of the day (200 for a
    /// project by default), so the call is repeated only when it never left, or was
    /// refused with status 503.
    ///
    /// # Errors
    /// [`SearchError`].
    async fn request_indexing(
        &self,
        access: &SecretString,
        page: &Url,
    ) -> Result<IndexingReceipt, SearchError>;

    /// Whether the site with the home page `home` serves the file of `key`. False for a site that answers anything else,
    /// so only a site of this deployment, which derives the same key, is submitted.
    ///
    /// # Errors
    /// [`SearchError`] when the site does not answer, or has a fault.
    async fn serves_index_now_key(
        &self,
        home: &Url,
        key: &IndexNowKey,
    ) -> Result<bool, SearchError>;

    /// Submits addresses to the search engines of IndexNow. Repeated only when the call never left.
    ///
    /// # Errors
    /// [`SearchError`].
    async fn submit_index_now(
        &self,
        submission: &IndexNowSubmission,
    ) -> Result<IndexNowOutcome, SearchError>;
}
