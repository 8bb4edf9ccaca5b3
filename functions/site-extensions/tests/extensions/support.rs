//! A site with one user of each role, the example snippets and a fixed clock.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::site::Role;
use embedded::blobs::MemoryBlobs;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::random::SeededRandom;
use http::{HeaderMap, Method, Request};
use http_body_util::BodyExt;
use items::Table;
use outbound::{Outbound, Policy};
use secrecy::ExposeSecret;
use serde_json::Value;
use service_fakes::{FakeServices, Service};
use site_api::SeoServices;
use site_extensions::{Options, Ports, router, seed_first_form};
use site_mailbox::Mailboxes;
use site_spam::{SiteFilter, SpamFilter};
use site_store::{Parts, Seed, SiteStore, Sites, Tenant, UserChange};
use tower::ServiceExt;
use vault::KeyRing;

use crate::mail_server::Mails;

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

/// A user of each role except the administrator, with an application password.
async fn colleagues(store: &SiteStore, keyring: &KeyRing) -> Vec<(Who, String)> {
    let mut secrets = Vec::new();
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

/// The addresses of the fakes, and the deployment's client at Google; at Microsoft it has none.
fn mailbox_environment(fakes: &FakeServices) -> impl Fn(&str) -> Option<String> + use<> {
    let addresses = fakes.environment();
    move |name| match name {
        "MAILBOX_GOOGLE_CLIENT_ID" => Some("google-client".to_owned()),
        "MAILBOX_GOOGLE_CLIENT_SECRET" => Some("google-segredo".to_owned()),
        name => {
            let mut addresses = addresses.iter();
            let (_, address) = addresses.find(|(known, _)| *known == name)?;
            Some(address.clone())
        }
    }
}

pub struct Site {
    router: Router,
    pub store: SiteStore,
    /// Its spam filter.
    pub spam: SiteFilter,
    /// The services outside.
    pub fakes: FakeServices,
    pub keyring: Arc<KeyRing>,
    pub mails: Arc<Mails>,
    clock: Arc<SettableClock>,
    table: Table,
    secrets: Vec<(Who, String)>,
}

impl Site {
    pub async fn new() -> Self {
        Self::with(Options::at(HOME)).await
    }

    pub async fn with(options: Options) -> Self {
        Self::made(options, None).await
    }

    /// A site whose configuration sets the key of the spam service.
    pub async fn with_fixed_key(key: &str) -> Self {
        Self::made(Options::at(HOME), Some(key)).await
    }

    async fn made(options: Options, fixed_key: Option<&str>) -> Self {
        let table = Table::new(Engine::memory().unwrap().client(), "site");
        table.create().await.unwrap();
        let random = Arc::new(SeededRandom::new(7));
        let keyring = Arc::new(KeyRing::generate(&*random));
        let clock = Arc::new(SettableClock::at(NOW.parse().unwrap()));
        let blobs = Arc::new(MemoryBlobs::default());
        let mut parts = Parts::new(table.clone(), blobs, clock.clone(), random.clone());
        let fakes = FakeServices::start().await.unwrap();
        let service = fakes.url(Service::Akismet);
        let spam = SpamFilter::of_environment(
            table.clone(),
            keyring.clone(),
            random.clone(),
            clock.clone(),
            Outbound::new(Policy::local()).unwrap(),
            |name| match name {
                "SPAM_SERVICE_URL" => Some(service.clone()),
                _ => fixed_key.map(str::to_owned),
            },
        )
        .unwrap();
        let mailboxes = Mailboxes::of_environment(
            keyring.clone(),
            clock.clone(),
            Outbound::new(Policy::local()).unwrap(),
            mailbox_environment(&fakes),
        )
        .unwrap();
        let mails = Mails::new(parts.clone(), Arc::clone(&keyring));
        let ports = Ports {
            sites: Arc::new(Sites::new(parts.clone())),
            table: table.clone(),
            keyring: Arc::clone(&keyring),
            clock: clock.clone(),
            random,
            outbound: Outbound::new(Policy::cloud()).unwrap(),
            work: mails.clone(),
            sleeper: clock.clone(),
            spam: spam.clone(),
            mailboxes,
            seo: SeoServices::default(),
            head_settings: Arc::default(),
            options,
        };
        // The site must treat the tests' writes to the store as those of another process.
        parts.trust = jiff::SignedDuration::ZERO;
        let store = Sites::new(parts).site(&Tenant::main()).unwrap();
        let seed = Seed {
            title: "Exemplo".to_owned(),
            login: "admin".to_owned(),
            email: "admin@exemplo.com.br".to_owned(),
            name: "Administração".to_owned(),
            password_name: "teste".to_owned(),
            password: None,
        };
        let seeded = store.seed(&keyring, &seed).await.unwrap();
        store.seed_snippets().await.unwrap();
        seed_first_form(&store, &keyring, HOME).await.unwrap();
        let secret = seeded.password.unwrap();
        let mut secrets = vec![(Who::Admin, secret.expose_secret().to_owned())];
        secrets.extend(colleagues(&store, &keyring).await);
        let site = Self {
            router: router(ports),
            spam: spam.of(&store, HOME),
            fakes,
            store,
            keyring,
            mails,
            clock,
            table,
            secrets,
        };
        // The first use of a password is recorded.
        for who in Who::ALL {
            site.ask(who, Method::GET, "/rest/code-snippets/v1").await;
        }
        site.clock.set(NOW.parse().unwrap());
        site.table.meter().take();
        site
    }

    /// Whether the store was written to since the previous call.
    pub fn was_written(&self) -> bool {
        self.table.meter().take().write_units > 0.0
    }

    /// Moves the clock.
    pub fn wait(&self, seconds: i64) {
        self.clock.advance(jiff::SignedDuration::from_secs(seconds));
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
}
