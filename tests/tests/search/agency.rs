//! An agency whose search provider is the fakes, and a person who connects its site.

use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use async_trait::async_trait;
use axum::body::Body;
use embedded::clock::SystemClock;
use http::{Method, Request, header};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use jiff::SignedDuration;
use local::parts::Parts;
use outbound::{Outbound, Policy, Resolver};
use pauta_tests::app::{SignedInUser, TestApp, TestRequest, TestResponse};
use pauta_tests::prepared_app::PreparedApp;
use search_console::{GoogleClient, SearchEndpoints};
use serde_json::{Value, json};
use service_fakes::{FakeServices, Level, Service};
use tokio::net::TcpStream;
use url::Url;

/// Pause between two attempts of a task.
const PAUSE: SignedDuration = SignedDuration::from_mins(5);

/// Calls of an attempt that the provider refuses for the moment: the client repeats such a call twice.
pub const CALLS: usize = 3;

/// Name of a site that search engines can reach.
pub const PUBLIC_NAME: &str = "padaria.example";

/// Resolves the public name to the site of the test.
struct PublicName;

#[async_trait]
impl Resolver for PublicName {
    async fn lookup(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        if name == PUBLIC_NAME {
            return Ok(vec![Ipv4Addr::LOCALHOST.into()]);
        }
        Err(io::ErrorKind::NotFound.into())
    }
}

/// A platform with a content site, and the fakes that its clients call.
pub struct Agency {
    pub prepared: PreparedApp,
    pub fakes: FakeServices,
    /// Property of the site at the search provider.
    pub property: String,
}

impl Agency {
    /// An agency with an OAuth client; its account owns the property of the site.
    pub async fn open() -> Self {
        Self::open_with(|_| {}).await
    }

    /// An agency whose site has a public name, so that it may be announced to search engines.
    pub async fn with_public_site() -> Self {
        Self::open_with(|parts| {
            parts.site_url = parts.site_url.replace("127.0.0.1", PUBLIC_NAME);
            let names = Arc::new(PublicName);
            parts.outbound = Outbound::with_resolver(Policy::local(), names).unwrap();
        })
        .await
    }

    async fn open_with(replace: impl FnOnce(&mut Parts)) -> Self {
        let fakes = FakeServices::start().await.unwrap();
        let addresses = fakes.environment();
        let endpoints = SearchEndpoints::of(|name| {
            let found = addresses.iter().find(|(known, _)| *known == name);
            found.map(|(_, address)| address.clone())
        })
        .unwrap();
        let app = TestApp::with_parts(|parts| {
            replace(parts);
            let client = GoogleClient::new(parts.outbound.clone(), endpoints);
            parts.search_console = Arc::new(client);
            // Simultaneous requests wait for each other.
            parts.sleeper = Arc::new(SystemClock);
        })
        .await;
        let prepared = PreparedApp::of(app).await;
        let property = format!("{}/", prepared.app.parts.site_url);
        fakes.add_property(&property, Level::Owner);
        let agency = Self {
            prepared,
            fakes,
            property,
        };
        agency.save_client("web-agencia").await;
        let sitemap = json!({ "site_id": 1, "sitemap_url": agency.sitemap() });
        agency
            .ask(Method::PUT, "/search-provider/sitemap", sitemap)
            .await;
        agency
    }

    /// An agency whose site is connected.
    pub async fn connected() -> Self {
        let agency = Self::open().await;
        agency.connect().await;
        assert_eq!(agency.status().await["status"], "connected");
        agency
    }

    /// Lets a service fail as often as the client repeats a call.
    pub fn fail(&self, service: Service, fault: &str) {
        for _ in 0..CALLS {
            self.fakes.fail_next(service, fault);
        }
    }

    /// Address of the site's sitemap.
    pub fn sitemap(&self) -> String {
        format!("{}sitemap.xml", self.property)
    }

    /// Saves the OAuth client; the fakes choose a scenario by its identifier.
    pub async fn save_client(&self, id: &str) {
        let client = json!({
            "SEARCH_PROVIDER_CLIENT_ID": id, "SEARCH_PROVIDER_CLIENT_SECRET": "GOCSPX-segredo",
        });
        self.ask(Method::PUT, "/settings/search-provider", client)
            .await;
    }

    /// Sends a request of the administrator that must succeed.
    pub async fn ask(&self, method: Method, path: &str, body: Value) -> Value {
        let answer = self.send(method, path, body).await;
        assert!(answer.status.is_success(), "{path}: {}", answer.text);
        answer.json
    }

