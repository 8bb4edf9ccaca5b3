//! A site with one user of each role and a fixed clock.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::site::{Kind, Role, Status};
use embedded::blobs::MemoryBlobs;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::random::SeededRandom;
use http::{HeaderMap, Method, Request};
use http_body_util::BodyExt;
use items::Table;
use outbound::{Outbound, Policy};
use ports::Clock;
use secrecy::ExposeSecret;
use serde_json::Value;
use service_fakes::{FakeServices, Service};
use settings::Settings;
use site_api::SeoServices;
use site_mailbox::Mailboxes;
use site_seo::{Options, Ports, router};
use site_spam::SpamFilter;
use site_store::{ContentChange, Parts, Seed, SiteStore, Sites, Tenant, UserChange};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tower::ServiceExt;
use vault::KeyRing;

/// Home address of the test site.
pub const HOME: &str = "https://exemplo.com.br";

/// Time of the fixed clock.
pub const NOW: &str = "2024-05-01T10:00:00Z";

/// The caller of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

    const fn role(self) -> Option<(&'static str, Role)> {
        match self {
            Self::Anonymous => None,
            Self::Subscriber => Some(("subscriber", Role::Subscriber)),
            Self::Contributor => Some(("contributor", Role::Contributor)),
            Self::Author => Some(("author", Role::Author)),
            Self::Editor => Some(("editor", Role::Editor)),
            Self::Admin => Some(("admin", Role::Administrator)),
        }
    }
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap()
    }

    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().unwrap())
    }

    /// Status and code of an error response.
    pub fn refusal(&self) -> (u16, String) {
        let code = self.json()["code"].as_str().unwrap_or_default().to_owned();
        (self.status, code)
    }

    /// The body of a successful response.
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", String::from_utf8_lossy(&self.bytes));
        self.json()
    }
}

pub struct Site {
    router: Router,
    pub store: SiteStore,
    pub clock: Arc<SettableClock>,
    table: Table,
    secrets: Vec<(Who, String)>,
    /// Serves the site over loopback, for services that call it back.
    server: Option<JoinHandle<()>>,
}

impl Drop for Site {
    fn drop(&mut self) {
        if let Some(server) = &self.server {
            server.abort();
        }
    }
}

/// Variables that name these services of the fakes.
pub fn variables(fakes: &FakeServices, services: &[Service]) -> Vec<(&'static str, String)> {
    let of = |service: &Service| {
        let url = fakes.url(*service);
        let variables = service.variables().iter();
        variables.map(move |(name, path)| (*name, format!("{url}{path}")))
    };
    services.iter().flat_map(of).collect()
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
    let secret = seeded.password.unwrap();
    let mut secrets = vec![(Who::Admin, secret.expose_secret().to_owned())];
    for who in [Who::Editor, Who::Author, Who::Contributor, Who::Subscriber] {
        let (login, role) = who.role().unwrap();
        let change = UserChange {
            login: Some(login.to_owned()),
            email: Some(format!("{login}@exemplo.com.br")),
            name: Some(login.to_owned()),
            roles: Some(vec![role]),
            ..UserChange::default()
        };
        let user = store.create_user(&change).await.unwrap();
        let created = store.create_app_password(keyring, user.id, "teste", None);
        let (_, text) = created.await.unwrap();
        secrets.push((who, text.expose_secret().to_owned()));
    }
    secrets
}

impl Site {
    pub async fn new() -> Self {
        Self::with(Options::at(HOME)).await
    }

    /// A site that listens on loopback, with the connected services of these variables.
    pub async fn connected(variables: Vec<(&'static str, String)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let options = Options {
            local: true,
            ..Options::at(format!("http://{address}"))
        };
        let mut site = Self::built(options, variables).await;
        let router = site.router.clone();
        site.server = Some(tokio::spawn(async move {
            axum::serve(listener, router).await.unwrap();
        }));
        site
    }

    pub async fn with(options: Options) -> Self {
        Self::built(options, Vec::new()).await
    }

