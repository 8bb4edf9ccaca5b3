//! Two sites, a search provider in memory, and a store that can be inspected.

use std::sync::Arc;
use std::time::Duration;

use domain::platform::id::{SiteId, UserId};
use domain::platform::search_connection::SearchConnection;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::random::SeededRandom;
use jiff::{SignedDuration, Timestamp};
use platform_testkit::{FakeSearchConsole, SearchCall};
use ports::Clock;
use search_access::{AccessError, SearchAccess};
use search_console::{AccessToken, Grant, Scope, SearchConsole, SearchError};
use secrecy::ExposeSecret;
use settings::{SealedSettings, Settings};
use vault::KeyRing;
use vault::password::PasswordHash;

pub const SITE: SiteId = SiteId(1);
pub const OTHER_SITE: SiteId = SiteId(2);
pub const ACCOUNT: &str = "conta@agencia.test";

pub struct TestApp {
    pub access: SearchAccess,
    pub console: Arc<FakeSearchConsole>,
    pub clock: Arc<SettableClock>,
    pub owner: UserId,
}

impl TestApp {
    /// Sites without a connection.
    pub async fn new() -> Self {
        Self::configured(true).await
    }

    pub async fn configured(with_client: bool) -> Self {
        let start: Timestamp = "2026-11-23T15:00:00Z".parse().unwrap();
        let clock = Arc::new(SettableClock::at(start));
        let random = Arc::new(SeededRandom::new(11));
        let store = platform_testkit::store(&Engine::memory().unwrap()).await;
        let keyring = Arc::new(KeyRing::generate(&*random));
        let saved = SealedSettings::new(store.table().clone(), keyring.clone(), random.clone());
        let settings = Settings::new(Arc::new(saved), |name| {
            let value = match name {
                "SEARCH_PROVIDER_CLIENT_ID" => "cliente.apps.example",
                "SEARCH_PROVIDER_CLIENT_SECRET" => "GOCSPX-canary",
                _ => return None,
            };
            with_client.then(|| value.to_owned())
        });
        let hash = PasswordHash::from_stored("unused");
        let (owner, _) = store
            .ensure_admin("Ana", "ana@agencia.test", hash, start)
            .await
            .unwrap();
        for (id, url) in [
            (SITE, "https://padaria.example/"),
            (OTHER_SITE, "https://floricultura.example/"),
        ] {
            let site = platform_testkit::site(id, owner.id, url, start);
            store.create_site(&site, None).await.unwrap();
        }
        let console = Arc::new(FakeSearchConsole::owning("sc-domain:padaria.example"));
        let access = SearchAccess {
            store,
            keyring,
            settings,
            console: console.clone(),
            clock: clock.clone(),
            sleeper: clock.clone(),
            random,
        };
        Self {
            access,
            console,
            clock,
            owner: owner.id,
        }
    }

    /// `SITE` is connected.
    pub async fn connected() -> Self {
        let app = Self::new().await;
        app.connect(SITE, Some(ACCOUNT)).await;
        app
    }

    /// Connects a site with an access token that the provider accepts.
    pub async fn connect(&self, site: SiteId, account: Option<&str>) {
        let client = self.access.client().await.unwrap();
        let code = "4/code".into();
        let redirect = "https://pauta.example/callback".parse().unwrap();
        let grant = self.console.exchange_code(&client, &code, &redirect);
        let grant = grant.await.unwrap();
        let account = account.map(str::to_owned);
        let now = self.clock.now();
        let connecting = self.access.connect(site, self.owner, &grant, account, now);
        connecting.await.unwrap();
    }

    pub async fn connection(&self, site: SiteId) -> Option<SearchConnection> {
        self.access.store.search_connection(site).await.unwrap()
    }

    pub fn pass(&self, duration: SignedDuration) {
        self.clock.advance(duration);
    }

    /// Uses the access of `SITE`; returns the token.
    pub async fn used(&self) -> Result<String, AccessError> {
        self.access
            .with_token(
                SITE,
                |token| async move { Ok(token.expose_secret().to_owned()) },
            )
            .await
    }

    pub fn renewals(&self) -> usize {
        self.console.calls(SearchCall::Refresh).len()
    }
}

/// A grant that the fake does not know.
pub fn grant(lifetime: u64) -> Grant {
    Grant {
        access: AccessToken {
            secret: "ya29.canary-foreign".into(),
            lifetime: Duration::from_secs(lifetime),
        },
        refresh_token: "1//canary-second".into(),
        scopes: Scope::ALL.into_iter().collect(),
        account_email: None,
    }
}

pub const fn unavailable() -> SearchError {
    SearchError::Unavailable {
        may_have_happened: false,
        retry_after: None,
    }
}