    /// Sends a request of the administrator.
    pub async fn send(&self, method: Method, path: &str, body: Value) -> TestResponse {
        let request = TestRequest::json(method, format!("/api/v1{path}"), body);
        let admin = self.administrator().await;
        self.prepared.app.ask(Some(&admin), request).await
    }

    /// The administrator, signed in at the present time.
    async fn administrator(&self) -> SignedInUser {
        let parts = &self.prepared.app.parts;
        let user = self.prepared.admin.user.clone();
        let (id, now) = (parts.random.uuid().to_string(), parts.clock.now());
        let token = platform_testkit::sign_in(&parts.store, &parts.keyring, &user, &id, now).await;
        SignedInUser { user, token }
    }

    pub async fn status(&self) -> Value {
        let path = "/search-provider/status?site_id=1";
        self.ask(Method::GET, path, Value::Null).await
    }

    /// Goes to the consent screen; returns where the provider sends the person back to.
    pub async fn consent(&self) -> Url {
        let path = "/search-provider/connect?site_id=1";
        let begun = self.ask(Method::GET, path, Value::Null).await;
        let screen: Url = begun["authorization_url"]
            .as_str()
            .unwrap()
            .parse()
            .unwrap();
        let address = (screen.host_str().unwrap(), screen.port().unwrap());
        let stream = TcpStream::connect(address).await.unwrap();
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        let request = Request::get(&screen[url::Position::BeforePath..])
            .header(
                header::HOST,
                &screen[url::Position::BeforeHost..url::Position::AfterPort],
            )
            .body(Body::empty())
            .unwrap();
        let answer = sender.send_request(request).await.unwrap();
        assert_eq!(answer.status().as_u16(), 302);
        let back = answer.headers()[header::LOCATION].to_str().unwrap();
        back.parse().unwrap()
    }

    /// Opens the callback without a session, as the popup does.
    pub async fn callback(&self, back: &Url) -> TestResponse {
        assert_eq!(back.path(), "/api/v1/search-provider/callback");
        let path = format!("{}?{}", back.path(), back.query().unwrap());
        self.prepared.app.ask(None, TestRequest::get(path)).await
    }

    /// Connects the site; returns the page that closes the popup.
    pub async fn connect(&self) -> TestResponse {
        let back = self.consent().await;
        self.callback(&back).await
    }

    /// Publishes a new post and runs what is due now; returns the post.
    pub async fn publish(&self) -> Value {
        let app = &self.prepared.app;
        let (post, _) = app.ready_post(&self.administrator().await, 1).await;
        let path = format!("/posts/{post}/publish");
        self.ask(Method::POST, &path, Value::Null).await;
        self.prepared.work().await;
        let post = self
            .ask(Method::GET, &format!("/posts/{post}"), Value::Null)
            .await;
        assert_eq!(post["status"], "published", "{post}");
        post
    }

    /// Runs the ticks and workers of the next minutes, until no attempt of a task can be left.
    pub async fn wait_for_attempts(&self) {
        for _ in 0..4 {
            self.prepared.app.clock.advance(PAUSE);
            let workers = self.prepared.workers();
            publishing_tick::run(&workers.publishing).await.unwrap();
            self.prepared.work().await;
        }
    }

    /// The results of a post's events of a kind, oldest first.
    pub async fn results(&self, post: &Value, kind: &str) -> Vec<String> {
        self.details(post, kind)
            .await
            .iter()
            .map(|detail| detail["result"].as_str().unwrap().to_owned())
            .collect()
    }

    /// The details of a post's events of a kind, oldest first.
    pub async fn details(&self, post: &Value, kind: &str) -> Vec<Value> {
        let path = format!("/posts/{}/events?per_page=100", post["id"]);
        let events = self.ask(Method::GET, &path, Value::Null).await;
        let mut details: Vec<Value> = events["items"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|event| event["kind"] == kind)
            .map(|event| event["detail"].clone())
            .collect();
        details.reverse();
        details
    }

    /// Number of requests to the token address with a grant type, since the fakes were cleared.
    pub fn token_requests(&self, kind: &str) -> usize {
        let calls = self.fakes.calls(Service::GoogleOauth);
        let of_kind = |body: &Option<Value>| body.as_ref().is_some_and(|b| b["grant_type"] == kind);
        calls.iter().filter(|call| of_kind(&call.body)).count()
    }

    /// Number of accepted notifications about a post.
    pub fn notifications(&self, post: &Value) -> usize {
        let all = self.fakes.notifications();
        all.iter()
            .filter(|(url, _)| post["host_post_url"] == *url)
            .count()
    }

    /// Nothing that was sent broke a rule of the providers.
    pub fn close(self) {
        assert_eq!(self.fakes.violations(), Vec::<String>::new());
    }
}