    async fn built(options: Options, variables: Vec<(&'static str, String)>) -> Self {
        let variable = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| value.clone())
        };
        let table = Table::new(Engine::memory().unwrap().client(), "site");
        table.create().await.unwrap();
        let random = Arc::new(SeededRandom::new(7));
        let keyring = Arc::new(KeyRing::generate(&*random));
        let clock = Arc::new(SettableClock::at(NOW.parse().unwrap()));
        let blobs = Arc::new(MemoryBlobs::default());
        let mut parts = Parts::new(table.clone(), blobs, clock.clone(), random.clone());
        let seo = SeoServices::of_environment(
            &Outbound::new(Policy::local()).unwrap(),
            &(clock.clone() as Arc<dyn Clock>),
            Settings::of_environment(variable),
            variable,
        )
        .unwrap();
        let ports = Ports {
            sites: Arc::new(Sites::new(parts.clone())),
            table: table.clone(),
            keyring: Arc::clone(&keyring),
            clock: clock.clone(),
            random: random.clone(),
            outbound: Outbound::new(Policy::cloud()).unwrap(),
            work: Arc::<embedded::queue::MemoryQueue>::default(),
            sleeper: clock.clone(),
            head_settings: Arc::default(),
            spam: SpamFilter::of_environment(
                table.clone(),
                Arc::clone(&keyring),
                random,
                clock.clone(),
                Outbound::new(Policy::cloud()).unwrap(),
                |_| None,
            )
            .unwrap(),
            mailboxes: Mailboxes::of_environment(
                Arc::clone(&keyring),
                clock.clone(),
                Outbound::new(Policy::cloud()).unwrap(),
                |_| None,
            )
            .unwrap(),
            seo,
            options,
        };
        // The site must treat the tests' writes to the store as those of another process.
        parts.trust = jiff::SignedDuration::ZERO;
        let store = Sites::new(parts).site(&Tenant::main()).unwrap();
        let secrets = seeded(&store, &keyring).await;
        let site = Self {
            router: router(ports),
            store,
            clock,
            table,
            secrets,
            server: None,
        };
        // The first use of a password is recorded.
        for who in Who::ALL {
            site.ask(who, Method::GET, "/rest/seo/v1").await;
        }
        site.clock.set(NOW.parse().unwrap());
        site.table.meter().take();
        site
    }

    /// Whether the store was written to since the previous call.
    pub fn was_written(&self) -> bool {
        self.table.meter().take().write_units > 0.0
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

    /// A request with the credentials of a caller; `path` is below the home address.
    pub fn request(&self, who: Who, method: Method, path: &str) -> http::request::Builder {
        let builder = Request::builder().method(method).uri(path);
        let Some((login, _)) = who.role() else {
            return builder;
        };
        let secret = self.secrets.iter().find(|(known, _)| *known == who);
        let (_, secret) = secret.unwrap();
        let basic = STANDARD.encode(format!("{login}:{secret}"));
        builder.header("authorization", format!("Basic {basic}"))
    }

    /// A request without a body.
    pub async fn ask(&self, who: Who, method: Method, path: &str) -> Answer {
        let request = self.request(who, method, path);
        self.send(request.body(Body::empty()).unwrap()).await
    }

    /// A request with a JSON body.
    pub async fn call(&self, who: Who, method: Method, path: &str, body: &Value) -> Answer {
        let request = self
            .request(who, method, path)
            .header("content-type", "application/json");
        self.send(request.body(Body::from(body.to_string())).unwrap())
            .await
    }

    /// A request of the administrator below the namespace, without a body.
    pub async fn get(&self, path: &str) -> Answer {
        let uri = format!("/rest/seo/v1{path}");
        self.ask(Who::Admin, Method::GET, &uri).await
    }

    /// A request of the administrator below the namespace, with a JSON body.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        let uri = format!("/rest/seo/v1{path}");
        self.call(Who::Admin, Method::POST, &uri, body).await
    }

    /// A request of the administrator below the namespace, with a form body.
    pub async fn post_form(&self, path: &str, body: &str) -> Answer {
        let uri = format!("/rest/seo/v1{path}");
        let request = self
            .request(Who::Admin, Method::POST, &uri)
            .header("content-type", "application/x-www-form-urlencoded");
        let body = Body::from(body.to_owned());
        self.send(request.body(body).unwrap()).await
    }

    /// Creates an item of the administrator.
    pub async fn create(&self, kind: Kind, change: ContentChange) -> u64 {
        let author = self.store.user_by_login("admin").unwrap().id;
        let change = ContentChange {
            may_publish: true,
            status: change.status.or(Some(Status::Publish)),
            ..change
        };
        let created = self.store.create(kind, author, &change).await;
        created.unwrap().id
    }
}
