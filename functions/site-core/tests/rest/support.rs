//! A site with one user of each role and a fixed clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::Body;
use embedded::clock::SettableClock;
use embedded::dynamo::{Engine, InjectedFault};
use embedded::memory_blobs::MemoryBlobs;
use http::{Method, Request};
use items::Table;
use outbound::{Outbound, Policy};
use serde_json::{Value, json};
use site_core::{Options, Ports, router};
use site_options::SiteOptions;
use site_spam::SiteFilter;
use site_store::{Freshness, SiteStore, Sites, Tenant};
pub use site_testkit::{Answer, HOME, Who};
use site_testkit::{Records, Users};
use tower::ServiceExt;

/// Whether this function serves a route of the index: one above all namespaces, or one of its own.
pub fn is_served(route: &Value) -> bool {
    static SERVED: LazyLock<Vec<&str>> = LazyLock::new(|| site_core::api().served());
    let namespace = route["namespace"].as_str().unwrap();
    namespace.is_empty() || SERVED.contains(&namespace)
}

pub struct Site {
    pub router: Router,
    pub store: SiteStore,
    pub clock: Arc<SettableClock>,
    /// The blob store of the site.
    pub blobs: Arc<MemoryBlobs>,
    /// While set, the store refuses every write for lack of space.
    pub full: Arc<AtomicBool>,
    users: Users,
    ports: Ports,
    records: Records,
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
            sites: Arc::new(Sites::new(self.records.parts.clone())),
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
            users: self.users.clone(),
            ports,
            records: self.records.clone(),
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
        let records = Records::over(Table::new(client, "site")).await;
        let mut ports = records.ports(options);
        if let Some(service) = service {
            let named = |name: &str| (name == "SPAM_SERVICE_URL").then(|| service.clone());
            ports.spam = records.spam(named);
        }
        ports.outbound = Outbound::new(policy).unwrap();
        let store = records.store();
        Self {
            router: router(ports.clone()),
            users: Users::seed(&store, &records.keyring).await,
            store,
            clock: records.clock.clone(),
            blobs: records.blobs.clone(),
            full,
            ports,
            records,
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
        self.users.secret(who)
    }

    pub fn basic(login: &str, secret: &str) -> String {
        Users::basic(login, secret)
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        // Advances past the time for which the read model is assumed to be current.
        self.clock.advance(jiff::SignedDuration::from_millis(200));
        Answer::of(self.router.clone().oneshot(request).await.unwrap()).await
    }

    pub fn request(&self, who: Who, method: Method, path: &str) -> http::request::Builder {
        let request = Request::builder().method(method).uri(path);
        self.users.authorize(who, request)
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
