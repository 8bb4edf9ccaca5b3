//! A site with one user of each role and a fixed clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::Body;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::site::Role;
use embedded::blobs::MemoryBlobs;
use embedded::clock::SettableClock;
use embedded::dynamo::{Engine, InjectedFault};
use embedded::random::SeededRandom;
use http::{HeaderMap, Method, Request};
use http_body_util::BodyExt;
use items::Table;
use outbound::{Outbound, Policy};
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use site_api::SeoServices;
use site_core::{Options, Ports, router};
use site_options::SiteOptions;
use site_spam::{SiteFilter, SpamFilter};
use site_store::{Freshness, Parts, Seed, SiteStore, Sites, Tenant, UserChange};
use tower::ServiceExt;
use vault::KeyRing;

/// Home address of the test site.
pub const HOME: &str = "https://exemplo.com.br";

/// Time of the fixed clock: 07:00 in São Paulo.
pub const NOW: &str = "2024-05-01T10:00:00Z";

/// The caller of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    Anonymous,
    Subscriber,
    Contributor,
    Author,
    Editor,
    Admin,
}

impl Who {
    pub const ALL: [Self; 6] = [
        Self::Anonymous,
        Self::Subscriber,
        Self::Contributor,
        Self::Author,
        Self::Editor,
        Self::Admin,
    ];

    pub fn login(self) -> &'static str {
        match self {
            Self::Anonymous => "",
            Self::Subscriber => "subscriber",
            Self::Contributor => "contributor",
            Self::Author => "author",
            Self::Editor => "editor",
            Self::Admin => "admin",
        }
    }

    fn role(self) -> Role {
        match self {
            Self::Anonymous | Self::Subscriber => Role::Subscriber,
            Self::Contributor => Role::Contributor,
            Self::Author => Role::Author,
            Self::Editor => Role::Editor,
            Self::Admin => Role::Administrator,
        }
    }
}

/// Whether this function serves a route of the index: one above all namespaces, or one of its own.
pub fn is_served(route: &Value) -> bool {
    static SERVED: LazyLock<Vec<&str>> = LazyLock::new(|| site_core::api().served());
    let namespace = route["namespace"].as_str().unwrap();
    namespace.is_empty() || SERVED.contains(&namespace)
}

pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap()
    }

    pub fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map(|value| value.to_str().unwrap())
            .unwrap_or_default()
    }

    pub fn id(&self) -> u64 {
        assert_eq!(self.status, 201, "{}", String::from_utf8_lossy(&self.bytes));
        self.json()["id"].as_u64().unwrap()
    }

    /// Status and code of an error response.
    pub fn refusal(&self) -> (u16, String) {
        (self.status, self.code())
    }

    /// The identifiers of a list.
    pub fn ids(&self) -> Vec<u64> {
        assert_eq!(self.status, 200, "{}", String::from_utf8_lossy(&self.bytes));
        self.json()
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["id"].as_u64().unwrap())
            .collect()
    }
}

pub struct Site {
    pub router: Router,
    pub store: SiteStore,
    pub clock: Arc<SettableClock>,
    /// The blob store of the site.
    pub blobs: Arc<MemoryBlobs>,
    /// While set, the store refuses every write for lack of space.
    pub full: Arc<AtomicBool>,
    secrets: Vec<(Who, String)>,
    ports: Ports,
    parts: Parts,
}

/// Sets up the site with a user of each role; their passwords.
async fn seeded(store: &SiteStore, keyring: &KeyRing) -> Vec<(Who, String)> {
    let seed = Seed {
        title: "Exemplo".to_owned(),
        login: "admin".to_owned(),
        email: "admin@exemplo.com.br".to_owned(),
        name: "Administração".to_owned(),
        password_name: "teste".to_owned(),
        password: None,
    };
    let seeded = store.seed(keyring, &seed).await.unwrap();
    let mut secrets = vec![(
        Who::Admin,
        seeded.password.unwrap().expose_secret().to_owned(),
    )];
    for who in [Who::Editor, Who::Author, Who::Contributor, Who::Subscriber] {
        let change = UserChange {
            login: Some(who.login().to_owned()),
            email: Some(format!("{}@exemplo.com.br", who.login())),
            name: Some(who.login().to_owned()),
            roles: Some(vec![who.role()]),
            ..UserChange::default()
        };
        let user = store.create_user(&change).await.unwrap();
        let (_, text) = store
            .create_app_password(keyring, user.id, "teste", None)
            .await
            .unwrap();
        secrets.push((who, text.expose_secret().to_owned()));
    }
    secrets
}

impl Site {
    /// What extensions keep for the site and its users.
    pub fn options(&self) -> SiteOptions {
        SiteOptions::new(self.ports.table.clone(), Tenant::main())
    }

    /// The same site in a new process with empty caches.
    pub fn restarted(&self) -> Self {
        self.restarted_with(self.ports.options.clone())
    }

    /// The same data in a new process with other options.
    pub fn restarted_with(&self, options: Options) -> Self {
        let ports = Ports {
            sites: Arc::new(Sites::new(self.parts.clone())),
            head_settings: Arc::default(),
            options,
            ..self.ports.clone()
        };
        Self {
            router: router(ports.clone()),
            store: self.store.clone(),
            clock: self.clock.clone(),
            blobs: self.blobs.clone(),
            full: self.full.clone(),
            secrets: self.secrets.clone(),
            ports,
            parts: self.parts.clone(),
        }
    }

    pub async fn new() -> Self {
        Self::with(Options::at(HOME)).await
    }

