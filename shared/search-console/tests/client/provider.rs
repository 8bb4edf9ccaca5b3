//! A provider on loopback, and the calls of the client.

use std::time::Duration;

use jiff::civil::date;
use outbound::{Outbound, Policy};
use search_console::{
    GoogleClient, IndexNowKey, IndexNowSubmission, OAuthClient, PageQuery, ReportWindow,
    SearchConsole, SearchEndpoints, SearchError,
};
use secrecy::SecretString;
use url::Url;
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

pub const ACCESS: &str = "ya29.canario-de-acesso";
pub const REFRESH: &str = "1//0sentinela-de-renovacao";
pub const CODE: &str = "4/0canario-de-codigo";
pub const SECRET: &str = "GOCSPX-canario-de-segredo";
pub const PROPERTY: &str = "https://www.exemplo.com.br/";

pub fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

pub fn secret(text: &str) -> SecretString {
    SecretString::from(text.to_owned())
}

pub fn oauth_client() -> OAuthClient {
    OAuthClient {
        id: "1234.apps.example".to_owned(),
        secret: secret(SECRET),
    }
}

/// The address of a callback; it has characters that a form encodes.
pub fn redirect_uri() -> Url {
    url("https://painel.exemplo.com.br/api/v1/search-provider/callback")
}

pub fn page_query() -> PageQuery {
    PageQuery {
        page: url("https://www.exemplo.com.br/pao-de-queijo/"),
        window: ReportWindow {
            first: date(2026, 10, 24),
            last: date(2026, 11, 20),
        },
        most_queries: 20,
    }
}

/// Base addresses of the services below `base`.
pub fn endpoints(base: &str) -> SearchEndpoints {
    SearchEndpoints::of(|name| {
        let folder = match name {
            "SEARCH_PROVIDER_AUTH_URL" => "auth",
            "SEARCH_PROVIDER_TOKEN_URL" => "tokens",
            "SEARCH_PROVIDER_USERINFO_URL" => "userinfo",
            "SEARCH_PROVIDER_API_URL" => "gsc",
            "SEARCH_PROVIDER_INDEXING_URL" => "idx",
            "INDEXNOW_URL" => "now/",
            _ => return None,
        };
        Some(format!("{base}/{folder}"))
    })
    .unwrap()
}

pub fn client_of(base: &str) -> GoogleClient {
    GoogleClient::new(Outbound::new(Policy::local()).unwrap(), endpoints(base))
}

/// A provider that gives one answer to everything.
pub struct Provider {
    pub server: MockServer,
    pub client: GoogleClient,
}

impl Provider {
    pub async fn new() -> Self {
        let server = MockServer::start().await;
        let client = client_of(&server.uri());
        Self { server, client }
    }

    pub async fn answering(answer: ResponseTemplate) -> Self {
        let provider = Self::new().await;
        let mock = Mock::given(any()).respond_with(answer);
        mock.mount(&provider.server).await;
        provider
    }

    pub async fn requests(&self) -> Vec<Request> {
        self.server.received_requests().await.unwrap()
    }
}

/// A call of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    Exchange,
    Refresh,
    Revoke,
    Email,
    Properties,
    Sitemap,
    Performance,
    Indexing,
    IndexNow,
}

impl Call {
    pub const OAUTH: [Self; 3] = [Self::Exchange, Self::Refresh, Self::Revoke];
    pub const API: [Self; 5] = [
        Self::Email,
        Self::Properties,
        Self::Sitemap,
        Self::Performance,
        Self::Indexing,
    ];
    pub const ALL: [Self; 9] = [
        Self::Exchange,
        Self::Refresh,
        Self::Revoke,
        Self::Email,
        Self::Properties,
        Self::Sitemap,
        Self::Performance,
        Self::Indexing,
        Self::IndexNow,
    ];

    /// Makes the call.
    pub async fn make(self, client: &GoogleClient) -> Result<(), SearchError> {
        let access = secret(ACCESS);
        let page = page_query().page;
        match self {
            Self::Exchange => {
                let code = secret(CODE);
                let (registered, redirect) = (oauth_client(), redirect_uri());
                let grant = client.exchange_code(&registered, &code, &redirect);
                grant.await.map(drop)
            }
            Self::Refresh => {
                let token = secret(REFRESH);
                client.refresh(&oauth_client(), &token).await.map(drop)
            }
            Self::Revoke => client.revoke(&secret(REFRESH)).await,
            Self::Email => client.account_email(&access).await.map(drop),
            Self::Properties => client.properties(&access).await.map(drop),
            Self::Sitemap => {
                let sitemap = url("https://www.exemplo.com.br/sitemap.xml");
                client.submit_sitemap(&access, PROPERTY, &sitemap).await
            }
            Self::Performance => {
                let query = page_query();
                let performance = client.page_performance(&access, PROPERTY, &query);
                performance.await.map(drop)
            }
            Self::Indexing => client.request_indexing(&access, &page).await.map(drop),
            Self::IndexNow => {
                let key = IndexNowKey::parse("0123456789abcdef").unwrap();
                let home = url("https://www.exemplo.com.br/");
                let submission = IndexNowSubmission::new(key, &home, vec![page]).unwrap();
                client.submit_index_now(&submission).await.map(drop)
            }
        }
    }

    /// The failure of the call, which repeats no secret.
    pub async fn failed(self, client: &GoogleClient) -> SearchError {
        let error = self.make(client).await.unwrap_err();
        let shown = format!("{error} {error:?} {client:?} {:?}", error.message());
        for part in ["canario", "sentinela"] {
            assert!(!shown.contains(part), "{self:?}: {shown}");
        }
        error
    }

    /// The failure that `answer` leads to.
    pub async fn fails_with(self, answer: ResponseTemplate) -> SearchError {
        self.failed(&Provider::answering(answer).await.client).await
    }
}

/// A hint that no call waits for: a failure that carries it is not repeated.
pub const LONG_HINT: Duration = Duration::from_secs(60);

/// `answer` with [`LONG_HINT`].
pub fn hinted(answer: ResponseTemplate) -> ResponseTemplate {
    answer.insert_header("retry-after", "60")
}
