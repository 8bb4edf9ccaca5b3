//! The project's own site as a host: the deployed router, served over loopback.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use domain::site::Role;
use embedded::dynamo::Engine;
use embedded::memory_blobs::MemoryBlobs;
use host_client::Basic;
use http::{HeaderValue, StatusCode, header};
use items::Table;
use local::site::{REST_FUNCTIONS, divided};
use outbound::{Outbound, Policy};
use ports::{Clock, Random};
use site_api::SeoServices;
use site_core::{Options, Ports};
use site_mailbox::Mailboxes;
use site_spam::SpamFilter;
use site_store::{Parts, Seed, SiteStore, Sites, Tenant, UserChange};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use vault::KeyRing;

use crate::host_contract::HostUnderTest;

/// A listening site. It stops when the value is dropped.
pub struct TestSite {
    /// Address on which it listens.
    pub address: SocketAddr,
    /// Its records, for the site's own tick.
    pub sites: Arc<Sites>,
    parts: Parts,
    spam: SpamFilter,
    admin: Basic,
    author: Basic,
    reader: Basic,
    clock: Arc<dyn Clock>,
    task: JoinHandle<()>,
}

impl Drop for TestSite {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl TestSite {
    /// Starts a new site in memory that uses `clock`.
    pub async fn start(clock: Arc<dyn Clock>, random: Arc<dyn Random>) -> Self {
        Self::started(clock, random, false).await
    }

    /// Starts a site that serves only the names of deployed systems: its own names are removed from responses.
    pub async fn disguised(clock: Arc<dyn Clock>, random: Arc<dyn Random>) -> Self {
        Self::started(clock, random, true).await
    }

    async fn started(clock: Arc<dyn Clock>, random: Arc<dyn Random>, disguised: bool) -> Self {
        let table = Table::new(Engine::memory().unwrap().client(), "site");
        table.create().await.unwrap();
        let keyring = Arc::new(KeyRing::generate(&*random));
        let blobs = Arc::new(MemoryBlobs::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let options = Options {
            local: true,
            vendor_names: disguised,
            ..Options::at(format!("http://{address}"))
        };
        let parts = Parts::new(table.clone(), blobs, clock.clone(), random.clone());
        let spam = SpamFilter::of_environment(
            table.clone(),
            keyring.clone(),
            random.clone(),
            clock.clone(),
            Outbound::new(Policy::local()).unwrap(),
            |_| None,
        )
        .unwrap();
        let mut router = divided(REST_FUNCTIONS, || Ports {
            sites: Arc::new(Sites::new(parts.clone())),
            table: table.clone(),
            keyring: keyring.clone(),
            clock: clock.clone(),
            random: random.clone(),
            outbound: Outbound::new(Policy::local()).unwrap(),
            work: Arc::<embedded::queue::MemoryQueue>::default(),
            sleeper: Arc::new(embedded::clock::SystemClock),
            spam: spam.clone(),
            mailboxes: Mailboxes::of_environment(
                keyring.clone(),
                Arc::new(embedded::clock::SystemClock),
                Outbound::new(Policy::local()).unwrap(),
                |_| None,
            )
            .unwrap(),
            seo: SeoServices::default(),
            head_settings: Arc::default(),
            options: options.clone(),
        });
        if disguised {
            router = router.layer(from_fn(disguise));
        }
        let task = tokio::spawn(async move {
            axum::serve(listener, router).await.unwrap();
        });
        let sites = Arc::new(Sites::new(parts.clone()));
        let store = sites.site(&Tenant::main()).unwrap();
        let seed = Seed {
            title: "Site & Cia".into(),
            login: "redacao".into(),
            email: "redacao@site.example".into(),
            name: "Redação".into(),
            password_name: "Pauta".into(),
            password: None,
        };
        let seeded = store.seed(&keyring, &seed).await.unwrap();
        let admin = Basic {
            user: seed.login,
            password: seeded.password.unwrap(),
        };
        let author = create_user(&store, &keyring, "autora", Role::Author).await;
        let reader = create_user(&store, &keyring, "leitora", Role::Subscriber).await;
        Self {
            address,
            sites,
            parts,
            spam,
            admin,
            author,
            reader,
            clock,
            task,
        }
    }

    /// Login of the administrator.
    pub fn admin(&self) -> Basic {
        self.admin.clone()
    }

    /// The site's records as another process sees them: only stored data is shared.
    pub fn as_another_process(&self) -> SiteStore {
        Sites::new(self.parts.clone())
            .site(&Tenant::main())
            .unwrap()
    }

    /// URL of the REST root.
    pub fn rest_root(&self) -> String {
        format!("http://{}/rest/", self.address)
    }

    /// The site with its facts for the contract suite.
    pub fn under_test(&self) -> HostUnderTest {
        HostUnderTest {
            url: format!("http://{}", self.address),
            admin: self.admin.clone(),
            author: Some(self.author.clone()),
            reader: Some(self.reader.clone()),
            keeps_faq: true,
            names_wrong_credentials: true,
            clock: self.clock.clone(),
            run: "site".into(),
            counter: AtomicU64::new(0),
        }
    }

    /// Publishes due posts, as the site's own tick does.
    pub async fn tick(&self) {
        let ports = site_tick::Ports {
            sites: self.sites.clone(),
            parts: self.parts.clone(),
            work: Arc::<embedded::queue::MemoryQueue>::default(),
            clock: self.clock.clone(),
            spam: self.spam.clone(),
        };
        site_tick::run(&ports).await.unwrap();
    }
}

/// Hides the site's own prefix and the links to it.
async fn disguise(request: Request, next: Next) -> Response {
    if request.uri().path().starts_with("/rest") {
        return StatusCode::NOT_FOUND.into_response();
    }
    let mut response = next.run(request).await;
    let links = response.headers().get(header::LINK).cloned();
    if let Some(links) = links.as_ref().and_then(|links| links.to_str().ok())
        && links.contains("service-desc")
    {
        let kept: Vec<&str> = links
            .split(", ")
            .filter(|link| !link.contains("service-desc"))
            .collect();
        let kept = HeaderValue::from_str(&kept.join(", ")).unwrap();
        response.headers_mut().insert(header::LINK, kept);
    }
    response
}

async fn create_user(store: &SiteStore, keyring: &KeyRing, login: &str, role: Role) -> Basic {
    let change = UserChange {
        login: Some(login.to_owned()),
        email: Some(format!("{login}@site.example")),
        name: Some(format!("{login} & Cia")),
        roles: Some(vec![role]),
        ..UserChange::default()
    };
    let user = store.create_user(&change).await.unwrap();
    let (_, password) = store
        .create_app_password(keyring, user.id, "Pauta", None)
        .await
        .unwrap();
    Basic {
        user: login.to_owned(),
        password,
    }
}