    pub async fn with(options: Options) -> Self {
        // As deployed: requests to this machine and to private networks are refused.
        Self::made(options, Policy::cloud(), None).await
    }

    /// A site that may send requests to other sites as `policy` allows.
    pub async fn reaching(policy: Policy) -> Self {
        Self::made(Options::at(HOME), policy, None).await
    }

    /// A site whose spam service is at this address.
    pub async fn with_spam_service(url: String) -> Self {
        Self::made(Options::at(HOME), Policy::cloud(), Some(url)).await
    }

    /// The spam filter.
    pub fn spam(&self) -> SiteFilter {
        self.ports.spam.of(&self.store, HOME)
    }

    async fn made(options: Options, policy: Policy, service: Option<String>) -> Self {
        let engine = Engine::memory().unwrap();
        let full = Arc::<AtomicBool>::default();
        let is_full = full.clone();
        let client = engine.client_with_faults(Arc::new(move |_| {
            if is_full.load(Ordering::Relaxed) {
                InjectedFault::Full
            } else {
                InjectedFault::None
            }
        }));
        let table = Table::new(client, "site");
        table.create().await.unwrap();
        let random = Arc::new(SeededRandom::new(7));
        let keyring = Arc::new(KeyRing::generate(&*random));
        let clock = Arc::new(SettableClock::at(NOW.parse().unwrap()));
        let blobs = Arc::new(MemoryBlobs::default());
        let mut parts = Parts::new(table.clone(), blobs.clone(), clock.clone(), random.clone());
        // A closed port, where no test calls the service.
        let service = service.unwrap_or_else(|| "http://127.0.0.1:9".to_owned());
        let spam = SpamFilter::of_environment(
            table.clone(),
            keyring.clone(),
            random.clone(),
            clock.clone(),
            Outbound::new(Policy::local()).unwrap(),
            |name| (name == "SPAM_SERVICE_URL").then(|| service.clone()),
        )
        .unwrap();
        let ports = Ports {
            sites: Arc::new(Sites::new(parts.clone())),
            spam,
            mailboxes: site_mailbox::Mailboxes::of_environment(
                keyring.clone(),
                clock.clone(),
                Outbound::new(Policy::local()).unwrap(),
                |_| None,
            )
            .unwrap(),
            seo: SeoServices::default(),
            head_settings: Arc::default(),
            table,
            keyring: Arc::clone(&keyring),
            clock: clock.clone(),
            random,
            outbound: Outbound::new(policy).unwrap(),
            work: Arc::<embedded::queue::MemoryQueue>::default(),
            options,
            sleeper: clock.clone(),
        };
        let own = parts.clone();
        // The site must treat the tests' writes to the store as those of another process.
        parts.trust = jiff::SignedDuration::ZERO;
        let store = Sites::new(parts).site(&Tenant::main()).unwrap();
        let secrets = seeded(&store, &keyring).await;
        Self {
            router: router(ports.clone()),
            store,
            clock,
            blobs,
            full,
            secrets,
            ports,
            parts: own,
        }
    }

    /// Whether the store was written to since the previous call.
    pub fn was_written(&self) -> bool {
        self.ports.table.meter().take().write_units > 0.0
    }

    /// Has requests for this host answered by the site `tenant`.
    pub async fn register_host(&self, host: &str, tenant: &Tenant) {
        self.ports.sites.register_host(host, tenant).await.unwrap();
    }

    /// Number of requests to the store since the previous call.
    pub fn store_requests(&self) -> u64 {
        self.ports.table.meter().take().total()
    }

    pub fn secret(&self, who: Who) -> &str {
        self.secrets
            .iter()
            .find(|(known, _)| *known == who)
            .map_or("", |(_, secret)| secret)
    }

    pub fn basic(login: &str, secret: &str) -> String {
        format!("Basic {}", STANDARD.encode(format!("{login}:{secret}")))
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        // Advances past the time for which the read model is assumed to be current.
        self.clock.advance(jiff::SignedDuration::from_millis(200));
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes().to_vec();
        Answer {
            status: parts.status.as_u16(),
            headers: parts.headers,
            bytes,
        }
    }

    pub fn request(&self, who: Who, method: Method, path: &str) -> http::request::Builder {
        let builder = Request::builder().method(method).uri(path);
        match who {
            Who::Anonymous => builder,
            who => builder.header("authorization", Self::basic(who.login(), self.secret(who))),
        }
    }

    pub async fn get(&self, who: Who, path: &str) -> Answer {
        let path = format!("/rest/core/v2{path}");
        self.send(
            self.request(who, Method::GET, &path)
                .body(Body::empty())
                .unwrap(),
        )
        .await
    }

    pub async fn call(&self, who: Who, method: Method, path: &str, body: Value) -> Answer {
        let path = format!("/rest/core/v2{path}");
        let request = self
            .request(who, method, &path)
            .header("content-type", "application/json");
        self.send(request.body(Body::from(body.to_string())).unwrap())
            .await
    }

    pub async fn post(&self, who: Who, path: &str, body: Value) -> Answer {
        self.call(who, Method::POST, path, body).await
    }

    pub async fn delete(&self, who: Who, path: &str) -> Answer {
        self.call(who, Method::DELETE, path, json!({})).await
    }

    /// Creates a post and returns its identifier.
    pub async fn write(&self, who: Who, body: Value) -> u64 {
        self.post(who, "/posts", body).await.id()
    }

    pub async fn user_id(&self, who: Who) -> u64 {
        self.store.refresh(Freshness::Asked).await.unwrap();
        self.store.user_by_login(who.login()).unwrap().id
    }
}
