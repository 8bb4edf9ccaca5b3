//! A search provider in memory, which fails as a test says.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use search_console::{
    AccessToken, AuthorizationRequest, Grant, IndexNowKey, IndexNowOutcome, IndexNowSubmission,
    IndexingReceipt, OAuthClient, PagePerformance, PageQuery, PermissionLevel, Property,
    QueryPerformance, RenewedAccess, Scope, SearchConsole, SearchError,
};
use secrecy::{ExposeSecret, SecretString};
use url::Url;

/// Life of the tokens that the provider issues.
const LIFETIME: Duration = Duration::from_secs(3_599);

/// A call of the search provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SearchCall {
    /// Exchange of a code.
    Exchange,
    /// Renewal of an access token.
    Refresh,
    /// Withdrawal of a grant.
    Revoke,
    /// The account's e-mail address.
    AccountEmail,
    /// The account's properties.
    Properties,
    /// Submission of a sitemap.
    Sitemap,
    /// A report on a page.
    Performance,
    /// An indexing request.
    Indexing,
    /// Look for the key file of IndexNow.
    IndexNowKey,
    /// A submission to IndexNow.
    IndexNow,
}

#[derive(Default)]
struct State {
    failures: BTreeMap<SearchCall, VecDeque<SearchError>>,
    calls: Vec<(SearchCall, String)>,
    issued: u32,
    accepted: BTreeSet<String>,
    unticked: BTreeSet<Scope>,
    properties: Vec<Property>,
    serves_key: bool,
}

/// A search provider in memory. It accepts the access tokens that it issued and did not forget.
#[derive(Default)]
pub struct FakeSearchConsole(Mutex<State>);

impl FakeSearchConsole {
    /// A provider whose account owns this property.
    pub fn owning(property: &str) -> Self {
        let console = Self::default();
        console.state().properties.push(Property {
            site_url: property.to_owned(),
            permission: PermissionLevel::Owner,
        });
        console
    }

    /// Lets the next calls of this kind fail, in this order.
    pub fn fail(&self, call: SearchCall, errors: impl IntoIterator<Item = SearchError>) {
        self.state()
            .failures
            .entry(call)
            .or_default()
            .extend(errors);
    }

    /// Forgets all access tokens, as a provider does whose user changed the password.
    pub fn forget_tokens(&self) {
        self.state().accepted.clear();
    }

    /// Does not grant these scopes.
    pub fn untick(&self, scopes: impl IntoIterator<Item = Scope>) {
        self.state().unticked.extend(scopes);
    }

    /// Removes the account's properties.
    pub fn disown(&self) {
        self.state().properties.clear();
    }

    /// Lets sites serve the key file of IndexNow.
    pub fn serve_key(&self) {
        self.state().serves_key = true;
    }

