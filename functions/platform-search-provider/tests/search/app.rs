//! The routes over a store in memory, with a search provider in memory.

use std::sync::Arc;

use axum::Router;
use domain::platform::access::Role;
use domain::platform::event::{ContentEvent, EventKind};
use domain::platform::id::{PostId, SiteId};
use domain::platform::post::{Post, PostFields};
use domain::platform::search_connection::SearchConnection;
use domain::platform::site_record::Site;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::random::SeededRandom;
use http::Method;
use items::Key;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use outbound::{Outbound, Policy};
use platform_search_provider::{Ports, api};
use platform_store::{PlatformStore, PostChange};
use platform_testkit::{
    FakeSearchConsole, SearchCall, TestApi, TestRequest, TestResponse, TestUser, first_version,
    with_middleware,
};
use ports::Clock;
use search_access::{IndexingPolicy, SearchAccess};
use serde_json::{Value, json};
use settings::{SealedSettings, Settings};
use url::Url;
use vault::KeyRing;

pub const PROPERTY: &str = "sc-domain:padaria.example";
pub const PAGE: &str = "https://padaria.example/pao/";

pub struct TestApp {
    pub ports: Ports,
    pub console: Arc<FakeSearchConsole>,
    pub clock: Arc<SettableClock>,
    pub editor: TestUser,
    /// A member of the editor's site.
    pub writer: TestUser,
    /// The editor's site.
    pub site: SiteId,
    random: Arc<SeededRandom>,
}

impl TestApp {
    /// A site without a connection.
    pub async fn new() -> Self {
        Self::configured(true).await
    }

    pub async fn configured(with_client: bool) -> Self {
        let start: Timestamp = "2026-11-23T15:00:00Z".parse().unwrap();
        let clock = Arc::new(SettableClock::at(start));
        let random = Arc::new(SeededRandom::new(17));
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
        let console = Arc::new(FakeSearchConsole::owning(PROPERTY));
        let ports = Ports {
            access: SearchAccess {
                store: store.clone(),
                keyring: keyring.clone(),
                settings,
                console: console.clone(),
                clock: clock.clone(),
                sleeper: clock.clone(),
                random: random.clone(),
            },
            store,
            keyring,
            outbound: Outbound::new(Policy::local()).unwrap(),
            indexing: IndexingPolicy {
                enabled: true,
                zone: TimeZone::UTC,
            },
            clock: clock.clone(),
            random: random.clone(),
            app_url: Url::parse("https://pauta.example/painel/").unwrap(),
        };
        let user = |name, role| TestUser::create(&ports.store, &ports.keyring, name, role, start);
        let editor = user("eva", Role::Editor).await;
        let writer = user("rui", Role::Redator).await;
        let site = ports.store.next_site_id().await.unwrap();
        let record = Site {
            member_ids: vec![writer.id],
            ..platform_testkit::site(site, editor.id, "https://padaria.example/", start)
        };
        ports.store.create_site(&record, None).await.unwrap();
        Self {
            ports,
            console,
            clock,
            editor,
            writer,
            site,
            random,
        }
    }

    /// The editor's site is connected through the routes.
    pub async fn connected() -> Self {
        let app = Self::new().await;
        let state = app.state().await;
        app.callback(&format!("state={state}&code=4%2Fcode"))
            .await
            .expect(200);
        app
    }

    /// A request of `user`. No response contains a token or a secret.
    pub async fn send(
        &self,
        user: &TestUser,
        method: Method,
        path: &str,
        body: Value,
    ) -> TestResponse {
        let path = format!("/search-provider/{path}");
        let response = self.request(user, method, &path, body).await;
        assert!(
            !response.text.contains("canary"),
            "{path}: {}",
            response.text
        );
        response
    }

    /// A GET of the editor.
    pub async fn get(&self, path: &str) -> TestResponse {
        self.send(&self.editor, Method::GET, path, Value::Null)
            .await
    }

    /// A POST of the editor about the site.
    pub async fn post(&self, path: &str) -> TestResponse {
        let body = json!({ "site_id": self.site.0 });
        self.send(&self.editor, Method::POST, path, body).await
    }

    /// State of the site's connection, as it is shown.
    pub async fn status(&self) -> Value {
        let path = format!("status?site_id={}", self.site);
        self.get(&path).await.expect(200).json
    }

    /// The signed state of a new authorization request of the editor.
    pub async fn state(&self) -> String {
        let path = format!("connect?site_id={}", self.site);
        let answer = self.get(&path).await.expect(200);
        let url: Url = answer.json["authorization_url"]
            .as_str()
            .unwrap()
            .parse()
            .unwrap();
        let state = url.query_pairs().find(|(name, _)| name == "state");
        state.unwrap().1.into_owned()
    }

    /// The provider sends a browser, which has no session, back with this query.
    pub async fn callback(&self, query: &str) -> TestResponse {
        self.callback_by(Method::GET, query).await
    }

    pub async fn callback_by(&self, method: Method, query: &str) -> TestResponse {
        let path = format!("/api/v1/search-provider/callback?{query}");
        let response = TestRequest::new(method, path).send(&self.router()).await;
        assert!(!response.text.contains("canary"), "{}", response.text);
        response
    }

    pub async fn connection(&self) -> Option<SearchConnection> {
        let connection = self.ports.store.search_connection(self.site);
        connection.await.unwrap()
    }

    /// A draft of `author` on the site.
    pub async fn draft(&self, author: &TestUser) -> PostId {
        let store = &self.ports.store;
        let id = store.next_post_id().await.unwrap();
        let fields = PostFields::default();
        let post = Post::draft(id, author.id, self.site, fields, 1, self.clock.now());
        let version = first_version(&post, "<p>Pão.</p>");
        store.create_post(&post, &version, &[]).await.unwrap();
        id
    }

    /// A published post of `author` on the site.
    pub async fn published(&self, author: &TestUser) -> PostId {
        let id = self.draft(author).await;
        let now = self.clock.now();
        self.change_post(id, |post| post.mark_published(PAGE.into(), now))
            .await;
        id
    }

    pub async fn change_post(&self, id: PostId, alter: impl FnOnce(&mut Post)) {
        let post = self.ports.store.post(id).await.unwrap().unwrap();
        let change = PostChange::of(&post, alter);
        self.ports.store.save_post(change).await.unwrap();
    }

    /// Requests of indexing that were recorded, oldest first.
    pub async fn reindexings(&self, post: PostId) -> Vec<ContentEvent> {
        let (mut events, _) = self
            .ports
            .store
            .post_events_page(post, 0, 100)
            .await
            .unwrap();
        events.retain(|event| event.kind == EventKind::ManualReindex);
        events.reverse();
        events
    }

    /// Uses up the indexing requests of the day.
    pub async fn use_quota(&self) {
        let day = self.ports.indexing.day(self.clock.now());
        let key = Key::new(format!("SEARCH_QUOTA#{day}"), "INDEXING");
        self.ports.store.table().add(&key, 200).await.unwrap();
    }

    /// Number of calls of a kind.
    pub fn count(&self, call: SearchCall) -> usize {
        self.console.calls(call).len()
    }
}

impl TestApi for TestApp {
    fn store(&self) -> &PlatformStore {
        &self.ports.store
    }

    fn keyring(&self) -> &KeyRing {
        &self.ports.keyring
    }

    fn clock(&self) -> &SettableClock {
        &self.clock
    }

    fn router(&self) -> Router {
        let (routes, _) = api(self.ports.clone()).split_for_parts();
        with_middleware(routes, self.random.clone(), self.clock.clone(), true)
    }
}