    /// What calls of this kind were about, in their order, also of those that failed.
    pub fn calls(&self, call: SearchCall) -> Vec<String> {
        let state = self.state();
        let of_kind = state.calls.iter().filter(|(kind, _)| *kind == call);
        of_kind.map(|(_, subject)| subject.clone()).collect()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn receive(&self, call: SearchCall, subject: impl Into<String>) -> Result<(), SearchError> {
        let mut state = self.state();
        state.calls.push((call, subject.into()));
        match state.failures.get_mut(&call).and_then(VecDeque::pop_front) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    fn receive_authorized(
        &self,
        call: SearchCall,
        access: &SecretString,
        subject: impl Into<String>,
    ) -> Result<(), SearchError> {
        self.receive(call, subject)?;
        if self.state().accepted.contains(access.expose_secret()) {
            return Ok(());
        }
        Err(SearchError::Unauthorized {
            message: Some("Invalid Credentials".into()),
        })
    }

    fn issue(&self) -> AccessToken {
        let mut state = self.state();
        state.issued += 1;
        let token = format!("ya29.canary-access-{}", state.issued);
        state.accepted.insert(token.clone());
        AccessToken {
            secret: token.into(),
            lifetime: LIFETIME,
        }
    }
}

#[async_trait]
impl SearchConsole for FakeSearchConsole {
    fn authorization_url(&self, client: &OAuthClient, request: &AuthorizationRequest) -> Url {
        let mut url = Url::parse("https://accounts.example/o/oauth2/v2/auth").unwrap();
        url.query_pairs_mut()
            .append_pair("client_id", &client.id)
            .append_pair("redirect_uri", request.redirect_uri.as_str())
            .append_pair("state", &request.state)
            .append_pair("indexing", &request.indexing.to_string());
        if let Some(hint) = &request.login_hint {
            url.query_pairs_mut().append_pair("login_hint", hint);
        }
        url
    }

    async fn exchange_code(
        &self,
        client: &OAuthClient,
        code: &SecretString,
        redirect_uri: &Url,
    ) -> Result<Grant, SearchError> {
        let subject = format!("{} {} {redirect_uri}", client.id, code.expose_secret());
        self.receive(SearchCall::Exchange, subject)?;
        let unticked = self.state().unticked.clone();
        let asked = [
            Scope::Webmasters,
            Scope::Indexing,
            Scope::OpenId,
            Scope::Email,
        ];
        Ok(Grant {
            access: self.issue(),
            refresh_token: "1//canary-refresh".into(),
            scopes: asked
                .into_iter()
                .filter(|scope| !unticked.contains(scope))
                .collect(),
            account_email: None,
        })
    }

    async fn refresh(
        &self,
        client: &OAuthClient,
        refresh_token: &SecretString,
    ) -> Result<RenewedAccess, SearchError> {
        let subject = format!("{} {}", client.id, refresh_token.expose_secret());
        self.receive(SearchCall::Refresh, subject)?;
        Ok(RenewedAccess {
            access: self.issue(),
            refresh_token: None,
        })
    }

    async fn revoke(&self, token: &SecretString) -> Result<(), SearchError> {
        self.receive(SearchCall::Revoke, token.expose_secret())?;
        self.forget_tokens();
        Ok(())
    }

    async fn account_email(&self, access: &SecretString) -> Result<String, SearchError> {
        self.receive_authorized(SearchCall::AccountEmail, access, "")?;
        Ok("Conta@Agencia.test".into())
    }

    async fn properties(&self, access: &SecretString) -> Result<Vec<Property>, SearchError> {
        self.receive_authorized(SearchCall::Properties, access, "")?;
        Ok(self.state().properties.clone())
    }

    async fn submit_sitemap(
        &self,
        access: &SecretString,
        property: &str,
        sitemap: &Url,
    ) -> Result<(), SearchError> {
        let subject = format!("{property} {sitemap}");
        self.receive_authorized(SearchCall::Sitemap, access, subject)
    }

    async fn page_performance(
        &self,
        access: &SecretString,
        property: &str,
        query: &PageQuery,
    ) -> Result<PagePerformance, SearchError> {
        let window = query.window;
        let subject = format!(
            "{property} {} {} {} {}",
            query.page, window.first, window.last, query.most_queries
        );
        self.receive_authorized(SearchCall::Performance, access, subject)?;
        Ok(PagePerformance {
            page: query.page.clone(),
            clicks: 12,
            impressions: 340,
            position: Some(4.25),
            queries: vec![QueryPerformance {
                query: "pão de fermentação".into(),
                clicks: 9,
                impressions: 120,
                position: 3.5,
            }],
        })
    }

    async fn request_indexing(
        &self,
        access: &SecretString,
        page: &Url,
    ) -> Result<IndexingReceipt, SearchError> {
        self.receive_authorized(SearchCall::Indexing, access, page.as_str())?;
        Ok(IndexingReceipt { noted_at: None })
    }

    async fn serves_index_now_key(
        &self,
        home: &Url,
        key: &IndexNowKey,
    ) -> Result<bool, SearchError> {
        let subject = key.location(home);
        self.receive(SearchCall::IndexNowKey, subject.as_str())?;
        Ok(self.state().serves_key)
    }

    async fn submit_index_now(
        &self,
        submission: &IndexNowSubmission,
    ) -> Result<IndexNowOutcome, SearchError> {
        self.receive(SearchCall::IndexNow, format!("{submission:?}"))?;
        Ok(IndexNowOutcome::Accepted)
    }
}
